import { describe, expect, test } from 'vitest';
import { timeText } from '../language/times.ts';
import { ids, testCatalogue } from '../test/catalogue.ts';
import { freeSlots, slotInstead, slotsAt, takesOrdersNow } from './slots.ts';

/** Open from 10:00 to 23:00 every day; 15 minutes of preparation, 40 with the way. */
const marina = () => testCatalogue().outlets.find(({ _id }) => _id === ids.marina)!;
const at = (time: string) => new Date(`2026-03-20T${time}+04:00`);
const first = (mode: 'delivery' | 'pickup', time: string, outlet = marina()) =>
  slotsAt(outlet, mode, at(time))
    .slice(0, 2)
    .map((slot) => timeText(slot, 'Asia/Dubai'));

describe('the next times', () => {
  test.each([
    ['pickup', '09:00', ['10:15', '10:30']],
    ['delivery', '09:00', ['10:45', '11:00']],
    ['pickup', '12:00', ['12:30', '12:45']],
    // A slot that stays possible for less than the margin of two minutes is not offered.
    ['pickup', '11:59', ['12:30', '12:45']],
    ['pickup', '11:57', ['12:15', '12:30']],
    ['pickup', '22:40', []],
  ] as const)('of %s at %s are %j', (mode, time, slots) => {
    expect(first(mode, time)).toEqual(slots);
  });

  test('are those of today and tomorrow until midnight', () => {
    const outlet = { ...marina(), orderingSchedule: { sameDate: true, nextDate: true } };
    for (const [time, last] of [
      ['2026-03-20T23:57', '2026-03-21'],
      ['2026-03-20T23:59', '2026-03-21'],
      ['2026-03-21T00:00', '2026-03-22'],
    ] as const) {
      const slots = slotsAt(outlet, 'pickup', new Date(`${time}+04:00`));
      expect([time, slots.at(-1)!.toISOString().slice(0, 10)]).toEqual([time, last]);
    }
  });

  test('are none where the mode is off', () => {
    const outlet = marina();
    outlet.modes.pickup = { ...outlet.modes.pickup, acceptsOrders: false };
    expect(first('pickup', '12:00', outlet)).toEqual([]);
  });
});

test('orders for as soon as possible are taken while it is open, unless all are for tomorrow', () => {
  expect(takesOrdersNow(marina(), 'pickup', at('12:00'))).toBe(true);
  expect(takesOrdersNow(marina(), 'pickup', at('09:00'))).toBe(false);
  const tomorrowOnly = { ...marina(), orderingSchedule: { sameDate: false, nextDate: true } };
  expect(takesOrdersNow(tomorrowOnly, 'pickup', at('12:00'))).toBe(false);
});

describe('where the kitchen is full', () => {
  const slots = ['12:00', '12:15', '12:30'].map(at);
  const full = (...times: string[]) => ({ fullSlots: times.map((time) => at(time).toISOString()) });

  test('the times of the quote are not free, and without a quote all are', () => {
    expect(freeSlots(slots, full('12:15'))).toEqual([at('12:00'), at('12:30')]);
    expect(freeSlots(slots, null)).toEqual(slots);
  });

  test('the next free time is offered instead, and an earlier one where there is no later', () => {
    expect(slotInstead(freeSlots(slots, full('12:15')), at('12:15').toISOString())).toEqual(at('12:30'));
    expect(slotInstead(freeSlots(slots, full('12:30')), at('12:30').toISOString())).toEqual(at('12:00'));
    expect(slotInstead(slots, null)).toEqual(at('12:00'));
    expect(slotInstead([], at('12:30').toISOString())).toBeNull();
  });
});
