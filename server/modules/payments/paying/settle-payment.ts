/**
 * Brings our row of a payment, its order and the gateway together. It may run at any time, any number of times and in several
 * servers at once: the gateway is looked at, the row is locked, and what is missing is done by ids that make it happen once.
 */
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import { type Currency, formatMoney, type MinorUnits, minorUnits, subtractMoney } from '#contract/base/money.ts';
import { undoMs } from '#contract/ordering/order-status.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { endHold, placeHeldOrder, readHeldOrder } from '#server/modules/ordering/place/hold-order.ts';
import { countRefusal } from '#server/modules/ordering/place/measure-placing.ts';
import { findProgress, lockOrder } from '#server/modules/ordering/queries.ts';
import { rejectUnaccepted } from '#server/modules/ordering/status/change-order-status.ts';
import { appendAuditEntry, productActor } from '#server/modules/staff/audit-log/append-audit.ts';
import { GatewayFailed, type GatewayView, type PaymentAtGateway } from '../gateway.ts';
import { askGateway, findAccount, type OpenAccount, openRestaurantGateway } from '../gateway-keys.ts';
import { notCooked, orderChanged } from '../refunds-of-order.ts';
import { enqueueLooksAfterRefund, type PaymentName } from '../settling.ts';
import { decideStep, type PaymentFacts, refundDue, refundedOf, type Step } from './decide-step.ts';
import { noteProblem } from './payment-problems.ts';
import { takeTableStep } from './table-bill/take-table-step.ts';
import {
  atGateway,
  changePayment,
  findPayment,
  listPendingRefunds,
  lockPayment,
  type StoredPayment,
  type Refund,
} from './queries.ts';
import { recordView } from './record-view.ts';
import { auditedReason } from './refund-payment.ts';

type SettleDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'log' | 'metrics'>;

interface NextStep {
  /** 'again': somebody else has changed the payment since the gateway was asked. */
  step: Step | 'again';
  payment: StoredPayment;
  /** With 'refund'. */
  refund: Refund | null;
  /** A person may still undo the last move of the order. */
  isUndoable: boolean;
}

/** The calls of one settling, by step or id of a refund, and how a refund failed: in its place another is asked for at the next try. */
type Called = Map<string, GatewayFailed | null>;
const firstFailure = (called: Called) => [...called.values()].find((failure) => failure !== null) ?? null;
/** More than any payment needs: place, capture and a few refunds, at a table one for each of its orders. */
const mostRounds = 30;

/**
 * Each call to the gateway is made once at most: one that changes nothing is left to the next time. A refund that fails, or stays on its
 * way, keeps no other from being made.
 * @returns the payment as it stands; null when there is none of that name.
 * @throws GatewayFailed, also when the keys of the gateway are gone; that of the first refund that failed, after all others.
 */
export async function settlePayment(
  deps: SettleDeps,
  restaurantId: RestaurantId,
  name: PaymentName,
  signal?: AbortSignal,
): Promise<Pick<NextStep, 'payment' | 'isUndoable'> | null> {
  const { db, log } = deps;
  const called: Called = new Map();
  for (let round = 0; ; round++) {
    signal?.throwIfAborted();
    const payment = await transaction(db, restaurantId, (tx) => findPayment(tx, restaurantId, name), {
      readOnly: true,
    });
    if (payment === null) return null;
    // A payment of a former server, or one that came to nothing before it had a page, has nothing here to be moved.
    if (payment.gateway_id === null && payment.state !== 'begun') return { payment, isUndoable: false };
    const { open, there, view } = await look(deps, payment);
    const metrics = isPaidOrder(payment, view) ? deps.metrics : null;
    const next = await countRefusal(metrics, () => takeStep(deps, payment, view, called)).catch((error: unknown) => {
      if (error instanceof Refusal) return giveUp(deps, payment, view, error);
      throw error;
    });
    const { step } = next;
    const call = next.refund?.id ?? step;
    if (step === 'wait' || round === mostRounds || called.has(call)) {
      const failure = firstFailure(called);
      if (failure !== null) throw failure;
      return next;
    }
    if (step !== 'again') log.info({ payment: payment.id, step }, 'A payment goes on');
    if (isOurs(step)) continue;
    if (there === null || open === null) return next;
    called.set(call, null);
    await askGateway(deps, open.account, () => callGateway(open, there, next)).catch((error: unknown) => {
      if (step !== 'refund' || !(error instanceof GatewayFailed)) throw error;
      called.set(call, error);
    });
  }
}

