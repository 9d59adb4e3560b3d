import type { CustomerId, OrderId, RestaurantId, UserId } from '#contract/base/ids.ts';
import { type Payment, phonePlatform } from '#contract/base/enumerations.ts';
import { formatMoney, fromMajor, MoneyError } from '#contract/base/money.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { isAttended } from '#server/modules/kitchen/devices/queries.ts';
import type { StockMoves } from '#server/modules/menu/inventory/move-stock.ts';
import { type ExaminedBasket, examineBasket } from '../quote/examine-basket.ts';
import { limitCodes } from '../offers/limit-codes.ts';
import { findOfferGuest } from '../offers/offer-facts.ts';
import { orderSnapshot } from '../order-snapshot.ts';
import { requireValidTable } from './require-valid-table.ts';
import { quoteOf } from '../quote/quote-order.ts';
import type { BasketFacts } from '../quote/read-basket-facts.ts';
import { paymentFromWire } from '../wire.ts';
import type { UnwrittenOrder } from './write-order.ts';
import type { NewGuest } from './new-guest.ts';

/** The guest who orders, from the token. */
export interface OrderingCustomer {
  restaurantId: RestaurantId;
  customerId: CustomerId;
  isWithoutPhone?: boolean;
  /** The member of staff who enters the order for a guest on the telephone. */
  enteredBy?: { userId: UserId; name: string };
  /** With `enteredBy`, whose order makes them a guest under this id. */
  newGuest?: NewGuest | undefined;
}

/** Runs a reading transaction of the restaurant, when it is its turn. */
export type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

interface OrderQuestion {
  customer: OrderingCustomer;
  order: NewOrder;
  orderId: OrderId;
  facts: BasketFacts;
  now: Date;
  /** Whether the order is paid with a gateway; otherwise it is paid at the door. */
  isOnline?: boolean;
}

/** An order as it would be written, and the portions that it takes. */
interface PreparedOrder {
  basket: ExaminedBasket;
  snapshot: UnwrittenOrder;
  terms: { stock: StockMoves; menuVersion: number };
}

interface OrderRules {
  read: Read;
  secret: string | undefined;
  defaultRejectMinutes: number;
  /** Null: wrong codes of offers are not counted. */
  countCodesIn: Db | null;
}

/**
 * Makes the order of the facts of its basket, if it can be placed now.
 * @throws Refusal with the codes that `contract/ordering/orders.ts` declares for create-order.
 */
export async function prepareOrder(
  { read, secret, defaultRejectMinutes, countCodesIn }: OrderRules,
  { customer, order, orderId, facts: found, now, isOnline = false }: OrderQuestion,
): Promise<PreparedOrder> {
  const { restaurantId, customerId } = customer;
  const valid = requireValidTable(found, restaurantId, order, secret);
  // Guests without a number are as many as somebody likes, and at a table. Elsewhere none of them gets an order.
  const subject = customer.isWithoutPhone ? (valid.table?.id ?? customerId) : customerId;
  const facts =
    countCodesIn === null ? valid : await limitCodes(countCodesIn, { restaurantId, subject }, order, valid, now);
  const guest = await findOfferGuest(read, customer, facts.offers, { usesStampCard: order.usesStampCard, now });
  const basket = examineBasket(facts, order, now, guest);
  requireNoProblem(basket);
  requirePhone(basket, customer);
  const payment = requirePayment(basket, order, isOnline);
  requireAddress(order);
  requireSeenTotal(basket, order);
  await requireAttended(read, restaurantId, basket, now);
  const acceptBy = acceptByOf(basket, defaultRejectMinutes, now);
  const owner = { restaurantId, customerId, orderId };
  const snapshot = orderSnapshot(owner, { basket, order, payment, later: basket.scheduled, acceptBy, now });
  return {
    basket,
    snapshot: customer.enteredBy === undefined ? snapshot : enteredOrder(snapshot, customer.enteredBy),
    terms: { stock: basket.portions, menuVersion: facts.menuVersion },
  };
}

/** The history names the person at the telephone, and not the guest, as the one who placed it. */
function enteredOrder(snapshot: UnwrittenOrder, { userId, name }: { userId: UserId; name: string }): UnwrittenOrder {
  const [placed] = snapshot.history;
  const placer = { actor_kind: 'user', actor_id: userId, actor_name: name } as const;
  return { ...snapshot, platform: phonePlatform, history: [{ ...placed!, ...placer }] };
}

export function requireOwnId({ userId }: NewOrder, { customerId }: OrderingCustomer): void {
  if (userId && userId !== customerId) throw new Refusal('auth.forbidden');
}

function requireNoProblem({ problems: [problem] }: ExaminedBasket): void {
  if (problem) throw new Refusal(problem.code, problem.details);
}

/** Guests without a number order at the tables of outlets that do not ask for one. */
function requirePhone(
  { facts: { table, outlet } }: ExaminedBasket,
  { isWithoutPhone = false }: OrderingCustomer,
): void {
  if (isWithoutPhone && (table === null || outlet.asksPhoneAtTables)) throw new Refusal('table.phone_needed');
}

/** Queries only for outlets with this setting. A scheduled order needs nobody to be there before it fires. */
async function requireAttended(
  read: Read,
  restaurantId: RestaurantId,
  { facts: { outlet }, scheduled: later }: ExaminedBasket,
  now: Date,
): Promise<void> {
  if (!outlet.refusesUnattended || later !== null) return;
  const hasDevice = await read((tx) => isAttended(tx, restaurantId, outlet.id, now));
  if (!hasDevice) throw new Refusal('order.not_attended', { outlet: outlet.name });
}

/** The time to accept begins when the kitchen is told of the order. */
function acceptByOf({ facts, scheduled: later }: ExaminedBasket, defaultMinutes: number, now: Date): Date | null {
  const minutes = facts.outlet.rejectMinutes ?? defaultMinutes;
  const toldAt = later?.firesAt ?? now;
  return minutes === 0 ? null : new Date(toldAt.getTime() + minutes * MINUTE);
}

function requirePayment({ facts }: ExaminedBasket, order: NewOrder, isOnline: boolean): Payment {
  const payment = paymentFromWire(order.paymentMethod, order.deliveryMode);
  const { takesCash, takesCard, takesOnline } = facts.outlet.mode!;
  const taken: Record<Payment, boolean> = {
    cash: takesCash && !isOnline,
    card: takesCard && !isOnline,
    online: isOnline && takesOnline,
  };
  if (payment !== null && taken[payment]) return payment;
  throw new Refusal('order.payment_not_available');
}

function requireAddress({ deliveryMode, address }: NewOrder): void {
  if (deliveryMode === 'delivery' && address === null) throw new Refusal('order.address_required');
}

/** The guest agreed to a total; any other needs their consent (R31). */
function requireSeenTotal(basket: ExaminedBasket, { totalPrice: seen }: NewOrder): void {
  const { facts, price } = basket;
  const { currency } = facts;
  let seenText = String(seen);
  try {
    const seenTotal = fromMajor(seen, currency);
    if (seenTotal === price.total) return;
    seenText = formatMoney(seenTotal, currency, 'en');
  } catch (error) {
    // A total with more decimals than the currency is never ours.
    if (!(error instanceof MoneyError)) throw error;
  }
  const total = formatMoney(price.total, currency, 'en');
  throw new Refusal('order.price_changed', { seen: seenText, total, quote: quoteOf(basket) });
}
