import { expect, test } from 'vitest';
import { trialState } from './trial-state.ts';

const endsAt = '2026-04-01T09:00:00.000Z';

test.each([
  ['2026-03-02T09:00:00Z', false, 30],
  ['2026-03-02T09:00:01Z', false, 30],
  ['2026-03-31T09:00:00Z', false, 1],
  ['2026-04-01T08:59:59Z', false, 1],
  ['2026-04-01T09:00:00Z', true, 0],
  ['2027-01-01T00:00:00Z', true, 0],
])('at %s', (now, isOver, daysLeft) => {
  expect(trialState(endsAt, new Date(now))).toEqual({ isOver, daysLeft });
});
