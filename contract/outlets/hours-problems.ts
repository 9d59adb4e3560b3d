/** Problems that prevent opening hours from being stored. Editor and server share these checks. */
import { limits } from '../base/limits.ts';
import { DAY_MINUTES, minutesOfTime, type Weekday, weekdays } from '../base/time.ts';
import { type OpeningHours, type Period, spansOf } from './opening-hours.ts';

/** The hours of a new outlet, as the specification has them: every day open with one empty period. */
export const hoursNotSet: OpeningHours = weekdays.map((day) => ({
  day,
  open: true,
  periods: [{ start: '', end: '' }],
}));

export interface PeriodProblem {
  /**
   * `empty`: neither start nor end, beside other periods; a day with one empty period alone is "not set" and may be
   * stored. `incomplete`: only one of the two. `malformed`: not a time of day. `off_grid`: not on the 5-minute grid.
   * `overlap`: the period begins during another one, including one of the previous day.
   */
  code: 'empty' | 'incomplete' | 'malformed' | 'off_grid' | 'too_many_periods' | 'overlap';
  /** Index of the period within the day, where the problem concerns one. */
  period?: number;
}

export interface HoursProblem extends Omit<PeriodProblem, 'code'> {
  day: Weekday;
  code: PeriodProblem['code'] | 'day_missing' | 'day_repeated';
}

/**
 * All problems of a week's hours. It needs the seven days once each and, on open days, at most 3 periods, times on the
 * 5-minute grid, and no two periods that share a minute, including those that run into the next day. Periods of a
 * closed day are not checked until it opens.
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
 * All problems of a special day's hours: at least one period, all of them set. Periods past midnight may overlap those
 * of the next day.
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

/** Problems of the periods one by one, and of their number. */
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

/** The periods that begin during another one; Saturday runs into Sunday. */
function weekOverlaps(openDays: OpeningHours): HoursProblem[] {
  const spans = openDays.flatMap(({ day, periods }) => {
    const midnight = weekdays.indexOf(day) * DAY_MINUTES;
    return spansOf(periods).map(({ from, to, period }) => ({ from: midnight + from, to: midnight + to, period, day }));
  });
  return overlapping(spans, weekdays.length * DAY_MINUTES).map(({ day, period }) => ({ day, code: 'overlap', period }));
}

/** `round` is the length of a cycle in minutes; null for no cycle. */
function overlapping<S extends { from: number; to: number }>(spans: readonly S[], round: number | null): S[] {
  const since = (from: number, other: number) => (round === null ? from - other : (from - other + round) % round);
  return spans.filter((span) =>
    spans.some((other) => {
      const after = since(span.from, other.from);
      return other !== span && after >= 0 && after < other.to - other.from;
    }),
  );
}
