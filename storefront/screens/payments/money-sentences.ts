/** Sentences for guests about the money of an order that is paid online. Pure. */
import type { Order } from '#contract/ordering/orders.ts';
import type { PaidAmounts } from '#contract/payments/money-moves.ts';
import type { Words } from '../../words/words.ts';

/** `price` writes an amount in major units. */
export function moneySentences(
  { state, amount, captured, refunded, pendingRefund, isOfFormerServer }: PaidAmounts,
  status: Order['status'],
  { money }: Pick<Words, 'money'>,
  price: (major: number) => string,
): string[] {
  if (state === 'captured') {
    return [
      money.charged(price(captured)),
      ...(refunded > 0 ? [money.refunded(price(refunded))] : []),
      ...(pendingRefund > 0 ? [money.refunding(price(pendingRefund))] : []),
    ];
  }
  if (state === 'released') return [money.released(price(amount))];
  if (state !== 'authorised') return [money.notCharged];
  // Only the former server, and the gateway, know how it goes on.
  if (isOfFormerServer) return [];
  if (status === 'Cancelled') return [money.releasing(price(amount))];
  return [status === 'New' ? money.held(price(amount)) : money.charging(price(amount))];
}
