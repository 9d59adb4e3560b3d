/** Why an offer does not apply to a basket (decision 78). */
import type { Mode } from '../../base/enumerations.ts';
import type { OutletId } from '../../base/ids.ts';
import { type MinorUnits, subtractMoney } from '../../base/money.ts';
import { isOpenAt } from '../../outlets/opening-hours.ts';
import type { OfferConditions } from './offer.ts';

export interface OfferOccasion {
  now: Date;
  outletId: OutletId;
  timeZone: string;
  mode: Mode;
  subtotal: MinorUnits;
  /** Uses so far, those that are held for a payment included. */
  uses: number;
  usesOfGuest: number;
  ordersOfGuest: number;
}

/** A paused offer is told as one that has ended: nobody waits for it. */
export type OfferRefusal =
  | {
      reason: 'ended' | 'other_outlet' | 'other_mode' | 'other_hours' | 'first_order_only' | 'used_up' | 'already_used';
    }
  | { reason: 'not_yet'; from: Date }
  | { reason: 'below_minimum'; missing: MinorUnits };

/** The first reason, from those that a guest can change nothing about to the one that another dish removes; null: it applies. */
export function refuseOffer(offer: OfferConditions, occasion: OfferOccasion): OfferRefusal | null {
  const { now, outletId, timeZone, mode, subtotal } = occasion;
  if (offer.isPaused || (offer.until !== null && now >= offer.until)) return { reason: 'ended' };
  if (reached(occasion.uses, offer.usesMax)) return { reason: 'used_up' };
  if (reached(occasion.usesOfGuest, offer.usesOfGuestMax)) return { reason: 'already_used' };
  if (offer.isForFirstOrder && occasion.ordersOfGuest > 0) return { reason: 'first_order_only' };
  if (offer.outlets?.includes(outletId) === false) return { reason: 'other_outlet' };
  if (offer.modes?.includes(mode) === false) return { reason: 'other_mode' };
  if (offer.from !== null && now < offer.from) return { reason: 'not_yet', from: offer.from };
  if (offer.hours !== null && !isOpenAt(offer.hours, now, timeZone)) return { reason: 'other_hours' };
  const missing = subtractMoney(offer.minimumSubtotal, subtotal);
  return missing > 0 ? { reason: 'below_minimum', missing } : null;
}

function reached(uses: number, most: number | null): boolean {
  return most !== null && uses >= most;
}
