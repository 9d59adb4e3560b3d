import { describe, expect, test } from 'vitest';
import type { OutletId } from '../../base/ids.ts';
import { minorUnits } from '../../base/money.ts';
import { hoursOf } from '../../outlets/test/hours-of.ts';
import { comparableCode } from '../../base/comparable-code.ts';
import type { OfferConditions } from './offer.ts';
import { type OfferOccasion, type OfferRefusal, refuseOffer } from './offer-refusal.ts';

const [harbour, marina] = ['harbour', 'marina'] as OutletId[];
const anyTime: OfferConditions = {
  isPaused: false,
  from: null,
  until: null,
  outlets: null,
  modes: null,
  hours: null,
  isForFirstOrder: false,
  usesMax: null,
  usesOfGuestMax: null,
  minimumSubtotal: minorUnits(0),
};
const friday: OfferOccasion = {
  now: new Date('2026-11-27T14:00:00Z'),
  outletId: harbour!,
  timeZone: 'Asia/Dubai',
  mode: 'delivery',
  subtotal: minorUnits(2450),
  uses: 9,
  usesOfGuest: 1,
  ordersOfGuest: 3,
};
const refusal = (offer: Partial<OfferConditions>, occasion: Partial<OfferOccasion> = {}) =>
  refuseOffer({ ...anyTime, ...offer }, { ...friday, ...occasion });

const { now } = friday;
const after = new Date(now.getTime() + 1);

test.each<[string, Partial<OfferConditions>, OfferRefusal | null]>([
  ['without conditions', {}, null],
  ['paused', { isPaused: true }, { reason: 'ended' }],
  ['until now', { until: now }, { reason: 'ended' }],
  ['until a moment from now', { until: after }, null],
  ['from now', { from: now }, null],
  ['from a moment from now', { from: after }, { reason: 'not_yet', from: after }],
  ['of another outlet', { outlets: [marina!] }, { reason: 'other_outlet' }],
  ['of this outlet, too', { outlets: [marina!, harbour!] }, null],
  ['for pickup', { modes: ['pickup'] }, { reason: 'other_mode' }],
  ['for first orders', { isForFirstOrder: true }, { reason: 'first_order_only' }],
  ['used nine times of nine', { usesMax: 9 }, { reason: 'used_up' }],
  ['used nine times of ten', { usesMax: 10 }, null],
  ['used once of once by the guest', { usesOfGuestMax: 1 }, { reason: 'already_used' }],
  ['used once of twice by the guest', { usesOfGuestMax: 2 }, null],
  ['from 30.00', { minimumSubtotal: minorUnits(3000) }, { reason: 'below_minimum', missing: minorUnits(550) }],
  ['from 24.50', { minimumSubtotal: minorUnits(2450) }, null],
  ['used up, of another outlet and from 30.00', { usesMax: 9, outlets: [marina!] }, { reason: 'used_up' }],
])('an offer %s', (_what, offer, expected) => {
  expect(refusal(offer)).toEqual(expected);
});

describe('a happy hour', () => {
  const isOn = (hours: OfferConditions['hours'], instant: string, timeZone: string) =>
    refusal({ hours }, { now: new Date(instant), timeZone }) === null;

  test("is by the outlet's clock, from its first minute to before its last, and runs over midnight", () => {
    const hours = hoursOf('Friday 22:00-01:00');
    const on = ['2026-11-27T17:59:59Z', '2026-11-27T18:00:00Z', '2026-11-27T20:59:59Z', '2026-11-27T21:00:00Z'].map(
      (instant) => isOn(hours, instant, 'Asia/Dubai'),
    );
    expect(on).toEqual([false, true, true, false]);
    // 00:30 on Friday belongs to Thursday.
    expect(isOn(hours, '2026-11-26T20:30:00Z', 'Asia/Dubai')).toBe(false);
  });

  test('in an hour that clocks skip does not happen, and in one that they repeat happens twice', () => {
    const hours = hoursOf('Sunday 02:15-02:45');
    const skipped = ['2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-03-29T01:30:00Z'];
    expect(skipped.map((instant) => isOn(hours, instant, 'Europe/Berlin'))).toEqual([false, false, false]);
    const repeated = ['2026-10-25T00:30:00Z', '2026-10-25T00:50:00Z', '2026-10-25T01:30:00Z'];
    expect(repeated.map((instant) => isOn(hours, instant, 'Europe/Berlin'))).toEqual([true, false, true]);
  });
});

test.each(['BURGER20', 'burger20', ' Burger 20 ', 'burger٢٠', 'burger۲۰', 'ｂｕｒｇｅｒ２０'])(
  '%j is the same code',
  (typed) => {
    expect(comparableCode(typed)).toBe('BURGER20');
  },
);
