import { expect, test } from 'vitest';
import { RequestBudget } from './request-budget.ts';

const now = new Date('2026-03-01T10:00:00Z');
const visitor = { kind: 'anonymous' } as const;

/** How many of so many requests get through. */
function countTaken(budget: RequestBudget, count: number, isPolled?: boolean): number {
  let taken = 0;
  for (let asked = 0; asked < count; asked++) {
    try {
      budget.take(visitor, '192.0.2.7', now, isPolled);
      taken++;
    } catch {
      // Counted by not being counted.
    }
  }
  return taken;
}

test('what screens poll takes nothing from what their guests do', () => {
  const budget = new RequestBudget();
  expect(countTaken(budget, 7000, true)).toBe(6000);
  expect(countTaken(budget, 700)).toBe(600);
  expect(() => budget.take(visitor, '192.0.2.8', now, true)).not.toThrow();
  expect(() => budget.take(visitor, '192.0.2.7', new Date(now.getTime() + 60_000), true)).not.toThrow();
});
