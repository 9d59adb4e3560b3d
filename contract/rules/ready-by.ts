/** When an order is to be ready, as tickets say it: on the kitchen's printer and in the print view alike (features, section 3 point 2). */
import { MINUTE, timeOfMinutes, wallTime } from '../time.ts';

/** What the kitchen promised; before it did, what its usual preparation makes of the time the order came. */
export function readyBy(order: { promisedAt: string | null; createdAt: string; preparationTime: number }): Date {
  return order.promisedAt === null
    ? new Date(new Date(order.createdAt).getTime() + order.preparationTime * MINUTE)
    : new Date(order.promisedAt);
}

/** 'HH:mm' on the outlet's clock, and before it the day where that is not the day of `now` there: 'Fri 20 Mar, 19:45'. */
export function ticketTime(instant: Date, timeZone: string, now: Date, locale: string): string {
  const { date, minuteOfDay } = wallTime(instant, timeZone);
  const time = timeOfMinutes(minuteOfDay);
  return date === wallTime(now, timeZone).date ? time : `${dayText(instant, timeZone, locale)}, ${time}`;
}

function dayText(instant: Date, timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
    .formatToParts(instant)
    .map(({ type, value }) => [type, value] as const);
  const part = (type: string) => parts.find(([name]) => name === type)?.[1] ?? '';
  return `${part('weekday')} ${part('day')} ${part('month')}`;
}
