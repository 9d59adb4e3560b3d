import type { TableId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import { networkOf } from '#server/http/requests/client-address.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Log } from '#server/log.ts';
import { budgetKey } from '#server/modules/restaurants/message-budgets.ts';
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
  /** The table whose code came with the call. */
  tableId: TableId | null;
  /** Whether the number has ordered at the restaurant before. */
  hasOrdered: boolean;
}

/** The budgets a code was taken from, to give it back when it could not be sent. */
export interface CountedCode {
  refund(): Promise<void>;
}

/**
 * Takes one code from every budget, or refuses (R15, R16): the number's at all restaurants, the table's, the address's,
 * the prefix's, the restaurant's for an hour and for a day, and the product's. Logs a warning when half of a shared
 * budget is used.
 * @throws code.too_soon when only the half minute between two codes is missing, code.too_many otherwise.
 */
export async function countCode(db: Db, request: CodeRequest, now: Date, log: Log): Promise<CountedCode> {
  await requireTrustedPrefix(db, request.phone, now);
  const resend = { key: counterKey('code:resend', request.phone), limit: 1, windowSeconds: limits.codeResendSeconds };
  const shared = sharedBudgets(request);
  const rules = [
    resend,
    ...numberBudgets(request),
    ...(await addressBudgets(db, request, now)),
    ...(request.tableId === null ? [] : tableBudgets(request.tableId)),
    ...shared,
    { key: sentKey(request.phone, now), limit: unlimited, windowSeconds: day },
  ];
  const taking = await consumeAll(db, rules, now);
  if (!taking.isAllowed) {
    const isOnlySoon = taking.refusedKeys.every((key) => key === resend.key);
    throw isOnlySoon
      ? new Refusal('code.too_soon', { seconds: taking.retryAfterSeconds })
      : tooManyCodes(taking.retryAfterSeconds);
  }
  for (const { key, limit, windowSeconds } of shared) {
    if (taking.counts.get(key) === Math.ceil(limit / 2)) {
      log.warn({ budget: key.split(':')[1], limit, windowSeconds }, 'Half of a budget of phone codes is used up');
    }
  }
  return { refund: () => refundTokens(db, rules, now) };
}

/** Counts a confirmed code towards the trust in its prefix and, each number once a day, in the address. */
export async function countConfirmedCode(db: Db, phone: string, clientAddress: string, now: Date): Promise<void> {
  await consumeOne(db, confirmedKey(phone, now), unlimited, day, now);
  const first = counterKey('code:confirmed-here', networkOf(clientAddress), phone);
  const { isAllowed } = await consumeOne(db, first, 1, day, now);
  if (isAllowed) await consumeOne(db, confirmedNumbersKey(clientAddress), unlimited, day, now);
}

/** The details are in both units: `Retry-After` has seconds, and the sentence minutes. */
export function tooManyCodes(seconds: number): Refusal {
  return new Refusal('code.too_many', { seconds, minutes: Math.ceil(seconds / 60) });
}

/** The budget of wrong guesses of a number, over all restaurants and addresses (R13). */
export function wrongGuesses(phone: string): RateRule {
  return { key: counterKey('code:wrong', phone), limit: limits.wrongCodesPerDay, windowSeconds: day };
}

/** Written like the budget of wrong guesses, for a number that has no code, which nobody may lock. */
export function guessesAtNothing(phone: string): RateRule {
  return { key: counterKey('code:nothing', phone), limit: unlimited, windowSeconds: day };
}

const unlimited = 2 ** 31 - 1;

function numberBudgets({ phone }: CodeRequest): RateRule[] {
  return [
    { key: counterKey('code:number-10min', phone), limit: limits.codesPerTenMinutes, windowSeconds: 10 * minute },
    { key: counterKey('code:number-day', phone), limit: limits.codesPerDay, windowSeconds: day },
  ];
}

/**
 * An address at which numbers confirm their codes gets more for the hour, and for the day as long as every second code
 * is confirmed. Its unconfirmed codes stay below those confirmed, or the budget that every address has. That one is wider at a table,
 * whose code anybody can photograph: it adds to the address's budget and does not replace it.
 */
async function addressBudgets(db: Db, { clientAddress, tableId }: CodeRequest, now: Date): Promise<RateRule[]> {
  const address = networkOf(clientAddress);
  const [confirmed = 0] = await readCounters(db, [confirmedNumbersKey(clientAddress)], now);
  const more = limits.codesMorePerConfirmed * Math.floor(confirmed / limits.confirmedForMore);
  const [hourly, daily] =
    tableId === null
      ? [limits.codesPerClientAddressHour, limits.codesPerClientAddressDay]
      : [limits.codesPerDiningRoomHour, limits.codesPerDiningRoomDay];
  const perHour = Math.min(hourly + more, limits.codesPerClientAddressHourMax);
  const perDay = Math.max(daily, 2 * confirmed);
  return [
    { key: counterKey('code:address-hour', address), limit: perHour, windowSeconds: hour },
    { key: counterKey('code:address-day', address), limit: perDay, windowSeconds: day },
  ];
}

function confirmedNumbersKey(clientAddress: string): string {
  return counterKey('code:confirmed-numbers', networkOf(clientAddress));
}

function tableBudgets(tableId: TableId): RateRule[] {
  return [
    { key: counterKey('code:table-hour', tableId), limit: limits.codesPerTableHour, windowSeconds: hour },
    { key: counterKey('code:table-day', tableId), limit: limits.codesPerTableDay, windowSeconds: day },
  ];
}

function sharedBudgets({ phone, restaurant, codesPerDay, hasOrdered }: CodeRequest): RateRule[] {
  const half = limits.codesPerRestaurantHour / 2;
  return [
    { key: counterKey('code:prefix', prefixOf(phone)), limit: limits.codesPerPrefixHour, windowSeconds: hour },
    { key: counterKey('code:restaurant', restaurant), limit: limits.codesPerRestaurantHour, windowSeconds: hour },
    ...(hasOrdered ? [] : [{ key: counterKey('code:restaurant-new', restaurant), limit: half, windowSeconds: hour }]),
    { key: budgetKey('guest_code', restaurant), limit: codesPerDay, windowSeconds: day },
    { key: counterKey('code:overall'), limit: codesPerDayOverall, windowSeconds: day },
  ];
}

async function requireTrustedPrefix(db: Db, phone: string, now: Date): Promise<void> {
  const [sent = 0, confirmed = 0] = await readCounters(db, [sentKey(phone, now), confirmedKey(phone, now)], now);
  if (sent < suspiciousCodes || confirmed >= confirmedCodesMin * sent) return;
  const tomorrow = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  throw tooManyCodes(Math.ceil((tomorrow - now.getTime()) / 1000));
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
