import { isOpenAt, specialDaysIn } from '#contract/outlets/opening-hours.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';

/** Whether one of the outlets is inside its opening hours, in a mode that is on. A pause may end at any moment, so it counts as open. */
export function isAnyOpen(outlets: readonly Outlet[], now: Date): boolean {
  return outlets.some(
    ({ status, modes, timeZone, specialDays }) =>
      status &&
      modes.some(
        ({ mode, acceptsOrders, openingHours }) =>
          acceptsOrders && isOpenAt(openingHours, now, timeZone, specialDaysIn(specialDays, mode)),
      ),
  );
}
