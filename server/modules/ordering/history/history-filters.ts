/** Parses the words of a history search (order-operations 5; docs/decisions/0012-order-history.md). Pure. */
import {
  acceptSpans,
  type Channel,
  channels,
  type Ending,
  modes,
  type Mode,
  type PaymentMethod,
  paymentMethods,
  readySpans,
} from '#contract/base/enumerations.ts';
import type { ItemId, OutletId } from '#contract/base/ids.ts';
import { latinDigits } from '#contract/base/latin-digits.ts';
import { basisPointsFromPercent } from '#contract/base/money.ts';
import { searchedPhone } from '#contract/base/searched-text.ts';
import type { HistoryFilters } from '#contract/ordering/order-history.ts';
import { type OrderStatus, orderStatuses } from '#contract/ordering/order-status.ts';

/** One reading of the text entered as an id. */
export type IdSearch =
  | { kind: 'number'; digits: string; isBeginning: boolean; prefix?: string }
  /** `part` of the id as text, in lower case. */
  | { kind: 'id'; part: string };

/** A search in the form of the queries. Null matches everything; an empty list matches nothing. */
export interface HistorySearch {
  areTests: boolean;
  outlet: string | null;
  statuses: readonly OrderStatus[] | null;
  modes: readonly Mode[] | null;
  payments: readonly PaymentMethod[] | null;
  /** Parts of a platform's name, one of which must occur, or with `areOthers` none. */
  platforms: { parts: readonly string[]; areOthers: boolean } | null;
  id: IdSearch | null;
  name: string | null;
  /** Digits only. */
  phone: string | null;
  /** The first and the last day, 'YYYY-MM-DD', and a part of the date that is not its beginning. */
  days: { from: string; to: string; part: string | null };
  /** Excludes cancelled orders. */
  isSold: boolean;
  outletId: OutletId | null;
  details: HistoryDetails;
}

/** Minutes, including the first, excluding the second; null: unbounded. */
type MinuteSpan = readonly [number | null, number | null];

/** Facts that only the order itself has; null matches everything. */
export interface HistoryDetails {
  table: string | null;
  /** Guests at tables may have paid otherwise than they had chosen. */
  paidBy: readonly PaymentMethod[] | null;
  isScheduled: boolean | null;
  hour: number | null;
  taxRateBp: number | null;
  itemId: ItemId | null;
  optionId: ItemId | null;
  ended: Ending | null;
  reason: string | null;
  accepted: MinuteSpan | null;
  ready: MinuteSpan | null;
}

/** Digits from this length on may also be part of an id. */
const leastIdDigits = 6;

/**
 * The readings of a search, to be tried in turn until one finds something: a long number may be an order number or a
 * part of an id. No reading: nothing can match.
 */
export function readSearches(filters: HistoryFilters): HistorySearch[] {
  // Every order at a table is dine-in, and modes are counted beforehand.
  const isAtTable = emptyToNull(filters.table) !== null;
  const phone = emptyToNull(filters.phone);
  const common = {
    areTests: filters.tests === 'true',
    outlet: emptyToNull(filters.outlet),
    statuses: pickMatching(orderStatuses, filters.status, (status) => [status, shownStatus[status] ?? status]),
    modes: pickMatching<Mode>(
      isAtTable ? ['dine-in'] : modes,
      emptyToNull(filters.type) ?? (isAtTable ? 'dine-in' : ''),
      (mode) => [mode],
    ),
    payments: chosenMethods(readPayments(filters)),
    platforms: readChannel(filters.channel),
    name: emptyToNull(filters.name),
    phone: phone === null ? null : searchedPhone(phone),
    days: readDays(filters),
    isSold: filters.sold === 'true',
    outletId: filters.outletId ?? null,
    details: readDetails(filters),
  };
  const id = emptyToNull(filters.id);
  if (common.phone === '') return [];
  return id === null ? [{ ...common, id: null }] : readId(id).map((reading) => ({ ...common, id: reading }));
}

/** Whether matching needs the orders themselves; days and counted facts do not. */
export function needsOrders({ id, name, phone, details }: HistorySearch): boolean {
  return [id, name, phone, ...Object.values(details)].some((part) => part !== null);
}

/** Whether a number without the letters of an outlet is all that narrows the search. */
export function isNumberAlone(search: HistorySearch): boolean {
  const { id, areTests, isSold, outlet, outletId, statuses, payments, platforms } = search;
  const isNumber = id?.kind === 'number' && id.prefix === undefined;
  if (!isNumber || areTests || isSold || hasDayBounds(search) || needsOrders({ ...search, id: null })) return false;
  return [outlet, outletId, statuses, search.modes, payments, platforms].every((part) => part === null);
}

export function hasDayBounds({ days: { from, to, part } }: HistorySearch): boolean {
  return from !== allDates.from || to !== allDates.to || part !== null;
}

/** Limits a search to these days, which are within its own. */
export function withDays(search: HistorySearch, { from, to }: { from: string; to: string }): HistorySearch {
  return { ...search, days: { ...search.days, from, to } };
}

function readPayments(filters: Pick<HistoryFilters, 'paymentMethod'>): readonly PaymentMethod[] | null {
  return pickMatching(paymentMethods, filters.paymentMethod, (method) => [method]);
}

/** The methods that guests may have chosen when they ordered: what is paid online at a table was to be paid otherwise. */
function chosenMethods(methods: readonly PaymentMethod[] | null): readonly PaymentMethod[] | null {
  return methods?.includes('online at table') === true ? [...methods, 'cash at table', 'card at table'] : methods;
}

function isOfTables(methods: readonly PaymentMethod[] | null): boolean {
  return methods?.some((method) => method.endsWith(' at table')) === true;
}

