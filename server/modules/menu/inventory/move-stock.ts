/** Takes portions out of stock and gives them back (decision 31; R38 to R40). */
import { type RawBuilder, sql } from 'kysely';
import type { ItemId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import { afterBatch } from '#server/db/after-batch.ts';

/** Portions to take of each item or modifier; negative ones are given back. Uncounted stock does not move. */
export type StockMoves = ReadonlyMap<ItemId, number>;

/** An item with too little stock, as in the details of `order.sold_out`. */
export interface Shortage {
  item: string;
  left: number;
}

/**
 * Part of the statement that writes an order: takes every item's portions, of all outlets together and of the order's own, or none at
 * all; none either unless the condition holds, which is evaluated before anything is locked. The rest of the statement reads
 * - `shortage` (item, left): the items with too little stock. With a row in it, the order must not be written;
 * - `taken` (id, portions, quantity): the moved portions, and the quantity left; an item that is counted both ways is in it twice.
 *
 * Counted items are locked in the order of their ids, and the counts of the outlet after them, so that no two orders deadlock (R39).
 */
export function stockMovesSql(
  { restaurantId, outletId }: { restaurantId: RestaurantId; outletId: OutletId },
  moves: StockMoves,
  condition: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  const wanted = sql`unnest(${[...moves.keys()]}::uuid[], ${[...moves.values()]}::int[]) as wanted (item_id, portions)`;
  const isTurn = sql`${condition} and ${afterBatch(restaurantId)}`;
  return sql`
    held as materialized (
      select items.id, items.name, items.quantity, wanted.portions
      from ${wanted}
      join items on items.restaurant_id = ${restaurantId} and items.id = wanted.item_id
      where items.quantity is not null and ${isTurn}
      order by items.id
      for update of items
    ),
    held_here as materialized (
      select counts.item_id as id, items.name, counts.quantity, wanted.portions
      from ${wanted}
      join item_outlet_quantities as counts
        on counts.restaurant_id = ${restaurantId} and counts.item_id = wanted.item_id and counts.outlet_id = ${outletId}
      join items on items.restaurant_id = ${restaurantId} and items.id = wanted.item_id
      where (select count(*) from held) >= 0 and ${isTurn}
      order by counts.item_id
      for update of counts
    ),
    shortage as (
      select name as item, quantity as left from (select * from held union all select * from held_here) as held
      where quantity < portions order by name, quantity
    ),
    taken_of_all as (
      -- Not from items.quantity: after waiting for a lock, this statement still sees the older value there.
      update items set quantity = held.quantity - held.portions
      from held
      where items.restaurant_id = ${restaurantId} and items.id = held.id and not exists (select from shortage)
      returning items.id, held.portions, items.quantity
    ),
    taken_here as (
      update item_outlet_quantities as counts set quantity = held_here.quantity - held_here.portions
      from held_here
      where counts.restaurant_id = ${restaurantId} and counts.item_id = held_here.id and counts.outlet_id = ${outletId}
        and not exists (select from shortage)
      returning counts.item_id as id, held_here.portions, counts.quantity
    ),
    taken as (select * from taken_of_all union all select * from taken_here)`;
}

/** Whether the moves in `taken` make an item sold out, or available again, which changes menus. */
export const isMenuChanged = sql<boolean>`exists (select from taken where quantity = 0 or quantity + portions = 0)`;

/** The moves in `taken`, as stored with the order. */
export const stockTakenSql = sql`(select coalesce(jsonb_object_agg(id, portions), '{}') from taken)`;
