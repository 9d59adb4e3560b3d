import { describe, expect, test } from 'vitest';
import type { OutletId, SpecialDayId } from '#contract/base/ids.ts';
import type { OrderingMode } from '#contract/outlets/outlets.ts';
import { weekdays } from '#contract/base/time.ts';
import { dayHours, makeMode, makeOutlet } from '../../test/outlet.ts';
import { outletState } from './outlet-state.ts';

/** A Friday; the clock in Dubai shows four hours more. */
const noon = new Date('2026-03-20T08:00:00Z');
const night = new Date('2026-03-20T19:30:00Z');
/** Which clock is meant where this device keeps another one. */
const withZone = (text: string) => new RegExp(`^${text}( \\(Dubai\\))?$`);
const withModes = (delivery: Partial<OrderingMode>, pickup: Partial<OrderingMode>) =>
  makeOutlet({ modes: [makeMode('delivery', delivery), makeMode('pickup', pickup)] });

test('an open outlet says until when, by its own clock', () => {
  expect(outletState(makeOutlet(), noon)).toMatch(withZone('Open now, until 23:00'));
});

test('the mode that is open longer decides', () => {
  const longer = weekdays.map((day) => ({ day, open: true, periods: [{ start: '10:00', end: '01:00' }] }));
  expect(outletState(withModes({}, { openingHours: longer }), noon)).toMatch(
    withZone('Open now, until Saturday 01:00'),
  );
  const always = weekdays.map((day) => ({ day, open: true, periods: [{ start: '00:00', end: '00:00' }] }));
  expect(outletState(withModes({}, { openingHours: always }), noon)).toBe('Open now');
});

test('a closed outlet says when it opens, with the day where it is another one', () => {
  expect(outletState(makeOutlet(), new Date('2026-03-20T04:00:00Z'))).toMatch(withZone('Closed until 10:00'));
  expect(outletState(makeOutlet(), night)).toMatch(withZone('Closed until Saturday 10:00'));
  const noDay = dayHours.map((day) => ({ ...day, open: false }));
  expect(outletState(withModes({ openingHours: noDay }, { openingHours: noDay }), noon)).toBe('Closed');
});

test('a special day says why', () => {
  const specialDays = [
    {
      _id: '0198c0de-0000-7000-8000-000000000002' as SpecialDayId,
      outletId: '0198c0de-0000-7000-8000-000000000001' as OutletId,
      mode: null,
      startsOn: '2026-03-20',
      endsOn: '2026-03-21',
      open: false,
      periods: [],
      reason: 'Eid Al Fitr',
      reasonTranslations: {},
    },
  ];
  const said = outletState(makeOutlet({ specialDays }), noon);
  expect(said).toMatch(/^Closed until Sunday 10:00( \(Dubai\))?: Eid Al Fitr$/);
});

describe('an outlet that takes no orders says why: the better of the two reasons', () => {
  const off = { acceptsOrders: false };
  const unpaid = { paymentMethod: { cashOnDelivery: false, cardOnDelivery: false } };
  const notSet = { openingHours: weekdays.map((day) => ({ day, open: true, periods: [{ start: '', end: '' }] })) };
  test.each([
    [off, off, 'Paused: delivery and pickup are off'],
    [off, unpaid, 'Not taking orders: no payment method'],
    [unpaid, notSet, 'Not taking orders: no opening hours'],
    [notSet, off, 'Not taking orders: no opening hours'],
  ])('%j and %j', (delivery, pickup, said) => {
    expect(outletState(withModes(delivery, pickup), noon)).toBe(said);
  });

  test('an InActive one is not seen at all', () => {
    expect(outletState(makeOutlet({ status: false }), noon)).toBe('Hidden from guests');
  });
});
