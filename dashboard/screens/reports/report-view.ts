/** Range and outlet of the reports, as they stand in the address. Pure functions. */
import { isId, type OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { ReportScope } from '#contract/reports/reports.ts';
import { DAY_MINUTES, MINUTE } from '#contract/base/time.ts';

export const reportRanges = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-month',
  'last-month',
  'custom',
] as const;
export type ReportRange = (typeof reportRanges)[number];
export const reportTabs = ['sales', 'payments', 'tax', 'items', 'service'] as const;
export type ReportTab = (typeof reportTabs)[number];

const usualRange: ReportRange = 'last-7-days';

export interface ReportView {
  tab: ReportTab;
  range: ReportRange;
  /** First day of a custom range; both days are empty while they are not chosen. */
  from: string;
  to: string;
  outletId: OutletId | null;
}

/** Reads the view from the address. Whatever makes no sense there is as if it were missing. */
export function readReport(params: URLSearchParams): ReportView {
  const outlet = params.get('outletId');
  return {
    tab: reportTabs.find((tab) => tab === params.get('tab')) ?? 'sales',
    range: reportRanges.find((range) => range === params.get('range')) ?? usualRange,
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
    outletId: outlet !== null && isId(outlet) ? (outlet as OutletId) : null,
  };
}

export function writeReport({ tab, range, from, to, outletId }: ReportView): URLSearchParams {
  const params = new URLSearchParams();
  if (tab !== 'sales') params.set('tab', tab);
  if (range !== usualRange) params.set('range', range);
  if (range === 'custom' && from !== '') params.set('from', from);
  if (range === 'custom' && to !== '') params.set('to', to);
  if (outletId !== null) params.set('outletId', outletId);
  return params;
}

/** The days of a view, today being that one; null while there are none, or too many, to report on. */
export function scopeOf({ range, from, to, outletId }: ReportView, today: string): ReportScope | null {
  const days = daysOf(range, { from, to }, today);
  const count = countDays(days);
  if (!(count >= 1 && count <= limits.reportDaysMax) || !isDay(days.from) || !isDay(days.to)) return null;
  return outletId === null ? days : { ...days, outletId };
}

const day = DAY_MINUTES * MINUTE;
const countDays = ({ from, to }: { from: string; to: string }) => (Date.parse(to) - Date.parse(from)) / day + 1;
const shiftDate = (date: string, days: number) => new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);

function daysOf(range: ReportRange, chosen: { from: string; to: string }, today: string): { from: string; to: string } {
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  switch (range) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: shiftDate(today, -1), to: shiftDate(today, -1) };
    case 'last-7-days':
      return { from: shiftDate(today, -6), to: today };
    case 'last-30-days':
      return { from: shiftDate(today, -29), to: today };
    case 'this-month':
      return { from: firstOfMonth, to: today };
    case 'last-month': {
      const to = shiftDate(firstOfMonth, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
    case 'custom':
      return chosen;
  }
}

/**
 * The days that a report is compared with: those just before, as many. A month is compared with the month before, this month with as
 * much of it as there has been of this one.
 */
export function scopeBefore(range: ReportRange, scope: ReportScope): ReportScope {
  const lastBefore = shiftDate(scope.from, -1);
  const firstOfMonthBefore = `${lastBefore.slice(0, 7)}-01`;
  switch (range) {
    case 'last-month':
      return { ...scope, from: firstOfMonthBefore, to: lastBefore };
    case 'this-month': {
      const sameDay = shiftDate(firstOfMonthBefore, countDays(scope) - 1);
      return { ...scope, from: firstOfMonthBefore, to: sameDay < lastBefore ? sameDay : lastBefore };
    }
    case 'today':
    case 'yesterday':
    case 'last-7-days':
    case 'last-30-days':
    case 'custom':
      return { ...scope, from: shiftDate(scope.from, -countDays(scope)), to: lastBefore };
  }
}

/** Every day from the first to the last. */
export function everyDay({ from, to }: { from: string; to: string }): string[] {
  return Array.from({ length: countDays({ from, to }) }, (_, index) => shiftDate(from, index));
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && shiftDate(text, 0) === text;
}
