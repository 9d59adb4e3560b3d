import { expect, test } from 'vitest';
import { isMoneyMoving } from './money-moves.ts';

const held = {
  state: 'authorised' as const,
  amount: 46.5,
  captured: 0,
  refunded: 0,
  pendingRefund: 0,
  isOfFormerServer: false,
};
const taken = { ...held, state: 'captured' as const, captured: 46.5 };

test('money moves after the kitchen has answered, and until it is where it belongs', () => {
  expect(isMoneyMoving(held, 'New')).toBe(false);
  expect(isMoneyMoving(held, 'Confirmed')).toBe(true);
  expect(isMoneyMoving(held, 'Cancelled')).toBe(true);
  expect(isMoneyMoving(taken, 'Confirmed')).toBe(false);
  expect(isMoneyMoving(taken, 'Cancelled')).toBe(true);
  expect(isMoneyMoving({ ...taken, refunded: 46.5 }, 'Cancelled')).toBe(false);
  expect(isMoneyMoving({ ...taken, pendingRefund: 5 }, 'Completed')).toBe(true);
  expect(isMoneyMoving({ ...held, state: 'released' }, 'Cancelled')).toBe(false);
  expect(isMoneyMoving({ ...held, isOfFormerServer: true }, 'Cancelled')).toBe(false);
});
