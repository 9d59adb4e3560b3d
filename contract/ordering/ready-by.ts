/** When an order is to be ready, as tickets say it: on the kitchen's printer and in the print view alike (X02). */
import { MINUTE, timeOfMinutes, wallTime } from '../base/time.ts';

interface Timed {
  promisedAt: string | null;
  createdAt: string;
  /** Of an order for later. */
  firesAt: string | null;
  preparationTime: number;
}

/** What the kitchen promised; before it did, what its usual preparation makes of the time at which it was to begin. */
export function readyBy({ promisedAt, createdAt, firesAt, preparationTime }: Timed): Date {
  return new Date(promisedAt ?? Date.parse(firesAt ?? createdAt) + preparationTime * MINUTE);
}

/** What a kitchen promises that accepts at an instant and needs so many minutes. What is for later is not ready before its time. */
export function promiseOf(
  { firesAt, preparationTime }: Pick<Timed, 'firesAt' | 'preparationTime'>,
  acceptedAt: Date,
  minutes: number,
): Date {
  const needed = acceptedAt.getTime() + minutes * MINUTE;
  return new Date(firesAt === null ? needed : Math.max(needed, Date.parse(firesAt) + preparationTime * MINUTE));
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