/** Whether the guest has paid an order that is not written yet. */
function isPaidOrder({ state, table_session_id }: StoredPayment, { stage }: GatewayView): boolean {
  return state === 'begun' && table_session_id === null && (stage === 'authorised' || stage === 'captured');
}

function isOurs(step: NextStep['step']): boolean {
  return step === 'lapse' || step === 'place' || step === 'reject' || step === 'again';
}

/** Asks the gateway. The hold of a payment that nobody has made ends in time, also where the gateway is silent. */
async function look(
  deps: SettleDeps,
  payment: StoredPayment,
): Promise<{ open: OpenAccount | null; there: PaymentAtGateway | null; view: GatewayView }> {
  const { db, config, clock } = deps;
  const there = atGateway(payment);
  if (there === null) return { open: null, there, view: unseen(payment) };
  const { restaurant_id, account_id } = payment;
  try {
    const account = await transaction(db, restaurant_id, (tx) => findAccount(tx, restaurant_id, account_id));
    if (account === null) throw new GatewayFailed('The account of a payment is gone');
    const gateway = openRestaurantGateway(account, config);
    const view = await askGateway(deps, account, () => gateway.look(there));
    return { open: { gateway, account }, there, view };
  } catch (error) {
    const isOver = payment.state === 'begun' && clock() >= payment.held_until;
    if (!isOver || !(error instanceof GatewayFailed)) throw error;
    return { open: null, there, view: unseen(payment) };
  }
}

async function callGateway(
  { gateway }: OpenAccount,
  there: PaymentAtGateway,
  { step, refund }: NextStep,
): Promise<void> {
  if (step === 'close' || step === 'release') await gateway.release(there);
  if (step === 'capture') await gateway.capture(there);
  if (step === 'refund') await gateway.refund(there, { refundId: refund!.id, amount: refund!.amount_minor });
}

/** A begun payment whose page nobody was led to, or whose gateway is silent: nobody has paid it, as far as is known. */
function unseen({ currency }: StoredPayment): GatewayView {
  const nothing = minorUnits(0);
  return {
    stage: 'open',
    currency,
    authorised: nothing,
    captured: nothing,
    refunds: [],
    failedRefunds: [],
    fee: null,
    isDisputed: false,
  };
}

