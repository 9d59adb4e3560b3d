import { type RawBuilder, sql } from 'kysely';
import { isId, type OrderId, type RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import {
  needsOrders,
  type HistorySearch,
  type IdSearch,
  hasDayBounds,
  isNumberAlone,
  numbersWith,
} from './history-filters.ts';
import { countSpans, findGuests, listLastNumbers, type PageRequest, pickIds, type Span } from './history-queries.ts';
import { findIdsWith } from './order-ids.ts';

/** The limits on the cost of one page. */
export interface HistoryBounds {
  /** Orders up to this number are read one by one, and sorted by any column. */
  fewOrders: number;
  /** Guests and orders found by a text, at most, instead of scanning orders. */
  mostGuests: number;
  mostFound: number;
  /** Orders scanned for a text that cannot be looked up: the newest, in whole months or days. */
  mostSearched: number;
}
export const defaultBounds: HistoryBounds = {
  fewOrders: 20_000,
  mostGuests: 2_000,
  mostFound: 10_000,
  mostSearched: 200_000,
};

/** A search in progress. */
export interface OrderSearch {
  tx: Tx;
  restaurantId: RestaurantId;
  search: HistorySearch;
  bounds: HistoryBounds;
}

/**
 * The outcome of a search. Spans are those with orders that match apart from the text, newest first and at least one.
 */
type SearchOutcome =
  /** Few enough orders to be sorted by any column. */
  | { kind: 'found'; ids: OrderId[]; total: number }
  /** No text: the number of matches in each span is known. */
  | { kind: 'counted'; spans: Span[]; span: 'day' | 'month' }
  /** Too many orders to read at once, and the text cannot be looked up. */
  | { kind: 'many'; spans: Span[] };

/** Picks from the orders that can be looked up or read at once; otherwise returns the spans to search. */
export async function searchOrders(searching: OrderSearch, picking: PageRequest): Promise<SearchOutcome> {
  const { tx, restaurantId, search, bounds } = searching;
  const lookedUp = needsOrders(search) ? await lookUpByIndex(searching) : null;
  if (lookedUp !== null) {
    const { condition, rest } = lookedUp;
    const found = await pickIds(tx, restaurantId, rest, { condition }, picking, bounds.mostFound + 1);
    if (found.total <= bounds.mostFound) return { kind: 'found', ...found };
  }
  const span = hasDayBounds(search) ? 'day' : 'month';
  const spans = await countSpans(tx, restaurantId, search, span);
  if (spans.length === 0) return { kind: 'found', ids: [], total: 0 };
  if (sumOf(spans, 'orders') <= bounds.fewOrders) {
    return { kind: 'found', ...(await pickIds(tx, restaurantId, search, rangeOf(spans), picking)) };
  }
  return needsOrders(search) ? { kind: 'many', spans } : { kind: 'counted', spans, span };
}

export function sumOf(spans: readonly Span[], what: 'orders' | 'fitting'): number {
  return spans.reduce((sum, span) => sum + span[what], 0);
}

/** The range from the first day to the last of spans that are newest first. */
export function rangeOf(spans: readonly Span[]): { from: string; to: string } {
  return { from: spans.at(-1)!.from, to: spans[0]!.to };
}

/** A condition that an index answers, and the rest of the search. */
interface IndexedSearch {
  condition: RawBuilder<boolean>;
  rest: HistorySearch;
}

/** Null when nothing can be looked up, or too much would be found. */
async function lookUpByIndex(searching: OrderSearch): Promise<IndexedSearch | null> {
  const { tx, restaurantId, search, bounds } = searching;
  const byId = search.id === null ? null : await lookUpId(searching, search.id);
  if (byId !== null) return { condition: byId, rest: search };
  if (search.areTests || (search.name === null && search.phone === null)) return null;
  const guests = await findGuests(tx, restaurantId, search, bounds.mostGuests);
  if (guests === null) return null;
  return { condition: sql`o.customer_id = any(${guests}::uuid[])`, rest: { ...search, name: null, phone: null } };
}

async function lookUpId(
  { tx, restaurantId, search, bounds }: OrderSearch,
  id: IdSearch,
): Promise<RawBuilder<boolean> | null> {
  const most = bounds.mostFound;
  if (id.kind === 'number') {
    const lastNumbers = await listLastNumbers(tx, restaurantId);
    const numbers = numbersWith(id, Math.max(0, ...lastNumbers), most);
    if (numbers === null) return null;
    // Some of them were never placed, or to test: with half as many again a lookup nearly always finds that they are too many.
    if (isNumberAlone(search) && countOrders(numbers, lastNumbers) > 1.5 * most) return null;
    return sql<boolean>`o.outlet_id = any(array(select id from outlets where restaurant_id = ${restaurantId}))
        and o.order_number = any(${numbers}::int[])
        and (${id.prefix ?? null}::text is null or o.order_prefix = ${id.prefix ?? null})`;
  }
  if (isId(id.part)) return sql`o.id = ${id.part}::uuid`;
  const ids = await findIdsWith(tx, restaurantId, id.part, {
    areTests: search.areTests,
    newest: bounds.mostSearched,
    most,
  });
  return ids && sql<boolean>`o.id = any(${ids}::uuid[])`;
}

/** How many orders can have these numbers, of outlets whose numbers end with these. */
function countOrders(numbers: readonly number[], lastNumbers: readonly number[]): number {
  return lastNumbers.reduce((sum, last) => sum + numbers.filter((number) => number <= last).length, 0);
}
