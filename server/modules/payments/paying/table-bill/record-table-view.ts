import { sql } from 'kysely';
import type { MovementKind } from '#contract/base/enumerations.ts';
import { addMoney, type Currency, type MinorUnits, minorUnits, subtractMoney, ZERO } from '#contract/base/money.ts';
import { shareInProportion } from '#contract/ordering/offers/share-discount.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { GatewayView } from '../../gateway.ts';
import { enqueueLooksAfterRefund } from '../../settling.ts';
import { refundedOf } from '../decide-step.ts';
import { changePayment, type StoredPayment, writeMovement } from '../queries.ts';
import { logReturnedRefunds, takeBackRefunds } from '../returned-refunds.ts';
import { followRefunds } from './follow-refunds.ts';
import type { StoredShare } from './shares-of-payment.ts';
import { spreadRefund } from './spread-refund.ts';

export type RecordDeps = Pick<Deps, 'config' | 'clock'>;

/**
 * Writes the movements that the gateway has made, each once, as the shares of the orders, takes back those of refunds that failed later, and
 * writes the sums and the state that follow. The shares of a movement add up to it. Guests are told of money that went back, whoever gave
 * it back.
 */
export async function recordTableView(
  tx: Tx,
  deps: RecordDeps,
  payment: StoredPayment,
  shares: readonly StoredShare[],
  view: GatewayView,
): Promise<StoredPayment> {
  const now = deps.clock();
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
    const failed = await takeBackRefunds(tx, payment, view);
    const returned = await recordRefunds(tx, payment, shares, view, now);
    if (payment.placed_at !== null) await followRefunds(tx, deps, payment.restaurant_id, returned);
    await logReturnedRefunds(tx, payment, failed, now);
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

/**
 * A refund of ours is of its order. One that somebody made at the gateway names none, and is of all orders of the payment, in proportion to
 * what each has left.
 * @returns what of each order was not written before.
 */
async function recordRefunds(
  tx: Tx,
  payment: StoredPayment,
  shares: readonly StoredShare[],
  { refunds }: GatewayView,
  now: Date,
): Promise<Map<OrderId, MinorUnits>> {
  const { restaurant_id, id } = payment;
  const written = await tx
    .selectFrom('payment_movements')
    .select(['key', 'order_id', 'amount_minor'])
    .where('restaurant_id', '=', restaurant_id)
    .where('payment_id', '=', id)
    .where('kind', '=', 'refunded')
    .execute();
  const left = new Map(shares.map(({ orderId, amount }) => [orderId, amount]));
  const returned = new Map<OrderId, MinorUnits>();
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
    await enqueueLooksAfterRefund(tx, restaurant_id, id, { refundId, now });
    const waiting = new Map(asked === null ? shares.map((share) => [share.orderId, share.pendingRefund]) : []);
    const parts = asked === null ? spreadRefund(amount, left, waiting, payment.currency as Currency) : [];
    const inOrder: [OrderId, MinorUnits][] = [
      ...(asked === null ? parts : ([[asked, amount]] as [OrderId, MinorUnits][])),
      // More than that is there where two refunded at once.
      ...shares.map(({ orderId }): [OrderId, MinorUnits] => [orderId, amount]),
    ];
    let rest = amount;
    const ofOrders = new Map<OrderId, MinorUnits>();
    for (const [orderId, most] of inOrder) {
      const taken = take(orderId, minorUnits(Math.min(rest, most)));
      rest = subtractMoney(rest, taken);
      ofOrders.set(orderId, addMoney(ofOrders.get(orderId) ?? ZERO, taken));
    }
    for (const [orderId, taken] of ofOrders) {
      if (taken === 0) continue;
      const key = `${refundId} ${orderId}`;
      await writeMovement(tx, payment, { key, kind: 'refunded', amount: taken, at: now, orderId });
      returned.set(orderId, addMoney(returned.get(orderId) ?? ZERO, taken));
    }
  }
  return returned;
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
