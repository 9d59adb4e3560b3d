/** Offers of a restaurant: what is taken off, of which dishes, and under which conditions (decision 78). */
import type { Mode } from '../../base/enumerations.ts';
import type { CategoryId, ItemId, OfferId, OutletId } from '../../base/ids.ts';
import type { MinorUnits } from '../../base/money.ts';
import type { OpeningHours } from '../../outlets/opening-hours.ts';

/**
 * The amount taken off. With named dishes, an amount is taken off each portion, a free item is one portion of the cheapest, and of every
 * `buy` and `get` portions the `get` cheapest are free.
 */
export type OfferBenefit =
  | { kind: 'percent'; basisPoints: number }
  | { kind: 'amount'; amount: MinorUnits }
  | { kind: 'free_item' }
  | { kind: 'buy_get'; buy: number; get: number }
  | { kind: 'free_delivery' };

interface OfferScope {
  categories: readonly CategoryId[];
  items: readonly ItemId[];
}

/** An offer whose conditions are met. */
export interface Offer {
  id: OfferId;
  benefit: OfferBenefit;
  /** The dishes it is for. Null: the whole basket. */
  scope: OfferScope | null;
}

/** When, where and for whom an offer is. Null is no limit. */
export interface OfferConditions {
  isPaused: boolean;
  /** From this instant, and until before that one. */
  from: Date | null;
  until: Date | null;
  outlets: readonly OutletId[] | null;
  modes: readonly Mode[] | null;
  /** Days and hours by the outlet's clock. */
  hours: OpeningHours | null;
  isForFirstOrder: boolean;
  usesMax: number | null;
  usesOfGuestMax: number | null;
  /** Least subtotal, before anything is taken off; 0 for none. */
  minimumSubtotal: MinorUnits;
}
