import { expect, test } from 'vitest';
import type { OutletId, SpecialDayId } from '#contract/base/ids.ts';
import type { SpecialDay } from '#contract/outlets/special-days.ts';
import {
  comingDays,
  datesInWords,
  emptySpecialDay,
  missingOfSpecialDay,
  specialDayForm,
  specialDayRequest,
} from './special-day-form.ts';

const eid: SpecialDay = {
  _id: '0198c0de-0000-7000-8000-000000000002' as SpecialDayId,
  outletId: '0198c0de-0000-7000-8000-000000000001' as OutletId,
  mode: null,
  startsOn: '2026-03-20',
  endsOn: '2026-03-22',
  open: false,
  periods: [],
  reason: 'Eid Al Fitr',
  reasonTranslations: { ar: 'عيد الفطر' },
};

test('a closed range is sent as it was read', () => {
  expect(specialDayRequest(specialDayForm(eid))).toEqual({
    mode: null,
    startsOn: '2026-03-20',
    endsOn: '2026-03-22',
    open: false,
    reason: 'Eid Al Fitr',
    reasonTranslations: { ar: 'عيد الفطر' },
  });
});

test('one day with hours of its own, of one mode', () => {
  const day: SpecialDay = {
    ...eid,
    endsOn: eid.startsOn,
    open: true,
    mode: 'pickup',
    periods: [{ start: '20:00', end: '02:00' }],
  };
  const form = specialDayForm(day);
  expect(form).toMatchObject({ endsOn: '', isClosed: false, mode: 'pickup' });
  expect(specialDayRequest(form)).toMatchObject({
    endsOn: '2026-03-20',
    open: true,
    mode: 'pickup',
    periods: day.periods,
  });
});

test('Save waits for a reason, a day, and hours where it is open', () => {
  expect(missingOfSpecialDay(emptySpecialDay)).toEqual(['Reason', 'First day']);
  expect(missingOfSpecialDay({ ...specialDayForm(eid), isClosed: false })).toEqual(['Hours without gaps or overlaps']);
});

test('past days are not listed; the next one comes first', () => {
  const [past, today, later] = [
    { ...eid, endsOn: '2026-03-19', startsOn: '2026-03-18' },
    eid,
    { ...eid, startsOn: '2026-12-02', endsOn: '2026-12-02' },
  ];
  expect(comingDays([later, past, today], '2026-03-22')).toEqual([today, later]);
});

test('dates are said with their day of the week', () => {
  expect(datesInWords(eid)).toBe('Fri, 20 Mar 2026 to Sun, 22 Mar 2026');
  expect(datesInWords({ startsOn: '2026-03-20', endsOn: '2026-03-20' })).toBe('Fri, 20 Mar 2026');
});
