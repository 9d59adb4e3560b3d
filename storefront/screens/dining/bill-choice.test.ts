import { expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { keysOf, linesOf, sumOf } from './bill-choice.ts';

const line = (lineNumber: number, amount: number, state: 'open' | 'paying' | 'paid', isYours = false) => ({
  lineNumber,
  name: 'Water',
  nameTranslations: {},
  quantity: 1,
  guestName: '',
  isYours,
  amount,
  state,
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
  expect([...keysOf(bill)]).toEqual(['a 1', 'a 2', 'b 1']);
  expect([...keysOf(bill, 'own')]).toEqual(['a 1', 'b 1']);
  expect(linesOf(bill, keysOf(bill, 'own'))).toEqual([
    { orderId: 'a', lineNumber: 1 },
    { orderId: 'b', lineNumber: 1 },
  ]);
});

test('the sum of the chosen lines is exact', () => {
  expect(sumOf(bill, keysOf(bill), 'AED')).toBe(100);
  expect(sumOf(bill, new Set(), 'AED')).toBe(0);
});
