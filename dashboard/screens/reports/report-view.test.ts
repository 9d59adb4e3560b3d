import { expect, test } from 'vitest';
import type { OutletId } from '#contract/base/ids.ts';
import { everyDay, readReport, type ReportRange, scopeBefore, scopeOf, writeReport } from './report-view.ts';

const read = (address: string) => readReport(new URLSearchParams(address));
const outletId = '0198c0de-0000-7000-8000-000000000005' as OutletId;

test('the default is the sales of the last seven days, of all outlets', () => {
  expect(read('')).toEqual({ tab: 'sales', range: 'last-7-days', from: '', to: '', outletId: null });
  expect(read('tab=x&range=x&outletId=x')).toEqual(read(''));
  expect(writeReport(read('')).toString()).toBe('');
});

test('a view travels through the address and back', () => {
  const address = `tab=service&range=custom&from=2026-03-01&to=2026-03-08&outletId=${outletId}`;
  expect(writeReport(read(address)).toString()).toBe(address);
  expect(scopeOf(read(address), '2026-07-01')).toEqual({ from: '2026-03-01', to: '2026-03-08', outletId });
});

test.each<[ReportRange, string, string, string]>([
  ['today', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['last-7-days', '2026-03-03', '2026-02-25', '2026-03-03'],
  ['last-30-days', '2026-03-01', '2026-01-31', '2026-03-01'],
  // Neither a day of 23 hours nor one of 25 changes a calendar.
  ['last-7-days', '2026-11-03', '2026-10-28', '2026-11-03'],
  ['this-month', '2026-03-31', '2026-03-01', '2026-03-31'],
  ['this-month', '2026-03-01', '2026-03-01', '2026-03-01'],
  ['last-month', '2026-01-15', '2025-12-01', '2025-12-31'],
  ['last-month', '2028-03-31', '2028-02-01', '2028-02-29'],
])('%s on %s is %s to %s', (range, today, from, to) => {
  expect(scopeOf({ ...read(''), range }, today)).toEqual({ from, to });
});

test.each<[ReportRange, string, string, string]>([
  ['today', '2026-03-01', '2026-02-28', '2026-02-28'],
  ['last-7-days', '2026-03-03', '2026-02-18', '2026-02-24'],
  ['last-30-days', '2026-03-01', '2026-01-01', '2026-01-30'],
  ['this-month', '2026-03-05', '2026-02-01', '2026-02-05'],
  // February has no thirty-first day.
  ['this-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-15', '2025-11-01', '2025-11-30'],
])('%s on %s is compared with %s to %s', (range, today, from, to) => {
  const scope = scopeOf({ ...read(''), range, outletId }, today)!;
  expect(scopeBefore(range, scope)).toEqual({ from, to, outletId });
});

test('chosen days are compared with as many days before them', () => {
  expect(scopeBefore('custom', { from: '2026-03-02', to: '2026-03-04' })).toEqual({
    from: '2026-02-27',
    to: '2026-03-01',
  });
});

test.each([
  ['', ''],
  ['2026-03-01', ''],
  ['2026-03-02', '2026-03-01'],
  ['2025-03-01', '2026-03-02'],
  ['2026-02-30', '2026-03-02'],
  ['yesterday', 'today'],
])('from "%s" to "%s" is no range', (from, to) => {
  expect(scopeOf({ ...read(''), range: 'custom', from, to }, '2026-07-01')).toBeNull();
});

test('every day is there, once', () => {
  expect(everyDay({ from: '2026-02-27', to: '2026-03-02' })).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(everyDay({ from: '2026-01-01', to: '2026-12-31' })).toHaveLength(365);
});
