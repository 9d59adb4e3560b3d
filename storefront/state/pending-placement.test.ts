import { expect, test } from 'vitest';
import { minorUnits } from '#contract/base/money.ts';
import { confirmPlacement, rememberPlacement, takePlacement } from './pending-placement.ts';

const basket = { idempotencyKey: 'a', total: minorUnits(4700) };

test('an order that led to a sign-in is placed after it, once', () => {
  rememberPlacement(basket);
  confirmPlacement();
  expect(takePlacement(basket)).toBe(true);
  expect(takePlacement(basket)).toBe(false);
});

test('nothing is placed for a guest who comes back without signing in, or with another basket or total', () => {
  confirmPlacement();
  expect(takePlacement(basket)).toBe(false);
  rememberPlacement(basket);
  expect(takePlacement(basket)).toBe(false);
  confirmPlacement();
  expect(takePlacement(basket)).toBe(false);
  for (const other of [{ idempotencyKey: 'b' }, { total: minorUnits(4800) }]) {
    rememberPlacement(basket);
    confirmPlacement();
    expect(takePlacement({ ...basket, ...other })).toBe(false);
  }
});
