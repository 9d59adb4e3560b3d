/** Days of reports for tests that place their orders now. */
import { DAY } from '#contract/base/time.ts';

/**
 * Dates that hold an instant in every time zone, also where midnight passes before the report is read.
 * @param instant An instant, ISO 8601.
 */
export function daysAround(instant: string): { from: string; to: string } {
  const dayFrom = (days: number) => new Date(Date.parse(instant) + days * DAY).toISOString().slice(0, 10);
  return { from: dayFrom(-1), to: dayFrom(1) };
}
