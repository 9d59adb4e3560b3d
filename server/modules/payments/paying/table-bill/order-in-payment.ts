import type { OrderId, PaymentId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { findPayment, type StoredPayment } from '../queries.ts';
import { listShares } from './shares-of-payment.ts';

/** The payments of guests at a table that were for lines of the order, and were made; the first one first. */
export async function listTablePayments(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
): Promise<StoredPayment[]> {
  const payments = await tx
    .selectFrom('payments')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('placed_at', 'is not', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('payment_lines')
        .select('payment_id')
        .where('restaurant_id', '=', restaurantId)
        .where('order_id', '=', orderId),
    )
    .orderBy('placed_at')
    .execute();
  return Promise.all(payments.map((payment) => asPaymentOf(tx, payment, orderId)));
}

/** The payment of a table as that of one of its orders: with the amounts of the order's share. */
export async function asPaymentOf(tx: Tx, payment: StoredPayment, orderId: OrderId): Promise<StoredPayment> {
  const shares = await listShares(tx, payment);
  const share = shares.find((one) => one.orderId === orderId);
  if (share === undefined) throw new Error('A payment has no share of the order');
  return {
    ...payment,
    amount_minor: share.amount,
    captured_minor: share.captured,
    refunded_minor: share.refunded,
  };
}

/** The payment of a table, if it was for lines of the order. */
export async function findTablePayment(
  tx: Tx,
  restaurantId: RestaurantId,
  { orderId, paymentId }: { orderId: OrderId; paymentId: PaymentId },
): Promise<StoredPayment | null> {
  const line = await tx
    .selectFrom('payment_lines')
    .select('payment_id')
    .where('restaurant_id', '=', restaurantId)
    .where('payment_id', '=', paymentId)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return line === undefined ? null : findPayment(tx, restaurantId, { paymentId });
}
