/**
 * Compares the slots with a list that Temporal makes from the calendar: every quarter hour of today and tomorrow,
 * checked by the oracle of the hours.
 */
import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import type { OpeningHours } from '../outlets/opening-hours.ts';
import { preparationStart } from './scheduled-order.ts';
import { listSlots, type SlotTerms } from './slots.ts';
import { isOpenByTheBook, schedule, specialMoment } from '../outlets/test/hours-oracle.ts';
import { everyDay, hoursOf } from '../outlets/test/hours-of.ts';

const MINUTE = 60_000;
/** Six in 250 span a change of clocks: of so many hardly ever none does. */
const RUNS = 750;

function slotsByTheBook(terms: SlotTerms, now: number): number[] {
  const { hours, specialDays, timeZone, pausedUntil } = terms;
  const { preparationTime: leadMinutes, busy } = terms.minutes;
  const busyUntil = busy === null ? -Infinity : new Date(busy.until).getTime();
  const zoned = (instant: number) => Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  const isOpen = (instant: number) => isOpenByTheBook(hours, zoned(instant).toPlainDateTime(), specialDays);
  const today = zoned(now).toPlainDate();
  const dates = [
    ...(terms.schedule.sameDate ? [today] : []),
    ...(terms.schedule.nextDate ? [today.add({ days: 1 })] : []),
  ];
  const from = Math.max(now, pausedUntil === null ? 0 : new Date(pausedUntil).getTime());
  const found = dates.flatMap((date) =>
    Array.from({ length: 96 }, (_, quarter) => quarter).flatMap((quarter) => {
      const local = date.toPlainDateTime({ hour: Math.floor(quarter / 4), minute: (quarter % 4) * 15 });
      const passes = (['earlier', 'later'] as const)
        .map((disambiguation) => local.toZonedDateTime(timeZone, { disambiguation }))
        // Times that a clock change skips do not exist.
        .filter((pass) => pass.toPlainDateTime().equals(local))
        .map((pass) => pass.epochMilliseconds);
      const possible = passes.filter((slot) => {
        const usual = slot - leadMinutes * MINUTE;
        const start = usual < busyUntil ? usual - busy!.minutes * MINUTE : usual;
        return start >= from && isOpen(slot) && isOpen(start);
      });
      return possible.slice(0, 1);
    }),
  );
  return found.sort((one, other) => one - other);
}

const lead = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(0, 5, 15, 40, 90) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 1440 }) },
);
const days = fc.constantFrom(
  { sameDate: true, nextDate: true },
  { sameDate: true, nextDate: true },
  { sameDate: true, nextDate: false },
  { sameDate: false, nextDate: true },
);
/** Minutes of pause from now; usually none. */
const pause = fc.oneof(
  { weight: 5, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.integer({ min: -60, max: 2000 }) },
);
/** How many minutes a kitchen needs longer, and for how many minutes from now; usually it does not. */
const busyKitchen = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.record({ minutes: fc.constantFrom(10, 20, 30), left: fc.integer({ min: -60, max: 900 }) }),
  },
);

test('the slots match the calendar, in any zone at any time', { timeout: 600_000 }, () => {
  const seen = { slots: 0, none: 0, acrossChange: 0 };
  const terms = fc.tuple(schedule, specialMoment, lead, days, pause, busyKitchen);
  fc.assert(
    fc.property(terms, ([hours, { zone, instant, special }, leadMinutes, days, pausedFor, busyFor]) => {
      const slotTerms: SlotTerms = {
        hours,
        specialDays: special,
        timeZone: zone,
        pausedUntil: pausedFor === null ? null : new Date(instant + pausedFor * MINUTE),
        mode: 'pickup',
        minutes: {
          preparationTime: leadMinutes,
          deliveryTime: 0,
          busy:
            busyFor === null
              ? null
              : { minutes: busyFor.minutes, until: new Date(instant + busyFor.left * MINUTE).toISOString() },
        },
        schedule: days,
      };
      const slots = listSlots(slotTerms, new Date(instant)).map((slot) => slot.getTime());
      expect(slots).toEqual(slotsByTheBook(slotTerms, instant));
      seen.slots += slots.length;
      if (slots.length === 0) seen.none++;
      const offsets = new Set(
        slots.map((slot) => Temporal.Instant.fromEpochMilliseconds(slot).toZonedDateTimeISO(zone).offset),
      );
      if (offsets.size > 1) seen.acrossChange++;
    }),
    { numRuns: RUNS },
  );
  expect(seen.slots).toBeGreaterThan(RUNS * 10);
  expect(seen.none).toBeLessThan(RUNS * 0.7);
  expect(seen.acrossChange).toBeGreaterThan(0);
});

