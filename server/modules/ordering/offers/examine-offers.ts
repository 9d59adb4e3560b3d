/** Finds which offers a basket gets, which it lacks, and what they take off (decision 78). Pure. */
import type { CategoryId, ItemId, OfferId, OutletId } from '#contract/base/ids.ts';
import type { Mode } from '#contract/base/enumerations.ts';
import { addMoney, type MinorUnits, ZERO } from '#contract/base/money.ts';
import { applyOffers } from '#contract/ordering/offers/apply-offers.ts';
import { type OfferRefusal, refuseOffer } from '#contract/ordering/offers/offer-refusal.ts';
import type { BasketPrice, Discounts } from '#contract/ordering/basket-price.ts';
import type { KeptOffer } from '#server/db/schema/kept-facts.ts';
import type { OfferFacts, OfferGuest } from './offer-facts.ts';

interface OfferedBasket {
  outlet: { id: OutletId; timeZone: string };
  mode: Mode;
  /** In the form that is compared; null: none. */
  code: string | null;
  /** Nobody is told whether an offer has the code. */
  areCodesIgnored: boolean;
  usesStampCard: boolean;
  lines: readonly { itemId: ItemId; categoryIds: readonly CategoryId[]; quantity: number }[];
  /** Without offers. */
  price: BasketPrice;
  now: Date;
}

export interface LackedOffer {
  /** Null: no offer has the code. */
  offer: OfferFacts | null;
  code: string | null;
  refusal:
    | OfferRefusal
    | { reason: 'unknown' | 'too_many_tries' | 'number_needed' | 'card_not_full' | 'nothing_to_take_off' };
}

export interface ExaminedOffers {
  /** Null: nothing is taken off. */
  discounts: Discounts | null;
  applied: KeptOffer[];
  /** The offer of the code and the card, whatever is against them, and those of which only an amount is missing. */
  refused: LackedOffer[];
}

/** The offers of a basket of which nobody may take anything off, such as one for a test. */
export const noOffers: ExaminedOffers = { discounts: null, applied: [], refused: [] };

export function examineOffers(
  found: readonly OfferFacts[],
  guest: OfferGuest,
  { outlet, mode, code, areCodesIgnored, usesStampCard, lines, price, now }: OfferedBasket,
): ExaminedOffers {
  // Nobody is told of somebody else's voucher.
  const offers = found.filter(
    ({ customerId }) => customerId === null || (guest.customerId ?? customerId) === customerId,
  );
  const asked = offers.filter(({ stampsNeeded }) => stampsNeeded === null || usesStampCard);
  const judged = asked.map((offer) => ({ offer, refusal: refusalOf(offer) }));
  const fit = judged.flatMap(({ offer, refusal }) => (refusal === null ? [offer] : []));
  const { applied, ...discounts } = applyOffers(
    fit,
    lines.map((line, index) => ({ ...line, total: price.lineTotals[index]! })),
    price.deliveryFee,
  );
  const named = new Map(fit.map((offer) => [offer.id, offer]));
  const refused = judged.flatMap(({ offer, refusal }): LackedOffer[] => {
    const isWanted = offer.code !== null || offer.stampsNeeded !== null;
    // Nobody spends more for a delivery that costs nothing already.
    const isNeedless = offer.benefit.kind === 'free_delivery' && price.deliveryFee === ZERO;
    const isTold = refusal !== null && (isWanted || (refusal.reason === 'below_minimum' && !isNeedless));
    if (isTold) return [{ offer, code: offer.code, refusal }];
    const isIdle = refusal === null && isWanted && !applied.some(({ offerId }) => offerId === offer.id);
    return isIdle ? [{ offer, code: offer.code, refusal: { reason: 'nothing_to_take_off' } }] : [];
  });
  const isUnknown = code !== null && !offers.some((offer) => offer.code === code);
  return {
    discounts: applied.length === 0 ? null : discounts,
    applied: applied.map(({ offerId, shares, delivery }) => kept(named.get(offerId)!, shares, delivery)),
    refused: isUnknown
      ? [...refused, { offer: null, code, refusal: { reason: areCodesIgnored ? 'too_many_tries' : 'unknown' } }]
      : refused,
  };

  function refusalOf(offer: OfferFacts): LackedOffer['refusal'] | null {
    const isLimited = offer.isForFirstOrder || offer.usesOfGuestMax !== null || offer.stampsNeeded !== null;
    const usesOfGuest = usesBy(guest, offer.id);
    const refusal = refuseOffer(
      { ...offer, modes: modesOf(offer), from: dateOf(offer.from), until: dateOf(offer.until) },
      {
        now,
        outletId: outlet.id,
        timeZone: outlet.timeZone,
        mode,
        subtotal: price.subtotal,
        uses: offer.uses,
        usesOfGuest,
        ordersOfGuest: guest.hasOrdered ? 1 : 0,
      },
    );
    const isOver = refusal?.reason === 'ended' || refusal?.reason === 'used_up';
    const isNobodys = offer.customerId !== null && guest.customerId === null;
    if (((isLimited && !guest.isKnown) || isNobodys) && !isOver) return { reason: 'number_needed' };
    const isShort = offer.stampsNeeded !== null && guest.stamps < offer.stampsNeeded;
    return isShort && (refusal === null || refusal.reason === 'below_minimum') ? { reason: 'card_not_full' } : refusal;
  }
}

/** Free delivery is for deliveries alone. Null: all modes. */
function modesOf({ benefit, modes }: OfferFacts): readonly Mode[] | null {
  if (benefit.kind !== 'free_delivery') return modes;
  return modes === null || modes.includes('delivery') ? ['delivery'] : [];
}

function usesBy({ uses }: OfferGuest, id: OfferId): number {
  return uses[id] ?? 0;
}

function dateOf(instant: string | null): Date | null {
  return instant === null ? null : new Date(instant);
}

function kept(offer: OfferFacts, shares: MinorUnits[], delivery: MinorUnits): KeptOffer {
  const { id, name, nameTranslations, code, stampsNeeded } = offer;
  const isOfDelivery = delivery > 0;
  const amount = isOfDelivery ? delivery : addMoney(...shares);
  const stamps = stampsNeeded === null ? {} : { stamps: stampsNeeded };
  return { id, name, nameTranslations, code, amount, off: isOfDelivery ? 'delivery' : 'basket', shares, ...stamps };
}
