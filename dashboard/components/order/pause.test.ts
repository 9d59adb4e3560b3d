import { expect, test } from 'vitest';
import type { OrderingMode } from '#contract/outlets/outlets.ts';
import { pauseOf, resumeTime, timeLeft } from './pause.ts';

const now = new Date('2026-11-20T10:18:00Z');
const modeWith = (acceptsOrders: boolean, pausedUntil: string | null) => ({
  modes: [{ mode: 'pickup', acceptsOrders, pausedUntil } as OrderingMode],
});

test.each([
  { accepts: true, until: null, pause: { kind: 'open' } },
  { accepts: false, until: null, pause: { kind: 'off' } },
  {
    accepts: true,
    until: '2026-11-20T10:18:00.001Z',
    pause: { kind: 'until', until: new Date('2026-11-20T10:18:00.001Z') },
  },
  { accepts: true, until: '2026-11-20T10:18:00Z', pause: { kind: 'open' } },
])('a mode that is on: $accepts, paused until $until', ({ accepts, until, pause }) => {
  expect(pauseOf(modeWith(accepts, until), 'pickup', now)).toEqual(pause);
});

test.each([
  { until: '2026-11-20T10:18:01Z', left: 'in 1 min' },
  { until: '2026-11-20T10:30:00Z', left: 'in 12 min' },
  { until: '2026-11-20T11:18:00Z', left: 'in 1 h' },
  { until: '2026-11-20T12:20:30Z', left: 'in 2 h 3 min' },
  { until: '2026-11-23T10:18:00Z', left: 'in 3 days' },
])('until $until is $left', ({ until, left }) => {
  expect(timeLeft(new Date(until), now)).toBe(left);
});

test('a pause that ends on another day names it', () => {
  expect(resumeTime(new Date('2026-11-20T10:30:00Z'), 'UTC', now)).toMatch(/^10:30/);
  expect(resumeTime(new Date('2026-11-21T06:00:00Z'), 'UTC', now)).toMatch(/^Saturday 06:00/);
});
