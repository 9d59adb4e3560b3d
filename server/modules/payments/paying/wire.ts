import { type Currency, minorUnits, toMajor } from '#contract/base/money.ts';
import type { GuestPayment, OrderPayment } from '#contract/payments/payments.ts';
import { referenceOf } from './reference.ts';
import { isOfFormerServer, type listMovements, type StoredPayment, type Refund } from './queries.ts';

/** `order` is null while it is not placed. */
export function guestPaymentForWire(
  secret: string,
  payment: StoredPayment,
  order: { name: string } | null,
): GuestPayment {
  const { id, state, url, held_until, order_id: orderId } = payment;
  return {
    _id: id,
    reference: referenceOf(secret, id),
    state,
    isAtTable: payment.table_session_id !== null,
    amount: toMajor(payment.amount_minor, payment.currency as Currency),
    refunded: toMajor(payment.refunded_minor, payment.currency as Currency),
    url: state === 'begun' ? url : null,
    heldUntil: held_until.toISOString(),
    orderId: order && orderId,
    orderName: order && order.name,
  };
}

/** Guests are not told the names of the staff, reasons that were written for colleagues, nor what the gateway keeps. */
export function orderPaymentForWire(
  payment: StoredPayment,
  parts: { movements: Awaited<ReturnType<typeof listMovements>>; pending: readonly Refund[]; isConnected: boolean },
  isGuest: boolean,
): OrderPayment {
  const currency = payment.currency as Currency;
  const major = (amount: number) => toMajor(minorUnits(amount), currency);
  return {
    _id: payment.id,
    gateway: payment.gateway,
    isTest: payment.is_test,
    state: payment.state,
    amount: major(payment.amount_minor),
    captured: major(payment.captured_minor),
    refunded: major(payment.refunded_minor),
    pendingRefund: major(parts.pending.reduce((sum, { amount_minor }) => sum + amount_minor, 0)),
    canRefund: parts.isConnected && payment.state === 'captured' && !isOfFormerServer(payment),
    isOfFormerServer: isOfFormerServer(payment),
    currency,
    problem: isGuest ? null : payment.problem,
    movements: parts.movements
      .filter(({ kind }) => !isGuest || kind !== 'fee')
      .map(({ kind, amount_minor, at, by, reason }) => ({
        kind,
        amount: major(amount_minor),
        at: at.toISOString(),
        by: isGuest ? null : by,
        reason: isGuest ? null : reason,
        isShared: kind === 'refunded' && by === null && payment.table_session_id !== null,
      })),
  };
}
