import { expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { keyOf, keysOf, linesOf, sumOf } from './bill-choice.ts';

const line = (lineNumber: number, amount: number, state: 'open' | 'paying' | 'paid', isYours = false) => ({
  lineNumber,
  name: 'Water',
  nameTranslations: {},
  quantity: 1,
  guestName: '',
  isYours,
  amount,
  state,
  portions: [{ amount, state }],
});
const order = (id: string, lines: ReturnType<typeof line>[]) => ({
  _id: id as OrderId,
  orderName: id,
  status: 'New' as const,
  lines,
});
const bill = {
  orders: [
    order('a', [line(1, 0.1, 'open', true), line(2, 0.2, 'open'), line(3, 5, 'paid', true)]),
    order('b', [line(1, 0.7, 'open', true), line(2, 9, 'paying')]),
  ],
};

test('a guest pays lines that are open alone: all of them, or their own', () => {
  expect([...keysOf(bill)]).toEqual(['a 1 0', 'a 2 0', 'b 1 0']);
  expect([...keysOf(bill, 'own')]).toEqual(['a 1 0', 'b 1 0']);
  expect(linesOf(bill, keysOf(bill, 'own'))).toEqual([
    { orderId: 'a', lineNumber: 1, portions: [0] },
    { orderId: 'b', lineNumber: 1, portions: [0] },
  ]);
});

test('the sum of the chosen lines is exact', () => {
  expect(sumOf(bill, keysOf(bill), 'AED')).toBe(100);
  expect(sumOf(bill, new Set(), 'AED')).toBe(0);
});

test('guests share a line of several portions, of which somebody else may have paid one', () => {
  const bottle = {
    ...line(1, 10, 'open'),
    quantity: 3,
    portions: [
      { amount: 3.34, state: 'paid' as const },
      { amount: 3.33, state: 'open' as const },
      { amount: 3.33, state: 'open' as const },
    ],
  };
  const shared = { orders: [order('a', [bottle])] };
  expect([...keysOf(shared)]).toEqual(['a 1 1', 'a 1 2']);
  const one = new Set([keyOf('a' as OrderId, 1, 2)]);
  expect(linesOf(shared, one)).toEqual([{ orderId: 'a', lineNumber: 1, portions: [2] }]);
  expect(sumOf(shared, one, 'AED')).toBe(333);
  expect(sumOf(shared, keysOf(shared), 'AED')).toBe(666);
});
