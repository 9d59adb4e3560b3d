import { errorMessage } from '#contract/errors.ts';
import type { RestaurantId } from '#contract/ids.ts';
import { addMoney, type MinorUnits, percentFromBasisPoints, toMajor, ZERO } from '#contract/money.ts';
import type { Quote, QuoteInput } from '#contract/orders.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { type ExaminedBasket, examineBasket, missingFor } from './examine-basket.ts';
import { readBasketFacts } from './read-basket-facts.ts';
import type { RememberedFacts } from './remembered-facts.ts';

/**
 * Prices a basket from the present menu and lists what keeps it from being ordered.
 * @throws Refusal `order.outlet_not_found`.
 */
export async function quoteOrder(
  { db, clock, remembered }: Pick<Deps, 'db' | 'clock'> & { remembered: RememberedFacts },
  restaurantId: RestaurantId,
  basket: QuoteInput,
): Promise<Quote> {
  const facts = await transaction(db, restaurantId, (tx) => readBasketFacts(tx, restaurantId, basket), {
    readOnly: true,
  });
  remembered.remember(restaurantId, basket, facts);
  return quoteOf(examineBasket(facts, basket, clock()));
}

/** The examined basket in the words of the wire. */
export function quoteOf({ facts, lines, price, problems }: ExaminedBasket): Quote {
  const { currency, outlet, area } = facts;
  const major = (amount: MinorUnits) => toMajor(amount, currency);
  return {
    currency,
    lines: lines.map(({ input, item, options }, line) => ({
      itemId: input.itemId,
      name: item?.name ?? '',
      unitPrice: major(item?.price ?? ZERO),
      optionsPrice: major(addMoney(...options.map(({ modifier }) => modifier.price))),
      totalPrice: major(price.lineTotals[line]!),
    })),
    subtotal: major(price.subtotal),
    taxRate: percentFromBasisPoints(outlet.taxRateBasisPoints),
    taxInclusive: outlet.taxInclusive,
    tax: major(price.tax),
    deliveryFee: price.deliveryFee === null ? null : major(price.deliveryFee),
    total: major(price.total),
    minBasketValue: area === null ? null : major(area.minimum),
    missingForMinimum: major(area === null ? ZERO : missingFor(area.minimum, price.subtotal)),
    preparationTime: outlet.mode?.preparationMinutes ?? 0,
    deliveryTime: outlet.mode?.deliveryMinutes ?? 0,
    problems: problems.map(({ code, details, line }) => ({
      code,
      msg: errorMessage(code, details),
      line,
      left: typeof details['left'] === 'number' ? details['left'] : undefined,
    })),
  };
}
