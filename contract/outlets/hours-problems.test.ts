import { describe, expect, test } from 'vitest';
import { hoursNotSet, hoursProblems, periodProblems } from './hours-problems.ts';
import type { OpeningHours, Period } from './opening-hours.ts';
import { everyDay, hoursOf } from './test/hours-of.ts';

const lunchAndDinner = everyDay('11:00-15:00 18:00-23:30');
const lateOnFriday = hoursOf('Friday 18:00-02:00', 'Sunday 12:00-15:00');
const allWeek = everyDay('00:00-00:00');

describe('hours that can be stored', () => {
  test.each<[string, OpeningHours]>([
    ['lunch and dinner', lunchAndDinner],
    ['late on Friday', lateOnFriday],
    ['round the clock', allWeek],
    ['not set', hoursNotSet],
    ['closed', hoursOf()],
    ['three periods that meet', everyDay('00:00-08:00 08:00-16:00 16:00-00:00')],
    ['an evening that ends where the morning begins', hoursOf('Saturday 20:00-04:00', 'Sunday 04:00-10:00')],
    ['24 hours from ten, day after day', everyDay('10:00-10:00')],
  ])('%s', (_what, hours) => {
    expect(hoursProblems(hours)).toEqual([]);
  });

  test('the hidden periods of a closed day are not checked', () => {
    const wrong = Array.from({ length: 5 }, () => ({ start: '22:01', end: '11:00' }));
    const hidden = hoursOf('Monday 10:00-12:00').map((entry) =>
      entry.day === 'Sunday' ? { ...entry, periods: [{ start: '9', end: '' }, ...wrong] } : entry,
    );
    expect(hoursProblems(hidden)).toEqual([]);
  });

  test.each<[string, OpeningHours, unknown[]]>([
    [
      'four periods',
      hoursOf('Monday 01:00-02:00 03:00-04:00 05:00-06:00 07:00-08:00'),
      [{ day: 'Monday', code: 'too_many_periods' }],
    ],
    ['an odd start', hoursOf('Monday 10:01-12:00'), [{ day: 'Monday', code: 'off_grid', period: 0 }]],
    ['an odd end', hoursOf('Monday 08:00-09:00 10:00-12:04'), [{ day: 'Monday', code: 'off_grid', period: 1 }]],
    ['half a period', hoursOf('Monday 10:00-'), [{ day: 'Monday', code: 'incomplete', period: 0 }]],
    ['the other half', hoursOf('Monday -10:00'), [{ day: 'Monday', code: 'incomplete', period: 0 }]],
    ['no time', hoursOf('Monday 10:00-24:00'), [{ day: 'Monday', code: 'malformed', period: 0 }]],
    ['nothing beside a period', hoursOf('Monday 10:00-12:00 -'), [{ day: 'Monday', code: 'empty', period: 1 }]],
    ['a shared hour', hoursOf('Monday 10:00-13:00 12:00-15:00'), [{ day: 'Monday', code: 'overlap', period: 1 }]],
    [
      'a shared hour, later one first',
      hoursOf('Monday 12:00-15:00 10:00-13:00'),
      [{ day: 'Monday', code: 'overlap', period: 0 }],
    ],
    ['one within another', hoursOf('Monday 10:00-20:00 12:00-13:00'), [{ day: 'Monday', code: 'overlap', period: 1 }]],
    [
      'the same twice',
      hoursOf('Monday 10:00-12:00 10:00-12:00'),
      [
        { day: 'Monday', code: 'overlap', period: 0 },
        { day: 'Monday', code: 'overlap', period: 1 },
      ],
    ],
    [
      'an evening into the morning',
      hoursOf('Monday 20:00-04:00', 'Tuesday 03:55-10:00'),
      [{ day: 'Tuesday', code: 'overlap', period: 0 }],
    ],
    [
      'Saturday into Sunday',
      hoursOf('Saturday 20:00-04:00', 'Sunday 03:00-10:00'),
      [{ day: 'Sunday', code: 'overlap', period: 0 }],
    ],
    [
      'Saturday into all of Sunday',
      hoursOf('Saturday 23:00-22:00', 'Sunday 01:00-02:00 21:00-22:00'),
      [
        { day: 'Sunday', code: 'overlap', period: 0 },
        { day: 'Sunday', code: 'overlap', period: 1 },
      ],
    ],
    ['a day missing', allWeek.slice(1), [{ day: 'Sunday', code: 'day_missing' }]],
    ['a day twice', [...hoursOf(), ...hoursOf().slice(2, 3)], [{ day: 'Tuesday', code: 'day_repeated' }]],
  ])('%s is refused', (_what, hours, problems) => {
    expect(hoursProblems(hours)).toEqual(problems);
  });
});

describe('the hours of a special day', () => {
  const periodsOf = (text: string): readonly Period[] => hoursOf(`Monday ${text}`)[1]!.periods;

  test.each(['10:00-14:00', '10:00-14:00 14:00-02:00', '18:00-02:00 10:00-14:00', '00:00-00:00'])('%s', (text) => {
    expect(periodProblems(periodsOf(text))).toEqual([]);
  });

  test.each<[string, unknown[]]>([
    ['-', [{ code: 'empty', period: 0 }]],
    ['10:00-14:00 -', [{ code: 'empty', period: 1 }]],
    ['10:00-', [{ code: 'incomplete', period: 0 }]],
    ['10:00-14:03', [{ code: 'off_grid', period: 0 }]],
    ['10:00-25:00', [{ code: 'malformed', period: 0 }]],
    ['10:00-14:00 13:55-16:00', [{ code: 'overlap', period: 1 }]],
    ['18:00-04:00 22:00-23:00', [{ code: 'overlap', period: 1 }]],
    ['01:00-02:00 03:00-04:00 05:00-06:00 07:00-08:00', [{ code: 'too_many_periods' }]],
  ])('%s is refused', (text, problems) => {
    expect(periodProblems(periodsOf(text))).toEqual(problems);
  });

  test('a special day without periods is refused', () => {
    expect(periodProblems([])).toEqual([{ code: 'empty' }]);
  });

  test('periods past midnight may run into the next special day, which is open until they end', () => {
    expect(periodProblems(periodsOf('01:00-03:00 18:00-02:00'))).toEqual([]);
  });
});