const anyTime: MinuteSpan = [null, null];

function readDetails({ accepted, ready, taxRate, scheduled, ...filters }: HistoryFilters): HistoryDetails {
  const { hour, itemId, optionId, ended } = filters;
  return {
    table: emptyToNull(filters.table),
    paidBy: isOfTables(readPayments(filters)) ? readPayments(filters) : null,
    isScheduled: scheduled === undefined ? null : scheduled === 'true',
    hour: hour ?? null,
    taxRateBp: taxRate === undefined ? null : basisPointsFromPercent(taxRate),
    itemId: itemId ?? null,
    optionId: optionId ?? null,
    ended: ended ?? null,
    reason: emptyToNull(filters.reason),
    accepted: accepted === undefined ? null : accepted === 'any' ? anyTime : acceptSpans[accepted],
    ready: ready === undefined ? null : ready === 'any' ? anyTime : readySpans[ready],
  };
}

/** The words on the screens where they differ. */
const shownStatus: Partial<Record<OrderStatus, string>> = { Confirmed: 'In Kitchen' };

function emptyToNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

function pickMatching<T>(
  all: readonly T[],
  text: string | undefined,
  words: (one: T) => readonly string[],
): T[] | null {
  const part = emptyToNull(text)?.toLowerCase();
  if (part === undefined) return null;
  return all.filter((one) => words(one).some((word) => word.toLowerCase().includes(part)));
}

/** The second channel in both spellings; its own name has one t. */
const namedChannels: Record<string, readonly string[]> = {
  facebook: ['facebook'],
  whattsapp: ['whattsapp', 'whatsapp'],
  google: ['google'],
};

/** The channel that finds an order with this platform. */
export function channelOf(platform: string): Channel {
  const name = platform.toLowerCase();
  const named = Object.entries(namedChannels).find(([, parts]) => parts.some((part) => name.includes(part)));
  return channels.find((channel) => channel.toLowerCase() === named?.[0]) ?? 'Others';
}

function readChannel(text: string | undefined): HistorySearch['platforms'] {
  const channel = emptyToNull(text)?.toLowerCase();
  if (channel === undefined) return null;
  if (channel === 'others') return { parts: Object.values(namedChannels).flat(), areOthers: true };
  const named = Object.hasOwn(namedChannels, channel) ? namedChannels[channel]! : [channel];
  return { parts: named, areOthers: false };
}

/** The range of dates that PostgreSQL has. */
const allDates = { from: '0001-01-01', to: '9999-12-31' };

function readDays({ date, from, to }: HistoryFilters): HistorySearch['days'] {
  const part = emptyToNull(date);
  const meant = part === null ? allDates : daysBeginning(part);
  return {
    from: [allDates.from, meant?.from ?? '', emptyToNull(from) ?? ''].toSorted().at(-1)!,
    to: [allDates.to, meant?.to ?? allDates.to, emptyToNull(to) ?? allDates.to].toSorted().at(0)!,
    part: meant === null ? part : null,
  };
}

/** The days of a year, a month or a day, such as '2026-03'; null for other text. */
function daysBeginning(date: string): { from: string; to: string } | null {
  if (!/^\d{4}(-\d\d){0,2}$/.test(date)) return null;
  const from = date + allDates.from.slice(date.length);
  const next = new Date(`${from}T00:00:00Z`);
  if (Number.isNaN(next.getTime()) || !next.toISOString().startsWith(from)) return null;
  if (date.length === 4) next.setUTCFullYear(next.getUTCFullYear() + 1);
  else if (date.length === 7) next.setUTCMonth(next.getUTCMonth() + 1);
  else next.setUTCDate(next.getUTCDate() + 1);
  const to = new Date(next.getTime() - 1).toISOString().slice(0, 10);
  return from < allDates.from || from > to ? null : { from, to };
}

function readId(entered: string): IdSearch[] {
  const text = entered.toLowerCase();
  const [, hash, digits] = /^(#?)\s*(\d+)$/.exec(latinDigits(text)) ?? [];
  if (digits !== undefined) {
    const number: IdSearch = { kind: 'number', digits, isBeginning: hash === '#' };
    return hash === '' && digits.length >= leastIdDigits ? [number, { kind: 'id', part: digits }] : [number];
  }
  const byId: IdSearch[] = /^[\da-f-]{1,36}$/.test(text) ? [{ kind: 'id', part: text }] : [];
  const [, prefix, ofOutlet] = /^#?\s*([a-z]{1,2})-(\d+)$/.exec(latinDigits(text)) ?? [];
  if (prefix === undefined || ofOutlet === undefined) return byId;
  return [{ kind: 'number', digits: ofOutlet, isBeginning: true, prefix: prefix.toUpperCase() }, ...byId];
}

/**
 * The numbers from 1 to `last` that contain the digits, unsorted; null when there are more than `most`. Built digit by
 * digit, which is cheaper than reading all orders.
 */
export function numbersWith(
  { digits, isBeginning }: { digits: string; isBeginning: boolean },
  last: number,
  most: number,
) {
  const found = new Set<number>();
  const room = String(last).length - digits.length;
  for (let after = 0; after <= room; after++) {
    const tail = 10 ** after;
    const mostBefore = isBeginning ? 0 : 10 ** (room - after) - 1;
    if ((mostBefore + 1) * tail > most * 10) return null;
    for (let before = digits.startsWith('0') ? 1 : 0; before <= mostBefore; before++) {
      const first = Number(`${before}${digits}`) * tail;
      for (let number = Math.max(1, first); number < first + tail && number <= last; number++) found.add(number);
      if (found.size > most) return null;
    }
  }
  return [...found];
}
