import { expect, test } from 'vitest';
import type { Mode } from '#contract/base/enumerations.ts';
import type { OrderingMode, Outlet } from '#contract/outlets/outlets.ts';
import { makeMode, makeOutlet } from '../../test/outlet.ts';
import { busyPlaces, busyText, proposedMinutes } from './busy.ts';

const now = new Date('2026-11-20T08:00:00Z');
const busy = { minutes: 20, until: '2026-11-20T09:30:00Z' };

function outletWith(modes: Partial<Record<Mode, OrderingMode['busy']>>): Outlet {
  const busyModes = Object.entries(modes) as [Mode, OrderingMode['busy']][];
  return makeOutlet({ modes: busyModes.map(([mode, one]) => makeMode(mode, { busy: one })) });
}
/** Without the city of the clock, which is named on devices that are elsewhere. */
const told = (outlet: Outlet, at = now) =>
  busyPlaces([outlet], at).map((place) => busyText(place, at).replace(' (Dubai)', ''));

test('an outlet that is busy in all its modes is named once, without them', () => {
  const outlet = outletWith({ delivery: busy, pickup: busy });
  expect(told(outlet)).toEqual([`${outlet.name}: +20 min until 13:30`]);
});

test('a mode that is busy alone, or until another time, is named', () => {
  const alone = outletWith({ delivery: busy, pickup: null });
  expect(told(alone)).toEqual([`${alone.name} – Delivery: +20 min until 13:30`]);
  const later = { minutes: 10, until: '2026-11-20T10:00:00Z' };
  const both = outletWith({ delivery: busy, pickup: later });
  expect(told(both)).toEqual([
    `${both.name} – Delivery: +20 min until 13:30`,
    `${both.name} – Pickup: +10 min until 14:00`,
  ]);
});

test('nothing is said from its end on, of an outlet that is InActive, or of a mode that takes no orders', () => {
  const outlet = outletWith({ delivery: busy });
  expect(told(outlet, new Date(busy.until))).toEqual([]);
  expect(told({ ...outlet, status: false })).toEqual([]);
  expect(told({ ...outlet, modes: outlet.modes.map((one) => ({ ...one, acceptsOrders: false })) })).toEqual([]);
});

test('an order is proposed what its guest was promised, more where the kitchen has become busy since', () => {
  const outlet = outletWith({ delivery: null, pickup: busy });
  const order = { deliveryMode: 'pickup', preparationTime: 15 } as const;
  expect(proposedMinutes(order, outlet, now)).toBe(35);
  expect(proposedMinutes({ ...order, preparationTime: 45 }, outlet, now)).toBe(45);
  expect(proposedMinutes({ ...order, deliveryMode: 'delivery' }, outlet, now)).toBe(15);
  expect(proposedMinutes(order, outlet, new Date(busy.until))).toBe(15);
  expect(proposedMinutes(order, undefined, now)).toBe(15);
});
