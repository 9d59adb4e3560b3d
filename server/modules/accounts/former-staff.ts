import { sql } from 'kysely';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { UserId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { emailKey } from './queries.ts';

/**
 * Merchants who work nowhere any more. Nothing lets them in, so their email is free; one whom the platform has suspended stays suspended.
 * Needs a platform transaction: any other sees the memberships of its own restaurant alone.
 */
const worksNowhere = sql<boolean>`(user_type = 'merchant' and disabled_at is null
  and not exists (select from memberships where memberships.user_id = users.id))`;

/** Days that an account rests after its person was removed, while an operator can put a mistake right. */
const restDays = 30;
/** Accounts deleted in one transaction: each has the sessions of all people looked through for tablets that it has taken over. */
const batchSize = 100;

/** Tells whether an email has an account that a new one would collide with. */
export function isEmailTaken(db: Db, email: string): Promise<boolean> {
  return platformTransaction(
    db,
    'sign-up',
    async (tx) => {
      const taken = tx.selectFrom('users').select('id').where('email_key', '=', emailKey(email));
      return (await taken.where((eb) => eb.not(worksNowhere)).executeTakeFirst()) !== undefined;
    },
    { readOnly: true },
  );
}

/** The refusal of an email that somebody else's account has, at its field. */
export function emailTaken(): Refusal {
  return new Refusal('auth.email_taken', undefined, { email: fieldProblem('account.email_taken') });
}

/** Makes room for a new account: deletes the one that the email has from a restaurant which its person has left. */
export async function deleteFormerStaff(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('users').where('email_key', '=', emailKey(email)).where(worksNowhere).execute();
}

/** Begins the days for which the account of a removed person rests; one that still works elsewhere just has a newer date. */
export async function noteRemoval(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx.updateTable('users').set({ updated_at: now }).where('id', '=', userId).execute();
}

/**
 * Deletes the accounts of people who have worked nowhere for long, with passkeys and second factors. A closed restaurant has its people
 * until it is erased; sign-ups and invitations write the account together with its membership.
 * @returns the number of people.
 */
export async function removeFormerStaff(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - restDays * DAY);
  for (let deleted = 0; ;) {
    const some = await platformTransaction(db, 'clean-up', async (tx) => {
      const resting = tx.selectFrom('users').select('id').where('updated_at', '<', before).where(worksNowhere);
      const { numDeletedRows } = await tx
        .deleteFrom('users')
        .where('id', 'in', resting.limit(batchSize))
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
    deleted += some;
    if (some < batchSize) return deleted;
  }
}
