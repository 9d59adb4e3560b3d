import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { isSameBytes } from '#server/same-bytes.ts';
import { createSession } from '#server/modules/accounts/sessions/sessions.ts';
import { refundTokens, consumeAll } from '#server/rate-limits/rate-counters.ts';
import { asciiDigits } from '#server/modules/outbound/phone.ts';
import { countConfirmedCode, guessesAtNothing, tooManyCodes, wrongGuesses } from './code-limits.ts';
import { hashCode } from './codes.ts';
import { findGuest } from './find-guest.ts';
import { findCodeForUpdate, findCustomerByPhone, updateCode } from './queries.ts';

interface CodeGuess {
  restaurantId: RestaurantId;
  phone: string;
  code: string;
  clientAddress: string;
}

/**
 * Exchanges a code for a token: the customer's, or for an unregistered number one that is valid for registering it
 * alone. Tries at one code come one after another, so it works once and three wrong ones end it however many arrive
 * together (R13, R14). An unknown restaurant answers as if the code had expired.
 * @throws auth.invalid_phone, code.wrong, code.expired, code.too_many
 */
export async function verifyCode(
  { db, config, clock }: Pick<Deps, 'db' | 'config' | 'clock'>,
  { restaurantName, number, otpCode }: { restaurantName: string; number: string; otpCode: string },
  clientAddress: string,
) {
  const now = clock();
  const { restaurant, phone } = await findGuest(db, restaurantName, number);
  if (restaurant === null) throw new Refusal('code.expired');
  const code = asciiDigits(otpCode).trim();
  const guess: CodeGuess = { restaurantId: restaurant.id, phone: phone.e164, code, clientAddress };
  const outcome = await transaction(db, restaurant.id, (tx) => tryCode(tx, config, guess, now));
  // Thrown here, because within the transaction it would undo the count of the wrong try.
  if (outcome instanceof Refusal) throw outcome;
  return { customer: outcome };
}

/** Stands for the code of a number that has none; no hash is all zeros. */
const noCode = { code_hash: Buffer.alloc(32), wrong_tries: 0 };

async function tryCode(tx: Tx, config: { secret: string; rateLimits: boolean }, guess: CodeGuess, now: Date) {
  const { restaurantId, phone } = guess;
  const code = await findCodeForUpdate(tx, restaurantId, phone);
  const isLive = code !== null && code.used_at === null && isInTime(code, now) && code.wrong_tries < limits.codeTries;
  // Without a live code the same statements run and the same hash is made, so that the time does not tell which numbers have one.
  const { code_hash: codeHash, wrong_tries: wrongTries } = code ?? noCode;
  // Counted before the code is checked, and given back when it is right. Guesses at no code count for nothing.
  const wrong = config.rateLimits ? [isLive ? wrongGuesses(phone) : guessesAtNothing(phone)] : [];
  const taking = await consumeAll(tx, wrong, now);
  if (!taking.isAllowed) return tooManyCodes(taking.retryAfterSeconds);
  const isRight = isSameBytes(hashCode(config.secret, restaurantId, phone, guess.code), codeHash);
  if (!isLive || !isRight) {
    await updateCode(tx, restaurantId, phone, { wrong_tries: wrongTries + 1 });
    return new Refusal(isLive ? 'code.wrong' : 'code.expired');
  }
  await refundTokens(tx, wrong, now);
  await updateCode(tx, restaurantId, phone, { used_at: now });
  await countConfirmedCode(tx, phone, guess.clientAddress, now);
  return signInCustomer(tx, restaurantId, phone, now);
}

/** Milliseconds by which the clocks of two servers may differ. */
const clockDifferenceMs = 60_000;

/** A code from the future is void: a clock that goes back would give it a longer life. */
function isInTime({ created_at, expires_at }: { created_at: Date; expires_at: Date }, now: Date): boolean {
  return now < expires_at && created_at.getTime() <= now.getTime() + clockDifferenceMs;
}

async function signInCustomer(tx: Tx, restaurantId: RestaurantId, phone: string, now: Date) {
  const customer = await findCustomerByPhone(tx, restaurantId, phone);
  if (customer === null) {
    const token = await createSession(tx, { kind: 'registration', restaurantId, phone }, now);
    return { token, isRegistered: false };
  }
  const token = await createSession(tx, { kind: 'customer', restaurantId, customerId: customer.id }, now);
  return { _id: customer.id, token, isRegistered: true, name: customer.name, email: customer.email };
}
