import { limits } from '#contract/base/limits.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/http/requests/client-address.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { counterKey, refundTokens, consumeOne } from '#server/rate-limits/rate-counters.ts';
import { resetMail } from '../mails.ts';
import { createReset } from './password-resets.ts';
import { emailKey, findUserByEmail } from '../queries.ts';

const hour = 60 * 60;

/**
 * Mails a link to choose a new password (R5). The account is looked up after the answer, so that neither the answer's
 * words nor its time tell whether it exists.
 * @throws rate.limited when one address asks too often.
 */
export async function forgotPassword(
  deps: Pick<Deps, 'db' | 'config' | 'clock' | 'mail' | 'background'>,
  email: string,
  clientAddress: string,
): Promise<void> {
  const now = deps.clock();
  if (await countReset(deps, email, clientAddress, now)) {
    deps.background.start('A recovery mail was not sent', () => mailReset(deps, email, now));
  }
}

/**
 * @returns whether one more mail may go to this account. Unknown emails are counted alike, so that the count reveals no
 * account.
 */
async function countReset(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  email: string,
  clientAddress: string,
  now: Date,
): Promise<boolean> {
  if (!config.rateLimits) return true;
  const byAddress = counterKey('reset:address', networkOf(clientAddress));
  const taking = await consumeOne(db, byAddress, limits.resetsPerClientAddressHour, hour, now);
  if (!taking.isAllowed) throw new Refusal('rate.limited', { seconds: taking.retryAfterSeconds });
  return (await consumeOne(db, accountCounter(email), limits.resetMailsPerHour, hour, now)).isAllowed;
}

function accountCounter(email: string): string {
  return counterKey('reset:account', emailKey(email));
}

async function mailReset(
  { db, config, mail }: Pick<Deps, 'db' | 'config' | 'mail'>,
  email: string,
  now: Date,
): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (user === null || user.disabled_at !== null) return;
  const token = await createReset(db, user.id, now);
  await mail.send(resetMail(user, config.publicUrl, token)).catch(async (error: unknown) => {
    await refundTokens(db, [{ key: accountCounter(email) }], now);
    throw error;
  });
}
