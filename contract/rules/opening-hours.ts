/**
 * When an outlet takes orders, by the clock on its wall (decision 19, R48). An instant is open when its local time falls in a
 * period of its local date, or in what is left of the evening before. So where clocks go back, both passes of the repeated
 * hour count, and where they go forward, the skipped hour never happens.
 */
import { limits } from '../limits.ts';
import {
  DAY_MINUTES,
  localMilliseconds,
  MINUTE,
  minutesOfTime,
  offsetMinutes,
  type Weekday,
  weekdays,
} from '../time.ts';

/** One period: 'HH:mm' each, [start, end). An end at or before the start is on the next day; '00:00' to '00:00' is the whole day. */
export interface Period {
  start: string;
  end: string;
}

/** One day on the wire; a period with two empty times is not set, and a day of nothing else takes no orders. */
export interface DayHours {
  day: Weekday;
  open: boolean;
  periods: readonly Period[];
}

export type OpeningHours = readonly DayHours[];

export interface HoursProblem {
  day: Weekday;
  code: 'malformed' | 'off_grid' | 'too_many_periods' | 'overlap' | 'day_missing' | 'day_repeated';
  /** Which period of the day, from 0, where it is about one. */
  period?: number;
}

/** Whether the outlet takes orders at an instant. */
export function isOpenAt(hours: OpeningHours, instant: Date, timeZone: string): boolean {
  return isOpenDuring(openWeek(hours), localMilliseconds(instant.getTime(), timeZone));
}

/** When the present opening ends, periods that meet counted as one. null when the outlet is closed, or never closes. */
export function openUntil(hours: OpeningHours, instant: Date, timeZone: string): Date | null {
  const week = openWeek(hours);
  const now = instant.getTime();
  if (!isOpenDuring(week, localMilliseconds(now, timeZone))) return null;
  return dateOf(nextChange(week, now, timeZone, now + CLOSES_WITHIN_DAYS * DAY));
}

/** When the outlet opens next, after the present opening if it is open now. null when it does not within the days. */
export function nextOpening(hours: OpeningHours, instant: Date, timeZone: string, withinDays = 14): Date | null {
  const week = openWeek(hours);
  const now = instant.getTime();
  const horizon = now + withinDays * DAY;
  const isOpen = isOpenDuring(week, localMilliseconds(now, timeZone));
  const closed = isOpen ? nextChange(week, now, timeZone, horizon) : now;
  return dateOf(closed === null ? null : nextChange(week, closed, timeZone, horizon));
}

/** Whether an open day has no period that is set: it takes no orders, and the product says so plainly. */
export function isDayNotSet(day: DayHours): boolean {
  return day.open && spansOf(day).length === 0;
}

/** Whether any day takes orders at all. */
export function hasOpeningHours(hours: OpeningHours): boolean {
  return hours.some((day) => day.open && spansOf(day).length > 0);
}

/**
 * Everything that keeps hours from being stored: the seven days once each and, on open days, at most 3 periods, times on the
 * 5-minute grid, and no two periods that share a minute, those that run into the next day included.
 */
export function checkHours(hours: OpeningHours): HoursProblem[] {
  const openDays = hours.filter((day) => day.open);
  return [
    ...weekdays.flatMap((day) => checkDayIsThere(hours, day)),
    ...openDays.flatMap(checkPeriods),
    ...overlaps(openDays),
  ];
}

function checkDayIsThere(hours: OpeningHours, day: Weekday): HoursProblem[] {
  const entries = hours.filter((entry) => entry.day === day).length;
  if (entries === 1) return [];
  return [{ day, code: entries === 0 ? 'day_missing' : 'day_repeated' }];
}

function checkPeriods({ day, periods }: DayHours): HoursProblem[] {
  const problems = periods.flatMap(({ start, end }, period): HoursProblem[] => {
    if (start === '' && end === '') return [];
    const from = minutesOfTime(start);
    const to = minutesOfTime(end);
    if (from === null || to === null) return [{ day, code: 'malformed', period }];
    const isOnGrid = from % limits.timeStepMinutes === 0 && to % limits.timeStepMinutes === 0;
    return isOnGrid ? [] : [{ day, code: 'off_grid', period }];
  });
  if (periods.length > limits.periodsPerDayMax) problems.unshift({ day, code: 'too_many_periods' });
  return problems;
}

