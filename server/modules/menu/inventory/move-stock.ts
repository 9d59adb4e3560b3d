/** Takes portions out of stock and gives them back (decision 31; R38 to R40). */
import { type RawBuilder, sql } from 'kysely';
import type { ItemId, RestaurantId } from '#contract/base/ids.ts';
import { afterBatch } from '#server/db/after-batch.ts';

/** Portions to take of each item or modifier; negative ones are given back. Uncounted stock does not move. */
export type StockMoves = ReadonlyMap<ItemId, number>;

/** An item with too little stock, as in the details of `order.sold_out`. */
export interface Shortage {
  item: string;
  left: number;
}

/**
 * Part of the statement that writes an order: takes every item's portions, or none at all; none either unless the
 * condition holds, which is evaluated before anything is locked. The rest of the statement reads
 * - `held`: the counted items, locked in the order of their ids, so that no two orders deadlock (R39);
 * - `shortage` (item, left): the items with too little stock. With a row in it, the order must not be written;
 * - `taken` (id, portions, quantity): the moved portions, and the quantity left.
 */
export function stockMovesSql(
  restaurantId: RestaurantId,
  moves: StockMoves,
  condition: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    held as materialized (
      select items.id, items.name, items.quantity, wanted.portions
      from unnest(${[...moves.keys()]}::uuid[], ${[...moves.values()]}::int[]) as wanted (item_id, portions)
      join items on items.restaurant_id = ${restaurantId} and items.id = wanted.item_id
      where items.quantity is not null and ${condition} and ${afterBatch(restaurantId)}
      order by items.id
      for update of items
    ),
    shortage as (
      select name as item, quantity as left from held where quantity < portions order by name
    ),
    taken as (
      -- Not from items.quantity: after waiting for a lock, this statement still sees the older value there.
      update items set quantity = held.quantity - held.portions
      from held
      where items.restaurant_id = ${restaurantId} and items.id = held.id and not exists (select from shortage)
      returning items.id, held.portions, items.quantity
    )`;
}

/** Whether the moves in `taken` make an item sold out, or available again, which changes menus. */
export const isMenuChanged = sql<boolean>`exists (select from taken where quantity = 0 or quantity + portions = 0)`;

/** The moves in `taken`, as stored with the order. */
export const stockTakenSql = sql`(select coalesce(jsonb_object_agg(id, portions), '{}') from taken)`;
