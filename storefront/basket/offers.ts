/** Offers as the server's quote names them (decision 78): the amounts that they take off the basket on the screen. */
import { addMoney, type Currency, fromMajor, type MinorUnits, subtractMoney, ZERO } from '#contract/base/money.ts';
import type { Discounts } from '#contract/ordering/basket-price.ts';
import type { AppliedOffer } from '#contract/ordering/offers/offers.ts';
import type { Quote } from '#contract/ordering/orders.ts';
import type { Menu } from '../state/menu.ts';
import { type BasketTotals, basketTotals } from './price.ts';
import type { StoredBasket } from './stored-basket.ts';

/** The totals after the offers of a quote; null for no quote yet. They differ from the quote's own where the menu is out of date. */
export function totalsWithOffers(menu: Menu, basket: StoredBasket, quote: Pick<Quote, 'offers'> | null): BasketTotals {
  const full = basketTotals(menu, basket);
  if (quote === null || quote.offers.length === 0) return full;
  return basketTotals(menu, basket, discountsOn(full, quote.offers, menu.currency));
}

/** Which line a discount is taken off changes nothing about the total: the first ones give what they have. */
function discountsOn(
  { lineTotals, deliveryFee }: BasketTotals,
  offers: readonly AppliedOffer[],
  currency: Currency,
): Discounts {
  let left = sumOff('basket', offers, currency);
  const lines = lineTotals.map((total) => {
    const share = left < total ? left : total;
    left = subtractMoney(left, share);
    return share;
  });
  const delivery = sumOff('delivery', offers, currency);
  const fee = deliveryFee ?? ZERO;
  return { lines, delivery: delivery < fee ? delivery : fee };
}

function sumOff(target: AppliedOffer['off'], offers: readonly AppliedOffer[], currency: Currency): MinorUnits {
  return addMoney(...offers.filter(({ off }) => off === target).map(({ amount }) => fromMajor(amount, currency)));
}