/** The periods that begin while another one is running; the week goes round. */
function overlaps(openDays: OpeningHours): HoursProblem[] {
  const spans = openDays.flatMap((entry) => spansOf(entry).map((span) => ({ ...span, day: entry.day })));
  return spans
    .filter((span) =>
      spans.some((other) => other !== span && (span.from - other.from + WEEK) % WEEK < other.to - other.from),
    )
    .map(({ day, period }) => ({ day, code: 'overlap', period }));
}

/** Minutes. */
const WEEK = 7 * DAY_MINUTES;
/** Milliseconds. */
const DAY = DAY_MINUTES * MINUTE;
/** An outlet that closes at all does so within a week; a second one covers a closing time that a clock change skips. */
const CLOSES_WITHIN_DAYS = 15;

/** Minutes of the week from Sunday 00:00: `from` to before `to`, which is past the week's end where Saturday runs into Sunday. */
interface Span {
  from: number;
  to: number;
}

/** The periods of a day that are set; the others count for nothing. */
function spansOf({ day, periods }: DayHours): (Span & { period: number })[] {
  const midnight = weekdays.indexOf(day) * DAY_MINUTES;
  return periods.flatMap(({ start, end }, period) => {
    const from = minutesOfTime(start);
    const to = minutesOfTime(end);
    if (from === null || to === null) return [];
    const length = to <= from ? to - from + DAY_MINUTES : to - from;
    return [{ from: midnight + from, to: midnight + from + length, period }];
  });
}

/** Every open span within the week; what runs past Saturday comes back on Sunday. */
function openWeek(hours: OpeningHours): Span[] {
  const spans = hours.filter((day) => day.open).flatMap(spansOf);
  return spans.flatMap(({ from, to }) =>
    to <= WEEK
      ? [{ from, to }]
      : [
          { from, to: WEEK },
          { from: 0, to: to - WEEK },
        ],
  );
}

/** Minutes since Sunday 00:00 at a local time in milliseconds. */
function minuteOfWeek(local: number): number {
  // Day 0 of the epoch was a Thursday.
  const minutes = (Math.floor(local / MINUTE) + 4 * DAY_MINUTES) % WEEK;
  return minutes < 0 ? minutes + WEEK : minutes;
}

function isOpenDuring(week: readonly Span[], local: number): boolean {
  return isOpenInMinute(week, minuteOfWeek(local));
}

function isOpenInMinute(week: readonly Span[], minute: number): boolean {
  return week.some((span) => span.from <= minute && minute < span.to);
}

/** Whether it is always open, every span running into another round the week, or always closed, there being none. */
function isUnchanging(week: readonly Span[]): boolean {
  return week.every((span) => isOpenInMinute(week, span.to % WEEK));
}

/** The first instant after `from` at which open turns to closed or closed to open; null when it is after the horizon. */
function nextChange(week: readonly Span[], from: number, timeZone: string, horizon: number): number | null {
  if (isUnchanging(week)) return null;
  const wasOpen = isOpenDuring(week, localMilliseconds(from, timeZone));
  let at = from;
  do at = nextCandidate(week, at, timeZone);
  while (at <= horizon && isOpenDuring(week, localMilliseconds(at, timeZone)) === wasOpen);
  return at <= horizon ? at : null;
}

/** The next instant at which something may change: an edge of a span, a midnight, or a change of the clocks before it. */
function nextCandidate(week: readonly Span[], at: number, timeZone: string): number {
  const minute = minuteOfWeek(localMilliseconds(at, timeZone));
  const midnight = (Math.floor(minute / DAY_MINUTES) + 1) * DAY_MINUTES;
  const edges = week.flatMap((span) => [span.from, span.to]).filter((edge) => edge > minute);
  const next = (Math.floor(at / MINUTE) + Math.min(midnight, ...edges) - minute) * MINUTE;
  return offsetMinutes(next, timeZone) === offsetMinutes(at, timeZone) ? next : clockChange(at, next, timeZone);
}

/** The instant after `from`, at `to` at the latest, at which the zone's offset changes; it does so on a whole minute. */
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
