/** Arbitrary hours, zones and moments for tests of the rules, and an oracle of R48 to compare with. */
import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { weekdays } from '../../base/time.ts';
import type { OpeningHours, Period, SpecialHours } from '../opening-hours.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const zones = Intl.supportedValuesOf('timeZone');
export const first = Temporal.Instant.from('2026-01-01T00:00Z');
const last = Temporal.Instant.from('2029-01-01T00:00Z');

/** All clock changes of a zone from 2026 to 2028. */
function clockChanges(timeZone: string): Temporal.ZonedDateTime[] {
  const changes: Temporal.ZonedDateTime[] = [];
  let next = first.toZonedDateTimeISO(timeZone).getTimeZoneTransition('next');
  while (next !== null && next.epochMilliseconds < last.epochMilliseconds) {
    changes.push(next);
    next = next.getTimeZoneTransition('next');
  }
  return changes;
}

export const changesOf = new Map(zones.map((zone) => [zone, clockChanges(zone)]));
export const changes = zones.flatMap((zone) => (changesOf.get(zone) ?? []).map((change) => ({ zone, change })));

/**
 * R48 word for word: open in a period of the local date, or in the overflow of the day before; a special day has its
 * own periods.
 */
export function isOpenByTheBook(
  hours: OpeningHours,
  local: Temporal.PlainDateTime,
  special: readonly SpecialHours[] = [],
): boolean {
  return [0, 1].some((daysAgo) => {
    const date = local.toPlainDate().subtract({ days: daysAgo });
    const itsOwn = special.find(
      (day) =>
        Temporal.PlainDate.compare(Temporal.PlainDate.from(day.startsOn), date) <= 0 &&
        Temporal.PlainDate.compare(date, Temporal.PlainDate.from(day.endsOn)) <= 0,
    );
    const entries = itsOwn ? [itsOwn] : hours.filter((entry) => weekdays.indexOf(entry.day) === date.dayOfWeek % 7);
    return entries
      .filter((entry) => entry.open)
      .flatMap((entry) => entry.periods.filter(isSet))
      .some(({ start, end }) => {
        const from = date.toPlainDateTime(Temporal.PlainTime.from(start));
        const sameDay = date.toPlainDateTime(Temporal.PlainTime.from(end));
        const to = Temporal.PlainDateTime.compare(sameDay, from) <= 0 ? sameDay.add({ days: 1 }) : sameDay;
        return Temporal.PlainDateTime.compare(from, local) <= 0 && Temporal.PlainDateTime.compare(local, to) < 0;
      });
  });
}

export function isSet({ start, end }: Period): boolean {
  return [start, end].every((time) => /^\d\d:\d\d$/.test(time) && time < '24:00');
}

const gridTime = fc
  .oneof(fc.integer({ min: 0, max: 287 }), fc.integer({ min: 0, max: 48 }), fc.constantFrom(0, 6, 12, 18, 24, 30, 36))
  .map((step) => `${String(Math.floor(step / 12)).padStart(2, '0')}:${String((step % 12) * 5).padStart(2, '0')}`);
export const period: fc.Arbitrary<Period> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ start: gridTime, end: gridTime }) },
  { weight: 1, arbitrary: fc.constant({ start: '', end: '' }) },
  { weight: 1, arbitrary: fc.constant({ start: '00:00', end: '00:00' }) },
  { weight: 1, arbitrary: fc.constantFrom({ start: '10:00', end: '' }, { start: '1000', end: '25:00' }) },
);
export const schedule: fc.Arbitrary<OpeningHours> = fc.tuple(
  ...weekdays.map((day) =>
    fc.record({
      day: fc.constant(day),
      open: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
      periods: fc.array(period, { maxLength: 3 }),
    }),
  ),
);
/** Anywhere in the three years, or near a clock change. */
export const moment = fc.oneof(
  fc
    .tuple(fc.constantFrom(...zones), fc.integer({ min: first.epochMilliseconds, max: last.epochMilliseconds }))
    .map(([zone, instant]) => ({ zone, instant })),
  fc
    .tuple(fc.constantFrom(...changes), fc.integer({ min: -3 * DAY, max: DAY }))
    .map(([{ zone, change }, off]) => ({ zone, instant: change.epochMilliseconds + off })),
);

/** Special days around a moment: single days and ranges, closed or with hours, also past midnight; some overlap. */
export const specialDaysAround = (instant: number): fc.Arbitrary<SpecialHours[]> =>
  fc.array(
    fc
      .record({
        ahead: fc.integer({ min: -4, max: 18 }),
        length: fc.integer({ min: 1, max: 4 }),
        open: fc.boolean(),
        periods: fc.array(period, { maxLength: 3 }),
      })
      .map(({ ahead, length, open, periods }) => {
        const on = (days: number) => new Date(instant + days * DAY).toISOString().slice(0, 10);
        return { startsOn: on(ahead), endsOn: on(ahead + length - 1), open, periods };
      }),
    { maxLength: 5 },
  );
export const specialMoment = moment.chain(({ zone, instant }) =>
  fc.record({ zone: fc.constant(zone), instant: fc.constant(instant), special: specialDaysAround(instant) }),
);
