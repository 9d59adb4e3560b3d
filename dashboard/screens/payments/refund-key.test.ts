import { expect, test } from 'vitest';
import { forgetRefundKey, refundKey } from './refund-key.ts';

const share = (order: string, payment: string) => ({
  order: { _id: order as never },
  payment: { _id: payment as never },
});

test('a refund without an answer keeps its key until it is answered or another amount is asked for', () => {
  const key = refundKey(share('order 1', 'payment 1'), 10);
  expect(refundKey(share('order 1', 'payment 1'), 10)).toBe(key);
  forgetRefundKey(share('order 1', 'payment 1'));
  const next = refundKey(share('order 1', 'payment 1'), 10);
  expect(next).not.toBe(key);
  expect(refundKey(share('order 1', 'payment 1'), 5)).not.toBe(next);
});

test('two orders that one guest at a table has paid have refunds of their own', () => {
  const first = refundKey(share('order 2', 'payment 2'), 10);
  const second = refundKey(share('order 3', 'payment 2'), 10);
  expect(second).not.toBe(first);
  forgetRefundKey(share('order 3', 'payment 2'));
  expect(refundKey(share('order 2', 'payment 2'), 10)).toBe(first);
});
