import { expect, test } from 'vitest';
import type { Outlet } from '#contract/outlets/outlets.ts';
import { emptyWeek, usualWeek } from './empty-week.ts';
import { dayHours, makeMode, makeOutlet } from '../../test/outlet.ts';
import { doneSteps, missingOfMode, modeOf, unusedSteps } from './outlet-progress.ts';

test('a step is done by what the outlet has, not by having been seen', () => {
  expect([...doneSteps(makeOutlet(), 1)].sort()).toEqual([
    'address',
    'basic-info',
    'delivery',
    'delivery-area',
    'ordering-modes',
    'pickup',
  ]);
  const fresh = makeOutlet({
    image: null,
    address: null,
    modes: [makeMode('delivery', { openingHours: [] }), makeMode('pickup', { openingHours: [...emptyWeek] as never })],
  });
  expect([...doneSteps(fresh, 0)]).toEqual([]);
});

test('the ordering modes are done with one mode that guests can order in, unless another one is on and lacks something', () => {
  const unpaid = { paymentMethod: { cashOnDelivery: false, cardOnDelivery: false } };
  const isDone = (areas: number, ...modes: Outlet['modes']) =>
    doneSteps(makeOutlet({ modes }), areas).has('ordering-modes');
  const off = { ...unpaid, acceptsOrders: false };
  expect(isDone(0, makeMode('delivery', off), makeMode('pickup'))).toBe(true);
  expect(isDone(0, makeMode('delivery', unpaid), makeMode('pickup'))).toBe(false);
  expect(isDone(0, makeMode('delivery'), makeMode('pickup', off))).toBe(false);
  expect(isDone(1, makeMode('delivery'), makeMode('pickup', off))).toBe(true);
  expect(isDone(1, makeMode('delivery'), makeMode('pickup', unpaid))).toBe(false);
  // A pause leaves a mode as it was set up.
  expect(isDone(1, makeMode('delivery', { acceptsOrders: false }), makeMode('pickup', off))).toBe(true);
});

test('a mode that is off and was never set up is unused, with its areas', () => {
  const off = { acceptsOrders: false, paymentMethod: { cashOnDelivery: false, cardOnDelivery: false } };
  const unused = (...modes: Outlet['modes']) => [...unusedSteps(makeOutlet({ modes }))];
  expect(unused(makeMode('delivery', off), makeMode('pickup'))).toEqual(['delivery', 'delivery-area']);
  expect(unused(makeMode('delivery'), makeMode('pickup', off))).toEqual(['pickup']);
  expect(unused(makeMode('delivery', { acceptsOrders: false }), makeMode('pickup'))).toEqual([]);
});

test('hours that nobody set are seven open days with an empty period', () => {
  const outlet = makeOutlet({ modes: [makeMode('delivery', { openingHours: [] }), makeMode('pickup')] });
  expect(modeOf(outlet, 'delivery').openingHours).toEqual(emptyWeek);
  expect(modeOf(outlet, 'pickup').openingHours).toEqual(dayHours);
});

const closedWeek = emptyWeek.map((day) => ({ ...day, open: false, periods: [] }));
const unpaid = { cashOnDelivery: false, cardOnDelivery: false };

test.each([
  ['is off', { acceptsOrders: false, openingHours: [], paymentMethod: unpaid }, []],
  ['has neither', { openingHours: [], paymentMethod: unpaid }, ['hours', 'payment']],
  ['has no hours', { openingHours: [...emptyWeek] }, ['hours']],
  ['has no payment', { openingHours: [...usualWeek], paymentMethod: unpaid }, ['payment']],
  ['is closed on every day, as somebody said', { openingHours: closedWeek }, []],
  ['has both', { openingHours: [...usualWeek] }, []],
] as const)('what guests need where a mode %s', (_, mode, missing) => {
  const outlet = makeOutlet({ modes: [makeMode('delivery', { acceptsOrders: true, ...mode } as never)] });
  expect(missingOfMode(modeOf(outlet, 'delivery'))).toEqual(missing);
});
