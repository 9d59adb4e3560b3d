/** Times of day as the clock in the outlet shows them. */
import { dayAfter, localMilliseconds, timeOfMinutes, wallTime } from '#contract/base/time.ts';
import { dayText } from '../../words/dates.ts';
import { words } from '../../words/words.ts';

/** 'HH:mm' in the zone of the outlet, with the zone's name where this device keeps another time. */
export function outletTime(instant: string | Date, timeZone: string): string {
  const at = new Date(instant);
  const time = timeOfMinutes(wallTime(at, timeZone).minuteOfDay);
  const isOwnTime = localMilliseconds(at.getTime(), timeZone) === at.getTime() - at.getTimezoneOffset() * 60_000;
  return isOwnTime ? time : `${time} (${timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')})`;
}

/** The same with the date on the calendar there: '5 Mar 2026, 18:40'. */
export function outletDateTime(instant: string, timeZone: string): string {
  const day = dayText(wallTime(new Date(instant), timeZone).date);
  return words.general.dayAndTime({ day, time: outletTime(instant, timeZone) });
}

/** The time of an order for later, of the form of decision 21: 'Today - 11:00'. */
export function slotText(instant: string, timeZone: string, now: Date): string {
  const time = outletTime(instant, timeZone);
  const { date } = wallTime(new Date(instant), timeZone);
  const text = words.ordering.scheduled;
  const today = wallTime(now, timeZone).date;
  if (date === today) return text.today({ time });
  return date === dayAfter(today) ? text.tomorrow({ time }) : text.onDay({ day: dayText(date), time });
}

/** 'HH:mm' on the clock of this device. */
export function deviceTime(at: Date): string {
  return timeOfMinutes(at.getHours() * 60 + at.getMinutes());
}

/** 'YYYY-MM-DD' on the calendar of this device (D-93). */
export function deviceDate(instant: string): string {
  const at = new Date(instant);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}
