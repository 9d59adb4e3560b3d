import { expect, test } from 'vitest';
import { orderAge } from './order-age.ts';

const at = (time: string) => new Date(`2026-01-01T${time}Z`);
const isNew = {
  status: 'New',
  createdAt: '2026-01-01T12:00:00.000Z',
  firesAt: null,
  firedAt: null,
  promisedAt: null,
} as const;

test.each([
  ['12:00:00', 0, 'fresh'],
  ['12:04:59.999', 4, 'fresh'],
  ['12:05:00', 5, 'waiting'],
  ['12:09:59.999', 9, 'waiting'],
  ['12:10:00', 10, 'late'],
  ['14:00:00', 120, 'late'],
] as const)('a New order at %s', (time, minutes, state) => {
  expect(orderAge(isNew, at(time))).toEqual({ minutes, state });
});

test('a clock that is behind shows no negative minutes', () => {
  expect(orderAge(isNew, at('11:58:00'))).toEqual({ minutes: 0, state: 'fresh' });
});

test.each([
  ['Confirmed', '12:20:00', 'fresh'],
  ['Confirmed', '12:20:01', 'late'],
  ['Ready', '12:40:00', 'fresh'],
  ['Completed', '12:40:00', 'fresh'],
  ['Cancelled', '12:40:00', 'fresh'],
] as const)('a promise of 12:20, %s at %s', (status, time, state) => {
  expect(orderAge({ ...isNew, status, promisedAt: '2026-01-01T12:20:00.000Z' }, at(time)).state).toBe(state);
});

test('an order in the kitchen without a promise is never late', () => {
  expect(orderAge({ ...isNew, status: 'Confirmed' }, at('23:00:00')).state).toBe('fresh');
});

test('a scheduled order does not age before it fires', () => {
  const later = { ...isNew, createdAt: '2026-01-01T08:00:00.000Z', firesAt: '2026-01-01T12:00:00.000Z' };
  expect(orderAge(later, at('11:30:00'))).toEqual({ minutes: 0, state: 'fresh' });
  expect(orderAge({ ...later, firedAt: '2026-01-01T12:01:00.000Z' }, at('12:06:30'))).toEqual({
    minutes: 5,
    state: 'waiting',
  });
});
