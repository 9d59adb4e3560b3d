import type { UserId } from '#contract/base/ids.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { setDisabled, type User } from './queries.ts';
import { endSessionsOf } from './sessions/sessions.ts';

/** Marks an account whose password is public. */
export async function markAsDemo(tx: Tx, userId: UserId): Promise<void> {
  await tx.updateTable('users').set({ is_demo: true }).where('id', '=', userId).execute();
}

/** Whether the account may not sign in here: everybody knows the passwords of the demo (R86). */
export function isDemoInProduction({ is_demo }: Pick<User, 'is_demo'>, { mode }: Pick<Config, 'mode'>): boolean {
  return is_demo && mode === 'production';
}

/**
 * Disables every account of the demo and ends its sessions.
 * @returns their emails.
 */
export function disableDemo(db: Db, now: Date): Promise<string[]> {
  return platformTransaction(db, 'administration', async (tx) => {
    const users = await tx
      .selectFrom('users')
      .select(['id', 'email'])
      .where('is_demo', '=', true)
      .where('disabled_at', 'is', null)
      .orderBy('email_key')
      .forUpdate()
      .execute();
    for (const { id } of users) {
      await setDisabled(tx, id, 'An account of the demo', now);
      await endSessionsOf(tx, id);
    }
    return users.map(({ email }) => email);
  });
}

/** Problems of a start in production mode, one sentence each: accounts that strangers could enter (R11, R86). */
export async function listOpenAccounts(db: Db): Promise<string[]> {
  const users = await db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .leftJoin('factor_tokens', 'factor_tokens.user_id', 'users.id')
    .select((eb) => [
      'users.email',
      'users.is_demo',
      eb.ref('second_factors.confirmed_at').as('confirmed_at'),
      eb.ref('second_factors.set_by_token').as('set_by_token'),
      eb.ref('factor_tokens.user_id').as('token_of'),
    ])
    .where('users.disabled_at', 'is', null)
    .where((user) => user.or([user('users.is_demo', '=', true), user('users.user_type', '=', 'admin')]))
    .orderBy('users.email_key')
    .execute();
  const problems = users.some(({ is_demo }) => is_demo)
    ? ['The database has accounts of the demo, whose passwords everybody knows: npm run cli -- demo:disable']
    : [];
  for (const { email, is_demo, confirmed_at, set_by_token, token_of } of users) {
    // An admin who has been given a token can set a factor up with that alone, so nobody else can.
    const isGuarded = confirmed_at === null ? token_of !== null : set_by_token === true;
    if (is_demo || isGuarded) continue;
    problems.push(
      `The admin ${email} has no second factor that was set up with a token of the command line: npm run cli -- admin:token --email ${email}`,
    );
  }
  return problems;
}
