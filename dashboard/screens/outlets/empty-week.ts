import type { OpeningHours, Period } from '#contract/outlets/opening-hours.ts';
import { weekdays } from '#contract/base/time.ts';

export const emptyPeriod: Period = { start: '', end: '' };

/** Sunday to Saturday, each open with one empty period (core-setup 3): what an outlet has before anybody says more. */
export const emptyWeek: OpeningHours = weekdays.map((day) => ({ day, open: true, periods: [emptyPeriod] }));

/** Where no mode of the outlet has hours yet: a beginning that most restaurants change by an hour or two. */
export const usualWeek: OpeningHours = weekdays.map((day) => ({
  day,
  open: true,
  periods: [{ start: '10:00', end: '22:00' }],
}));
