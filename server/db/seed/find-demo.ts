import type { Db } from '#server/db/connect.ts';
import { findUserByEmail } from '#server/modules/accounts/queries.ts';

/** The demo's accounts and sites. The passwords are public, so never in production mode. */
export const demo = {
  slugs: ['demo', 'millers-cafe'],
  accounts: [
    { email: 'demo@demo.test', password: 'demo1234', what: 'Al Noor Kitchen' },
    { email: 'millers@demo.test', password: 'demo1234', what: "Miller's Cafe" },
    { email: 'admin@demo.test', password: 'admin1234', what: 'platform admin' },
  ],
} as const;
export type Demo = typeof demo;

/** The demo, if this database was filled with it and its accounts can sign in. */
export async function findDemo(db: Db): Promise<Demo | null> {
  const user = await findUserByEmail(db, demo.accounts[0].email);
  return user === null || user.disabled_at !== null ? null : demo;
}

/** Whether there is neither an account nor a restaurant. */
export async function isEmpty(db: Db): Promise<boolean> {
  const [user, restaurant] = await Promise.all([
    db.selectFrom('users').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('restaurants').select('id').limit(1).executeTakeFirst(),
  ]);
  return user === undefined && restaurant === undefined;
}
