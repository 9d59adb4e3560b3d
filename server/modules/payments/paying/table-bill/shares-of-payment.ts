import { sql } from 'kysely';
import type { OrderId, PaymentId, RestaurantId } from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import type { Tx } from '#server/db/transaction.ts';

/** The share of an order in a payment of its table, with what moved of it. */
export interface StoredShare {
  orderId: OrderId;
  /** With the tips. */
  amount: MinorUnits;
  /** In the amount: that of the order, and that of the payment. */
  tip: MinorUnits;
  authorised: MinorUnits;
  captured: MinorUnits;
  refunded: MinorUnits;
  /** Asked of the gateway, which has not confirmed it. */
  pendingRefund: MinorUnits;
  /** Null: its restaurant is being erased. */
  status: OrderStatus | null;
  statusChangedAt: Date | null;
}

/** The shares of a payment by their orders, the first one first. */
export async function listShares(
  tx: Tx,
  { restaurant_id, id }: { restaurant_id: RestaurantId; id: PaymentId },
): Promise<StoredShare[]> {
  const moved = (kind: string) => sql`coalesce((
    select sum(m.amount_minor) from payment_movements as m
    where m.restaurant_id = ${restaurant_id} and m.payment_id = ${id} and m.order_id = shares.order_id and m.kind = ${kind}), 0)::bigint`;
  const { rows } = await sql<StoredShare>`
    select shares.order_id as "orderId", shares.amount, shares.tip, ${moved('authorised')} as authorised, ${moved('captured')} as captured,
      ${moved('refunded')} as refunded, coalesce((
        select sum(r.amount_minor) from payment_refunds as r
        where r.restaurant_id = ${restaurant_id} and r.payment_id = ${id} and r.order_id = shares.order_id and r.done_at is null), 0)::bigint
        as "pendingRefund",
      o.status, o.status_changed_at as "statusChangedAt"
    from (
      select order_id, sum(amount_minor + tip_minor)::bigint as amount, sum(order_tip_minor + tip_minor)::bigint as tip
      from payment_lines where restaurant_id = ${restaurant_id} and payment_id = ${id} group by order_id
    ) as shares
    left join orders as o on o.restaurant_id = ${restaurant_id} and o.id = shares.order_id
    order by o.placed_at, shares.order_id`.execute(tx);
  return rows;
}
