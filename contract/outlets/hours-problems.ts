/** What keeps opening hours from being stored (decision 33). The editor and the server both ask. */
import { limits } from '../base/limits.ts';
import { DAY_MINUTES, minutesOfTime, type Weekday, weekdays } from '../base/time.ts';
import { type OpeningHours, type Period, spansOf } from './opening-hours.ts';

/** Of a new outlet (core-setup 3): every day open with one empty period. */
export const hoursNotSet: OpeningHours = weekdays.map((day) => ({
  day,
  open: true,
  periods: [{ start: '', end: '' }],
}));

export interface PeriodProblem {
  /**
   * `empty`: neither start nor end, beside other periods; a day of one empty period alone is "not set" and may be stored.
   * `incomplete`: one of the two. `malformed`: no time of day. `off_grid`: not on the steps of 5 minutes. `overlap`: it begins
   * while another one is running, the other day's included.
   */
  code: 'empty' | 'incomplete' | 'malformed' | 'off_grid' | 'too_many_periods' | 'overlap';
  /** Which period of the day, from 0, where it is about one. */
  period?: number;
}

export interface HoursProblem extends Omit<PeriodProblem, 'code'> {
  day: Weekday;
  code: PeriodProblem['code'] | 'day_missing' | 'day_repeated';
}

/**
 * Everything that keeps the hours of a week from being stored: the seven days once each and, on open days, at most 3 periods,
 * times on the 5-minute grid, and no two periods that share a minute, those that run into the next day included. What a closed
 * day keeps is nobody's concern until it opens.
 */
export function hoursProblems(hours: OpeningHours): HoursProblem[] {
  const openDays = hours.filter((day) => day.open);
  return [
    ...weekdays.flatMap((day) => dayProblems(hours, day)),
    ...openDays.flatMap(({ day, periods }) => singleProblems(periods).map((problem) => ({ day, ...problem }))),
    ...weekOverlaps(openDays),
  ];
}

/**
 * The same for the hours of special days: they have at least one period, and all are set. What runs past midnight may run into
 * the hours of the next day, whichever it is.
 */
export function periodProblems(periods: readonly Period[]): PeriodProblem[] {
  const problems = singleProblems(periods);
  if (periods.length === 0) problems.push({ code: 'empty' });
  if (periods.length === 1 && isEmpty(periods[0]!)) problems.push({ code: 'empty', period: 0 });
  return [
    ...problems,
    ...overlapping(spansOf(periods), null).map(({ period }) => ({ code: 'overlap' as const, period })),
  ];
}

function dayProblems(hours: OpeningHours, day: Weekday): HoursProblem[] {
  const entries = hours.filter((entry) => entry.day === day).length;
  if (entries === 1) return [];
  return [{ day, code: entries === 0 ? 'day_missing' : 'day_repeated' }];
}

/** What is wrong with each by itself, and with their number. */
function singleProblems(periods: readonly Period[]): PeriodProblem[] {
  const problems = periods.flatMap((one, period): PeriodProblem[] => {
    if (isEmpty(one)) return periods.length === 1 ? [] : [{ code: 'empty', period }];
    if (one.start === '' || one.end === '') return [{ code: 'incomplete', period }];
    const times = [minutesOfTime(one.start), minutesOfTime(one.end)];
    if (times.includes(null)) return [{ code: 'malformed', period }];
    return times.every((time) => time! % limits.timeStepMinutes === 0) ? [] : [{ code: 'off_grid', period }];
  });
  if (periods.length > limits.periodsPerDayMax) problems.unshift({ code: 'too_many_periods' });
  return problems;
}

function isEmpty({ start, end }: Period): boolean {
  return start === '' && end === '';
}

/** The periods that begin while another one is running; the week goes round. */
function weekOverlaps(openDays: OpeningHours): HoursProblem[] {
  const spans = openDays.flatMap(({ day, periods }) => {
    const midnight = weekdays.indexOf(day) * DAY_MINUTES;
    return spansOf(periods).map(({ from, to, period }) => ({ from: midnight + from, to: midnight + to, period, day }));
  });
  return overlapping(spans, weekdays.length * DAY_MINUTES).map(({ day, period }) => ({ day, code: 'overlap', period }));
}

/** Minutes go round after `round` of them; null: they do not. */
function overlapping<S extends { from: number; to: number }>(spans: readonly S[], round: number | null): S[] {
  const since = (from: number, other: number) => (round === null ? from - other : (from - other + round) % round);
  return spans.filter((span) =>
    spans.some((other) => {
      const after = since(span.from, other.from);
      return other !== span && after >= 0 && after < other.to - other.from;
    }),
  );
}
