import { sql } from 'kysely';
import type { MovementKind } from '#contract/base/enumerations.ts';
import { addMoney, type MinorUnits, minorUnits, subtractMoney, ZERO } from '#contract/base/money.ts';
import { shareInProportion } from '#contract/ordering/offers/share-discount.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { GatewayView } from '../../gateway.ts';
import { refundedOf } from '../decide-step.ts';
import { changePayment, type StoredPayment, writeMovement } from '../queries.ts';
import type { StoredShare } from './shares-of-payment.ts';

/**
 * Writes the movements that the gateway has made, each once, as the shares of the orders, and the sums and the state that follow. The
 * shares of a movement add up to it.
 */
export async function recordTableView(
  tx: Tx,
  payment: StoredPayment,
  shares: readonly StoredShare[],
  view: GatewayView,
  now: Date,
): Promise<StoredPayment> {
  const write = async (kind: Exclude<MovementKind, 'refunded'>, whole: MinorUnits) => {
    const parts = shareInProportion(
      whole,
      shares.map(({ amount }) => amount),
    );
    for (const [index, { orderId, tip }] of shares.entries()) {
      const amount = parts[index]!;
      if (amount === 0) continue;
      const tipOf = kind === 'captured' ? minorUnits(Math.min(tip, amount)) : null;
      await writeMovement(tx, payment, { key: `${kind} ${orderId}`, kind, amount, at: now, orderId, tip: tipOf });
    }
  };
  const isMoney = view.stage === 'authorised' || view.stage === 'captured';
  if (isMoney) await write('authorised', view.authorised);
  if (view.stage === 'captured') {
    await write('captured', view.captured);
    if (view.fee !== null && view.fee > 0) await write('fee', view.fee);
    await recordRefunds(tx, payment, shares, view, now);
    const total = minorUnits(refundedOf(view));
    const state = payment.placed_at === null ? payment.state : 'captured';
    if (payment.captured_minor === view.captured && payment.refunded_minor === total && payment.state === state)
      return payment;
    return changePayment(tx, payment, { captured_minor: view.captured, refunded_minor: total, state });
  }
  if (view.stage === 'closed' && (payment.state === 'authorised' || payment.state === 'lapsed')) {
    const held = shares.reduce((sum, { authorised }) => addMoney(sum, authorised), ZERO);
    if (held === 0) return payment;
    await write('released', held);
    return changePayment(tx, payment, { state: 'released' });
  }
  return payment;
}

/** A refund that somebody made at the gateway names no order: it is of the first ones that have money left. */
async function recordRefunds(
  tx: Tx,
  payment: StoredPayment,
  shares: readonly StoredShare[],
  { refunds }: GatewayView,
  now: Date,
): Promise<void> {
  const { restaurant_id, id } = payment;
  const written = await tx
    .selectFrom('payment_movements')
    .select(['key', 'order_id', 'amount_minor'])
    .where('restaurant_id', '=', restaurant_id)
    .where('payment_id', '=', id)
    .where('kind', '=', 'refunded')
    .execute();
  const left = new Map(shares.map(({ orderId, amount }) => [orderId, amount]));
  const take = (orderId: OrderId, amount: MinorUnits) => {
    const before = left.get(orderId) ?? ZERO;
    const taken = minorUnits(Math.min(before, amount));
    left.set(orderId, subtractMoney(before, taken));
    return taken;
  };
  for (const { order_id, amount_minor } of written) take(order_id!, amount_minor);
  for (const { refundId, amount } of refunds) {
    if (written.some(({ key }) => key.startsWith(`${refundId} `))) continue;
    const asked = await confirmRefund(tx, payment, refundId, now);
    const inOrder = shares.map(({ orderId }) => orderId).toSorted((one) => (one === asked ? -1 : 0));
    let rest = amount;
    for (const orderId of inOrder) {
      const taken = take(orderId, rest);
      if (taken === 0) continue;
      rest = subtractMoney(rest, taken);
      const key = `${refundId} ${orderId}`;
      await writeMovement(tx, payment, { key, kind: 'refunded', amount: taken, at: now, orderId });
    }
  }
}

/** @returns the order of a refund of ours; null for one that was made at the gateway. */
async function confirmRefund(
  tx: Tx,
  { restaurant_id }: StoredPayment,
  refundId: string,
  now: Date,
): Promise<OrderId | null> {
  const refund = await tx
    .updateTable('payment_refunds')
    .set({ done_at: now })
    .where('restaurant_id', '=', restaurant_id)
    .where(sql<boolean>`id::text = ${refundId}`)
    .returning('order_id')
    .executeTakeFirst();
  return refund?.order_id ?? null;
}
