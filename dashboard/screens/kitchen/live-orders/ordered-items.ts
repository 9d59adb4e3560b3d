import type { ItemId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { readName } from '../../../components/order/read-name.ts';

/** The dishes and options of an order, each once, a dish before its options. */
export function orderedItems({ cart }: Pick<Order, 'cart'>): { id: ItemId; name: string }[] {
  const names = new Map<ItemId, string>();
  for (const line of cart) {
    names.set(line.itemId, readName(line));
    for (const option of line.options) names.set(option._id, readName(option));
  }
  return [...names].map(([id, name]) => ({ id, name }));
}
