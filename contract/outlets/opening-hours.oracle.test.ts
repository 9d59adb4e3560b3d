/** Compares the rule of the hours with Temporal and a minute-by-minute reading of R48, in every zone. */
import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { weekdays } from '../base/time.ts';
import { hoursProblems } from './hours-problems.ts';
import {
  isOpenAt,
  nextOpening,
  type OpeningHours,
  openUntil,
  type SpecialHours,
  specialDaysIn,
  specialDayOn,
} from './opening-hours.ts';
import {
  changes,
  changesOf,
  first,
  isOpenByTheBook,
  isSet,
  moment,
  period,
  schedule,
  specialDaysAround,
  specialMoment,
  zones,
} from './test/hours-oracle.ts';

/** Schedules tried in each minute around each clock change; 20 give more than 5 million comparisons. */
const SCHEDULES_AT_CHANGES = 1;
const RUNS = 1000;

const MINUTE = 60_000;
const GRID = 5 * MINUTE;
const DAY = 24 * 60 * MINUTE;
const WEEK_MINUTES = 7 * 24 * 60;

/**
 * Counts the periods that run in each minute of the week from Sunday, walking each from its start until the clock shows
 * its end.
 */
function walkedWeek(hours: OpeningHours): number[] {
  const running = Array.from({ length: WEEK_MINUTES }, () => 0);
  const shown = (minute: number): string =>
    `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  for (const { day, open, periods } of hours) {
    if (!open) continue;
    for (const { start, end } of periods.filter(isSet)) {
      let minute = weekdays.indexOf(day) * 1440;
      while (shown(minute) !== start) minute++;
      do {
        const within = minute++ % WEEK_MINUTES;
        running[within] = (running[within] ?? 0) + 1;
      } while (shown(minute) !== end);
    }
  }
  return running;
}

/** Walks minute by minute from an instant. */
class Walk {
  readonly week: number[];
  readonly instant: number;
  readonly offsets: { from: number; offset: number }[];

  constructor(hours: OpeningHours, instant: number, zone: string) {
    this.week = walkedWeek(hours);
    this.instant = instant;
    const start = first.toZonedDateTimeISO(zone);
    this.offsets = [start, ...(changesOf.get(zone) ?? [])]
      .map((change) => ({ from: change.epochMilliseconds, offset: change.offsetNanoseconds / 1e6 }))
      .toReversed();
  }

  isOpen(instant: number): boolean {
    const offset = this.offsets.find((change) => change.from <= instant)?.offset ?? Number.NaN;
    // 2023-01-01 was a Sunday.
    const minute = Math.floor((instant + offset - Date.UTC(2023, 0, 1)) / MINUTE) % WEEK_MINUTES;
    return (this.week[minute] ?? 0) > 0;
  }

  /** The first whole minute after `from` that is open, or closed. */
  firstAfter(from: number, isOpen: boolean, days: number): number | null {
    for (let at = Math.floor(from / MINUTE) * MINUTE + MINUTE; at <= this.instant + days * DAY; at += MINUTE) {
      if (this.isOpen(at) === isOpen) return at;
    }
    return null;
  }

  until(): number | null {
    return this.isOpen(this.instant) ? this.firstAfter(this.instant, false, 20) : null;
  }

  nextOpening(days: number): number | null {
    const closed = this.isOpen(this.instant) ? this.firstAfter(this.instant, false, days) : this.instant;
    return closed === null ? null : this.firstAfter(closed, true, days);
  }
}

/** Few periods, for long walks, or adjoining days, for long openings. */
const sparseSchedule: fc.Arbitrary<OpeningHours> = fc
  .tuple(fc.subarray([...weekdays]), period, fc.boolean())
  .map(([days, only, isMeeting]) =>
    weekdays.map((day) => ({
      day,
      open: days.includes(day),
      periods: [isMeeting ? { start: '00:00', end: '00:00' } : only],
    })),
  );
describe('isOpenAt', { timeout: 600_000 }, () => {
  test('the zones have clock changes to test', () => {
    expect(zones.length).toBeGreaterThan(400);
    expect(changes.length).toBeGreaterThan(600);
    expect(zones.filter((zone) => (changesOf.get(zone) ?? []).length >= 6).length).toBeGreaterThan(100);
  });

  test('matches the walk, every minute of three hours around every clock change', () => {
    const schedules = fc.sample(schedule, { numRuns: changes.length * SCHEDULES_AT_CHANGES, seed: 48 });
    const answers = { right: 0, wrong: 0, open: 0 };
    for (const { zone, change } of changes) {
      const tried = schedules.splice(0, SCHEDULES_AT_CHANGES).map((hours) => ({ hours, walk: walkedWeek(hours) }));
      for (let minute = -180; minute <= 180; minute++) {
        const local = change.add({ minutes: minute });
        const instant = new Date(local.epochMilliseconds);
        const minuteOfWeek = (local.dayOfWeek % 7) * 1440 + local.hour * 60 + local.minute;
        for (const { hours, walk } of tried) {
          const expected = (walk[minuteOfWeek] ?? 0) > 0;
          answers[isOpenAt(hours, instant, zone) === expected ? 'right' : 'wrong']++;
          if (expected) answers.open++;
        }
      }
    }
    expect(answers).toMatchObject({ right: changes.length * 361 * SCHEDULES_AT_CHANGES, wrong: 0 });
    expect(answers.open / answers.right).toBeGreaterThan(0.2);
    expect(answers.open / answers.right).toBeLessThan(0.8);
  });

  test('matches the calendar, in any zone at any time', () => {
    fc.assert(
      fc.property(schedule, moment, (hours, { zone, instant }) => {
        const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime();
        expect(isOpenAt(hours, new Date(instant), zone)).toBe(isOpenByTheBook(hours, local));
      }),
      { numRuns: RUNS * 2 },
    );
  });
});

describe('the next change', { timeout: 600_000 }, () => {
  const anySchedule = fc.oneof(schedule, sparseSchedule);
  const dateOf = (instant: number | null): Date | null => (instant === null ? null : new Date(instant));

  test('comes when the walk finds it, in any zone at any time', () => {
    fc.assert(
      fc.property(anySchedule, moment, fc.constantFrom(14, 7, 1), (hours, { zone, instant }, days) => {
        const walk = new Walk(hours, instant, zone);
        const now = new Date(instant);
        expect(openUntil(hours, now, zone)).toEqual(dateOf(walk.until()));
        expect(nextOpening(hours, now, zone, [], days)).toEqual(dateOf(walk.nextOpening(days)));
      }),
      { numRuns: RUNS },
    );
  });
});

describe('overlaps', { timeout: 600_000 }, () => {
  test('are found exactly where two periods run in the same minute', () => {
    fc.assert(
      fc.property(schedule, (hours) => {
        const isShared = walkedWeek(hours).some((running) => running > 1);
        const isFound = hoursProblems(hours).some((problem) => problem.code === 'overlap');
        expect(isFound).toBe(isShared);
      }),
      { numRuns: RUNS / 2 },
    );
  });

  test('are found between single periods of two days', () => {
    const two = fc.tuple(fc.subarray([...weekdays], { minLength: 2, maxLength: 2 }), period, period);
    fc.assert(
      fc.property(two, ([[one, other], a, b]) => {
        const hours = weekdays.map((day) => ({
          day,
          open: day === one || day === other,
          periods: day === one ? [a] : [b],
        }));
        const isShared = walkedWeek(hours).some((running) => running > 1);
        expect(hoursProblems(hours).some((problem) => problem.code === 'overlap')).toBe(isShared);
      }),
      { numRuns: RUNS / 2 },
    );
  });
});

describe('special days', { timeout: 600_000 }, () => {
  const isOpenOn = (hours: OpeningHours, instant: number, zone: string, special: readonly SpecialHours[]) =>
    isOpenByTheBook(
      hours,
      Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDateTime(),
      special,
    );

  test('open the outlet as the calendar says, in any zone at any time', () => {
    const answers = { open: 0, otherThanTheWeek: 0 };
    fc.assert(
      fc.property(schedule, specialMoment, (hours, { zone, instant, special }) => {
        const isOpen = isOpenAt(hours, new Date(instant), zone, special);
        expect(isOpen).toBe(isOpenOn(hours, instant, zone, special));
        if (isOpen) answers.open++;
        if (isOpen !== isOpenAt(hours, new Date(instant), zone)) answers.otherThanTheWeek++;
      }),
      { numRuns: RUNS * 2 },
    );
    expect(answers.open).toBeGreaterThan(RUNS / 4);
    expect(answers.otherThanTheWeek).toBeGreaterThan(RUNS / 20);
  });

  test('open the outlet as the calendar says, every half hour around every clock change', () => {
    const tried = fc.sample(fc.tuple(schedule, specialDaysAround(0)), { numRuns: changes.length, seed: 19 });
    let wrong = 0;
    for (const [index, { zone, change }] of changes.entries()) {
      const [hours, around] = tried[index]!;
      const days = Math.floor(change.epochMilliseconds / DAY);
      const moved = (on: string) => new Date(Date.parse(on) + days * DAY).toISOString().slice(0, 10);
      const special = around.map((day) => ({ ...day, startsOn: moved(day.startsOn), endsOn: moved(day.endsOn) }));
      for (let minute = -1440; minute <= 1440; minute += 30) {
        const instant = change.epochMilliseconds + minute * MINUTE;
        const expected = isOpenOn(hours, instant, zone, special);
        if (isOpenAt(hours, new Date(instant), zone, special) !== expected) wrong++;
      }
    }
    expect(wrong).toBe(0);
  });

  test('give the first change as the next change', () => {
    const anySchedule = fc.oneof(schedule, sparseSchedule);
    fc.assert(
      fc.property(anySchedule, specialMoment, (hours, { zone, instant, special }) => {
        const now = new Date(instant);
        const isOpen = isOpenOn(hours, instant, zone, special);
        const change = isOpen ? openUntil(hours, now, zone, special) : nextOpening(hours, now, zone, special);
        const end = change?.getTime() ?? instant + (isOpen ? 15 : 14) * DAY;
        if (change !== null) expect(isOpenOn(hours, end, zone, special)).toBe(!isOpen);
        // Checking the grid is enough: times are on the grid of five minutes, and so is every clock change.
        for (let at = Math.ceil(instant / GRID) * GRID; at < end; at += GRID) {
          if (isOpenOn(hours, at, zone, special) !== isOpen)
            throw new Error(`It changes at ${new Date(at).toISOString()}`);
        }
      }),
      { numRuns: RUNS / 10 },
    );
  });

  test('a special day of the mode takes precedence over one of all modes', () => {
    const day = { startsOn: '2026-03-20', endsOn: '2026-03-21', open: false, periods: [] };
    const forAll = { ...day, mode: null };
    const forPickup = { ...day, mode: 'pickup' as const, startsOn: '2026-03-21' };
    const forDelivery = { ...day, mode: 'delivery' as const };
    const days = [forAll, forDelivery, forPickup];
    expect(specialDaysIn(days, 'pickup')).toEqual([forPickup, forAll]);
    expect(specialDayOn(specialDaysIn(days, 'pickup'), '2026-03-21')).toBe(forPickup);
    expect(specialDayOn(specialDaysIn(days, 'pickup'), '2026-03-20')).toBe(forAll);
    expect(specialDayOn(specialDaysIn(days, 'pickup'), '2026-03-22')).toBeNull();
    expect(specialDayOn(specialDaysIn(days, 'dine-in'), '2026-03-21')).toBe(forAll);
  });
});
