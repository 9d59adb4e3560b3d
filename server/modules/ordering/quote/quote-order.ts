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
import { partSlots, planOrder } from '../capacity/plan-order.ts';
import { fullTimeDetails, readGoneMinutes } from '../capacity/take-minutes.ts';
import { limitCodes } from '../offers/limit-codes.ts';
import { findOfferGuest, newGuest } from '../offers/offer-facts.ts';
import { appliedForWire, refusedForWire } from '../offers/wire.ts';
import type { OrderingCustomer, Read } from '../place/prepare-order.ts';
import { findSavedDoor } from '../place/saved-address.ts';
import { requireValidTable } from '../place/require-valid-table.ts';
import { hasDestination, readBasketFacts } from './read-basket-facts.ts';
import type { BasketFactsCache } from './basket-facts-cache.ts';

export interface QuoteDeps extends Pick<Deps, 'db' | 'clock'> {
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
  asked: QuoteInput,
  { customer, clientAddress }: { customer: OrderingCustomer | null; clientAddress: string },
): Promise<{ quote: Quote; isAttended: boolean }> {
  const now = clock();
  const inTransaction: Read = (work) => transaction(db, restaurantId, work, { readOnly: true });
  const readFacts = (basket: QuoteInput) =>
    inTransaction((tx) =>
      Promise.all([
        readBasketFacts(tx, restaurantId, basket, remembered.recallZones(restaurantId, basket.outletId)),
        isAttended(tx, restaurantId, basket.outletId, now),
      ]),
    );
  const first = await readFacts(asked);
  // A zone without a pin, as pages from before zones name it, is the one that placing would find by the same address.
  const isPinNeeded = Boolean(first[0].area?.shape) && !hasDestination(asked);
  const door = isPinNeeded && customer !== null ? await findSavedDoor(inTransaction, customer, asked) : null;
  const basket = { ...asked, ...door };
  const [read, isThere] = door === null ? first : await readFacts(basket);
  remembered.remember(restaurantId, basket, read);
  const subject = customer === null || customer.isWithoutPhone ? networkOf(clientAddress) : customer.customerId;
  const facts = limitsCodes ? await limitCodes(db, { restaurantId, subject }, basket, read, now) : read;
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
  const timed = await inKitchen(inTransaction, restaurantId, examined, basket, now);
  return {
    quote: { ...quoteOf({ ...timed, problems: [...timed.problems, ...unwatched] }), fullSlots: timed.fullSlots },
    isAttended: isThere,
  };
}

/** The basket as its kitchen could make it now, with the slots that are full. A mode without a limit reads nothing. */
async function inKitchen(
  read: Read,
  restaurantId: RestaurantId,
  basket: ExaminedBasket,
  { outletId, deliveryMode: mode }: QuoteInput,
  now: Date,
): Promise<ExaminedBasket & Pick<Quote, 'fullSlots'>> {
  if (basket.makeMinutes === 0) return { ...basket, fullSlots: [] };
  const gone = await read((tx) => readGoneMinutes(tx, { restaurantId, outletId, mode }, now));
  const fullSlots = partSlots(basket, mode, gone, now).full.map((slot) => slot.toISOString());
  // Nothing is promised for a time at which the outlet takes no orders.
  if (basket.problems.some(({ code }) => timeProblems.has(code))) return { ...basket, fullSlots };
  const plan = planOrder(basket, gone, now);
  if (plan !== null) return { ...basket, minutes: plan.minutes, fullSlots };
  const details = fullTimeDetails(basket, mode, gone, now);
  return { ...basket, problems: [{ code: 'order.time_full', details }, ...basket.problems], fullSlots };
}

const timeProblems = new Set<BasketProblem['code']>([
  'order.outlet_inactive',
  'order.mode_not_available',
  'order.dine_in_not_available',
  'order.outlet_closed',
  'order.slot_gone',
  'order.not_today',
]);

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
    fullSlots: [],
    problems: problems.map(({ code, details, line }) => ({
      code,
      msg: errorMessage(code, details),
      line,
      left: typeof details['left'] === 'number' ? details['left'] : undefined,
      details,
    })),
  };
}