/** Writes what the gateway says, and does the part of the next step that is ours. */
function takeStep(
  { db, config, clock, metrics }: SettleDeps,
  { restaurant_id, id, version }: StoredPayment,
  view: GatewayView,
  called: Called,
): Promise<NextStep> {
  return transaction(db, restaurant_id, async (tx) => {
    const now = clock();
    const locked = await lockPayment(tx, restaurant_id, id);
    if (locked === null) throw new Error('A payment is gone');
    if (locked.version !== version) return { step: 'again', refund: null, isUndoable: false, payment: locked };
    if (locked.table_session_id !== null)
      return nextOfTable(tx, await takeTableStep(tx, { config, clock }, locked, view, now), { view, now, called });
    const seen = await recordView(tx, { config, clock }, locked, view);
    const order = await findSettledOrder(tx, seen);
    const payment = await noteProblem(tx, seen, order, view, now);
    const pending = await listPendingRefunds(tx, payment);
    const facts: PaymentFacts = {
      state: payment.state,
      amount: payment.amount_minor,
      currency: payment.currency,
      heldUntil: payment.held_until,
      isPlaced: payment.placed_at !== null,
      order,
      pendingRefunds: pending.reduce((sum, { amount_minor }) => minorUnits(sum + amount_minor), minorUnits(0)),
      changeRefunds: await sumChangeRefunds(tx, payment),
    };
    const step = decideStep(facts, view, now);
    const isUndoable =
      order !== null && order.status !== 'New' && now.getTime() - order.statusChangedAt.getTime() < undoMs;
    const next = { step, refund: null, isUndoable };
    if (step === 'place') return { ...next, payment: await placeOrder(tx, metrics, payment, view, now) };
    if (step === 'lapse') return { ...next, payment: await lapse(tx, payment, now) };
    if (step === 'reject') {
      await rejectUnaccepted(tx, { config, clock }, restaurant_id, payment.order_id);
      return { ...next, payment };
    }
    const reason = order === null || order.status === 'Cancelled' ? notCooked : orderChanged;
    const terms = { amount: minorUnits(refundDue(facts, view)), reason };
    const ask = () => refundByProduct(tx, payment, terms, now);
    return withRefund(tx, { ...next, payment }, pending, { view, now, called }, ask);
  });
}

/** The order of a payment; a cancelled one is locked, so that nobody undoes that while its money is asked back. */
async function findSettledOrder(tx: Tx, { restaurant_id, order_id }: StoredPayment) {
  const order = await findProgress(tx, restaurant_id, order_id);
  if (order?.status !== 'Cancelled') return order;
  await lockOrder(tx, restaurant_id, order_id);
  return findProgress(tx, restaurant_id, order_id);
}

/** The refund that goes with the step: one that the product asks for now, or the first pending one that the gateway was not called for. */
async function withRefund(
  tx: Tx,
  next: NextStep,
  pending: readonly Refund[],
  { view, now, called }: { view: GatewayView; now: Date; called: Called },
  ask: () => Promise<Refund>,
): Promise<NextStep> {
  const isTaken = view.stage === 'captured';
  const tooMuch = isTaken ? pending.find(({ amount_minor }) => amount_minor > left(view)) : undefined;
  // Somebody has refunded at the gateway meanwhile, which would refuse it for ever: the rest is asked for anew.
  if (tooMuch !== undefined) {
    await dropRefund(tx, next.payment, tooMuch, now);
    return { ...next, step: 'again' };
  }
  const waiting = isTaken ? pending.find(({ id }) => !called.has(id)) : undefined;
  const step = next.step === 'refund' && firstFailure(called) !== null ? 'wait' : next.step;
  const refund = step === 'refund' ? await ask() : step === 'wait' ? waiting : undefined;
  if (refund === undefined) return { ...next, step };
  // The gateway may take it on, and say later whether it was made.
  const { restaurant_id, id } = next.payment;
  await enqueueLooksAfterRefund(tx, restaurant_id, id, { refundId: refund.id, now });
  return { ...next, step: 'refund', refund };
}

async function nextOfTable(
  tx: Tx,
  { step, payment, isUndoable }: Awaited<ReturnType<typeof takeTableStep>>,
  terms: Parameters<typeof withRefund>[3],
): Promise<NextStep> {
  const next: NextStep = { step: step.step, payment, refund: null, isUndoable };
  const pending = await listPendingRefunds(tx, payment);
  return withRefund(tx, next, pending, terms, () => {
    if (step.step !== 'refund') throw new Error('A step without a refund asks for none');
    const { orderId, amount, returned } = step.share;
    const refund = { amount: subtractMoney(amount, returned), reason: notCooked };
    return refundByProduct(tx, payment, refund, terms.now, orderId);
  });
}

