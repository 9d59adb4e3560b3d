import type { Order } from '#contract/ordering/orders.ts';
import type { OrderPayment } from '#contract/payments/payments.ts';
import { randomHex } from '../../api/random-hex.ts';

/** Guests at a table pay several orders with one payment: a refund is of one of them. */
interface RefundedShare {
  order: Pick<Order, '_id'>;
  payment: Pick<OrderPayment, '_id'>;
}

/** The last refund of each share that has no answer yet. */
const unanswered = new Map<string, { amount: number; key: string }>();

/** The key of a refund. A lost answer is asked for again by it, also after the dialog was closed, so that no refund is made twice. */
export function refundKey(share: RefundedShare, amount: number): string {
  const before = unanswered.get(nameOf(share));
  if (before?.amount === amount) return before.key;
  const key = randomHex(16);
  unanswered.set(nameOf(share), { amount, key });
  return key;
}

/** The next refund of the same amount is another one. */
export function forgetRefundKey(share: RefundedShare): void {
  unanswered.delete(nameOf(share));
}

function nameOf({ order, payment }: RefundedShare): string {
  return `${order._id} ${payment._id}`;
}
