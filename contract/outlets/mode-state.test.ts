import { describe, expect, test } from 'vitest';
import { weekdays } from '../base/time.ts';
import { modeState, type ModeState } from './mode-state.ts';
import type { OpeningHours, SpecialHours } from './opening-hours.ts';

const everyDay = (start: string, end: string, open = true): OpeningHours =>
  weekdays.map((day) => ({ day, open, periods: [{ start, end }] }));
const onlyOn = (weekday: string, hours: OpeningHours, otherwise: OpeningHours): OpeningHours =>
  weekdays.flatMap((day) => (day === weekday ? hours : otherwise).filter((entry) => entry.day === day));

/** 2026-11-20, a Friday, at 12:00 in Dubai. */
const noon = {
  outletActive: true,
  acceptsOrders: true,
  pausedUntil: null as Date | string | null,
  paymentMethods: ['cash on delivery'],
  hours: everyDay('11:00', '15:00'),
  specialDays: [] as (SpecialHours & { reason: string })[],
  now: new Date('2026-11-20T08:00:00Z'),
  timeZone: 'Asia/Dubai',
};
const dinner = everyDay('18:00', '23:00');
const notSet = everyDay('', '');
const closed = everyDay('11:00', '15:00', false);
/** Thursday to Saturday. */
const eid = { startsOn: '2026-11-19', endsOn: '2026-11-21', open: false, periods: [], reason: 'Eid Al Fitr' };
const noonHours = { open: true, periods: [{ start: '11:00', end: '15:00' }] };
const open: ModeState = { kind: 'open', until: new Date('2026-11-20T11:00:00Z') };

describe('the state of a mode', () => {
  test.each<
    [
      string,
      Partial<typeof noon> | { hours: OpeningHours | null; specialDays?: (typeof noon)['specialDays'] },
      ModeState,
    ]
  >([
    ['open', {}, open],
    ['open round the clock', { hours: everyDay('00:00', '00:00') }, { kind: 'open', until: null }],
    ['outlet inactive', { outletActive: false }, { kind: 'inactive' }],
    ['off or paused', { acceptsOrders: false }, { kind: 'not_offered' }],
    ['no payment method', { paymentMethods: [] }, { kind: 'no_payment' }],
    ['paused', { pausedUntil: '2026-11-20T08:30:00Z' }, { kind: 'paused', opensAt: new Date('2026-11-20T08:30:00Z') }],
    ['a pause that ends this instant', { pausedUntil: new Date('2026-11-20T08:00:00Z') }, open],
    [
      'a pause that ends when it is closed',
      { pausedUntil: new Date('2026-11-20T11:00:00Z') },
      { kind: 'paused', opensAt: new Date('2026-11-21T07:00:00Z') },
    ],
    [
      'off, whatever pause was before',
      { acceptsOrders: false, pausedUntil: '2026-11-20T08:30:00Z' },
      { kind: 'not_offered' },
    ],
    ['no hours', { hours: null }, { kind: 'hours_not_set' }],
    ['no day at all', { hours: [] }, { kind: 'hours_not_set' }],
    ['the empty period of a new outlet', { hours: notSet }, { kind: 'hours_not_set' }],
    ['half a period', { hours: everyDay('11:00', '') }, { kind: 'hours_not_set' }],
    ['before dinner', { hours: dinner }, { kind: 'closed', opensAt: new Date('2026-11-20T14:00:00Z'), reason: null }],
    ['every day closed', { hours: closed }, { kind: 'closed', opensAt: null, reason: null }],
    [
      'today not set, tomorrow set',
      { hours: onlyOn('Friday', notSet, dinner) },
      { kind: 'closed', opensAt: new Date('2026-11-21T14:00:00Z'), reason: null },
    ],
    ['only today set', { hours: onlyOn('Friday', noon.hours, notSet) }, open],
    ['one day not set, the others closed', { hours: onlyOn('Friday', notSet, closed) }, { kind: 'hours_not_set' }],
    [
      'in the zone of the outlet',
      { timeZone: 'America/New_York' },
      { kind: 'closed', opensAt: new Date('2026-11-20T16:00:00Z'), reason: null },
    ],
    [
      'a holiday',
      { specialDays: [eid] },
      { kind: 'closed', opensAt: new Date('2026-11-22T07:00:00Z'), reason: 'Eid Al Fitr' },
    ],
    [
      'a holiday at other hours',
      { specialDays: [{ ...eid, open: true, periods: [{ start: '16:00', end: '20:00' }] }] },
      { kind: 'closed', opensAt: new Date('2026-11-20T12:00:00Z'), reason: 'Eid Al Fitr' },
    ],
    ['a special day with hours now', { hours: dinner, specialDays: [{ ...eid, ...noonHours }] }, open],
    ['a holiday that is over', { specialDays: [{ ...eid, endsOn: '2026-11-19' }] }, open],
    ['a holiday, the week not being set', { hours: notSet, specialDays: [eid] }, { kind: 'hours_not_set' }],
  ])('%s', (_what, changes, expected) => {
    expect(modeState({ ...noon, ...changes })).toEqual(expected);
  });

  test('reports the first of several reasons', () => {
    const everything = { ...noon, outletActive: false, acceptsOrders: false, paymentMethods: [], hours: null };
    expect(modeState(everything).kind).toBe('inactive');
    expect(modeState({ ...everything, outletActive: true }).kind).toBe('not_offered');
    expect(modeState({ ...everything, outletActive: true, acceptsOrders: true }).kind).toBe('no_payment');
    expect(modeState({ ...noon, hours: null }).kind).toBe('hours_not_set');
  });
});