describe('the slots of example days', () => {
  const dubai: SlotTerms = {
    hours: everyDay('11:00-15:00 18:00-22:00'),
    specialDays: [],
    timeZone: 'Asia/Dubai',
    pausedUntil: null,
    mode: 'pickup',
    minutes: { preparationTime: 15, deliveryTime: 0, busy: null },
    schedule: { sameDate: true, nextDate: false },
  };
  /** Slots on the outlet's clock: '20 12:30'. */
  const shown = (terms: SlotTerms, now: string) =>
    listSlots(terms, new Date(now)).map((slot) => {
      const { day, hour, minute } = Temporal.Instant.fromEpochMilliseconds(slot.getTime()).toZonedDateTimeISO(
        terms.timeZone,
      );
      return `${day} ${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
    });

  // 2026-11-20 is a Friday.
  test('before opening, the first slot is a lead time after opening', () => {
    expect(shown(dubai, '2026-11-20T08:00+04:00').slice(0, 2)).toEqual(['20 11:15', '20 11:30']);
  });

  test('while open, the next slot is the earliest that the kitchen can meet', () => {
    expect(shown(dubai, '2026-11-20T12:30+04:00')[0]).toBe('20 12:45');
    expect(shown(dubai, '2026-11-20T12:30:00.001+04:00')[0]).toBe('20 13:00');
  });

  test('no slot has its start or its end in a break', () => {
    const slots = shown(dubai, '2026-11-20T14:00+04:00');
    expect(slots.slice(0, 4)).toEqual(['20 14:15', '20 14:30', '20 14:45', '20 18:15']);
    expect(slots.at(-1)).toBe('20 21:45');
  });

  test('slots of tomorrow follow those of today, where tomorrow is offered', () => {
    expect(shown(dubai, '2026-11-20T21:50+04:00')).toEqual([]);
    const both = { ...dubai, schedule: { sameDate: true, nextDate: true } };
    expect(shown(both, '2026-11-20T21:50+04:00')[0]).toBe('21 11:15');
    const tomorrowOnly = { ...dubai, schedule: { sameDate: false, nextDate: true } };
    expect(shown(tomorrowOnly, '2026-11-20T12:00+04:00')[0]).toBe('21 11:15');
  });

  test('slots past midnight belong to tomorrow by the calendar', () => {
    const hours: OpeningHours = hoursOf('Friday 18:00-02:00');
    const late = { ...dubai, hours };
    expect(shown(late, '2026-11-20T20:00+04:00').at(-1)).toBe('20 23:45');
    expect(shown({ ...late, schedule: { sameDate: true, nextDate: true } }, '2026-11-20T20:00+04:00').at(-1)).toBe(
      '21 01:45',
    );
    expect(shown(late, '2026-11-21T00:30+04:00')).toEqual(['21 00:45', '21 01:00', '21 01:15', '21 01:30', '21 01:45']);
  });

  test('a pause delays the first slot, and a closure removes the day', () => {
    const pausedUntil = new Date('2026-11-20T13:00+04:00');
    expect(shown({ ...dubai, pausedUntil }, '2026-11-20T12:00+04:00')[0]).toBe('20 13:15');
    const closed = [{ startsOn: '2026-11-20', endsOn: '2026-11-20', open: false, periods: [] }];
    expect(shown({ ...dubai, specialDays: closed }, '2026-11-20T08:00+04:00')).toEqual([]);
  });

  test('a busy kitchen begins earlier with the slots that it begins while it is busy', () => {
    const until = { minutes: 30, until: '2026-11-20T13:00+04:00' };
    const busy = { ...dubai, minutes: { ...dubai.minutes, busy: until } };
    const slots = shown(busy, '2026-11-20T12:00+04:00');
    expect(slots.slice(0, 3)).toEqual(['20 12:45', '20 13:00', '20 13:15']);
    expect(shown(busy, '2026-11-20T12:45+04:00')[0]).toBe('20 13:15');
    expect(shown(busy, '2026-11-20T13:00+04:00')[0]).toBe('20 13:15');
  });

  test('a repeated hour is offered once, and a skipped one never', () => {
    const berlin = { ...dubai, hours: everyDay('00:00-06:00'), timeZone: 'Europe/Berlin' };
    berlin.minutes = { ...berlin.minutes, preparationTime: 0 };
    const back = shown(berlin, '2026-10-25T01:30+02:00');
    expect(back.slice(0, 8)).toEqual([
      '25 01:30',
      '25 01:45',
      '25 02:00',
      '25 02:15',
      '25 02:30',
      '25 02:45',
      '25 03:00',
      '25 03:15',
    ]);
    expect(shown(berlin, '2026-03-29T01:30+01:00').slice(0, 3)).toEqual(['29 01:30', '29 01:45', '29 03:00']);
  });

  test('the kitchen starts a lead time before the slot', () => {
    expect(preparationStart(new Date('2026-11-20T12:00Z'), 40)).toEqual(new Date('2026-11-20T11:20Z'));
  });
});
