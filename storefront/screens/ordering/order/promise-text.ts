import type { Order } from '#contract/ordering/orders.ts';
import { isFinal, isOrderStatus } from '#contract/ordering/order-status.ts';
import { guestPromise } from '#contract/ordering/ready-by.ts';
import type { Language } from '#contract/base/enumerations.ts';
import { slotPhrase } from '../../../language/slot-text.ts';
import { timeText } from '../../../language/times.ts';
import type { Words } from '../../../words/words.ts';

type PromisedOrder = Pick<
  Order,
  'status' | 'deliveryMode' | 'orderDate' | 'promisedAt' | 'preparationTime' | 'travelTime' | 'outlet'
>;

/** When the guest has the order, said alike on every screen; null once they have it, or can fetch it. */
export function promiseText(order: PromisedOrder, now: Date, words: Words, language: Language): string | null {
  const { status, deliveryMode, outlet } = order;
  if (isOrderStatus(status) && isFinal(status)) return null;
  // A later time would let it grow cold.
  if (status === 'Ready' && deliveryMode !== 'delivery') return null;
  const promise = guestPromise(order);
  if (promise.kind === 'estimate') return words.afterAcceptance(promise.minutes);
  if (promise.kind === 'slot') return words.forSlot(slotPhrase(promise.at, now, outlet.timeZone, words, language));
  const texts = { delivery: words.withYouBy, pickup: words.readyBy, 'dine-in': words.onTableBy };
  return texts[deliveryMode](timeText(promise.at, outlet.timeZone));
}
