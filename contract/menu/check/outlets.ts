import type { OrderingMode, Outlet } from '../../outlets/outlets.ts';
import { hasOpeningHours, isDayNotSet, specialDaysIn } from '../../outlets/opening-hours.ts';
import { activeOutlets, type CheckFacts, hasSomethingToOrder, shownCategories } from './facts.ts';
import { type Finding, finding } from './finding.ts';

const modes = ['delivery', 'pickup'] as const;

/** Checks that guests can order from each active outlet, in the modes that are on. */
export function checkOutlets(facts: CheckFacts): Finding[] {
  const { restaurant, outlets } = facts;
  const [first] = outlets;
  if (first === undefined) return [finding('outlet.none', 'restaurant', restaurant)];
  const active = activeOutlets(facts);
  if (active.length === 0) return [finding('outlet.none_active', 'outlet', first)];
  return active.flatMap((outlet) => checkOutlet(facts, outlet));
}

function checkOutlet(facts: CheckFacts, outlet: Outlet): Finding[] {
  const on = modes.filter((mode) => outlet[mode]);
  // Without a Live menu there is nothing to order anywhere, which checkMenus reports once.
  const isMenuEmpty = shownCategories(facts).every(({ items }) => items.length === 0);
  return [
    ...(on.length === 0 && !servesTables(outlet) ? [finding('outlet.no_mode', 'outlet', outlet)] : []),
    ...on.flatMap((mode) => checkMode(facts, outlet, mode)),
    ...(outlet.address === null ? [finding('outlet.no_address', 'outlet', outlet)] : []),
    ...(isMenuEmpty || hasSomethingToOrder(facts, outlet)
      ? []
      : [finding('outlet.nothing_to_order', 'outlet', outlet)]),
  ];
}

/** Guests order at the tables alone. */
const servesTables = ({ modes }: Outlet) =>
  modes.some(({ mode, acceptsOrders }) => mode === 'dine-in' && acceptsOrders);

function checkMode({ deliveryAreas, today }: CheckFacts, outlet: Outlet, mode: (typeof modes)[number]): Finding[] {
  const settings = outlet.modes.find((one) => one.mode === mode);
  const { cashOnDelivery = false, cardOnDelivery = false } = settings?.paymentMethod ?? {};
  const hasArea = deliveryAreas.some(({ outletId }) => outletId === outlet._id);
  return [
    ...(cashOnDelivery || cardOnDelivery ? [] : [finding('outlet.no_payment', 'outlet', outlet, { mode })]),
    ...(mode === 'pickup' || hasArea ? [] : [finding('outlet.no_area', 'outlet', outlet, { mode })]),
    ...checkHours(outlet, mode, settings?.openingHours ?? [], today),
  ];
}

function checkHours(
  outlet: Outlet,
  mode: (typeof modes)[number],
  hours: OrderingMode['openingHours'],
  today: string,
): Finding[] {
  const notSet = hours.filter(isDayNotSet).map(({ day }) => day);
  if (hasOpeningHours(hours)) {
    return notSet.length === 0 ? [] : [finding('outlet.days_not_set', 'outlet', outlet, { mode, days: notSet })];
  }
  if (notSet.length > 0 || hours.length === 0) return [finding('outlet.hours_not_set', 'outlet', outlet, { mode })];
  const opens = specialDaysIn(outlet.specialDays, mode).some(({ open, endsOn }) => open && endsOn >= today);
  return opens ? [] : [finding('outlet.always_closed', 'outlet', outlet, { mode })];
}
