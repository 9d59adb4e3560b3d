/**
 * Wall-clock time in the zone of an outlet. Instants are `Date`s in UTC; a local day and time of day exist only here
 * and in the rules built on this. No clock is read: callers pass the instant.
 */
export const MINUTE = 60_000;
export const DAY_MINUTES = 24 * 60;
/** A day of 24 hours. */
export const DAY = DAY_MINUTES * MINUTE;

/** The specification's order, which is also that of `Date.getUTCDay`. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export type Weekday = (typeof weekdays)[number];

/** A local date and time, as on a wall clock. */
export interface WallTime {
  /** The local date, 'YYYY-MM-DD'. */
  date: string;
  weekday: Weekday;
  /** 0 to 1439. */
  minuteOfDay: number;
}

/** The local date and time in the zone at an instant. Throws a RangeError for an unknown zone. */
export function wallTime(instant: Date, timeZone: string): WallTime {
  const local = localMilliseconds(instant.getTime(), timeZone);
  const shown = new Date(local);
  return {
    date: shown.toISOString().slice(0, 10),
    weekday: weekdays[shown.getUTCDay() as 0],
    minuteOfDay: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
  };
}

/** The instant shifted by the zone's offset, in milliseconds: the zone's wall time read as if it were UTC. */
export function localMilliseconds(instant: number, timeZone: string): number {
  return instant + offsetMinutes(instant, timeZone) * MINUTE;
}

/** Offsets by minute and zone: clocks change at full minutes, and the rules of one order ask for the same ones often. */
const offsets = new Map<string, number>();
const offsetsMax = 1_000;

/** Minutes the zone is ahead of UTC at an instant (milliseconds). Throws a RangeError for an unknown zone. */
export function offsetMinutes(instant: number, timeZone: string): number {
  const key = `${Math.floor(instant / MINUTE)} ${timeZone}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  // Where there is Temporal, a formatter is not made for it: a phone's first one keeps it from answering for a tenth of a second.
  const offset = 'Temporal' in globalThis ? temporalOffset(instant, timeZone) : formattedOffset(instant, timeZone);
  if (offsets.size >= offsetsMax) offsets.clear();
  offsets.set(key, offset);
  return offset;
}
function temporalOffset(instant: number, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).offsetNanoseconds / 60e9;
}

/** For browsers without Temporal. */
export function formattedOffset(instant: number, timeZone: string): number {
  const match = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(offsetFormatter(timeZone).format(instant));
  if (match === null) throw new RangeError(`The platform gives no offset for ${timeZone}`);
  const [, sign, hours, minutes] = match;
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Whether the platform knows the IANA zone. Bare offsets such as '+04:00' are refused: they have no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    // Not cached, because callers may be trying out arbitrary names.
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** 'HH:mm' to minutes of the day, 0 to 1439; null for anything else, '24:00' too. */
export function minutesOfTime(time: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time);
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

/** Minutes of the day to 'HH:mm', modulo a day: 1500 is '01:00'. */
export function timeOfMinutes(minutes: number): string {
  const within = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`;
}

/** Cached, because making a formatter costs a hundred times what using it does. */
const offsetFormatters = new Map<string, Intl.DateTimeFormat>();

function offsetFormatter(timeZone: string): Intl.DateTimeFormat {
  let format = offsetFormatters.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    offsetFormatters.set(timeZone, format);
  }
  return format;
}

/** The date after 'YYYY-MM-DD'. */
export function dayAfter(date: string): string {
  return new Date(Date.parse(date) + DAY).toISOString().slice(0, 10);
}

/** An instant of the day before `end`, the last one on which something that ends then is good all day, and of none that is over. */
export function lastWholeDay(end: string, now: Date): Date {
  return new Date(Math.max(Date.parse(end) - DAY, now.getTime()));
}

/** The next local midnight in the zone; where the clocks skip it, the end of the gap. */
export function nextMidnight(at: Date, timeZone: string): Date {
  return localTimeOn(at, timeZone, 1, 0);
}

/** A time of the local day in the zone, `daysAhead` of the day that `at` is in. One in a gap is as much later as the clocks skip. */
export function localTimeOn(at: Date, timeZone: string, daysAhead: number, minuteOfDay: number): Date {
  const day = Math.floor(localMilliseconds(at.getTime(), timeZone) / DAY) + daysAhead;
  const local = day * DAY + minuteOfDay * MINUTE;
  const about = local - offsetMinutes(at.getTime(), timeZone) * MINUTE;
  // The clocks may change before that.
  const found = local - offsetMinutes(about, timeZone) * MINUTE;
  return new Date(localMilliseconds(found, timeZone) === local ? found : Math.max(found, about));
}
