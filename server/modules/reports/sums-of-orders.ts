/** The figures of orders as SQL, by day and outlet: what is kept of a day, and what a report adds to it. */
import { type RawBuilder, sql } from 'kysely';
import type { OutletId } from '#contract/base/ids.ts';
import type { Scope } from './scope.ts';

/** A table expression of orders without test orders, with all columns of `orders`. */
export type Orders = RawBuilder<unknown>;

export type ItemKind = 'item' | 'option';

/** The groups that a month has too: of sold orders, and of cancelled ones. */
export const soldGroups = ['hour', 'type', 'payment', 'platform', 'tax'] as const;
export const endedGroups = ['rejected', 'cancelled'] as const;
export type SoldGroup = (typeof soldGroups)[number];
export type EndedGroup = (typeof endedGroups)[number];

/** The columns of `report_sums` after its span and its restaurant, and `at_work`: the orders that have not ended. */
export function sumsOfOrders(orders: Orders): RawBuilder<unknown> {
  return sql`
    select part.grouped_by, o.placed_on as starts_on, o.outlet_id, part.value, count(*)::int as orders,
      sum(o.subtotal_minor)::bigint as subtotal_minor, sum(o.tax_minor)::bigint as tax_minor,
      coalesce(sum(o.delivery_fee_minor), 0)::bigint as fees_minor, sum(o.total_minor)::bigint as total_minor,
      coalesce(sum(o.tip_minor), 0)::bigint as tips_minor, sum(o.discount_minor)::bigint as discounts_minor,
      count(*) filter (where o.status not in ('Completed', 'Cancelled'))::int as at_work
    from ${orders} as o cross join lateral (
      select grouped_by, value from (values ('day', ''), ('hour', o.placed_hour::text), ('type', o.mode), ('payment', ${payment}),
        ('platform', o.platform), ('tax', o.tax_rate_bp::text)) as sold (grouped_by, value)
      where o.status <> 'Cancelled'
      union all
      select case when o.accepted_at is null then 'rejected' else 'cancelled' end, coalesce(o.cancel_reason, '')
      where o.status = 'Cancelled'
    ) as part group by 1, 2, 3, 4`;
}

/** The sums kept in a report's scope, with the columns of `sumsOfOrders`. */
export function keptSums({ restaurantId, outletId }: Scope) {
  return (span: 'day' | 'month', groups: readonly string[], starts: readonly string[]) => sql`
    select grouped_by, starts_on, outlet_id, value, orders, subtotal_minor, tax_minor, fees_minor, total_minor, tips_minor,
      discounts_minor, 0 as at_work
    from report_sums where restaurant_id = ${restaurantId} and span = ${span} and grouped_by = any(${groups})
      and starts_on = any(${starts}::date[]) and ${isOfOutlet(outletId)}`;
}

/** The items kept in a report's scope, with the columns of `itemsOfOrders`. */
export function keptItems({ restaurantId, outletId }: Scope, kind: ItemKind) {
  return (span: 'day' | 'month', starts: readonly string[]) => sql`
    select kind, starts_on, outlet_id, item_id, name, quantity, orders, total_minor
    from report_items where restaurant_id = ${restaurantId} and span = ${span} and kind = ${kind}
      and starts_on = any(${starts}::date[]) and ${isOfOutlet(outletId)}`;
}

/** Whether a row is of the outlet; null: of any. */
export function isOfOutlet(outletId: OutletId | null): RawBuilder<boolean> {
  return outletId === null ? sql`true` : sql`outlet_id = ${outletId}::uuid`;
}

const payment = sql`o.payment_method || case o.mode when 'delivery' then ' on delivery' when 'dine-in' then ' at table' else ' on pickup' end`;

/**
 * The columns of `report_items` after its span and its restaurant. Items include their options; options are listed by
 * themselves as they were charged.
 */
export function itemsOfOrders(orders: Orders, kind: ItemKind): RawBuilder<unknown> {
  return sql`
    select ${kind} as kind, starts_on, outlet_id, item_id, max(name) as name, sum(quantity)::int as quantity, count(*)::int as orders,
      sum(total_minor)::bigint as total_minor
    from (${itemsOfEach[kind](orders)}) as of_order group by starts_on, outlet_id, item_id`;
}

/** One row for each order and item: an order with an item on several lines counts once. */
const itemsOfEach: Record<ItemKind, (orders: Orders) => RawBuilder<unknown>> = {
  item: (orders) => sql`
    select o.placed_on as starts_on, o.outlet_id, line.item_id, line.order_id, max(line.name) as name,
      sum(line.quantity) as quantity, sum(line.total_minor) as total_minor
    from ${orders} as o join order_lines as line on line.restaurant_id = o.restaurant_id and line.order_id = o.id
    where o.status <> 'Cancelled' group by 1, 2, 3, 4`,
  option: (orders) => sql`
    select o.placed_on as starts_on, o.outlet_id, option.item_id, option.order_id, max(option.name) as name,
      sum(line.quantity) as quantity,
      sum(option.price_minor * case o.charge_options when 'each' then line.quantity else 1 end) as total_minor
    from ${orders} as o
    join order_line_options as option on option.restaurant_id = o.restaurant_id and option.order_id = o.id
    join order_lines as line on line.restaurant_id = o.restaurant_id and line.order_id = o.id
      and line.line_number = option.line_number
    where o.status <> 'Cancelled' group by 1, 2, 3, 4`,
};
