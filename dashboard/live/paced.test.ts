import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paced } from './paced.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first call runs at once, and those of a rush together after the pause', () => {
  let runs = 0;
  const refresh = paced(() => (runs += 1), 1000);
  refresh();
  expect(runs).toBe(1);
  for (let call = 0; call < 16; call++) refresh();
  expect(runs).toBe(1);
  vi.advanceTimersByTime(1000);
  expect(runs).toBe(2);
});

test('without a call during the pause nothing runs, and the next call runs at once again', () => {
  let runs = 0;
  const refresh = paced(() => (runs += 1), 1000);
  refresh();
  vi.advanceTimersByTime(5000);
  expect(runs).toBe(1);
  refresh();
  expect(runs).toBe(2);
});

test('a rush that goes on runs once for every pause', () => {
  let runs = 0;
  const refresh = paced(() => (runs += 1), 1000);
  for (let tenth = 0; tenth < 30; tenth++) {
    refresh();
    vi.advanceTimersByTime(100);
  }
  expect(runs).toBe(4);
});
