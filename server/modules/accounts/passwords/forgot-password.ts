import { limits } from '#contract/base/limits.ts';
import { MINUTE } from '#contract/base/time.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/http/requests/client-address.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { enqueue } from '#server/modules/outbound/jobs/enqueue.ts';
import type { JobHandler } from '#server/modules/outbound/jobs/job.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';
import { counterKey, consumeOne } from '#server/rate-limits/rate-counters.ts';
import { resetMail } from '../mails.ts';
import { createReset } from './password-resets.ts';
import { emailKey, findUserByEmail } from '../queries.ts';
import { hashToken } from '../sessions/sessions.ts';

const hour = 60 * 60;

/**
 * Mails a link to choose a new password (R5). The account is looked up by a job, after the answer, so that neither the
 * answer's words nor its time tell whether it exists.
 * @throws rate.limited when one address asks too often.
 */
export async function forgotPassword(
  deps: Pick<Deps, 'db' | 'config' | 'clock'>,
  email: string,
  clientAddress: string,
): Promise<void> {
  const now = deps.clock();
  if (!(await countMailedLink(deps, 'reset', email, clientAddress, now))) return;
  const job = { restaurantId: null, queue: 'password-reset', payload: { email }, usefulForMs: 10 * MINUTE } as const;
  await platformTransaction(deps.db, 'sign-in', (tx) => enqueue(tx, job, now));
}

/** Makes the link, and its mail, in one transaction with the end of the job: asked for once, there is one link. */
export function passwordResetHandler(deps: Pick<Deps, 'config' | 'clock'>): JobHandler {
  return {
    atOnce: 4,
    withinMs: 10_000,
    retries: () => ({ most: 5, firstMs: 5_000, longestMs: MINUTE }),
    conclude: (tx, { payload }) => mailReset(tx, deps, String(payload['email'])),
  };
}

/**
 * @returns whether one more mail with a link may go to this account. Unknown emails are counted alike, so that the count reveals no
 * account.
 * @throws rate.limited when one address asks too often.
 */
export async function countMailedLink(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  use: 'reset' | 'company',
  email: string,
  clientAddress: string,
  now: Date,
): Promise<boolean> {
  if (!config.rateLimits) return true;
  const byAddress = counterKey(`${use}:address`, networkOf(clientAddress));
  const taking = await consumeOne(db, byAddress, limits.resetsPerClientAddressHour, hour, now);
  if (!taking.isAllowed) throw new Refusal('rate.limited', { seconds: taking.retryAfterSeconds });
  const byAccount = counterKey(`${use}:account`, emailKey(email));
  return (await consumeOne(db, byAccount, limits.resetMailsPerHour, hour, now)).isAllowed;
}

async function mailReset(tx: Tx, deps: Pick<Deps, 'config' | 'clock'>, email: string): Promise<void> {
  const user = await findUserByEmail(tx, email);
  if (user === null || user.disabled_at !== null) return;
  const token = await createReset(tx, user.id, deps.clock());
  const content = resetMail(user, deps.config.publicUrl, token);
  const about = hashToken(token).toString('hex');
  await sendMessage(tx, deps, { kind: 'password_reset', restaurantId: null, content, about });
}
