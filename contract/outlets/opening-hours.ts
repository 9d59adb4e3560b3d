/**
 * Opening hours by the outlet's local clock (R48). An instant is open when its local time falls into a period of its
 * local date, or into the rest of the previous evening. So when clocks go back, both passes of the repeated hour count,
 * and when they go forward, the skipped hour never happens. A special day has periods of its own instead of those of
 * its weekday.
 */
import type { Mode } from '../base/enumerations.ts';
import {
  DAY_MINUTES,
  localMilliseconds,
  MINUTE,
  minutesOfTime,
  offsetMinutes,
  type Weekday,
  weekdays,
} from '../base/time.ts';

/**
 * One period of 'HH:mm' times, [start, end). An end at or before the start is on the next day; '00:00' to '00:00' is
 * the whole day.
 */
export interface Period {
  start: string;
  end: string;
}

/** One day on the wire. A period with two empty times is not set, and a day with no other periods takes no orders. */
export interface DayHours {
  day: Weekday;
  open: boolean;
  periods: readonly Period[];
}

export type OpeningHours = readonly DayHours[];

/** Local dates, 'YYYY-MM-DD', both included, on which the outlet is closed or has these periods instead. */
export interface SpecialHours {
  startsOn: string;
  endsOn: string;
  open: boolean;
  periods: readonly Period[];
}

/**
 * The special days that apply to a mode. Where several fall on a date the first applies: those of the mode precede
 * those of all modes.
 */
export function specialDaysIn<Day extends { mode: Mode | null }>(days: readonly Day[], mode: Mode): Day[] {
  return [...days.filter((day) => day.mode === mode), ...days.filter((day) => day.mode === null)];
}

/** The special day on a local date, 'YYYY-MM-DD'; null for an ordinary day. */
export function specialDayOn<Day extends SpecialHours>(days: readonly Day[], date: string): Day | null {
  return days.find((day) => day.startsOn <= date && date <= day.endsOn) ?? null;
}

/** Whether the outlet takes orders at an instant. `special` is as `specialDaysIn` returns it. */
export function isOpenAt(
  hours: OpeningHours,
  instant: Date,
  timeZone: string,
  special: readonly SpecialHours[] = [],
): boolean {
  return openReader(hours, timeZone, special)(instant.getTime());
}

/** Like isOpenAt for many instants, in milliseconds: the hours are parsed once. */
export function openReader(
  hours: OpeningHours,
  timeZone: string,
  special: readonly SpecialHours[] = [],
): (instant: number) => boolean {
  const table = timetable(hours, special);
  return (instant) => isOpenIn(table, localMinute(instant, timeZone));
}

/**
 * The end of the present opening, adjoining periods joined. Null when the outlet is closed, or stays open for two
 * weeks.
 */
export function openUntil(
  hours: OpeningHours,
  instant: Date,
  timeZone: string,
  special: readonly SpecialHours[] = [],
): Date | null {
  const table = timetable(hours, special);
  const now = instant.getTime();
  if (!isOpenIn(table, localMinute(now, timeZone))) return null;
  return dateOf(nextChange(table, now, timeZone, now + CLOSES_WITHIN_DAYS * DAY));
}

/** The next opening, after the present one if it is open now. Null when there is none within the days. */
export function nextOpening(
  hours: OpeningHours,
  instant: Date,
  timeZone: string,
  special: readonly SpecialHours[] = [],
  withinDays = OPENS_WITHIN_DAYS,
): Date | null {
  const table = timetable(hours, special);
  const now = instant.getTime();
  const horizon = now + withinDays * DAY;
  const isOpen = isOpenIn(table, localMinute(now, timeZone));
  const closed = isOpen ? nextChange(table, now, timeZone, horizon) : now;
  return dateOf(closed === null ? null : nextChange(table, closed, timeZone, horizon));
}

/**
 * For instants in milliseconds: the next one at which what the hours say, the local date or the zone's offset may be another. It is
 * later than the given one, and between the two all of them stay.
 */
export function changeReader(
  hours: OpeningHours,
  timeZone: string,
  special: readonly SpecialHours[] = [],
): (instant: number) => number {
  const table = timetable(hours, special);
  return (instant) => nextCandidate(table, instant, timeZone);
}

/** Whether an open day has no period that is set: it takes no orders, and screens say so. */
export function isDayNotSet(day: DayHours): boolean {
  return day.open && spansOf(day.periods).length === 0;
}

/** Whether any day takes orders at all. */
export function hasOpeningHours(hours: OpeningHours): boolean {
  return hours.some((day) => day.open && spansOf(day.periods).length > 0);
}

/**
 * Minutes since the midnight that begins the day: from `from` to before `to`, which exceeds the day where the period
 * runs into the next.
 */
