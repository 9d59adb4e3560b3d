import type { ListedOffer } from '#contract/ordering/offers/offers.ts';
import { amountText } from '../../../components/order/amount.ts';
import { words } from '../../../words/words.ts';

const text = words.ordering.offers;

type OfferState = 'on' | 'paused' | 'starts' | 'over' | 'usedUp' | 'noDish' | 'noOutlet';

/** The ids that are there today; null where they are not known. */
interface Present {
  dishes: ReadonlySet<string> | null;
  categories: ReadonlySet<string> | null;
  outlets: ReadonlySet<string> | null;
}

/** How an offer is now. One whose dishes or outlets were all deleted is for nobody until one of them is restored. */
export function offerState(offer: ListedOffer, now: Date, present: Present): OfferState {
  const { isPaused, from, until, uses, usesMax, scope, outlets } = offer;
  const { dishes, categories, outlets: known } = present;
  if (until !== null && now >= new Date(until)) return 'over';
  if (isPaused) return 'paused';
  if (usesMax !== null && uses >= usesMax) return 'usedUp';
  if (scope !== null && dishes !== null && categories !== null) {
    const hasDish = scope.items.some((id) => dishes.has(id)) || scope.categories.some((id) => categories.has(id));
    if (!hasDish) return 'noDish';
  }
  if (outlets !== null && known !== null && !outlets.some((id) => known.has(id))) return 'noOutlet';
  return from !== null && now < new Date(from) ? 'starts' : 'on';
}

/** The benefit of an offer in words: '20% off', 'AED 5.00 off chosen dishes'. */
export function benefitText({ benefit, scope }: ListedOffer, currency: string): string {
  switch (benefit.kind) {
    case 'percent': {
      const percent = benefit.percent.toLocaleString(words.locale, { maximumFractionDigits: 2 });
      return scope === null ? text.percentOff({ percent }) : text.percentOffDishes({ percent });
    }
    case 'amount': {
      const amount = amountText(benefit.amount, currency);
      return scope === null ? text.amountOff({ amount }) : text.amountOffDishes({ amount });
    }
    case 'buy_get':
      return text.buyGet({ buy: benefit.buy, get: benefit.get });
    case 'free_item':
    case 'free_delivery':
      return text.kinds[benefit.kind];
  }
}

/** '7 of 10', or '7' where there is no limit. */
export function usesText({ uses, usesMax }: ListedOffer): string {
  const used = uses.toLocaleString(words.locale);
  return usesMax === null ? used : text.usesOf({ uses: used, most: usesMax.toLocaleString(words.locale) });
}
