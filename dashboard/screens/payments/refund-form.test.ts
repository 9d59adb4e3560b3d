import { expect, test } from 'vitest';
import { moneyHint, refundableOf, refundProblem, stateText } from './refund-form.ts';

const paid = { state: 'captured' as const, captured: 46.5, refunded: 0, pendingRefund: 0, currency: 'AED' };

test('money that was refunded, or is on its way back, cannot be refunded again', () => {
  expect(refundableOf(paid)).toBe(46.5);
  expect(refundableOf({ ...paid, refunded: 10.1, pendingRefund: 0.2 })).toBe(36.2);
  expect(refundableOf({ ...paid, refunded: 46.5 })).toBe(0);
  expect(refundableOf({ ...paid, captured: 1.005, refunded: 1, currency: 'KWD' })).toBe(0.005);
});

test('an amount is refused while it is typed: none, more than is left, or with too many decimals', () => {
  expect(refundProblem('36.20', 36.2, 'AED')).toBeUndefined();
  expect(refundProblem('36.21', 36.2, 'AED')).toMatch(/^At most AED\s36\.20 can be refunded\.$/);
  for (const entered of ['', '0', '-1', '1.234', 'all'])
    expect(refundProblem(entered, 36.2, 'AED')).toBe('Enter an amount such as 18.50');
  expect(refundProblem('1.234', 2, 'KWD')).toBeUndefined();
  expect(refundProblem('18.5', 100, 'JPY')).toBe('Enter an amount such as 18');
});

test('the state tells a refund in part from one of all', () => {
  expect(stateText(paid)).toBe('Paid');
  expect(stateText({ ...paid, refunded: 10 })).toBe('Refunded in part');
  expect(stateText({ ...paid, refunded: 46.5 })).toBe('Refunded');
  expect(stateText({ ...paid, state: 'authorised', captured: 0 })).toBe('Held');
});

test('held money waits for the kitchen, and goes one of two ways', () => {
  const held = { state: 'authorised' as const, gateway: 'stripe' as const, isOfFormerServer: false };
  expect(moneyHint(held, 'New')).toMatch(/when you accept/);
  expect(moneyHint(held, 'Confirmed')).toBe('The money is on its way to you.');
  expect(moneyHint(held, 'Cancelled')).toMatch(/is being released/);
  expect(moneyHint({ ...held, state: 'released' }, 'Cancelled')).toBe('The guest was charged nothing.');
  expect(moneyHint({ ...held, isOfFormerServer: true }, 'Cancelled')).toMatch(/Charge or refund it at Stripe\.$/);
  expect(moneyHint({ ...held, ...paid }, 'Completed')).toBeNull();
});
