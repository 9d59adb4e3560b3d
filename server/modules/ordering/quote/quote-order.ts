import { errorMessage } from '#contract/base/errors.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import {
  addMoney,
  type MinorUnits,
  percentFromBasisPoints,
  subtractMoney,
  toMajor,
  ZERO,
} from '#contract/base/money.ts';
import type { Quote, QuoteInput } from '#contract/ordering/orders.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/http/requests/client-address.ts';
import { isAttended } from '#server/modules/kitchen/devices/queries.ts';
import { type BasketProblem, type ExaminedBasket, examineBasket, missingFor } from './examine-basket.ts';
import { limitCodes } from '../offers/limit-codes.ts';
import { findOfferGuest, newGuest } from '../offers/offer-facts.ts';
import { appliedForWire, refusedForWire } from '../offers/wire.ts';
import type { OrderingCustomer, Read } from '../place/prepare-order.ts';
import { requireValidTable } from '../place/require-valid-table.ts';
import { readBasketFacts } from './read-basket-facts.ts';
import type { BasketFactsCache } from './basket-facts-cache.ts';

interface QuoteDeps extends Pick<Deps, 'db' | 'clock'> {
  remembered: BasketFactsCache;
  secret?: string;
  /** Whether wrong codes of offers are counted (RATE_LIMITS). */
  limitsCodes?: boolean;
}

/**
 * Prices a basket from the present menu, lists its problems, and says whether the outlet is attended. The offers are those that the
 * guest would get; of somebody who has not signed in nothing is known yet.
 * @throws order.outlet_not_found
 */
export async function quoteOrder(
  { db, clock, remembered, secret, limitsCodes = false }: QuoteDeps,
  restaurantId: RestaurantId,
  basket: QuoteInput,
  { customer, clientAddress }: { customer: OrderingCustomer | null; clientAddress: string },
): Promise<{ quote: Quote; isAttended: boolean }> {
  const now = clock();
  const [read, isThere] = await transaction(
    db,
    restaurantId,
    (tx) =>
      Promise.all([readBasketFacts(tx, restaurantId, basket), isAttended(tx, restaurantId, basket.outletId, now)]),
    { readOnly: true },
  );
  remembered.remember(restaurantId, basket, read);
  const subject = customer === null || customer.isWithoutPhone ? networkOf(clientAddress) : customer.customerId;
  const facts = limitsCodes ? await limitCodes(db, { restaurantId, subject }, basket, read, now) : read;
  const inTransaction: Read = (work) => transaction(db, restaurantId, work, { readOnly: true });
  const guest =
    customer === null
      ? newGuest
      : await findOfferGuest(inTransaction, customer, facts.offers, { usesStampCard: basket.usesStampCard, now });
  const examined = examineBasket(requireValidTable(facts, restaurantId, basket, secret), basket, now, guest);
  const { outlet } = examined.facts;
  const unwatched: BasketProblem[] =
    outlet.refusesUnattended && !isThere && examined.scheduled === null
      ? [{ code: 'order.not_attended', details: { outlet: outlet.name } }]
      : [];
  return {
    quote: quoteOf({ ...examined, problems: [...examined.problems, ...unwatched] }),
    isAttended: isThere,
  };
}

/** The examined basket with the field names of the wire. */
export function quoteOf({ facts, lines, price, offers, problems, minutes }: ExaminedBasket): Quote {
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
    discount: major(price.discount),
    offers: offers.applied.map((offer) => appliedForWire(offer, currency)),
    refusedOffers: offers.refused.map((offer) => refusedForWire(offer, currency)),
    taxRate: percentFromBasisPoints(outlet.taxRateBasisPoints),
    taxInclusive: outlet.taxInclusive,
    tax: major(price.tax),
    deliveryFee: price.deliveryFee === null ? null : major(subtractMoney(price.deliveryFee, price.deliveryDiscount)),
    deliveryAreaId: area?.id ?? null,
    tip: price.tip === null ? null : major(price.tip),
    total: major(price.total),
    minBasketValue: area === null ? null : major(area.minimum),
    missingForMinimum: major(area === null ? ZERO : missingFor(area.minimum, price.subtotal)),
    ...minutes,
    problems: problems.map(({ code, details, line }) => ({
      code,
      msg: errorMessage(code, details),
      line,
      left: typeof details['left'] === 'number' ? details['left'] : undefined,
    })),
  };
}
