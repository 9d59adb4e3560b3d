import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeOrder } from '../../../test/order.ts';
import { byDueTime, ticketAge } from './ticket-age.ts';

/** Promised for 12:30. */
const promised = makeOrder({ status: 'Confirmed', promisedAt: '2026-01-01T12:30:00.000Z' });

describe('the age of a ticket', () => {
  test.each([
    ['12:00:00', 'on time'],
    ['12:24:59', 'on time'],
    ['12:25:00', 'due soon'],
    ['12:29:59', 'due soon'],
    ['12:30:00', 'late 1'],
    ['12:31:59', 'late 1'],
    ['12:32:00', 'late 2'],
    ['13:45:10', 'late 75'],
  ])('at %s: %s', (time, expected) => {
    const age = ticketAge(promised, new Date(`2026-01-01T${time}Z`));
    expect(age.kind === 'late' ? `late ${age.minutes}` : age.kind).toBe(expected);
  });

  test('without a promised time, counts from the usual preparation time', () => {
    const order = makeOrder({ createdAt: '2026-01-01T12:00:00.000Z', preparationTime: 20, promisedAt: null });
    expect(ticketAge(order, new Date('2026-01-01T12:14:59Z')).kind).toBe('on time');
    expect(ticketAge(order, new Date('2026-01-01T12:15:00Z')).kind).toBe('due soon');
    expect(ticketAge(order, new Date('2026-01-01T12:20:00Z')).kind).toBe('late');
  });

  test('never gets better by waiting', () => {
    const rank = { 'on time': 0, 'due soon': 1, late: 2 };
    const at = (second: number) => ticketAge(promised, new Date(Date.parse('2026-01-01T12:00:00Z') + second * 1000));
    fc.assert(
      fc.property(fc.nat(7200), fc.nat(7200), (one, other) => {
        const [before, after] = [at(Math.min(one, other)), at(Math.max(one, other))];
        expect(rank[before.kind]).toBeLessThanOrEqual(rank[after.kind]);
        if (before.kind === 'late' && after.kind === 'late') expect(before.minutes).toBeLessThanOrEqual(after.minutes);
      }),
    );
  });
});

test('the ticket that is due first comes first; of two at once, the one ordered first', () => {
  const [noon, one] = ['2026-01-01T12:00:00.000Z', '2026-01-01T13:00:00.000Z'];
  const order = (orderNumber: number, promisedAt: string, createdAt = noon) =>
    makeOrder({ orderNumber, promisedAt, createdAt });
  const orders = [order(4, one), order(3, noon, '2026-01-01T11:59:00.000Z'), order(2, noon), order(1, one)];
  expect(orders.toSorted(byDueTime).map(({ orderNumber }) => orderNumber)).toEqual([3, 2, 1, 4]);
});
