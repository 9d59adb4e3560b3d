import { DAY, MINUTE } from '#contract/base/time.ts';
import type { OrderId, PaymentId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { enqueue } from '#server/modules/outbound/jobs/enqueue.ts';

/** A payment is named by itself, or by its order where nothing else is known. */
export type PaymentName = { paymentId: PaymentId } | { orderId: OrderId };

const usefulForMs = 60 * DAY;
/** Milliseconds after a begin in which a lost notification is made up for; then the hold ends, and then comes money that was late. */
const looksAfterMs = [15_000, MINUTE, 3 * MINUTE, 60 * MINUTE, DAY];

/** Milliseconds after a refund was asked for in which gateways refuse one that they had taken on, and in which banks return one. */
const refundFailsAfterMs = [DAY, 14 * DAY];

/**
 * Has the gateway looked at and told what has become of the order, in the transaction of the change: both are there or neither.
 * `key` is equal for equal reasons.
 */
export async function enqueueSettling(
  tx: Tx,
  restaurantId: RestaurantId,
  name: PaymentName,
  { key, delayMs = 0, now }: { key: string; delayMs?: number; now: Date },
): Promise<void> {
  await enqueue(tx, { restaurantId, queue: 'payment', payload: name, key, delayMs, usefulForMs }, now);
}

/** Has the payments looked at that guests at a table made, or are making, for lines of the order. */
export async function enqueueSettlingAtTable(
  tx: Tx,
  restaurantId: RestaurantId,
  orderId: OrderId,
  terms: { key: string; delayMs: number; now: Date },
): Promise<void> {
  const payments = await tx
    .selectFrom('payment_lines')
    .select('payment_id')
    .distinct()
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', '=', orderId)
    .execute();
  for (const { payment_id: paymentId } of payments)
    await enqueueSettling(tx, restaurantId, { paymentId }, { ...terms, key: `${terms.key} ${paymentId}` });
}

/** Looks at a payment that begins, in case its notifications are lost. */
export async function enqueueLooks(
  tx: Tx,
  restaurantId: RestaurantId,
  paymentId: PaymentId,
  { heldMs, now }: { heldMs: number; now: Date },
): Promise<void> {
  for (const delayMs of [...looksAfterMs, heldMs])
    await enqueueSettling(tx, restaurantId, { paymentId }, { key: `${paymentId} after ${delayMs}`, delayMs, now });
}

/** Looks at a payment again whose refund may fail: not every gateway tells it, and not every account has notifications. */
export async function enqueueLooksAfterRefund(
  tx: Tx,
  restaurantId: RestaurantId,
  paymentId: PaymentId,
  { refundId, now }: { refundId: string; now: Date },
): Promise<void> {
  for (const delayMs of refundFailsAfterMs)
    await enqueueSettling(tx, restaurantId, { paymentId }, { key: `${refundId} after ${delayMs}`, delayMs, now });
}
