/** The times that a kitchen promises: ready for the kitchen, handed over for the guest; the same on the kitchen's printer and in the print view. */
import { MINUTE, timeOfMinutes, wallTime } from '../base/time.ts';

interface OrderTimes {
  promisedAt: string | null;
  createdAt: string;
  /** Set for a scheduled order. */
  firesAt: string | null;
  preparationTime: number;
}

/** The time the kitchen promised. Before a promise: the usual preparation time after the kitchen had to begin. */
export function readyBy({ promisedAt, createdAt, firesAt, preparationTime }: OrderTimes): Date {
  return new Date(promisedAt ?? Date.parse(firesAt ?? createdAt) + preparationTime * MINUTE);
}

/**
 * The ready-by time that a kitchen promises by accepting at an instant with the given minutes. A scheduled order is not
 * ready before its slot.
 */
export function promisedTime(
  { firesAt, preparationTime }: Pick<OrderTimes, 'firesAt' | 'preparationTime'>,
  acceptedAt: Date,
  minutes: number,
): Date {
  const needed = acceptedAt.getTime() + minutes * MINUTE;
  return new Date(firesAt === null ? needed : Math.max(needed, Date.parse(firesAt) + preparationTime * MINUTE));
}

/** The time at which the guest has an order that is ready at an instant: at the door, the counter or the table. */
export function handedOverBy(ready: Date, travelTime: number): Date {
  return new Date(ready.getTime() + travelTime * MINUTE);
}

/** A `slot` is the time that the guest chose, a `time` the kitchen's; an `estimate` counts from when the order is accepted. */
type GuestPromise = { kind: 'slot' | 'time'; at: Date } | { kind: 'estimate'; minutes: number };

/** When a guest has the order: the time that was chosen, what the kitchen promised where that is later or none was chosen. */
export function guestPromise({
  orderDate,
  promisedAt,
  preparationTime,
  travelTime,
}: Pick<OrderTimes, 'promisedAt' | 'preparationTime'> & {
  orderDate: string | null;
  travelTime: number;
}): GuestPromise {
  const due = promisedAt === null ? null : handedOverBy(new Date(promisedAt), travelTime);
  if (orderDate !== null && (due === null || due <= new Date(orderDate)))
    return { kind: 'slot', at: new Date(orderDate) };
  return due === null ? { kind: 'estimate', minutes: preparationTime + travelTime } : { kind: 'time', at: due };
}

/** 'HH:mm' on the outlet's clock, preceded by the day unless it is that of `now`: 'Fri 20 Mar, 19:45'. */
export function ticketTime(instant: Date, timeZone: string, now: Date, locale: string): string {
  const { date, minuteOfDay } = wallTime(instant, timeZone);
  const time = timeOfMinutes(minuteOfDay);
  return date === wallTime(now, timeZone).date
    ? time
    : `${dayText(instant, timeZone, locale)}${locale.startsWith('ar') ? '،' : ','} ${time}`;
}

function dayText(instant: Date, timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
    .formatToParts(instant)
    .map(({ type, value }) => [type, value] as const);
  const part = (type: string) => parts.find(([name]) => name === type)?.[1] ?? '';
  return `${part('weekday')} ${part('day')} ${part('month')}`;
}
