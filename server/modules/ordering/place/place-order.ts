import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { formatMoney, fromMajor, MoneyError } from '#contract/base/money.ts';
import type { NewOrder, Order } from '#contract/ordering/orders.ts';
import { MINUTE } from '#contract/base/time.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { DatabaseUnavailable } from '#server/db/unavailable.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { isWatched } from '#server/modules/kitchen/devices/queries.ts';
import { type ExaminedBasket, examineBasket } from '../quote/examine-basket.ts';
import { findFirstOrder, hashOf, type OrderKey } from './idempotency-keys.ts';
import { orderSnapshot } from '../order-snapshot.ts';
import { withProvenTable } from './proven-table.ts';
import { quoteOf } from '../quote/quote-order.ts';
import { type BasketFacts, type OutletFacts, readBasketFacts } from '../quote/read-basket-facts.ts';
import type { RememberedFacts } from '../quote/remembered-facts.ts';
import { submitTableBasket } from '../table-basket/submit-table-basket.ts';
import { orderForWire, paymentFromWire } from '../wire.ts';
import { writeOrder } from './write-order.ts';

/** The guest who orders, from the token. */
export interface OrderingCustomer {
  restaurantId: RestaurantId;
  customerId: CustomerId;
}

export interface OrderDeps extends Pick<Deps, 'db' | 'clock'> {
  remembered: RememberedFacts;
  /** Minutes for outlets without a setting of their own; 0: never. */
  defaultRejectMinutes?: number;
  /** The server's secret; without it no table code is valid. */
  secret?: string;
}

/** Tries while the menu changes during placing. */
const mostTries = 5;

/**
 * Places an order (R31 to R48). Key, stock, number, order and event are all written, or nothing is. A repeated key gets
 * the first answer. With remembered facts placing costs four statements, otherwise a reading transaction more. Either
 * way the facts are current: the statement that writes the order verifies that, and a refusal never rests on remembered
 * facts.
 * @throws Refusal with the codes that `contract/ordering/orders.ts` declares for create-order.
 */
export async function placeOrder(
  deps: OrderDeps,
  customer: OrderingCustomer,
  order: NewOrder,
  idempotencyKey: string | null,
): Promise<Order> {
  requireOwnId(order, customer);
  const now = deps.clock();
  const { restaurantId, customerId } = customer;
  const orderId = newId<OrderId>();
  const key = { restaurantId, customerId, key: idempotencyKey, requestHash: hashOf(order), orderId };
  const facts = deps.remembered.recall(restaurantId, order);
  const placed = facts && (await placeBy(facts, deps, key, order, now).catch(nullIfRefused));
  return placed ?? placeByFactsOfNow(deps, key, order, now);
}

async function placeByFactsOfNow(deps: OrderDeps, key: OrderKey, order: NewOrder, now: Date): Promise<Order> {
  const { db, remembered } = deps;
  const { restaurantId } = key;
  for (let tries = 0; tries < mostTries; tries++) {
    const facts = await transaction(db, restaurantId, (tx) => readBasketFacts(tx, restaurantId, order), {
      readOnly: true,
    });
    remembered.remember(restaurantId, order, facts);
    try {
      const placed = await placeBy(facts, deps, key, order, now);
      if (placed !== null) return placed;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // A placed order stays placed, whatever has changed since.
      const first = await transaction(db, restaurantId, (tx) => findFirstOrder(tx, key), { readOnly: true });
      if (first === null) throw error;
      return orderForWire(first, 'customer');
    }
  }
  throw new DatabaseUnavailable('The menu changed each time the order was to be written');
}

/** @returns null when the menu has changed since the facts were read. */
async function placeBy(
  facts: BasketFacts,
  { db, defaultRejectMinutes = 0, secret }: OrderDeps,
  key: OrderKey,
  order: NewOrder,
  now: Date,
): Promise<Order | null> {
  const basket = examineBasket(withProvenTable(facts, key.restaurantId, order, secret), order, now);
  requireNoProblem(basket);
  const payment = requirePayment(basket, order);
  requireAddress(order);
  requireSeenTotal(basket, order);
  const { later } = basket;
  // A scheduled order needs nobody to be there before it fires.
  if (later === null) await requireWatched(db, key.restaurantId, basket, now);
  const acceptBy = acceptByOf(basket.facts.outlet, defaultRejectMinutes, later?.firesAt ?? now);
  const snapshot = orderSnapshot(key, { basket, order, payment, later, acceptBy, now });
  return transaction(
    db,
    key.restaurantId,
    async (tx) => {
      // Locked until the order is committed: when two phones send at once, one of them sends.
      if (order.sharedBasket) await submitTableBasket(tx, key, snapshot, order, order.sharedBasket);
      const written = await writeOrder(tx, key, snapshot, basket.portions, facts.menuVersion);
      if (written === 'stale') throw new MenuChanged();
      const placed = written === 'repeated' ? await findFirstOrder(tx, key) : written;
      if (placed === null) throw new Error('A key was claimed before and is not there');
      return orderForWire(placed, 'customer');
    },
    { plansOnce: true },
  ).catch((error: unknown) => {
    if (error instanceof MenuChanged) return null;
    throw error;
  });
}

/** Thrown, not returned, so that the emptied shared basket of a table is rolled back. */
class MenuChanged extends Error {}

function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

function requireOwnId({ userId }: NewOrder, { customerId }: OrderingCustomer): void {
  if (userId && userId !== customerId) throw new Refusal('auth.forbidden');
}

function requireNoProblem({ problems: [problem] }: ExaminedBasket): void {
  if (problem) throw new Refusal(problem.code, problem.details);
}

/** Queries only for outlets with this setting: other orders cost nothing more. */
async function requireWatched(
  db: Deps['db'],
  restaurantId: RestaurantId,
  { facts: { outlet } }: ExaminedBasket,
  now: Date,
): Promise<void> {
  if (!outlet.refusesUnwatched) return;
  const isThere = await transaction(db, restaurantId, (tx) => isWatched(tx, restaurantId, outlet.id, now), {
    readOnly: true,
  });
  if (!isThere) throw new Refusal('order.not_watched', { outlet: outlet.name });
}

/** The time to accept begins when the kitchen is told of the order. */
function acceptByOf({ rejectMinutes }: OutletFacts, defaultMinutes: number, heardAt: Date): Date | null {
  const minutes = rejectMinutes ?? defaultMinutes;
  return minutes === 0 ? null : new Date(heardAt.getTime() + minutes * MINUTE);
}

function requirePayment({ facts }: ExaminedBasket, order: NewOrder): 'cash' | 'card' {
  const payment = paymentFromWire(order.paymentMethod, order.deliveryMode);
  const { takesCash, takesCard } = facts.outlet.mode!;
  if (payment === 'cash' && takesCash) return payment;
  if (payment === 'card' && takesCard) return payment;
  throw new Refusal('order.payment_not_available');
}

function requireAddress({ deliveryMode, address }: NewOrder): void {
  if (deliveryMode === 'delivery' && !address) throw new Refusal('order.address_required');
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
