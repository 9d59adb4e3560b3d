import type { StoredOrder } from './queries.ts';

/** The name of an order that people say, unique within the restaurant: '5', or 'M-5' where several outlets have numbers of their own. */
export function orderName(order: Pick<StoredOrder, 'order_number' | 'order_prefix'>): string {
  const { order_number: number, order_prefix: prefix } = order;
  return prefix === '' ? String(number) : `${prefix}-${number}`;
}
