/** Finds what a payment of a table needs next, from our rows of it, its orders, and what the gateway says. Pure. */
import type { PaymentState } from '#contract/base/enumerations.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import type { GatewayView } from '../../gateway.ts';
import { graceMs, isAgreed, isRefundGivenUp, type Step } from '../decide-step.ts';

/** The share of an order in a payment. */
export interface TableShare {
  orderId: OrderId;
  amount: MinorUnits;
  /** Money that went back, or that the gateway was asked to give back. */
  returned: MinorUnits;
  /** `undoable`: somebody has cancelled it just now, and may still undo that. */
  order: 'stands' | 'undoable' | 'cancelled';
}

interface TablePaymentFacts {
  state: PaymentState;
  amount: MinorUnits;
  currency: string;
  heldUntil: Date;
  shares: readonly TableShare[];
}

/** `place` means that the lines are paid. `refund` is of one order. */
export type TableStep = { step: Exclude<Step, 'reject' | 'refund'> } | { step: 'refund'; share: TableShare };

/**
 * The guests eat already, or wait for dishes that the kitchen knows, so the money is taken at once. The share of a cancelled order
 * goes back.
 */
export function decideTableStep(payment: TablePaymentFacts, view: GatewayView, now: Date): TableStep {
  const { state, heldUntil, shares } = payment;
  const { stage } = view;
  const isCancelled = shares.every(({ order }) => order === 'cancelled');
  if (state === 'begun') {
    if (stage === 'closed') return { step: 'lapse' };
    if (stage === 'open') return { step: now >= heldUntil ? 'lapse' : 'wait' };
    const isInTime = now.getTime() < heldUntil.getTime() + graceMs;
    return { step: isInTime && !isCancelled && isAgreed(payment, view) ? 'place' : 'lapse' };
  }
  const isOver = state === 'lapsed' || state === 'released';
  if (stage === 'open') return { step: isOver ? 'close' : 'wait' };
  if (stage === 'authorised') {
    if (isOver || isCancelled) return { step: 'release' };
    return { step: shares.some(({ order }) => order === 'stands') ? 'capture' : 'wait' };
  }
  if (stage === 'closed' || isRefundGivenUp(view)) return { step: 'wait' };
  const due = shares.find(({ order, amount, returned }) => (isOver || order === 'cancelled') && amount - returned > 0);
  return due === undefined ? { step: 'wait' } : { step: 'refund', share: due };
}
