/** Compares the rule of menus' sales with Temporal and a reading of it minute by minute, in zones that change their clocks. */
import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { modes } from '../base/enumerations.ts';
import type { OutletId } from '../base/ids.ts';
import { hoursProblems } from '../outlets/hours-problems.ts';
import { changes, isOpenByTheBook, moment, schedule } from '../outlets/test/hours-oracle.ts';
import { canOrder, isSoldAt, type MenuSale } from './menu-sale.ts';

const RUNS = 2000;
const MINUTE = 60_000;
const outletIds = ['marina', 'downtown'] as OutletId[];

const someOf = <One>(all: readonly One[]) => fc.option(fc.subarray([...all], { minLength: 1 }), { nil: null });
const sale: fc.Arbitrary<MenuSale> = fc.record({
  hours: fc.option(
    schedule.filter((hours) => hoursProblems(hours).length === 0),
    { nil: null },
  ),
  modes: someOf(modes),
  outletIds: someOf(outletIds),
});
const where = fc.record({ outletId: fc.constantFrom(...outletIds), mode: fc.constantFrom(...modes) });

/** Written without the rule: each limit by itself, the hours by the local date and time. */
function isSoldByTheBook(limits: MenuSale, { outletId, mode, timeZone }: Parameters<typeof isSoldAt>[1], at: number) {
  if (limits.outletIds && !limits.outletIds.some((id) => id === outletId)) return false;
  if (limits.modes && !limits.modes.some((one) => one === mode)) return false;
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return !limits.hours || isOpenByTheBook(limits.hours, local);
}

test('a menu is sold in the minutes that its hours, modes and outlets allow, around every change of the clocks', () => {
  const around = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -180, max: 180 }));
  fc.assert(
    fc.property(sale, where, around, (limits, there, [{ zone, change }, minutes]) => {
      const place = { ...there, timeZone: zone };
      for (let minute = minutes; minute < minutes + 30; minute++) {
        const at = change.epochMilliseconds + minute * MINUTE;
        expect(isSoldAt(limits, place, new Date(at))).toBe(isSoldByTheBook(limits, place, at));
      }
    }),
    { numRuns: RUNS / 4 },
  );
});

test('an order for now is taken in each minute of a menu and less than ten minutes after one', () => {
  fc.assert(
    fc.property(sale, where, moment, fc.integer({ min: 0, max: 59_999 }), (limits, there, { zone, instant }, rest) => {
      const place = { ...there, timeZone: zone };
      const now = Math.floor(instant / MINUTE) * MINUTE + rest;
      let expected = false;
      for (let second = 0; second < 600; second++) expected ||= isSoldByTheBook(limits, place, now - second * 1000);
      // The tenth minute before is whole: what was sold in its last second alone was still sold less than ten minutes ago.
      expected ||= isSoldByTheBook(limits, place, now - 600_000);
      expect(canOrder(limits, place, new Date(now), null)).toBe(expected);
    }),
    { numRuns: RUNS / 10 },
  );
});

test('a scheduled order is judged by its own time, whenever it is placed', () => {
  fc.assert(
    fc.property(sale, where, moment, fc.integer({ min: 0, max: 2880 }), (limits, there, { zone, instant }, ahead) => {
      const place = { ...there, timeZone: zone };
      const wanted = instant + ahead * MINUTE;
      const isTaken = canOrder(limits, place, new Date(instant), new Date(wanted));
      expect(isTaken).toBe(isSoldByTheBook(limits, place, wanted));
    }),
    { numRuns: RUNS },
  );
});