/** The order cannot be placed any more: its portions are given back, and its money with the next step. */
function giveUp(
  { db, config, clock, log }: SettleDeps,
  { restaurant_id, id }: StoredPayment,
  view: GatewayView,
  why: Refusal,
): Promise<NextStep> {
  log.warn({ payment: id, code: why.code }, 'A paid order cannot be placed; the money goes back');
  return transaction(db, restaurant_id, async (tx) => {
    const now = clock();
    const locked = await lockPayment(tx, restaurant_id, id);
    if (locked === null) throw new Error('A payment is gone');
    const payment = await recordView(tx, { config, clock }, locked, view);
    const isBegun = payment.state === 'begun';
    return {
      step: 'lapse',
      refund: null,
      isUndoable: false,
      payment: isBegun ? await lapse(tx, payment, now) : payment,
    };
  });
}

async function placeOrder(
  tx: Tx,
  metrics: SettleDeps['metrics'],
  payment: StoredPayment,
  view: GatewayView,
  now: Date,
): Promise<StoredPayment> {
  // The guest was erased meanwhile.
  if (payment.entry === null) return lapse(tx, payment, now);
  const { request_key: key, request_hash: requestHash } = payment;
  const held = { order: readHeldOrder(payment.entry), stock: payment.stock_held };
  const order = await placeHeldOrder(tx, held, { key, requestHash }, now);
  // The key of the basket has an order already, which was not paid here.
  if (order.id !== payment.order_id) return lapse(tx, payment, now);
  tx.onCommit(() => metrics?.orderPlaced(order.mode, null));
  const state = view.stage === 'captured' ? 'captured' : 'authorised';
  return changePayment(tx, payment, { state, entry: null, placed_at: now });
}

async function lapse(tx: Tx, payment: StoredPayment, now: Date): Promise<StoredPayment> {
  // The key is free again, so that the same basket can be paid anew.
  const lapsed = await changePayment(tx, payment, { state: 'lapsed', entry: null, request_key: null });
  const { restaurant_id: restaurantId, outlet_id: outletId, order_id: orderId, stock_held: stock } = payment;
  await endHold(tx, { restaurantId, outletId, orderId }, stock, now);
  return lapsed;
}

async function refundByProduct(
  tx: Tx,
  payment: StoredPayment,
  { amount, reason }: { amount: MinorUnits; reason: string },
  now: Date,
  orderId: OrderId | null = null,
): Promise<Refund> {
  return tx
    .insertInto('payment_refunds')
    .values({
      restaurant_id: payment.restaurant_id,
      id: newId<Refund['id']>(),
      payment_id: payment.id,
      amount_minor: amount,
      reason,
      asked_by: null,
      asked_by_name: 'Order Manager',
      request_key: null,
      asked_at: now,
      done_at: null,
      order_id: orderId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function sumChangeRefunds(tx: Tx, { restaurant_id, id }: StoredPayment): Promise<MinorUnits> {
  const { sum } = await tx
    .selectFrom('payment_refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_minor'), eb.lit(0)).as('sum'))
    .where('restaurant_id', '=', restaurant_id)
    .where('payment_id', '=', id)
    .where('reason', '=', orderChanged)
    .where('asked_by', 'is', null)
    .executeTakeFirstOrThrow();
  return minorUnits(Number(sum));
}

/** Money that was taken and not given back. */
function left(view: GatewayView): number {
  return view.captured - refundedOf(view);
}

/** Deletes a refund that cannot be made. The audit log, which says who asked for it, says that too. */
async function dropRefund(tx: Tx, payment: StoredPayment, refund: Refund, now: Date): Promise<void> {
  const { restaurant_id, id, asked_by, amount_minor, reason, order_id } = refund;
  await tx.deleteFrom('payment_refunds').where('restaurant_id', '=', restaurant_id).where('id', '=', id).execute();
  if (asked_by === null) return;
  const details = { amount: formatMoney(amount_minor, payment.currency as Currency, 'en'), ...auditedReason(reason) };
  const action = { action: 'payment.refund_dropped', subject: order_id ?? payment.order_id, details } as const;
  await appendAuditEntry(tx, restaurant_id, { actor: productActor, requestId: 'outbox', at: now }, action);
}
