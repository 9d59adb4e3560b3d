import type { Order } from '#contract/ordering/orders.ts';
import type { Words } from '../../words/words.ts';
import { isOnline } from './online-method.ts';

/** How an order is paid. The money of a cancelled one is given back, so it does not read as paid. */
export function paymentText(
  { paymentMethod, status }: Pick<Order, 'paymentMethod' | 'status'>,
  words: Pick<Words, 'payments' | 'onlinePayment'>,
): string {
  return isOnline(paymentMethod) && status === 'Cancelled' ? words.onlinePayment : words.payments[paymentMethod];
}
