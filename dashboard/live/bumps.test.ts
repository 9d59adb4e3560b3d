import { describe, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { type Bump, withBumps } from './bumps.ts';
import { makeOrder } from '../test/order.ts';

const at = new Date('2026-01-01T12:20:00Z');
const later = (seconds: number) => new Date(at.getTime() + seconds * 1000);
const inKitchen = makeOrder({ status: 'Confirmed', promisedAt: '2026-01-01T12:25:00.000Z' });
const bump = (lines: number[], isMade = true, when = at): Bump => ({
  orderId: inKitchen._id,
  lines,
  isMade,
  at: when,
});
const after = (...bumps: Bump[]) => withBumps([inKitchen], bumps)[0]!;
const brief = ({ status, cart }: Order) => [
  status,
  ...cart.map(({ madeAt, recalledAt }) => (madeAt !== null ? 'made' : recalledAt !== null ? 'again' : 'waiting')),
];

describe('a bump that is on its way', () => {
  test('leaves the order in the kitchen while another line is waiting', () => {
    expect(brief(after(bump([1])))).toEqual(['Confirmed', 'made', 'waiting']);
    expect(after(bump([1])).cart[0]!.madeAt).toBe('2026-01-01T12:20:00.000Z');
  });
  test('makes the order Ready with its last line', () => {
    const ready = after(bump([1]), bump([2], true, later(3)));
    expect(brief(ready)).toEqual(['Ready', 'made', 'made']);
    expect(ready.statusChangedAt).toBe('2026-01-01T12:20:03.000Z');
  });
  test('keeps the time at which a line was made first', () => {
    expect(after(bump([1]), bump([1], true, later(3))).cart[0]!.madeAt).toBe('2026-01-01T12:20:00.000Z');
  });
  test('is nothing to another order, or to one that is not in the kitchen', () => {
    expect(withBumps([inKitchen], [{ ...bump([1]), orderId: 'another' as OrderId }])).toEqual([inKitchen]);
    const cancelled = makeOrder({ status: 'Cancelled' });
    expect(withBumps([cancelled], [bump([1, 2])])).toEqual([cancelled]);
  });
});

describe('a recall that is on its way', () => {
  test('brings a line back', () => {
    expect(brief(after(bump([1]), bump([1], false, later(40))))).toEqual(['Confirmed', 'again', 'waiting']);
  });
  test('takes the order back to the kitchen within 15 s', () => {
    expect(brief(after(bump([1, 2]), bump([1, 2], false, later(15))))).toEqual(['Confirmed', 'again', 'again']);
  });
  test('leaves it Ready after that', () => {
    expect(brief(after(bump([1, 2]), bump([2], false, later(16))))).toEqual(['Ready', 'made', 'again']);
  });
});
