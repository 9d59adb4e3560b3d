import type { OpeningHours, Period } from '#contract/outlets/opening-hours.ts';
import { weekdays } from '#contract/base/time.ts';

export const emptyPeriod: Period = { start: '', end: '' };

/** Sunday to Saturday, each open with one empty period (core-setup 3): what an outlet has before anybody says more. */
export const emptyWeek: OpeningHours = weekdays.map((day) => ({ day, open: true, periods: [emptyPeriod] }));
