import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { networkOf } from '#server/http/requests/client-address.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import {
  clearCounters,
  counterKey,
  setMark,
  readCounters,
  refundTokens,
  consumeAll,
  consumeOne,
} from '#server/rate-limits/rate-counters.ts';
import { emailKey } from '../queries.ts';

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;
const month = 30 * day;

/** A guess that was let through, until it is known to be right or wrong. */
interface CountedGuess {
  /** Whether this address has signed in to the account in the last 30 days. */
  isKnownAddress: boolean;
  wasRight(): Promise<void>;
  wasNotTried(): Promise<void>;
}

/**
 * Counts a guess before it is checked, so that parallel ones count as well (R4): 10 in 15 minutes for an account and
 * address, 30 for an address, and 100 in a row for an account from addresses that were never its owner's. After those,
 * only an address that has signed in lately may try, so that nobody can lock an owner out. An account that does not
 * exist is counted alike.
 * @throws auth.too_many_tries
 */
export async function countGuess(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  email: string,
  clientAddress: string,
  now: Date,
): Promise<CountedGuess> {
  if (!config.rateLimits) return uncountedGuess;
  const address = networkOf(clientAddress);
  const account = emailKey(email);
  const known = knownAddressKey(account, address);
  const strangers = counterKey('signin:strangers', account);
  const passing = [
    { key: counterKey('signin:pair', account, address), limit: 10, windowSeconds: quarterHour },
    { key: addressKey(address), limit: 30, windowSeconds: quarterHour },
  ];
  const isKnownAddress = (await readCounters(db, [known], now))[0] === 1;
  const rules = isKnownAddress ? passing : [...passing, { key: strangers, limit: 100, windowSeconds: month }];
  const taking = await consumeAll(db, rules, now);
  if (!taking.isAllowed) throw tooManyTries(taking.retryAfterSeconds);

  return {
    isKnownAddress,
    async wasRight() {
      // A sign-in from a known address does not reset the strangers' guesses: each would allow 100 more.
      if (!isKnownAddress) await clearCounters(db, [strangers]);
      await refundTokens(db, passing, now);
      await rememberAddress(db, email, clientAddress, now);
    },
    wasNotTried: () => refundTokens(db, rules, now),
  };
}

/**
 * Counts a try at the code of a second factor, after a right password: 5 in 15 minutes for an account and address, 20
 * for an address, and in a day 20 for an account from addresses that were never its owner's and 50 from those that were. As three
 * codes are valid at a time, a day of guessing from anywhere has a chance of 1 in 4,700.
 * @throws auth.too_many_tries
 */
export async function countCode(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  email: string,
  clientAddress: string,
  now: Date,
): Promise<Pick<CountedGuess, 'wasRight'>> {
  if (!config.rateLimits) return uncountedGuess;
  const address = networkOf(clientAddress);
  const account = emailKey(email);
  const passing = [
    { key: counterKey('code:pair', account, address), limit: 5, windowSeconds: quarterHour },
    { key: counterKey('code:address', address), limit: 20, windowSeconds: quarterHour },
  ];
  const isKnownAddress = (await readCounters(db, [knownAddressKey(account, address)], now))[0] === 1;
  const strangers = { key: counterKey('code:strangers', account), limit: 20, windowSeconds: day };
  const acquainted = { key: counterKey('code:acquainted', account), limit: 50, windowSeconds: day };
  const rules = [...passing, isKnownAddress ? acquainted : strangers];
  const taking = await consumeAll(db, rules, now);
  if (!taking.isAllowed) throw tooManyTries(taking.retryAfterSeconds);
  return {
    async wasRight() {
      await refundTokens(db, rules, now);
      await rememberAddress(db, email, clientAddress, now);
    },
  };
}

/**
 * Counts a try with a passkey with the passwords of its address, before it is checked. A passkey cannot be guessed, so no
 * account waits because of others' tries.
 * @throws auth.too_many_tries
 */
export async function countPasskeyTry(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  clientAddress: string,
  now: Date,
): Promise<{ wasRight: (email: string) => Promise<void> }> {
  if (!config.rateLimits) return uncountedGuess;
  const rule = { key: addressKey(networkOf(clientAddress)), limit: 30, windowSeconds: quarterHour };
  const taking = await consumeAll(db, [rule], now);
  if (!taking.isAllowed) throw tooManyTries(taking.retryAfterSeconds);
  return {
    async wasRight(email) {
      await refundTokens(db, [rule], now);
      await rememberAddress(db, email, clientAddress, now);
    },
  };
}

/**
 * Counts a challenge for a passkey: each is a row until it is over.
 * @throws auth.too_many_tries
 */
export async function countPasskeyChallenge(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  clientAddress: string,
  now: Date,
): Promise<void> {
  if (!config.rateLimits) return;
  const key = counterKey('passkey:challenges', networkOf(clientAddress));
  const taking = await consumeOne(db, key, 100, quarterHour, now);
  if (!taking.isAllowed) throw tooManyTries(taking.retryAfterSeconds);
}

/**
 * Counts a sign-in at a company that begins or comes back: each is a row until it is over, and asks the provider.
 * @throws auth.too_many_tries
 */
export async function countCompanyTry(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  clientAddress: string,
  now: Date,
): Promise<void> {
  if (!config.rateLimits) return;
  const key = counterKey('company:tries', networkOf(clientAddress));
  const taking = await consumeOne(db, key, 100, quarterHour, now);
  if (!taking.isAllowed) throw tooManyTries(taking.retryAfterSeconds);
}

/** Adds the address to the account's known ones, after a sign-in or sign-up there. */
export function rememberAddress(db: Db, email: string, clientAddress: string, now: Date): Promise<void> {
  return setMark(db, knownAddressKey(emailKey(email), networkOf(clientAddress)), month, now);
}

/** The tries of an address at all accounts, with passwords and passkeys. */
function addressKey(address: string): string {
  return counterKey('signin:address', address);
}

function knownAddressKey(account: string, address: string): string {
  return counterKey('signin:known', account, address);
}

const uncountedGuess: CountedGuess = {
  isKnownAddress: false,
  wasRight: async () => undefined,
  wasNotTried: async () => undefined,
};

/** The details are in both units: `Retry-After` has seconds, and the sentence minutes. */
function tooManyTries(seconds: number): Refusal {
  return new Refusal('auth.too_many_tries', { seconds, minutes: Math.ceil(seconds / 60) });
}
