/** The area or zone that delivers a basket, with its terms at the door (decision 84). Pure. */
import { chooseZone } from '#contract/outlets/choose-zone.ts';
import { feeAt } from '#contract/outlets/zone-fee.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import type { QuoteInput } from '#contract/ordering/orders.ts';
import type { BasketProblem } from './examine-basket.ts';
import { type AreaFacts, type BasketFacts, hasDestination, type OutletFacts } from './read-basket-facts.ts';

type Facts = BasketFacts & { outlet: OutletFacts };

/** The facts with the area that delivers, its fee at the door, and its minutes in the place of the outlet's. */
export function deliverTo(facts: Facts, basket: QuoteInput): Facts {
  const area = areaAt(facts, basket);
  if (area === null) return { ...facts, area };
  const { outlet } = facts;
  const fee = feeAt({ deliveryFee: area.fee, feeTiers: area.tiers }, outlet.pin, basket.position) as MinorUnits;
  const mode = outlet.mode && {
    ...outlet.mode,
    // No way is shorter than none: the preparation may have been made longer since the zone was drawn.
    deliveryTime: Math.max(area.minutes ?? outlet.mode.deliveryTime, outlet.mode.preparationTime),
  };
  return { ...facts, area: { ...area, fee }, outlet: { ...outlet, mode } };
}

/** The named area; else the cheapest zone that the door lies in, whichever the guest's page has named. */
function areaAt({ area, zones, outlet: { pin } }: Facts, basket: QuoteInput): AreaFacts | null {
  if (area !== null && area.shape === null) return area;
  const candidates = zones.map((zone) => ({
    ...zone,
    deliveryFee: zone.fee,
    feeTiers: zone.tiers,
    isOpen: true,
    kitchen: pin,
  }));
  const chosen = chooseZone(candidates, basket);
  return zones.find(({ id }) => id === chosen?.id) ?? null;
}

/** `named` is the area that the basket names, before it was decided who delivers. */
export function areaProblems(area: AreaFacts | null, named: AreaFacts | null, basket: QuoteInput): BasketProblem[] {
  if (basket.deliveryMode !== 'delivery' || area !== null) return [];
  const isPinNeeded = named !== null && !hasDestination(basket);
  return [{ code: isPinNeeded ? 'order.pin_needed' : 'order.area_not_served', details: {} }];
}
