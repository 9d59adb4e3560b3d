import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { networkOf } from '#server/http/requests/client-address.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { clear, counterKey, mark, peek, refund, takeAll } from '#server/rate-limits/rate-counters.ts';
import { emailKey } from '../queries.ts';

const quarterHour = 15 * 60;
const day = 24 * 60 * 60;
const month = 30 * day;

/** A guess that was let through, until it is known to be right or wrong. */
export interface Guess {
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
): Promise<Guess> {
  if (!config.rateLimits) return uncounted;
  const address = networkOf(clientAddress);
  const account = emailKey(email);
  const known = knownKey(account, address);
  const strangers = counterKey('signin:strangers', account);
  const passing = [
    { key: counterKey('signin:pair', account, address), limit: 10, windowSeconds: quarterHour },
    { key: counterKey('signin:address', address), limit: 30, windowSeconds: quarterHour },
  ];
  const isKnownAddress = (await peek(db, [known], now))[0] === 1;
  const rules = isKnownAddress ? passing : [...passing, { key: strangers, limit: 100, windowSeconds: month }];
  const taking = await takeAll(db, rules, now);
  if (!taking.isAllowed) throw new Refusal('auth.too_many_tries', { seconds: taking.retryAfterSeconds });

  return {
    isKnownAddress,
    async wasRight() {
      // A sign-in from a known address does not reset the strangers' guesses: each would allow 100 more.
      if (!isKnownAddress) await clear(db, [strangers]);
      await refund(db, passing, now);
      await knowAddress(db, email, clientAddress, now);
    },
    wasNotTried: () => refund(db, rules, now),
  };
}

/**
 * Counts a try at the code of a second factor, after a right password: 5 in 15 minutes for an account and address, 20
 * for an address, and 20 a day for an account from addresses that were never its owner's. As three codes are valid at a
 * time, a day of guessing from anywhere has a chance of 1 in 10,000.
 * @throws auth.too_many_tries
 */
export async function countCode(
  db: Db,
  config: Pick<Config, 'rateLimits'>,
  email: string,
  clientAddress: string,
  now: Date,
): Promise<Pick<Guess, 'wasRight'>> {
  if (!config.rateLimits) return uncounted;
  const address = networkOf(clientAddress);
  const account = emailKey(email);
  const passing = [
    { key: counterKey('code:pair', account, address), limit: 5, windowSeconds: quarterHour },
    { key: counterKey('code:address', address), limit: 20, windowSeconds: quarterHour },
  ];
  const isKnownAddress = (await peek(db, [knownKey(account, address)], now))[0] === 1;
  const strangers = { key: counterKey('code:strangers', account), limit: 20, windowSeconds: day };
  const rules = isKnownAddress ? passing : [...passing, strangers];
  const taking = await takeAll(db, rules, now);
  if (!taking.isAllowed) throw new Refusal('auth.too_many_tries', { seconds: taking.retryAfterSeconds });
  return {
    async wasRight() {
      await refund(db, rules, now);
      await knowAddress(db, email, clientAddress, now);
    },
  };
}

/** Adds the address to the account's known ones, after a sign-in or sign-up there. */
export function knowAddress(db: Db, email: string, clientAddress: string, now: Date): Promise<void> {
  return mark(db, knownKey(emailKey(email), networkOf(clientAddress)), month, now);
}

function knownKey(account: string, address: string): string {
  return counterKey('signin:known', account, address);
}

const uncounted: Guess = {
  isKnownAddress: false,
  wasRight: async () => undefined,
  wasNotTried: async () => undefined,
};
