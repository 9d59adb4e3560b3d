import type { ItemId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';

/** The dishes and options of an order, each once, a dish before its options. */
export function orderedItems({ cart }: Pick<Order, 'cart'>): { id: ItemId; name: string }[] {
  const names = new Map<ItemId, string>();
  for (const { itemId, name, options } of cart) {
    names.set(itemId, name);
    for (const option of options) names.set(option._id, option.name);
  }
  return [...names].map(([id, name]) => ({ id, name }));
}
