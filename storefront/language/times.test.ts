import { describe, expect, test, vi } from 'vitest';
import { wordsOf } from '../words/all-words.ts';
import { slotText } from './slot-text.ts';
import { dayAndTimeText, foreignCity, stateText, timeText } from './times.ts';

/** 22:30 in Dubai on Friday, 20 November 2026. */
const now = new Date('2026-11-20T18:30:00Z');
const dubai = { now, outlet: { timeZone: 'Asia/Dubai', specialDays: [] }, words: wordsOf.en, language: 'en' as const };

test('times are those of the outlet', () => {
  expect(timeText(now, 'Asia/Dubai')).toBe('22:30');
  expect(timeText(now, 'Europe/London')).toBe('18:30');
});

test.each([
  ['2026-11-20T19:00:00Z', 'at 23:00'],
  ['2026-11-20T20:00:00Z', 'tomorrow at 00:00'],
  ['2026-11-21T06:00:00Z', 'tomorrow at 10:00'],
  ['2026-11-22T06:00:00Z', 'Sunday at 10:00'],
  ['2026-11-26T06:00:00Z', 'Thursday at 10:00'],
  ['2026-11-27T06:00:00Z', 'Friday 27 November at 10:00'],
])('%s is %s', (instant, text) => {
  expect(dayAndTimeText(new Date(instant), now, 'Asia/Dubai', wordsOf.en, 'en')).toBe(text);
});

test('tomorrow is the next date, also where it has 23 hours', () => {
  const beforeTheChange = new Date('2027-03-27T23:30:00Z');
  const sayIn = (instant: string) =>
    dayAndTimeText(new Date(instant), beforeTheChange, 'Europe/London', wordsOf.en, 'en');
  expect(sayIn('2027-03-28T09:00:00Z')).toBe('tomorrow at 10:00');
  expect(sayIn('2027-03-29T09:00:00Z')).toBe('Monday at 10:00');
});

describe('the sentence about the opening state', () => {
  test('open', () => {
    expect(stateText({ kind: 'open', until: new Date('2026-11-20T19:00:00Z') }, dubai)).toBe('Open until 23:00');
    expect(stateText({ kind: 'open', until: null }, dubai)).toBe('Open');
  });

  test('open for days names the day of its end', () => {
    const openUntil = (until: string) => stateText({ kind: 'open', until: new Date(until) }, dubai);
    expect(openUntil('2026-11-21T18:30:00Z')).toBe('Open until 22:30');
    expect(openUntil('2026-11-21T18:45:00Z')).toBe('Open until tomorrow at 22:45');
    expect(openUntil('2026-11-22T20:00:00Z')).toBe('Open until Monday at 00:00');
  });

  test('closed', () => {
    const opensAt = new Date('2026-11-21T06:00:00Z');
    expect(stateText({ kind: 'closed', opensAt, reason: null }, dubai)).toBe('Closed. Opens tomorrow at 10:00');
    expect(stateText({ kind: 'closed', opensAt: null, reason: null }, dubai)).toBe('Closed');
  });

  test('closed on a special day, which is named', () => {
    const opensAt = new Date('2026-11-21T06:00:00Z');
    const reason = 'Eid Al Fitr';
    expect(stateText({ kind: 'closed', opensAt, reason }, dubai)).toBe('Closed: Eid Al Fitr. Opens tomorrow at 10:00');
    expect(stateText({ kind: 'closed', opensAt: null, reason }, dubai)).toBe('Closed: Eid Al Fitr');
  });

  test('closed on a special day, in Arabic as far as it is written in Arabic', () => {
    const eid = {
      mode: null,
      startsOn: '2026-11-20',
      endsOn: '2026-11-20',
      open: false,
      periods: [],
      reason: 'Eid Al Fitr',
    };
    const inArabic = (reasonTranslations: Record<string, string>) =>
      stateText(
        { kind: 'closed', opensAt: null, reason: eid.reason },
        {
          ...dubai,
          outlet: { ...dubai.outlet, specialDays: [{ ...eid, reasonTranslations }] },
          words: wordsOf.ar,
          language: 'ar',
        },
      );
    expect(inArabic({ ar: 'عيد الفطر' })).toContain('عيد الفطر');
    expect(inArabic({})).toContain('Eid Al Fitr');
  });

  test('a mode that is off has a sentence of its own', () => {
    expect(stateText({ kind: 'not_offered' }, dubai)).toBeNull();
    expect(stateText({ kind: 'hours_not_set' }, dubai)).toBe('This outlet has not set its opening hours yet');
  });
});

test.each([
  ['2026-03-20T11:00+04:00', 'Today - 11:00'],
  ['2026-03-21T00:30+04:00', 'Tomorrow - 00:30'],
  ['2026-03-23T11:00+04:00', 'Monday - 11:00'],
])('the time of an order for %s reads %s', (instant, text) => {
  const now = new Date('2026-03-20T23:00+04:00');
  expect(slotText(new Date(instant), now, 'Asia/Dubai', wordsOf.en, 'en')).toBe(text);
});

test.each([
  ['Asia/Dubai', 'ar', '(\u2068بتوقيت الخليج\u2069)'],
  ['Asia/Riyadh', 'ar', '(\u2068بالتوقيت العربي الرسمي\u2069)'],
  ['America/New_York', 'ar', '(\u2068بالتوقيت الشرقي لأمريكا الشمالية\u2069)'],
  ['America/New_York', 'en', '(New York time)'],
] as const)('on a device with another clock, %s in %s is noted as %s', (timeZone, language, note) => {
  const elsewhere = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(210);
  expect(wordsOf[language].zoneNote(foreignCity(now, timeZone, language)!)).toBe(note);
  elsewhere.mockRestore();
});
