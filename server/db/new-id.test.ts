import { afterEach, expect, test, vi } from 'vitest';
import { isId, type OrderId } from '#contract/base/ids.ts';
import { newId } from './new-id.ts';

afterEach(() => vi.useRealTimers());

test('an id is a UUIDv7 of the present time', () => {
  const before = Date.now();
  const id = newId<OrderId>();
  expect(isId(id)).toBe(true);
  expect(id[14]).toBe('7');
  const madeAt = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
  expect(madeAt - before).toBeGreaterThanOrEqual(0);
  expect(madeAt - before).toBeLessThan(1000);
});

test('ids sort by their creation, far faster than one per millisecond and with the clock set back', () => {
  vi.useFakeTimers({ now: Date.now() + 60_000 });
  const ids = Array.from({ length: 10_000 }, () => newId());
  vi.setSystemTime(Date.now() - 3_600_000);
  ids.push(...Array.from({ length: 10_000 }, () => newId()));
  expect(ids).toEqual([...ids].sort());
  expect(new Set(ids).size).toBe(20_000);
  expect(ids.every(isId)).toBe(true);
});

test('no two ids share their random bits, also where they were taken from one pool', () => {
  const ids = Array.from({ length: 5_000 }, () => newId());
  expect(new Set(ids.map((id) => id.slice(-16))).size).toBe(5_000);
});
