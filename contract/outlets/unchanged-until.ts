/** Until when what is said of hours stays true, for answers that are kept until the clock changes them. */
import { changeReader, type OpeningHours, type SpecialHours } from './opening-hours.ts';

/**
 * The first instant at which something else may be said of the hours than now, by whoever looks at them only from certain distances: at
 * the present (0), ahead of it and before it, in milliseconds. It is later than `now`. `special` is as `specialDaysIn` returns it.
 */
export function unchangedUntil(
  { hours, special = [], timeZone }: { hours: OpeningHours; special?: readonly SpecialHours[]; timeZone: string },
  now: number,
  distances: readonly number[],
): number {
  const nextChange = changeReader(hours, timeZone, special);
  return Math.min(...distances.map((distance) => nextChange(now + distance) - distance));
}
