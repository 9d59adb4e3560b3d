import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { emailKey } from './queries.ts';

/**
 * Merchants who work nowhere any more. Nothing lets them in, so their email is free; one whom the platform has suspended stays suspended.
 * Needs a platform transaction: any other sees the memberships of its own restaurant alone.
 */
const worksNowhere = sql<boolean>`(user_type = 'merchant' and disabled_at is null
  and not exists (select from memberships where memberships.user_id = users.id))`;

/** Whether an email has an account that a new one would collide with. */
export function isEmailTaken(db: Db, email: string): Promise<boolean> {
  return platformTransaction(
    db,
    'sign-up',
    async (tx) => {
      const taken = tx.selectFrom('users').select('id').where('email_key', '=', emailKey(email));
      return (await taken.where(({ not }) => not(worksNowhere)).executeTakeFirst()) !== undefined;
    },
    { readOnly: true },
  );
}

/** Makes room for a new account: deletes the one that the email has from a restaurant which its person has left. */
export async function deleteFormerStaff(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('users').where('email_key', '=', emailKey(email)).where(worksNowhere).execute();
}
