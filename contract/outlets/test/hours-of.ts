import { weekdays } from '../../base/time.ts';
import type { OpeningHours } from '../opening-hours.ts';

/**
 * Parses lines such as 'Monday 11:00-15:00 18:00-02:00', one per day. 'Monday -' is an open day that is not set;
 * missing days are closed.
 */
export function hoursOf(...lines: string[]): OpeningHours {
  const named = new Map(
    lines.map((line) => {
      const [day = '', ...periods] = line.split(' ');
      return [day, periods.map((period) => ({ start: period.split('-')[0] ?? '', end: period.split('-')[1] ?? '' }))];
    }),
  );
  return weekdays.map((day) => ({ day, open: named.has(day), periods: named.get(day) ?? [{ start: '', end: '' }] }));
}

export function everyDay(periods: string): OpeningHours {
  return hoursOf(...weekdays.map((day) => `${day} ${periods}`));
}
