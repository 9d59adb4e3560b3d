/** Opening hours as somebody would say them. */
import type { DayHours, OpeningHours, Period } from '#contract/outlets/opening-hours.ts';
import { type Weekday, weekdays } from '#contract/base/time.ts';
import { words } from '../../words/words.ts';

const text = words.outlets.hours;

/** A Sunday, in milliseconds; weekdays begin with it. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY = 86_400_000;
const dayFormat = new Intl.DateTimeFormat(words.locale, { weekday: 'long', timeZone: 'UTC' });
const dayNames = new Map(weekdays.map((day, index) => [day, dayFormat.format(SUNDAY + index * DAY)]));

/** 'Sunday' in the reader's language. */
export function dayName(day: Weekday): string {
  return dayNames.get(day) ?? day;
}

/** Days that follow each other with the same hours are one line: 'Sunday to Thursday: 10:00–14:00 and 18:00–23:00'. */
export function hoursInWords(hours: OpeningHours): string[] {
  return groupsOfDays(hours).map(({ days, hoursText }) => text.dayIs({ days: daysInWords(days), hours: hoursText }));
}

/** The same without the days that are closed. */
export function openHoursInWords(hours: OpeningHours): string[] {
  return groupsOfDays(hours)
    .filter(({ isOpen }) => isOpen)
    .map(({ days, hoursText }) => text.dayIs({ days: daysInWords(days), hours: hoursText }));
}

function groupsOfDays(hours: OpeningHours): { days: Weekday[]; hoursText: string; isOpen: boolean }[] {
  const groups: ReturnType<typeof groupsOfDays> = [];
  for (const day of hours) {
    const hoursText = dayInWords(day);
    const last = groups.at(-1);
    if (last?.hoursText === hoursText) last.days.push(day.day);
    else groups.push({ days: [day.day], hoursText, isOpen: day.open });
  }
  return groups;
}

/** '10:00–14:00 and 18:00–02:00 (ends next day)'; periods that lack a time are left out. */
export function periodsInWords(periods: readonly Period[]): string {
  return periods
    .filter(({ start, end }) => start !== '' && end !== '')
    .toSorted((one, other) => one.start.localeCompare(other.start))
    .map((period) => {
      const note = endNote(period);
      const hoursText = text.period({ start: period.start, end: period.end });
      return note === null ? hoursText : `${hoursText} (${note})`;
    })
    .join(text.and);
}

/** Note on a period that people may misread: it ends after midnight, or lasts the whole day. */
export function endNote({ start, end }: Period): string | null {
  if (start === '' || end === '' || end > start) return null;
  return start === '00:00' && end === '00:00' ? text.wholeDay : text.endsNextDay;
}

function dayInWords({ open, periods }: DayHours): string {
  if (!open) return text.closedInWords;
  return periodsInWords(periods) || text.notSetInWords;
}

function daysInWords(days: readonly Weekday[]): string {
  const [first, last] = [days[0]!, days.at(-1)!].map(dayName) as [string, string];
  if (days.length === weekdays.length) return text.everyDay;
  if (days.length === 1) return first;
  return days.length === 2 ? text.bothDays({ first, second: last }) : text.days({ first, last });
}
