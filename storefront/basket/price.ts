/**
 * Cost of the basket by the present menu: the rules of the contract, fed from the stored basket and the catalogue
 * (R34).
 */
import {
  basisPointsFromPercent,
  fromMajor,
  type MinorUnits,
  MoneyError,
  subtractMoney,
  toMajor,
  ZERO,
} from '#contract/base/money.ts';
import {
  type BasketPrice,
  type Discounts,
  type PricedLine,
  priceBasket,
  priceLine,
} from '#contract/ordering/basket-price.ts';
import { chargedPrices } from '#contract/menu/free-choices.ts';
import { isHalved } from '#contract/menu/option-choice.ts';
import { greatestTip, type Tip } from '#contract/ordering/tips.ts';
import type { Menu } from '../state/menu.ts';
import { placeOf } from '../state/place.ts';
import { type BasketLine, type ChosenModifier, modePathOf, type StoredBasket } from './stored-basket.ts';

export interface BasketTotals extends BasketPrice {
  /** Percent. */
  taxRate: number;
  taxInclusive: boolean;
  /** The least subtotal that is delivered to the chosen area; 0 where there is none. */
  minimum: MinorUnits;
  /** Amount by which the subtotal is below the minimum. */
  missing: MinorUnits;
}

/** The amounts of one line today; of what the menu no longer has, the ones that the guest saw. */
function pricedLine(menu: Menu, line: BasketLine): PricedLine {
  return {
    unitPrice: storedPrice(menu, menu.items.get(line._id)?.price ?? line.price),
    optionPrices: optionPrices(menu, line.modifierList).map((price) => storedPrice(menu, price)),
    quantity: line.quantity,
  };
}

/** A price that was stored; one that the currency cannot hold, because it has changed since, counts as 0. */
export function storedPrice(menu: Menu, price: number): MinorUnits {
  try {
    return fromMajor(price, menu.currency);
  } catch (error) {
    if (error instanceof MoneyError) return ZERO;
    throw error;
  }
}

/** The prices of a line's options today, in major units: of some lists some are free. */
export function optionPrices(menu: Menu, chosen: readonly Omit<ChosenModifier, 'name'>[]): number[] {
  const charged = new Map<object, number>();
  for (const [listId, ofList] of Map.groupBy(chosen, ({ modifierListId }) => modifierListId)) {
    const list = menu.modifierLists.get(listId);
    const prices = ofList.map(({ _id, price }) => list?.modifierList.find((one) => one._id === _id)?.price ?? price);
    const paid = chargedPrices(prices, list?.freeModifiers ?? 0, list !== undefined && isHalved(list));
    for (const [index, modifier] of ofList.entries()) charged.set(modifier, paid[index]!);
  }
  return chosen.map((modifier) => charged.get(modifier)!);
}

/** The total of one line today. */
export function lineTotal(menu: Menu, line: BasketLine): MinorUnits {
  return priceLine({ ...pricedLine(menu, line), chargeOptions: menu.catalogue.restaurant.chargeOptions });
}

/** The whole basket; without an outlet no tax and no fee are known yet, without a quote no discounts. */
export function basketTotals(menu: Menu, basket: StoredBasket, discounts: Discounts | null = null): BasketTotals {
  const { outlet, area } = placeOf(menu, basket);
  const { taxRate, taxInclusive } = outlet?.taxDetails ?? { taxRate: 0, taxInclusive: false };
  const terms = {
    lines: basket.items.map((line) => pricedLine(menu, line)),
    chargeOptions: menu.catalogue.restaurant.chargeOptions,
    taxRateBasisPoints: basisPointsFromPercent(taxRate),
    taxInclusive,
    deliveryFee: area && fromMajor(area.deliveryFee, menu.currency),
    freeDeliveryFrom: area?.freeFrom === undefined ? null : fromMajor(area.freeFrom, menu.currency),
    discounts,
  };
  const tip = tipOf(menu, basket);
  const price = priceBasket({ ...terms, tip });
  // A tip that is refused is never counted; its text stays at the checkout, which names what is wrong with it.
  if (tip !== null && 'amount' in tip && tip.amount > greatestTip(price.subtotal)) {
    return basketTotals(menu, { ...basket, tip: null }, discounts);
  }
  const minimum = area === null ? ZERO : fromMajor(area.minBasketValue, menu.currency);
  const missing = price.subtotal < minimum ? subtractMoney(minimum, price.subtotal) : ZERO;
  return { ...price, taxRate, taxInclusive, minimum, missing };
}

/** The tip that the guest chose, where tips are taken in this mode. */
function tipOf(menu: Menu, { tip, orderingMode }: StoredBasket): Tip | null {
  if (tip === null || !menu.catalogue.restaurant.tips?.modes.includes(modePathOf(orderingMode))) return null;
  return 'percent' in tip ? tip : { amount: storedPrice(menu, tip.amount) };
}

/** Writes the amounts of today into the fields that the stored basket has for them. */
export function withAmounts(menu: Menu, basket: StoredBasket): StoredBasket {
  const totals = basketTotals(menu, basket);
  return {
    ...basket,
    items: basket.items.map((line, index) => ({
      ...line,
      totalPrice: toMajor(totals.lineTotals[index] ?? ZERO, menu.currency),
    })),
    finalPrice: toMajor(totals.total, menu.currency),
    taxRate: totals.taxRate,
    taxAmount: toMajor(totals.tax, menu.currency),
  };
}

/** Whether the total may be less than the menu says, so that the server is asked for it. */
export function mayHaveOffers(
  { catalogue: { restaurant } }: { catalogue: { restaurant: Pick<Menu['catalogue']['restaurant'], 'hasOffers'> } },
  { offerCode, usesStampCard }: Pick<StoredBasket, 'offerCode' | 'usesStampCard'>,
): boolean {
  return restaurant.hasOffers === true || offerCode !== '' || usesStampCard;
}
