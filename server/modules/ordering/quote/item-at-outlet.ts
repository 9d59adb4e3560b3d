/** A dish or an option at one outlet: parts of the statement that reads the facts of a basket. */
import { type RawBuilder, sql } from 'kysely';
import type { OutletId } from '#contract/base/ids.ts';

/** The table `items` under the name that it has in the statement. */
type ItemTable = 'items' | 'modifier';

export function modePrices(item: ItemTable): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${item}.${name}`);
  return sql`json_build_object('delivery', ${column('delivery_price_minor')}, 'pickup', ${column('pickup_price_minor')},
    'dine-in', ${column('dine_in_price_minor')})`;
}

/** Pairs of a JSON object. */
export function stock(item: ItemTable, outletId: OutletId): RawBuilder<unknown> {
  const here = sql`(
    select quantity from item_outlet_quantities counts
    where counts.restaurant_id = ${sql.ref(item)}.restaurant_id and counts.item_id = ${sql.ref(item)}.id
      and counts.outlet_id = ${outletId})`;
  return sql`'quantity', least(${sql.ref(item)}.quantity, ${here}), 'isCountedHere', ${here} is not null`;
}

export function isInactive(item: ItemTable, outletId: OutletId): RawBuilder<boolean> {
  return sql`exists (
    select from item_inactive_outlets off
    where off.restaurant_id = ${sql.ref(item)}.restaurant_id and off.item_id = ${sql.ref(item)}.id
      and off.outlet_id = ${outletId})`;
}

export function soldOut(item: ItemTable, outletId: OutletId): RawBuilder<unknown> {
  return sql`(
    select json_build_object('until', out.sold_out_until) from item_sold_out out
    where out.restaurant_id = ${sql.ref(item)}.restaurant_id and out.item_id = ${sql.ref(item)}.id
      and out.outlet_id = ${outletId})`;
}
