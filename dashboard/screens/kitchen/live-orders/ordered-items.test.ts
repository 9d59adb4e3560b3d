import { expect, test } from 'vitest';
import { makeOrder } from '../../../test/order.ts';
import { orderedItems } from './ordered-items.ts';

test('dishes and options, each once, a dish before its options', () => {
  const order = makeOrder();
  const twice = { ...order, cart: [...order.cart, ...order.cart] };
  expect(orderedItems(twice).map(({ name }) => name)).toEqual(['Chicken shawarma', 'Garlic sauce', 'Lentil soup']);
});
