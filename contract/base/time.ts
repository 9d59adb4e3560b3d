/**
 * Wall-clock time in the zone of an outlet. Instants are `Date`s in UTC; a local day and time of day exist only here and in
 * the rules built on it. No clock is read: whoever asks passes the instant.
 */
export const MINUTE = 60_000;
export const DAY_MINUTES = 24 * 60;
/** A whole day of 24 hours. */
export const DAY = DAY_MINUTES * MINUTE;

/** In the order of the wire (core-setup section 3), which is that of `Date.getUTCDay`. */
export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
export type Weekday = (typeof weekdays)[number];

/** What the clock on the wall shows. */
export interface WallTime {
  /** The local date, 'YYYY-MM-DD'. */
  date: string;
  weekday: Weekday;
  /** 0 to 1439. */
  minuteOfDay: number;
}

/** What the clock on the wall shows in the zone at an instant. Throws a RangeError for an unknown zone. */
export function wallTime(instant: Date, timeZone: string): WallTime {
  const local = localMilliseconds(instant.getTime(), timeZone);
  const shown = new Date(local);
  return {
    date: shown.toISOString().slice(0, 10),
    weekday: weekdays[shown.getUTCDay() as 0],
    minuteOfDay: shown.getUTCHours() * 60 + shown.getUTCMinutes(),
  };
}

/** The instant moved by the zone's offset: the wall time of the zone, read as if it were UTC. Milliseconds. */
export function localMilliseconds(instant: number, timeZone: string): number {
  return instant + offsetMinutes(instant, timeZone) * MINUTE;
}

/** Minutes the zone is ahead of UTC at an instant (milliseconds). Throws a RangeError for an unknown zone. */
export function offsetMinutes(instant: number, timeZone: string): number {
  const match = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(offsetFormatter(timeZone).format(instant));
  if (match === null) throw new RangeError(`The platform gives no offset for ${timeZone}`);
  const [, sign, hours, minutes] = match;
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** Whether the platform knows the IANA zone. Bare offsets such as '+04:00' are not zones: they know no summer time. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    // Not kept: whoever asks may be trying out names.
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

/** Minutes of the day to 'HH:mm', round the clock: 1500 is '01:00'. */
export function timeOfMinutes(minutes: number): string {
  const within = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${String(Math.floor(within / 60)).padStart(2, '0')}:${String(within % 60).padStart(2, '0')}`;
}

/** Making a formatter costs a hundred times what using it does. */
const offsetFormatters = new Map<string, Intl.DateTimeFormat>();

function offsetFormatter(timeZone: string): Intl.DateTimeFormat {
  let format = offsetFormatters.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    offsetFormatters.set(timeZone, format);
  }
  return format;
}
