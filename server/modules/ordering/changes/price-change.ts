/** The figures of an order whose lines are changed. Pure. */
import { addMoney, type MinorUnits, minorUnits, ZERO } from '#contract/base/money.ts';
import { type BasketPrice, priceBasket, priceLine } from '#contract/ordering/basket-price.ts';
import { greatestTip } from '#contract/ordering/tips.ts';
import type { KeptFacts, KeptLine, KeptOffer } from '#server/db/schema/kept-facts.ts';
import type { StoredOrder } from '../queries.ts';

/** The order as it stands: the terms of its price, and what was taken off each line. */
export type PricedOrder = Pick<
  StoredOrder,
  'charge_options' | 'tax_rate_bp' | 'tax_inclusive' | 'delivery_fee_minor' | 'tip_minor' | 'offers'
> & { lines: readonly Pick<KeptLine, 'total_minor'>[] };

/** A line without its total. `from` is the index of the line of before that it is, or takes the place of; null: it is new. */
export interface UnpricedLine {
  line: Omit<KeptLine, 'total_minor'>;
  from: number | null;
}

/**
 * Prices the lines on the terms that the order was placed on: VAT, the way of charging options and the delivery fee stay. Each line keeps
 * the share of its price that offers took off it, rounded down; a new one gets none. An offer that takes nothing off any more is gone. The
 * tip stays, and is lowered where it would be more than the dishes.
 * @throws MoneyError when a sum leaves the safe integers.
 */
export function priceChange(order: PricedOrder, lines: readonly UnpricedLine[]): Omit<KeptFacts, 'promised_at'> {
  const { charge_options: chargeOptions, tip_minor: tip } = order;
  const priced = lines.map(({ line }) => ({
    unitPrice: line.unit_price_minor,
    optionPrices: line.options.map(({ price_minor }) => price_minor),
    quantity: line.quantity,
  }));
  const totals = priced.map((line) => priceLine({ ...line, chargeOptions }));
  const offers = (order.offers ?? []).flatMap((offer) => offerAfter(offer, order.lines, lines, totals) ?? []);
  const subtotal = addMoney(...totals);
  const price: BasketPrice = priceBasket({
    chargeOptions,
    taxRateBasisPoints: order.tax_rate_bp,
    taxInclusive: order.tax_inclusive,
    // It was agreed with its discount, and for the same way.
    deliveryFee: order.delivery_fee_minor,
    tip: tip === null ? null : { amount: minorUnits(Math.min(tip, greatestTip(subtotal))) },
    discounts: {
      lines: totals.map((_, index) => addMoney(...offers.map(({ shares }) => shares[index]!))),
      delivery: ZERO,
    },
    lines: priced,
  });
  return {
    lines: lines.map(({ line }, index) => ({ ...line, total_minor: totals[index]! })),
    subtotal_minor: price.subtotal,
    discount_minor: price.discount,
    offers: offers.length === 0 ? null : offers,
    tax_minor: price.tax,
    tip_minor: price.tip,
    total_minor: price.total,
  };
}

/** Null when nothing is left of it. */
function offerAfter(
  offer: KeptOffer,
  before: PricedOrder['lines'],
  lines: readonly UnpricedLine[],
  totals: readonly MinorUnits[],
): KeptOffer | null {
  const shares = lines.map(({ from }, index) =>
    from === null ? ZERO : shareAfter(offer.shares[from] ?? ZERO, before[from]!.total_minor, totals[index]!),
  );
  if (offer.off === 'delivery') return { ...offer, shares };
  const amount = addMoney(...shares);
  return amount === 0 ? null : { ...offer, shares, amount };
}

function shareAfter(share: MinorUnits, before: MinorUnits, after: MinorUnits): MinorUnits {
  return before === 0 ? ZERO : minorUnits(Number((BigInt(share) * BigInt(after)) / BigInt(before)));
}
