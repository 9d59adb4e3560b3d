import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import { networkOf } from '#server/http/requests/client-address.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Log } from '#server/log.ts';
import {
  counterKey,
  readCounters,
  type RateRule,
  refundTokens,
  consumeAll,
  consumeOne,
} from '#server/rate-limits/rate-counters.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Codes of all restaurants together in a day: the product's worst-case cost (R16). */
export const codesPerDayOverall = 20_000;
/** A prefix with fifty codes or more of which fewer than one in five is confirmed is being pumped, not used (R16). */
const suspiciousCodes = 50;
const confirmedCodesMin = 0.2;

/** A request for a code. `restaurant` is its id, or the requested name when no restaurant has it. */
export interface CodeRequest {
  phone: string;
  restaurant: string;
  /** Codes that the restaurant sends in a day, at most. */
  codesPerDay: number;
  clientAddress: string;
}

/** The budgets a code was taken from, to give it back when it could not be sent. */
export interface CountedCode {
  refund(): Promise<void>;
}

/**
 * Takes one code from every budget, or refuses (R15, R16): the number's at all restaurants, the address's, the
 * prefix's, the restaurant's for an hour and for a day, and the product's. Logs a warning when half of a shared budget
 * is used.
 * @throws code.too_soon when only the half minute between two codes is missing, code.too_many otherwise.
 */
export async function countCode(db: Db, request: CodeRequest, now: Date, log: Log): Promise<CountedCode> {
  await requireTrustedPrefix(db, request.phone, now);
  const resend = { key: counterKey('code:resend', request.phone), limit: 1, windowSeconds: limits.codeResendSeconds };
  const shared = sharedBudgets(request);
  const rules = [
    resend,
    ...ownBudgets(request),
    ...shared,
    { key: sentKey(request.phone, now), limit: unlimited, windowSeconds: day },
  ];
  const taking = await consumeAll(db, rules, now);
  if (!taking.isAllowed) {
    const isOnlySoon = taking.refusedKeys.every((key) => key === resend.key);
    throw new Refusal(isOnlySoon ? 'code.too_soon' : 'code.too_many', { seconds: taking.retryAfterSeconds });
  }
  for (const { key, limit, windowSeconds } of shared) {
    if (taking.counts.get(key) === Math.ceil(limit / 2)) {
      log.warn({ budget: key.split(':')[1], limit, windowSeconds }, 'Half of a budget of phone codes is used up');
    }
  }
  return { refund: () => refundTokens(db, rules, now) };
}

/** Counts a confirmed code towards the trust in its prefix. */
export async function countConfirmedCode(db: Db, phone: string, now: Date): Promise<void> {
  await consumeOne(db, confirmedKey(phone, now), unlimited, day, now);
}

/** The budget of wrong guesses of a number, over all restaurants and addresses (R13). */
export function wrongGuesses(phone: string): RateRule {
  return { key: counterKey('code:wrong', phone), limit: limits.wrongCodesPerDay, windowSeconds: day };
}

const unlimited = 2 ** 31 - 1;

function ownBudgets({ phone, clientAddress }: CodeRequest): RateRule[] {
  const address = networkOf(clientAddress);
  return [
    { key: counterKey('code:number-10min', phone), limit: limits.codesPerTenMinutes, windowSeconds: 10 * minute },
    { key: counterKey('code:number-day', phone), limit: limits.codesPerDay, windowSeconds: day },
    { key: counterKey('code:address-hour', address), limit: limits.codesPerClientAddressHour, windowSeconds: hour },
    { key: counterKey('code:address-day', address), limit: limits.codesPerClientAddressDay, windowSeconds: day },
  ];
}

function sharedBudgets({ phone, restaurant, codesPerDay }: CodeRequest): RateRule[] {
  return [
    { key: counterKey('code:prefix', prefixOf(phone)), limit: limits.codesPerPrefixHour, windowSeconds: hour },
    { key: counterKey('code:restaurant', restaurant), limit: limits.codesPerRestaurantHour, windowSeconds: hour },
    { key: counterKey('code:restaurant-day', restaurant), limit: codesPerDay, windowSeconds: day },
    { key: counterKey('code:overall'), limit: codesPerDayOverall, windowSeconds: day },
  ];
}

async function requireTrustedPrefix(db: Db, phone: string, now: Date): Promise<void> {
  const [sent = 0, confirmed = 0] = await readCounters(db, [sentKey(phone, now), confirmedKey(phone, now)], now);
  if (sent < suspiciousCodes || confirmed >= confirmedCodesMin * sent) return;
  const tomorrow = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  throw new Refusal('code.too_many', { seconds: Math.ceil((tomorrow - now.getTime()) / 1000) });
}

// Both keys carry the day, so that sent and confirmed codes are counted over the same hours.

function sentKey(phone: string, now: Date): string {
  return counterKey('code:sent', prefixOf(phone), now.toISOString().slice(0, 10));
}

function confirmedKey(phone: string, now: Date): string {
  return counterKey('code:confirmed', prefixOf(phone), now.toISOString().slice(0, 10));
}

/** The first digits, without the plus: '9715012'. */
function prefixOf(phone: string): string {
  return phone.slice(1, 1 + limits.codePrefixDigits);
}
