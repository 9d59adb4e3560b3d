import { expect, test } from 'vitest';
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
