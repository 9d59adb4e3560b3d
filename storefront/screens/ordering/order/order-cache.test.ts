import { expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { cachedOrder, cacheOrder } from './order-cache.ts';

const named = (id: string) => ({ _id: id as OrderId }) as Order;

test('an order is kept for the sign-in that it was seen with', () => {
  const order = named('a');
  cacheOrder(order, 'of one guest');
  expect(cachedOrder(order._id, 'of one guest')).toBe(order);
  expect(cachedOrder(order._id, 'of another guest')).toBeNull();
  expect(cachedOrder(order._id, undefined)).toBeNull();
  expect(cachedOrder('b' as OrderId, 'of one guest')).toBeNull();
});

test('an order that comes without a sign-in is not kept', () => {
  const order = named('c');
  cacheOrder(order, undefined);
  expect(cachedOrder(order._id, undefined)).toBeNull();
});