interface Span {
  from: number;
  to: number;
  /** Index of the period within the day. */
  period: number;
}

/** The periods of a day that are set; the others are ignored. */
export function spansOf(periods: readonly Period[]): Span[] {
  return periods.flatMap(({ start, end }, period) => {
    const from = minutesOfTime(start);
    const to = minutesOfTime(end);
    if (from === null || to === null) return [];
    return [{ from, to: to <= from ? to + DAY_MINUTES : to, period }];
  });
}

/** Milliseconds. */
const DAY = DAY_MINUTES * MINUTE;
/** The next opening is looked for within these. */
export const OPENS_WITHIN_DAYS = 14;
/** An outlet that closes weekly does so within a week; a second one covers a closing time that a clock change skips. */
export const CLOSES_WITHIN_DAYS = 15;
/** Day 0 of the epoch was a Thursday. */
const FIRST_WEEKDAY = 4;

/** Days since the epoch. */
interface Timetable {
  /** By weekday, Sunday first. */
  week: Span[][];
  special: { first: number; last: number; spans: Span[] }[];
}

function timetable(hours: OpeningHours, special: readonly SpecialHours[]): Timetable {
  const spans = ({ open, periods }: Pick<DayHours, 'open' | 'periods'>) => (open ? spansOf(periods) : []);
  return {
    week: weekdays.map((day) => hours.filter((entry) => entry.day === day).flatMap(spans)),
    special: special.map((day) => ({
      first: Date.parse(day.startsOn) / DAY,
      last: Date.parse(day.endsOn) / DAY,
      spans: spans(day),
    })),
  };
}

function spansOn({ week, special }: Timetable, day: number): Span[] {
  const found = special.find(({ first, last }) => first <= day && day <= last);
  return found?.spans ?? week[(((day + FIRST_WEEKDAY) % 7) + 7) % 7]!;
}

/** The spans that apply to a day: its own, and those of the previous day that reach into it, with a start below 0. */
function spansAround(table: Timetable, day: number): Pick<Span, 'from' | 'to'>[] {
  const before = spansOn(table, day - 1).map(({ from, to }) => ({ from: from - DAY_MINUTES, to: to - DAY_MINUTES }));
  return [...before, ...spansOn(table, day)];
}

/** Minutes since the epoch on the zone's clock. */
function localMinute(instant: number, timeZone: string): number {
  return Math.floor(localMilliseconds(instant, timeZone) / MINUTE);
}

function isOpenIn(table: Timetable, local: number): boolean {
  const day = Math.floor(local / DAY_MINUTES);
  const minute = local - day * DAY_MINUTES;
  return spansAround(table, day).some(({ from, to }) => from <= minute && minute < to);
}

/** Whether it is always open, with the spans adjoining all week, or always closed, without spans. */
function isUnchanging(table: Timetable): boolean {
  if (table.special.length > 0) return false;
  return table.week.every((spans, weekday) =>
    spans.every(({ to }) => isOpenIn(table, (weekday - FIRST_WEEKDAY) * DAY_MINUTES + to)),
  );
}

/** The first instant after `from` at which the outlet opens or closes; null when it is after the horizon. */
function nextChange(table: Timetable, from: number, timeZone: string, horizon: number): number | null {
  if (isUnchanging(table)) return null;
  const wasOpen = isOpenIn(table, localMinute(from, timeZone));
  let at = from;
  do at = nextCandidate(table, at, timeZone);
  while (at <= horizon && isOpenIn(table, localMinute(at, timeZone)) === wasOpen);
  return at <= horizon ? at : null;
}

/** The next instant at which the state may change: an edge of a span, a midnight, or an earlier clock change. */
function nextCandidate(table: Timetable, at: number, timeZone: string): number {
  const local = localMinute(at, timeZone);
  const day = Math.floor(local / DAY_MINUTES);
  const minute = local - day * DAY_MINUTES;
  const edges = spansAround(table, day).flatMap(({ from, to }) => [from, to]);
  const until = Math.min(DAY_MINUTES, ...edges.filter((edge) => edge > minute));
  const next = (Math.floor(at / MINUTE) + until - minute) * MINUTE;
  return offsetMinutes(next, timeZone) === offsetMinutes(at, timeZone) ? next : clockChange(at, next, timeZone);
}

/** The instant after `from`, at the latest `to`, at which the zone's offset changes; it is a whole minute. */
function clockChange(from: number, to: number, timeZone: string): number {
  const before = offsetMinutes(from, timeZone);
  let unchanged = Math.floor(from / MINUTE);
  let changed = to / MINUTE;
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2);
    if (offsetMinutes(middle * MINUTE, timeZone) === before) unchanged = middle;
    else changed = middle;
  }
  return changed * MINUTE;
}

function dateOf(instant: number | null): Date | null {
  return instant === null ? null : new Date(instant);
}
