import { expect, test } from 'vitest';
import type { CustomerId, RestaurantId, UserId } from '#contract/base/ids.ts';
import type { Caller } from './caller.ts';
import { RequestBudget } from './request-budget.ts';

const now = new Date('2026-03-01T10:00:00Z');
const visitor = { kind: 'anonymous' } as const;

/** Counts how many of `count` requests are admitted. */
function countTaken(budget: RequestBudget, count: number, isPolled?: boolean): number {
  let taken = 0;
  for (let asked = 0; asked < count; asked++) {
    try {
      budget.take(visitor, '192.0.2.7', now, isPolled);
      taken++;
    } catch {
      // A refused request is not counted.
    }
  }
  return taken;
}

test("polling leaves the budget of a guest's own actions unchanged", () => {
  const budget = new RequestBudget();
  expect(countTaken(budget, 7000, true)).toBe(6000);
  expect(countTaken(budget, 700)).toBe(600);
  expect(() => budget.take(visitor, '192.0.2.8', now, true)).not.toThrow();
  expect(() => budget.take(visitor, '192.0.2.7', new Date(now.getTime() + 60_000), true)).not.toThrow();
});

const staff = (token: string): Caller => ({
  kind: 'staff',
  restaurantId: 'r' as RestaurantId,
  userId: 'u' as UserId,
  name: 'Sara',
  outletIds: null,
  isShared: false,
  isLocked: false,
  isSupportAccess: false,
  isClosed: false,
  tokenHash: Buffer.from(token),
});
const guest = (name: string): Caller => ({
  kind: 'customer',
  restaurantId: 'r' as RestaurantId,
  customerId: name as CustomerId,
  tokenHash: Buffer.from(name),
  isWithoutPhone: false,
  isClosed: false,
});

function countAll(budget: RequestBudget, callers: readonly Caller[], each: number): number {
  let taken = 0;
  for (const caller of callers) {
    for (let asked = 0; asked < each; asked++) {
      try {
        budget.take(caller, '192.0.2.7', now);
        taken++;
      } catch {
        // Counted as refused by what is missing.
      }
    }
  }
  return taken;
}

test('a person has one budget, whatever the number of their tokens', () => {
  const tokens = Array.from({ length: 10 }, (_, number) => staff(`token ${number}`));
  expect(countAll(new RequestBudget(), tokens.slice(0, 1), 400)).toBe(300);
  expect(countAll(new RequestBudget(), tokens, 200)).toBe(1_200);
});

test('guests with tokens of their own share the budget of a crowd at one address', () => {
  const guests = Array.from({ length: 40 }, (_, number) => guest(`guest ${number}`));
  const budget = new RequestBudget();
  expect(countAll(budget, guests, 200)).toBe(6_000);
  expect(() => budget.take(guest('guest 40'), '192.0.2.8', now)).not.toThrow();
});
