import type { Order } from '#contract/ordering/orders.ts';
import { words } from '../../words/words.ts';

/** 'Table 12'; a name without a number in front stands by itself: 'Bar 3'. */
export function tableLabel(name: string): string {
  return /^\d/.test(name) ? words.dining.tableNumber({ name }) : name;
}

/** 'Table 12, Terrace' of an order at a table; null of any other. */
export function tableOf({ tableName, tableArea }: Pick<Order, 'tableName' | 'tableArea'>): string | null {
  if (tableName === null) return null;
  const called = tableLabel(tableName);
  return tableArea === null ? called : words.general.list.pair({ first: called, second: tableArea });
}

/** How an order leaves, or at which table it is served. */
export function placeOf(order: Pick<Order, 'deliveryMode' | 'tableName' | 'tableArea'>): string {
  return tableOf(order) ?? words.ordering.mode[order.deliveryMode];
}
