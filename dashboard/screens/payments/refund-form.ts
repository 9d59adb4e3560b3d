/** A refund as its form has it, and what is sent of it. Pure functions. */
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import { type Currency, fromMajor, minorUnits, toMajor } from '#contract/base/money.ts';
import type { OrderPayment } from '#contract/payments/payments.ts';
import { amountExample, amountText, isAmount, readAmount } from '../../components/order/amount.ts';
import { words } from '../../words/words.ts';

const text = words.payments.order;

export interface RefundForm {
  /** In major units, as typed. */
  amount: string;
  reason: string;
}

type Amounts = Pick<OrderPayment, 'state' | 'captured' | 'refunded' | 'pendingRefund' | 'currency'>;

/** Major units that can still be given back. */
export function refundableOf({ captured, refunded, pendingRefund, currency }: Omit<Amounts, 'state'>): number {
  const known = currency as Currency;
  const minor = (major: number) => fromMajor(major, known);
  return toMajor(minorUnits(Math.max(0, minor(captured) - minor(refunded) - minor(pendingRefund))), known);
}

/** The sentence at the amount; undefined for one that can be given back. */
export function refundProblem(entered: string, left: number, currency: string): string | undefined {
  if (!isAmount(entered, currency) || readAmount(entered, currency) === 0)
    return text.amountWrong({ example: amountExample(currency) });
  if (readAmount(entered, currency) > left) return text.tooMuch({ left: amountText(left, currency) });
  return undefined;
}

/** How the money of an order stands, in a word or two. */
export function stateText({ state, captured, refunded }: Amounts): string {
  if (state === 'captured' && refunded > 0)
    return refunded < captured ? text.states.partlyRefunded : text.states.refunded;
  return text.states[state];
}

/** The next movement of the money, or why there is none; null where the state says all. */
export function moneyHint(
  { state, gateway, isOfFormerServer }: Pick<OrderPayment, 'state' | 'gateway' | 'isOfFormerServer'>,
  status: OrderStatus,
): string | null {
  if (state === 'released') return text.hints.released;
  if (state !== 'authorised') return null;
  if (isOfFormerServer) return text.hints.former({ gateway: words.payments.gateways[gateway] });
  if (status === 'Cancelled') return text.hints.releasing;
  return status === 'New' ? text.hints.held : text.hints.capturing;
}
