import { describe, expect, test } from 'vitest';
import { guestPromise, handedOverBy, promisedTime, readyBy, ticketTime } from './ready-by.ts';

describe('the ready-by time of an order', () => {
  const order = { createdAt: '2026-03-20T15:30:00.000Z', preparationTime: 25, firesAt: null, promisedAt: null };

  test('is the time that the kitchen promised', () => {
    expect(readyBy({ ...order, promisedAt: '2026-03-20T16:10:00.000Z' })).toEqual(new Date('2026-03-20T16:10:00Z'));
  });

  test('is the usual preparation time after the order was placed, without a promise', () => {
    expect(readyBy(order)).toEqual(new Date('2026-03-20T15:55:00Z'));
  });

  test('counts from the time a scheduled order fires', () => {
    expect(readyBy({ ...order, firesAt: '2026-03-21T08:00:00.000Z' })).toEqual(new Date('2026-03-21T08:25:00Z'));
  });
});

describe('the promised time of an order', () => {
  const accepted = new Date('2026-03-20T15:30:00Z');
  const later = { firesAt: '2026-03-20T18:00:00.000Z', preparationTime: 25 };

  test('is the given minutes from now', () => {
    expect(promisedTime({ firesAt: null, preparationTime: 25 }, accepted, 10)).toEqual(
      new Date('2026-03-20T15:40:00Z'),
    );
  });

  test('is the slot of a scheduled order, however early it is accepted, or later when preparation takes longer', () => {
    expect(promisedTime(later, accepted, 25)).toEqual(new Date('2026-03-20T18:25:00Z'));
    expect(promisedTime(later, accepted, 240)).toEqual(new Date('2026-03-20T19:30:00Z'));
  });
});

test('a delivery is handed over when the way is done, everything else when it is ready', () => {
  expect(handedOverBy(new Date('2026-03-20T15:50:00Z'), 25)).toEqual(new Date('2026-03-20T16:15:00Z'));
  expect(handedOverBy(new Date('2026-03-20T15:50:00Z'), 0)).toEqual(new Date('2026-03-20T15:50:00Z'));
});

describe('the promise to a guest', () => {
  const placed = { orderDate: null, promisedAt: null, preparationTime: 20, travelTime: 25 };

  test('is the usual time after acceptance, until there is one', () => {
    expect(guestPromise(placed)).toEqual({ kind: 'estimate', minutes: 45 });
  });

  test('is 45 minutes after an acceptance with 20 minutes and 25 of way', () => {
    const promisedAt = promisedTime({ firesAt: null, preparationTime: 20 }, new Date('2026-03-20T15:47:00Z'), 20);
    expect(guestPromise({ ...placed, promisedAt: promisedAt.toISOString() })).toEqual({
      kind: 'time',
      at: new Date('2026-03-20T16:32:00Z'),
    });
  });

  test('is the chosen time, unless the kitchen needs longer', () => {
    const chosen = { ...placed, orderDate: '2026-03-20T16:45:00.000Z' };
    const slot = { kind: 'slot', at: new Date('2026-03-20T16:45:00Z') };
    expect(guestPromise(chosen)).toEqual(slot);
    expect(guestPromise({ ...chosen, promisedAt: '2026-03-20T16:20:00.000Z' })).toEqual(slot);
    expect(guestPromise({ ...chosen, promisedAt: '2026-03-20T16:21:00.000Z' })).toEqual({
      kind: 'time',
      at: new Date('2026-03-20T16:46:00Z'),
    });
  });
});

describe('the time on a ticket', () => {
  const ready = new Date('2026-03-20T20:10:00Z');
  test.each([
    ['the hour alone on its own day', 'Asia/Dubai', '2026-03-20T20:00:00Z', '00:10'],
    ['the day as well, seen from the day before', 'Asia/Dubai', '2026-03-20T19:59:00Z', 'Sat 21 Mar, 00:10'],
    ['the days of the outlet, not those of UTC', 'Europe/London', '2026-03-20T00:00:00Z', '20:10'],
    ['the day as well, days after', 'Europe/London', '2026-03-22T09:00:00Z', 'Fri 20 Mar, 20:10'],
  ])('is %s', (_, timeZone, now, text) => {
    expect(ticketTime(ready, timeZone, new Date(now), 'en')).toBe(text);
  });
});
