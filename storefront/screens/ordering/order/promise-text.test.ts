import { expect, test } from 'vitest';
import type { OutletId } from '#contract/base/ids.ts';
import { wordsOf } from '../../../words/all-words.ts';
import { promiseText } from './promise-text.ts';

const now = new Date('2026-03-20T15:47:00Z');
/** From an outlet that needs 20 minutes, and 45 until the door. */
const placed = {
  status: 'New' as const,
  deliveryMode: 'delivery' as const,
  orderDate: null,
  promisedAt: null,
  preparationTime: 20,
  travelTime: 25,
  outlet: { _id: 'outlet' as OutletId, name: 'Marina', timeZone: 'Asia/Dubai' },
};
const accepted = { ...placed, status: 'Confirmed' as const, promisedAt: '2026-03-20T16:07:00.000Z' };
const text = (order: Parameters<typeof promiseText>[0]) => promiseText(order, now, wordsOf.en, 'en');

test('before the restaurant accepts, the guest reads its usual time as an estimate', () => {
  expect(text(placed)).toBe('45 - 55 min after the restaurant accepts');
  expect(text({ ...placed, deliveryMode: 'pickup', travelTime: 0 })).toBe('20 - 30 min after the restaurant accepts');
  expect(promiseText(placed, now, wordsOf.ar, 'ar')).toBe('خلال 45 إلى 55 دقيقة بعد قبول المطعم للطلب');
});

test('accepted at 19:47 with 20 minutes, a delivery is promised for 20:32, a pickup for 20:07', () => {
  expect(text(accepted)).toBe('With you by about 20:32');
  expect(text({ ...accepted, deliveryMode: 'pickup', travelTime: 0 })).toBe('Ready by about 20:07');
  expect(text({ ...accepted, deliveryMode: 'dine-in', travelTime: 0 })).toBe('On your table by about 20:07');
});

test('food that can be had now is promised for no later time', () => {
  const ready = { ...accepted, status: 'Ready' as const };
  expect(text({ ...ready, deliveryMode: 'pickup', travelTime: 0 })).toBeNull();
  expect(text({ ...ready, deliveryMode: 'dine-in', travelTime: 0 })).toBeNull();
  expect(text(ready)).toBe('With you by about 20:32');
});

test('a time that the guest chose stands, unless the kitchen promised a later one', () => {
  const orderDate = '2026-03-20T16:45:00.000Z';
  expect(text({ ...placed, orderDate })).toBe('For today at 20:45');
  expect(text({ ...accepted, orderDate })).toBe('For today at 20:45');
  expect(text({ ...accepted, orderDate, promisedAt: '2026-03-20T16:30:00.000Z' })).toBe('With you by about 20:55');
});

test.each(['Completed', 'Cancelled'] as const)('a %s order promises nothing', (status) => {
  expect(text({ ...accepted, status })).toBeNull();
});
