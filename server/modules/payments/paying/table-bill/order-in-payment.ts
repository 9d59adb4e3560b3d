import type { OrderId, PaymentId, RestaurantId } from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
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

/** A line of an order in a payment of its table. */
export interface PaidLine {
  lineNumber: number;
  /** The places of its portions, from 0 on; null: all of them. */
  portions: readonly number[] | null;
  /** The line's share of its order's total, and the order's tip in it. */
  amount: MinorUnits;
  orderTip: MinorUnits;
}

/** The lines of the order that a payment of its table is for. */
export async function listPaidLines(tx: Tx, payment: StoredPayment, orderId: OrderId): Promise<PaidLine[]> {
  const lines = await tx
    .selectFrom('payment_lines')
    .select(['line_number', 'portions', 'amount_minor', 'order_tip_minor'])
    .where('restaurant_id', '=', payment.restaurant_id)
    .where('payment_id', '=', payment.id)
    .where('order_id', '=', orderId)
    .execute();
  return lines.map(({ line_number, portions, amount_minor, order_tip_minor }) => ({
    lineNumber: line_number,
    portions,
    amount: amount_minor,
    orderTip: order_tip_minor,
  }));
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
