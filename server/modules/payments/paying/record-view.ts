import { sql } from 'kysely';
import type { MovementKind } from '#contract/base/enumerations.ts';
import { type MinorUnits, minorUnits } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { tellOfRefund } from '#server/modules/ordering/guest-messages/tell-of-refund.ts';
import { undoStampsIfPaidBack } from '#server/modules/ordering/stamps/order-stamps.ts';
import type { GatewayView } from '../gateway.ts';
import { enqueueLooksAfterRefund } from '../settling.ts';
import { refundedOf } from './decide-step.ts';
import { changePayment, type StoredPayment, writeMovement } from './queries.ts';
import { logReturnedRefunds, takeBackRefunds } from './returned-refunds.ts';

type RecordDeps = Pick<Deps, 'config' | 'clock'>;

/**
 * Writes the movements that the gateway has made, each once, takes back those of refunds that failed later, and writes the sums and the
 * state that follow. The guest is told of money that went back, whoever gave it back and whenever it is seen.
 */
export async function recordView(
  tx: Tx,
  deps: RecordDeps,
  payment: StoredPayment,
  view: GatewayView,
): Promise<StoredPayment> {
  const now = deps.clock();
  const write = (kind: Exclude<MovementKind, 'refunded'>, amount: MinorUnits) =>
    writeMovement(tx, payment, { key: kind, kind, amount, at: now });
  if (view.stage === 'authorised' || view.stage === 'captured') await write('authorised', view.authorised);
  if (view.stage === 'captured') {
    await write('captured', view.captured);
    if (view.fee !== null && view.fee > 0) await write('fee', view.fee);
    const failed = await takeBackRefunds(tx, payment, view);
    const returned = await recordRefunds(tx, payment, view, now);
    const total = minorUnits(refundedOf(view));
    if (returned > 0 && payment.placed_at !== null) {
      const order = { restaurantId: payment.restaurant_id, orderId: payment.order_id };
      const refund = { amount: returned, total, paid: view.captured };
      await tellOfRefund(tx, deps, order, refund);
      // Telling has locked it.
      await undoStampsIfPaidBack(tx, order.restaurantId, order.orderId, now);
    }
    await logReturnedRefunds(tx, payment, failed, now);
    if (payment.captured_minor === view.captured && payment.refunded_minor === total) return payment;
    const sums = { captured_minor: view.captured, refunded_minor: total };
    return changePayment(tx, payment, { ...sums, ...(payment.placed_at !== null && { state: 'captured' as const }) });
  }
  if (view.stage === 'closed' && (payment.state === 'authorised' || payment.state === 'lapsed')) {
    const held = await heldAmount(tx, payment);
    if (held === null) return payment;
    await write('released', held);
    return changePayment(tx, payment, { state: 'released' });
  }
  return payment;
}

/** @returns the sum of the refunds that were not written before. */
async function recordRefunds(tx: Tx, payment: StoredPayment, { refunds }: GatewayView, now: Date): Promise<MinorUnits> {
  let sum = minorUnits(0);
  for (const { refundId, amount } of refunds) {
    if (!(await writeMovement(tx, payment, { key: refundId, kind: 'refunded', amount, at: now }))) continue;
    sum = minorUnits(sum + amount);
    await tx
      .updateTable('payment_refunds')
      .set({ done_at: now })
      .where('restaurant_id', '=', payment.restaurant_id)
      .where(sql<boolean>`id::text = ${refundId}`)
      .execute();
    await enqueueLooksAfterRefund(tx, payment.restaurant_id, payment.id, { refundId, now });
  }
  return sum;
}

/** Null where nothing was ever held. */
async function heldAmount(tx: Tx, { restaurant_id, id }: StoredPayment): Promise<MinorUnits | null> {
  const held = await tx
    .selectFrom('payment_movements')
    .select('amount_minor')
    .where('restaurant_id', '=', restaurant_id)
    .where('payment_id', '=', id)
    .where('key', '=', 'authorised')
    .executeTakeFirst();
  return held?.amount_minor ?? null;
}
