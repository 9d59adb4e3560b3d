import type { OrderId } from '#contract/base/ids.ts';
import type { GuestPayment } from '#contract/payments/payments.ts';
import { clearAfterOrder } from '../../basket/after-order.ts';
import { newKey, type StoredBasket } from '../../basket/stored-basket.ts';

/** The order of a payment whose money is held or taken; null while, or because, there is none. */
export function placedOrderOf({ state, orderId }: Pick<GuestPayment, 'state' | 'orderId'>): OrderId | null {
  return state === 'authorised' || state === 'captured' ? orderId : null;
}

/** Whether nothing was charged, and nothing will be. */
export function isOver({ state }: Pick<GuestPayment, 'state'>): boolean {
  return state === 'released' || state === 'lapsed';
}

/** The basket once the payment that was begun for it has an outcome. Any other basket stays as it is. */
export function afterPayment(basket: StoredBasket, payment: GuestPayment): StoredBasket {
  if (basket.paymentReference !== payment.reference) return basket;
  const orderId = placedOrderOf(payment);
  if (orderId !== null) return clearAfterOrder(basket, orderId, basket.sentLines);
  if (!isOver(payment)) return basket;
  // An order came of the key and was cancelled, so the next order needs another one.
  const key = payment.orderId === null ? basket.idempotencyKey : newKey();
  return { ...basket, paymentReference: '', isInDoubt: false, idempotencyKey: key, sentLines: null };
}
