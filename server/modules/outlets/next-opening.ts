import type { Mode } from '#contract/base/enumerations.ts';
import { nextOpening, specialDaysIn } from '#contract/outlets/opening-hours.ts';
import type { OutletRow } from './queries.ts';
import { modeOf } from './wire.ts';

/**
 * The next opening of the outlet in the first of the modes, after the present opening; null when not within two weeks.
 */
export function nextOpeningOf(outlet: OutletRow, modes: readonly Mode[], at: Date): Date | null {
  const special = outlet.specialDays.map((day) => ({
    mode: day.mode,
    startsOn: day.starts_on,
    endsOn: day.ends_on,
    open: day.is_open,
    periods: day.periods,
  }));
  const openings = modes.flatMap((mode) => {
    const hours = modeOf(outlet, mode).opening_hours;
    return nextOpening(hours, at, outlet.time_zone, specialDaysIn(special, mode)) ?? [];
  });
  return openings.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
}
