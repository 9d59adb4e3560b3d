import type { Outlet } from '#contract/outlets/outlets.ts';
import { weekdays } from '#contract/base/time.ts';

/**
 * Closed from Sunday to Saturday: the hours of every outlet of a cancelled restaurant, as guests and orders see them.
 */
export const closedWeek: Outlet['openingHours'] = weekdays.map((day) => ({ day, open: false, periods: [] }));
