import type { Order } from '#contract/ordering/orders.ts';
import { words } from '../../words/words.ts';

/** 'Table 12, Terrace' of an order at a table; null of any other. */
export function tableOf({ tableName, tableArea }: Pick<Order, 'tableName' | 'tableArea'>): string | null {
  if (tableName === null) return null;
  const called = words.dining.call(tableName);
  return tableArea === null ? called : `${called}, ${tableArea}`;
}

/** How an order leaves, or at which table it is served. */
export function placeOf(order: Pick<Order, 'deliveryMode' | 'tableName' | 'tableArea'>): string {
  return tableOf(order) ?? words.mode[order.deliveryMode];
}
