/** Orders of tables that guests have paid online: how much of each, and by which method it counts. */
import { type RawBuilder, sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';

/** Rows of `order_id`, `amount` and the order's own tip in it. */
export function paidAtTables(restaurantId: RestaurantId): RawBuilder<unknown> {
  return sql`
    select l.order_id, sum(l.amount_minor)::bigint as amount, sum(l.order_tip_minor)::bigint as tip
    from payment_lines as l join payments as p on p.restaurant_id = l.restaurant_id and p.id = l.payment_id
    where l.restaurant_id = ${restaurantId} and p.state = 'captured' group by 1`;
}

/** Whether `paid` is so much of the order `o` that the order counts as paid online: half of it at least. */
export function countsAsOnline(paid: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(2 * ${paid} >= o.total_minor and o.total_minor > 0)`;
}

const placeOfMode = sql`case o.mode when 'delivery' then ' on delivery' when 'dine-in' then ' at table' else ' on pickup' end`;

/** The way to pay that was chosen with the order, or the count of orders, `o`. */
export const chosenMethodSql = sql<string>`(o.payment_method || ${placeOfMode})`;

/** The way in which the order `o` was paid, in the words of the wire. Guests at tables choose one when they order, and may pay online later. */
export const paymentMethodSql = sql<string>`(
  case when o.mode = 'dine-in' and o.payment_method <> 'online' and ${countsAsOnline(sql`(
      select coalesce(sum(l.amount_minor), 0) from payment_lines as l
      join payments as p on p.restaurant_id = l.restaurant_id and p.id = l.payment_id
      where l.restaurant_id = o.restaurant_id and l.order_id = o.id and p.state = 'captured')`)}
    then 'online' else o.payment_method end
  || ${placeOfMode})`;
