import { type RawBuilder, sql } from 'kysely';
import { isId, type OrderId, type RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { mustRead, type HistorySearch, type IdSearch, isOfSomeDays, numbersWith } from './history-filters.ts';
import {
  countSpans,
  findGuests,
  findIdsWith,
  findLastNumber,
  type Picking,
  pickIds,
  type Span,
} from './history-queries.ts';

/** How much one page may cost. */
export interface HistoryBounds {
  /** So many orders are looked through as they are, and sorted by anything. */
  fewOrders: number;
  /** Of what a text is looked up by, instead of looking through orders: guests, and orders. */
  mostGuests: number;
  mostFound: number;
  /** Orders that a text is looked for in where it cannot be looked up: the newest, in whole months or days. */
  mostSearched: number;
}
export const usualBounds: HistoryBounds = {
  fewOrders: 20_000,
  mostGuests: 2_000,
  mostFound: 10_000,
  mostSearched: 200_000,
};

/** A search under way. */
export interface Searching {
  tx: Tx;
  restaurantId: RestaurantId;
  search: HistorySearch;
  bounds: HistoryBounds;
}

/** What came of a search. Spans are those with orders that fit but for the text, newest first and at least one. */
export type Outcome =
  /** There were few enough to be sorted by anything. */
  | { kind: 'found'; ids: OrderId[]; total: number }
  /** There is no text: it is known how many fit in each span. */
  | { kind: 'counted'; spans: Span[]; span: 'day' | 'month' }
  /** There are too many to be read at once, and what is sought cannot be looked up. */
  | { kind: 'many'; spans: Span[] };

/** Picks from what can be looked up or looked through at once; else tells where there is something to find. */
export async function searchOrders(searching: Searching, picking: Picking): Promise<Outcome> {
  const { tx, restaurantId, search, bounds } = searching;
  const lookedUp = mustRead(search) ? await lookUp(searching) : null;
  if (lookedUp !== null) {
    const { condition, rest } = lookedUp;
    const found = await pickIds(tx, restaurantId, rest, { condition }, picking, bounds.mostFound + 1);
    if (found.total <= bounds.mostFound) return { kind: 'found', ...found };
  }
  const span = isOfSomeDays(search) ? 'day' : 'month';
  const spans = await countSpans(tx, restaurantId, search, span);
  if (spans.length === 0) return { kind: 'found', ids: [], total: 0 };
  if (sumOf(spans, 'orders') <= bounds.fewOrders) {
    return { kind: 'found', ...(await pickIds(tx, restaurantId, search, rangeOf(spans), picking)) };
  }
  return mustRead(search) ? { kind: 'many', spans } : { kind: 'counted', spans, span };
}

export function sumOf(spans: readonly Span[], what: 'orders' | 'fitting'): number {
  return spans.reduce((sum, span) => sum + span[what], 0);
}

/** From the first day of the spans, which are newest first, to the last. */
export function rangeOf(spans: readonly Span[]): { from: string; to: string } {
  return { from: spans.at(-1)!.from, to: spans[0]!.to };
}

/** A condition that an index answers, and what else must fit. */
interface LookedUp {
  condition: RawBuilder<boolean>;
  rest: HistorySearch;
}

/** Null where nothing can be looked up, or too much would be found. */
async function lookUp(searching: Searching): Promise<LookedUp | null> {
  const { tx, restaurantId, search, bounds } = searching;
  const byId = search.id === null ? null : await lookUpId(searching, search.id);
  if (byId !== null) return { condition: byId, rest: search };
  if (search.areTests || (search.name === null && search.phone === null)) return null;
  const guests = await findGuests(tx, restaurantId, search, bounds.mostGuests);
  if (guests === null) return null;
  return { condition: sql`o.customer_id = any(${guests}::uuid[])`, rest: { ...search, name: null, phone: null } };
}

async function lookUpId({ tx, restaurantId, bounds }: Searching, id: IdSearch): Promise<RawBuilder<boolean> | null> {
  const most = bounds.mostFound;
  if (id.kind === 'number') {
    const numbers = numbersWith(id, await findLastNumber(tx, restaurantId), most);
    return (
      numbers &&
      sql<boolean>`o.outlet_id = any(array(select id from outlets where restaurant_id = ${restaurantId}))
        and o.order_number = any(${numbers}::int[])`
    );
  }
  if (isId(id.part)) return sql`o.id = ${id.part}::uuid`;
  const ids = await findIdsWith(tx, restaurantId, id.part, { newest: bounds.mostSearched, most });
  return ids && sql<boolean>`o.id = any(${ids}::uuid[])`;
}
