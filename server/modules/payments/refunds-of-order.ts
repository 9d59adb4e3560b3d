import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import { type MinorUnits, subtractMoney, ZERO } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';

interface OrderRefunds {
  /** The first one first. */
  refunds: { amount: MinorUnits; at: Date }[];
  /** The money that was taken, without that which went back. */
  remaining: MinorUnits;
}

/** The money of an order that went back, as the gateway has confirmed it; null where nothing was taken online. */
export async function findRefundsOfOrder(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
): Promise<OrderRefunds | null> {
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'captured_minor', 'refunded_minor'])
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', '=', orderId)
    .where('captured_minor', '>', ZERO)
    .executeTakeFirst();
  if (payment === undefined) return null;
  const refunds = await tx
    .selectFrom('payment_movements')
    .select(['amount_minor as amount', 'at'])
    .where('restaurant_id', '=', restaurantId)
    .where('payment_id', '=', payment.id)
    .where('kind', '=', 'refunded')
    .orderBy('at')
    .orderBy('key')
    .execute();
  return { refunds, remaining: subtractMoney(payment.captured_minor, payment.refunded_minor) };
}
