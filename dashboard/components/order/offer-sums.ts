import type { Order } from '#contract/ordering/orders.ts';
import { words } from '../../words/words.ts';

const text = words.ordering.order;

/** The offers that were taken off the dishes of an order, each as a line of its sums (decision 78). */
export function offerSums({ offers }: Pick<Order, 'offers'>): { label: string; amount: number }[] {
  return offers.filter(({ off }) => off === 'basket').map(({ name, amount }) => ({ label: name, amount: -amount }));
}

/** The words for the delivery fee, with the offer that took it off. */
export function deliveryFeeLabel({ offers }: Pick<Order, 'offers'>): string {
  const offer = offers.find(({ off }) => off === 'delivery');
  return offer === undefined ? text.deliveryFee : text.deliveryFeeOff({ offer: offer.name });
}
