/** Finds what a payment needs next, from our row of it, its order, and what the gateway says. Pure. */
import type { PaymentState } from '#contract/base/enumerations.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import { MINUTE } from '#contract/base/time.ts';
import { type OrderStatus, undoMs } from '#contract/ordering/order-status.ts';
import type { GatewayView } from '../gateway.ts';

export interface PaymentFacts {
  state: PaymentState;
  amount: MinorUnits;
  currency: string;
  heldUntil: Date;
  /** Whether an order came of it. One that is gone was there: its restaurant is being erased. */
  isPlaced: boolean;
  /** `total` is what the order costs by now: changes may have made it cheaper. */
  order: { status: OrderStatus; statusChangedAt: Date; total: MinorUnits } | null;
  /** Money that was asked back, without the refunds that the gateway has made. */
  pendingRefunds: MinorUnits;
  /** Refunds that were asked for because the order was changed, made or not. */
  changeRefunds: MinorUnits;
}

/**
 * `place`: the money is held, so the order is written. `lapse`: the portions are given back. `reject`: the money of an order that
 * nobody has accepted is gone. `refund`: what is due back (`refundDue`). `close`: the gateway's page, so that nobody can pay any more.
 * `capture` and `release` are calls to the gateway as well.
 */
export type Step = 'wait' | 'place' | 'lapse' | 'reject' | 'close' | 'capture' | 'release' | 'refund';

/** Refunds of a payment that fail before the product makes no other by itself: the bank takes none, and people find another way. */
const mostFailedRefunds = 3;

/** Milliseconds after the hold in which money that is found still becomes an order: nobody cooks what was paid for hours ago. */
export const graceMs = 10 * MINUTE;

export function decideStep(payment: PaymentFacts, view: GatewayView, now: Date): Step {
  const { state, order, heldUntil, isPlaced } = payment;
  const isMoney = view.stage === 'authorised' || view.stage === 'captured';
  if (state === 'begun') {
    const isInTime = now.getTime() < heldUntil.getTime() + graceMs;
    if (isMoney) return isInTime && isAgreed(payment, view) ? 'place' : 'lapse';
    return view.stage === 'closed' || now >= heldUntil ? 'lapse' : 'wait';
  }
  if (order === null) return isPlaced ? 'wait' : returning(payment, view);
  if (order.status === 'New' && view.stage === 'closed') return 'reject';
  if (now.getTime() - order.statusChangedAt.getTime() < undoMs || order.status === 'New') return 'wait';
  if (order.status === 'Cancelled') return returning(payment, view);
  if (view.stage === 'authorised') return 'capture';
  return isRefundDue(payment, view) ? 'refund' : 'wait';
}

function isRefundDue(payment: PaymentFacts, view: GatewayView): boolean {
  return view.stage === 'captured' && !isRefundGivenUp(view) && refundDue(payment, view) > 0;
}

/** Whether so many refunds have failed that the product makes no other by itself. */
export function isRefundGivenUp({ failedRefunds }: Pick<GatewayView, 'failedRefunds'>): boolean {
  return failedRefunds.length >= mostFailedRefunds;
}

/** Money to give back: for an order that nobody cooks all that is left, for one that was changed the amount that it became cheaper by. */
export function refundDue({ order, amount, pendingRefunds, changeRefunds }: PaymentFacts, view: GatewayView): number {
  const left = view.captured - refundedOf(view) - pendingRefunds;
  if (order === null || order.status === 'Cancelled') return left;
  return Math.max(0, Math.min(left, amount - order.total - changeRefunds));
}

/** Money that nobody cooks for goes back. */
function returning(payment: PaymentFacts, view: GatewayView): Step {
  if (view.stage === 'open') return 'close';
  if (view.stage === 'authorised') return 'release';
  return isRefundDue(payment, view) ? 'refund' : 'wait';
}

/** Whether the gateway moves what the guest was shown: an order is never cooked for another amount. */
export function isAgreed({ amount, currency }: Pick<PaymentFacts, 'amount' | 'currency'>, view: GatewayView): boolean {
  return view.currency === currency && view.authorised === amount;
}

export function refundedOf({ refunds }: Pick<GatewayView, 'refunds'>): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}
