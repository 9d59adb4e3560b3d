/** Refunds that failed: on their way, or days after they were made, when the guest's bank returned them, as to a card that was closed. */
import { sql } from 'kysely';
import type { OrderId } from '#contract/base/ids.ts';
import { type Currency, formatMoney, type MinorUnits } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendAuditEntry, productActor } from '#server/modules/staff/audit-log/append-audit.ts';
import type { GatewayView } from '../gateway.ts';
import type { StoredPayment } from './queries.ts';

/** The money of an order that was to go back, and is the restaurant's. */
interface ReturnedRefund {
  orderId: OrderId;
  amount: MinorUnits;
}

/**
 * Takes the refunds off the ledger that the gateway calls failed by now, so that it has what the gateway has, and ends those that failed before
 * they were made: gateways answer an id as they answered it first. The next step asks by another id for what the product owes; a person who has
 * asked for one reads that nothing was refunded, and can ask again.
 */
export async function takeBackRefunds(
  tx: Tx,
  { restaurant_id, id, order_id }: StoredPayment,
  { refunds, failedRefunds }: GatewayView,
): Promise<ReturnedRefund[]> {
  const failed = failedRefunds.filter((refundId) => refunds.every((made) => made.refundId !== refundId));
  if (failed.length === 0) return [];
  const returned = await tx
    .deleteFrom('payment_movements')
    .where('restaurant_id', '=', restaurant_id)
    .where('payment_id', '=', id)
    .where('kind', '=', 'refunded')
    // The refund of an order's share has the order after its id.
    .where(sql<boolean>`split_part(key, ' ', 1) = any(${failed}::text[])`)
    .returning(['order_id', 'amount_minor'])
    .execute();
  const ended = await tx
    .deleteFrom('payment_refunds')
    .where('restaurant_id', '=', restaurant_id)
    .where('payment_id', '=', id)
    .where(sql<boolean>`id::text = any(${failed}::text[])`)
    .returning(['order_id', 'amount_minor', 'done_at'])
    .execute();
  // Refunds that were made stand in the ledger, also where somebody has made them at the gateway.
  const neverMade = ended.filter(({ done_at }) => done_at === null);
  return [...returned, ...neverMade].map((refund) => ({
    orderId: refund.order_id ?? order_id,
    amount: refund.amount_minor,
  }));
}

/** Notes them in the audit log. Orders are locked before, as by every operation that writes an entry: the log has one lock for all. */
export async function logReturnedRefunds(
  tx: Tx,
  { restaurant_id, currency }: StoredPayment,
  returned: readonly ReturnedRefund[],
  now: Date,
): Promise<void> {
  const context = { actor: productActor, requestId: 'outbox', at: now };
  for (const { orderId, amount } of returned) {
    const details = { amount: formatMoney(amount, currency as Currency, 'en') };
    await appendAuditEntry(tx, restaurant_id, context, { action: 'payment.refund_failed', subject: orderId, details });
  }
}
