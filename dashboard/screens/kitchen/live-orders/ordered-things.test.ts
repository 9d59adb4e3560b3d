import { expect, test } from 'vitest';
import { anOrder } from '../../../test/order.ts';
import { orderedThings } from './ordered-things.ts';

test('dishes and options, each once, a dish before its options', () => {
  const order = anOrder();
  const twice = { ...order, cart: [...order.cart, ...order.cart] };
  expect(orderedThings(twice).map(({ name }) => name)).toEqual(['Chicken shawarma', 'Garlic sauce', 'Lentil soup']);
});
