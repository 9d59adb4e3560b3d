/** Progress of setting up an outlet, from its data. Pure functions. */
import type { Outlet } from '#contract/outlets/outlets.ts';
import { hasOpeningHours, type OpeningHours } from '#contract/outlets/opening-hours.ts';
import { emptyWeek } from './empty-week.ts';
import type { OutletStep } from '../../routing/paths.ts';

export type OrderedMode = 'delivery' | 'pickup' | 'dine-in';

/** How an outlet takes orders in a mode; what nobody has said yet is as on the first day. */
export function modeOf(outlet: Outlet, mode: OrderedMode) {
  const found = outlet.modes.find((one) => one.mode === mode);
  const openingHours: OpeningHours =
    found === undefined || found.openingHours.length === 0 ? emptyWeek : found.openingHours;
  return {
    acceptsOrders: found?.acceptsOrders ?? false,
    preparationTime: found?.preparationTime ?? outlet.preparationTime,
    deliveryTime: found?.deliveryTime ?? outlet.deliveryTime,
    makeMinutesPerQuarter: found?.makeMinutesPerQuarter ?? null,
    paymentMethod: found?.paymentMethod ?? { cashOnDelivery: false, cardOnDelivery: false },
    openingHours,
  };
}

/**
 * The steps that have what they ask for; `areas`: how many delivery areas there are. Ordering modes is done with one of them, unless
 * another one is switched on and lacks something.
 */
export function doneSteps(outlet: Outlet, areas: number): ReadonlySet<OutletStep | 'ordering-modes'> {
  const { name, timeZone, email = '', phone, image, address } = outlet;
  const done = new Set<OutletStep | 'ordering-modes'>();
  if ([name, timeZone, email, phone].every((text) => text !== '') && image !== null) done.add('basic-info');
  if (address !== null && address.location !== '' && address.area !== '') done.add('address');
  if (areas > 0) done.add('delivery-area');
  const [delivery, pickup] = [modeOf(outlet, 'delivery'), modeOf(outlet, 'pickup')];
  if (isSetUp(delivery)) done.add('delivery');
  if (isSetUp(pickup)) done.add('pickup');
  const canDeliver = isSetUp(delivery) && areas > 0;
  const isHalfDone = (delivery.acceptsOrders && !canDeliver) || (pickup.acceptsOrders && !isSetUp(pickup));
  if ((canDeliver || isSetUp(pickup)) && !isHalfDone) done.add('ordering-modes');
  const dineIn = modeOf(outlet, 'dine-in');
  if (dineIn.acceptsOrders && isSetUp(dineIn)) done.add('contactless-dining');
  return done;
}

/** The steps about a mode that the outlet does not use. */
export function unusedSteps(outlet: Outlet): ReadonlySet<OutletStep | 'ordering-modes'> {
  const isUnused = (mode: OrderedMode) => !modeOf(outlet, mode).acceptsOrders && !isSetUp(modeOf(outlet, mode));
  return new Set([
    ...(isUnused('delivery') ? (['delivery', 'delivery-area'] as const) : []),
    ...(isUnused('pickup') ? (['pickup'] as const) : []),
  ]);
}

/** Nobody has said when it opens; a week that is closed on every day has been said. */
export function isWeekUnset(hours: OpeningHours): boolean {
  return !hasOpeningHours(hours) && hours.some(({ open }) => open);
}

/** Without these guests cannot order in a mode that is switched on. */
export function missingOfMode(mode: ReturnType<typeof modeOf>): ('hours' | 'payment')[] {
  if (!mode.acceptsOrders) return [];
  const { paymentMethod, openingHours } = mode;
  return [
    ...(isWeekUnset(openingHours) ? ['hours' as const] : []),
    ...(paymentMethod.cashOnDelivery || paymentMethod.cardOnDelivery ? [] : ['payment' as const]),
  ];
}

/** Guests can pay, at some time. */
export function isSetUp({ paymentMethod, openingHours }: ReturnType<typeof modeOf>): boolean {
  return (paymentMethod.cashOnDelivery || paymentMethod.cardOnDelivery) && hasOpeningHours(openingHours);
}
