import { sql } from 'kysely';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { UserId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { closeUnverified } from '#server/modules/restaurants/owner-verification.ts';
import { deleteVerification, listOwned } from './email-verification/email-verifications.ts';
import { hasUnprovedEmail } from './email-verification/unproved-email.ts';
import { emailKey } from './queries.ts';
import { endSessionsOf } from './sessions/sessions.ts';

/**
 * Merchants who work nowhere any more. Nothing lets them in, so their email is free; one whom the platform has suspended stays suspended.
 * Needs a platform transaction: any other sees the memberships of its own restaurant alone.
 */
const worksNowhere = sql<boolean>`(user_type = 'merchant' and disabled_at is null
  and not exists (select from memberships where memberships.user_id = users.id))`;

/** Accounts that give way to a person who has read a mail to their email. One whom the platform has suspended stays suspended. */
const givesWay = sql<boolean>`(disabled_at is null and ${hasUnprovedEmail})`;

/** Days that an account rests after its person was removed, while an operator can put a mistake right. */
const restDays = 30;
/** Accounts deleted in one transaction: each has the sessions of all people looked through for tablets that it has taken over. */
const batchSize = 100;

/**
 * Tells whether an email has an account that a new one would collide with. For whoever has read a mail to it, one whose email nobody has
 * proved does not count.
 */
export function isEmailTaken(db: Db, email: string, isProved = false): Promise<boolean> {
  const isFree = isProved ? givesWay : worksNowhere;
  return platformTransaction(
    db,
    'sign-up',
    async (tx) => {
      const taken = tx.selectFrom('users').select('id').where('email_key', '=', emailKey(email));
      return (await taken.where((eb) => eb.not(isFree)).executeTakeFirst()) !== undefined;
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

/**
 * Makes room for the account of a person who has read a mail to this email: deletes one of former staff, and one of somebody who signed up
 * with it and never proved it, with sessions, passkeys, links and second factor. Nobody is left in the restaurant of the latter, so it closes.
 * @returns the hashes of the ended sessions' tokens, for `forgetCallers`.
 * @throws auth.email_taken where the email was proved meanwhile.
 */
export async function deleteUnproved(
  tx: Tx,
  email: string,
  moment: { requestId: string; at: Date },
): Promise<Buffer[]> {
  const found = tx.selectFrom('users').select('id').where('email_key', '=', emailKey(email)).where(givesWay);
  const user = await found.forUpdate().executeTakeFirst();
  if (user === undefined) return [];
  // The link goes first: this waits for whoever follows it at that moment, and finds the restaurant confirmed.
  await deleteVerification(tx, user.id);
  for (const restaurantId of await listOwned(tx, user.id)) {
    if (!(await closeUnverified(tx, restaurantId, moment))) throw emailTaken();
  }
  const ended = await endSessionsOf(tx, user.id);
  await tx.deleteFrom('users').where('id', '=', user.id).execute();
  return ended;
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
