import { expect, test } from 'vitest';
import { emptyWeek, usualWeek } from './empty-week.ts';
import { dayHours, makeMode, makeOutlet } from '../../test/outlet.ts';
import { doneSteps, missingOfMode, modeOf } from './outlet-progress.ts';

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

test('one mode with payment and hours is enough for the ordering modes', () => {
  const unpaid = { paymentMethod: { cashOnDelivery: false, cardOnDelivery: false } };
  const outlet = makeOutlet({ modes: [makeMode('delivery', unpaid), makeMode('pickup')] });
  expect([...doneSteps(outlet, 0)].filter((step) => step !== 'basic-info' && step !== 'address')).toEqual([
    'pickup',
    'ordering-modes',
  ]);
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
