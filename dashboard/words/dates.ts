/**
 * Dates as Order Manager writes them (decision 63): the day before the month, the month in letters, 24 hours, Latin digits. Only
 * columns that the specification states have 'YYYY-MM-DD'.
 */
import { words } from './words.ts';

/** English of no region is American to `Intl`: it puts the month first. */
const locale = words.language === 'en' ? 'en-GB' : words.locale;

const dayAndMonth = { day: 'numeric', month: 'short' } as const;
const date = { ...dayAndMonth, year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const formats = {
  shortDay: new Intl.DateTimeFormat(locale, { ...dayAndMonth, timeZone: 'UTC' }),
  day: new Intl.DateTimeFormat(locale, { ...date, timeZone: 'UTC' }),
  weekday: new Intl.DateTimeFormat(locale, { ...date, weekday: 'short', timeZone: 'UTC' }),
  deviceDay: new Intl.DateTimeFormat(locale, date),
  moment: new Intl.DateTimeFormat(locale, { ...date, ...time }),
  second: new Intl.DateTimeFormat(locale, { ...date, ...time, second: '2-digit' }),
};

/** '22 Nov', of the calendar date '2026-11-22'. */
export function shortDayText(day: string): string {
  return formats.shortDay.format(new Date(day));
}

/** '22 Nov 2026', of the calendar date '2026-11-22'. */
export function dayText(day: string): string {
  return formats.day.format(new Date(day));
}

/** 'Sun, 22 Nov 2026', of the calendar date '2026-11-22'. */
export function weekdayText(day: string): string {
  return formats.weekday.format(new Date(day));
}

/** '22 Nov 2026', of an instant on the calendar of this device. */
export function deviceDayText(at: string | Date): string {
  return formats.deviceDay.format(new Date(at));
}

/** '22 Nov 2026, 18:05', of an instant on the clock of this device. */
export function momentText(at: string | Date): string {
  return formats.moment.format(new Date(at));
}

/** '22 Nov 2026, 18:05:09', the same to the second. */
export function secondText(at: string): string {
  return formats.second.format(new Date(at));
}

/** The time zone of this device, such as 'Asia/Dubai'. */
export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
