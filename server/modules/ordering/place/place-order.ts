import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { formatMoney, fromMajor, MoneyError } from '#contract/base/money.ts';
import type { NewOrder, Order } from '#contract/ordering/orders.ts';
import { MINUTE } from '#contract/base/time.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import { DatabaseUnavailable } from '#server/db/unavailable.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { isAttended } from '#server/modules/kitchen/devices/queries.ts';
import { listAddresses } from '#server/modules/customers/addresses.ts';
import { type ExaminedBasket, examineBasket } from '../quote/examine-basket.ts';
import { limitOpenOrders, openOrdersMax } from './open-orders.ts';
import { atOnce, type OrderQueue } from './order-queue.ts';
import type { OrderWriter } from './order-writer.ts';
import { findFirstOrder, hashOf, type OrderKey } from './idempotency-keys.ts';
import { MenuChanged, retryWhileMenuChanges } from './menu-changed.ts';
import { orderSnapshot } from '../order-snapshot.ts';
import type { StoredOrder } from '../queries.ts';
import { requireValidTable } from './require-valid-table.ts';
import { quoteOf } from '../quote/quote-order.ts';
import { type BasketFacts, readBasketFacts } from '../quote/read-basket-facts.ts';
import type { BasketFactsCache } from '../quote/basket-facts-cache.ts';
import { submitTableBasket } from '../table-basket/submit-table-basket.ts';
import { orderForWire, paymentFromWire } from '../wire.ts';
import { writeOrder } from './write-order.ts';

/** The guest who orders, from the token. */
interface OrderingCustomer {
  restaurantId: RestaurantId;
  customerId: CustomerId;
  isWithoutPhone?: boolean;
}

/** Runs a reading transaction of the restaurant, when it is its turn. */
type Read = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

interface OrderDeps extends Pick<Deps, 'db' | 'clock'> {
  remembered: BasketFactsCache;
  writer: Pick<OrderWriter, 'write' | 'setApart'>;
  /** Makes the work of a restaurant that takes a connection wait for its turn; without it, it does not wait. */
  inTurn?: OrderQueue;
  /** Minutes for outlets without a setting of their own; 0: never. */
  defaultRejectMinutes?: number;
  /** Whether a guest's orders that nobody has accepted are counted (RATE_LIMITS). */
  limitsOpenOrders?: boolean;
  /** The server's secret; without it no table code is valid. */
  secret?: string;
}

/**
 * Places an order (R31 to R48). Key, stock, number, order and event are all written, or nothing is. A repeated key gets
 * the first answer. With remembered facts placing takes a share of one statement, otherwise a reading transaction more.
 * Either way the facts are current: the statement that writes the order verifies that.
 * @throws Refusal with the codes that `contract/ordering/orders.ts` declares for create-order.
 */
export async function placeOrder(
  deps: OrderDeps,
  customer: OrderingCustomer,
  sent: NewOrder,
  idempotencyKey: string | null,
): Promise<Order> {
  requireOwnId(sent, customer);
  const { db, clock, secret, defaultRejectMinutes = 0, limitsOpenOrders = false, writer, inTurn = atOnce } = deps;
  const now = clock();
  const { restaurantId, customerId } = customer;
  const requestHash = hashOf(sent);
  const key = { restaurantId, customerId, key: idempotencyKey, requestHash, orderId: newId<OrderId>() };

  const read: Read = (work) => inTurn(restaurantId, () => transaction(db, restaurantId, work, { readOnly: true }));
  const order = await withSavedAddress(read, customer, sent);

  const place = async (facts: BasketFacts): Promise<StoredOrder> => {
    const basket = examineBasket(requireValidTable(facts, restaurantId, order, secret), order, now);
    requireNoProblem(basket);
    requirePhone(basket, customer);
    const payment = requirePayment(basket, order);
    requireAddress(order);
    requireSeenTotal(basket, order);
    await requireAttended(read, restaurantId, basket, now);
    const acceptBy = acceptByOf(basket, defaultRejectMinutes, now);
    const snapshot = orderSnapshot(key, { basket, order, payment, later: basket.scheduled, acceptBy, now });
    const terms = { stock: basket.portions, menuVersion: facts.menuVersion };
    // The orders that guests without a number send from one table are counted together, which no batch does.
    if (!order.sharedBasket && !(limitsOpenOrders && customer.isWithoutPhone)) {
      const limit = limitsOpenOrders ? openOrdersMax(snapshot) : null;
      const written = await writer.write({ key, order: snapshot, ...terms, limit });
      if (written !== null) return written;
    }
    const alone = async (tx: Tx) => {
      // Locked until the order is committed: when two phones send at once, one of them sends.
      if (order.sharedBasket) await submitTableBasket(tx, key, snapshot, order, order.sharedBasket);
      const limit = limitsOpenOrders ? limitOpenOrders(tx, key, snapshot, customer.isWithoutPhone) : null;
      return writeOrder(tx, key, snapshot, { ...terms, limit });
    };
    try {
      return await inTurn(restaurantId, () => transaction(db, restaurantId, alone, { plansOnce: true }));
    } catch (error) {
      if (!isExpected(error)) writer.setApart(restaurantId);
      throw error;
    }
  };

  const placed = await placeByCurrentFacts(deps.remembered, read, restaurantId, order, place).catch((error: unknown) =>
    firstOrderInstead(read, key, error),
  );
  return orderForWire(placed, 'customer');
}

/**
 * Places an order first by the facts that are remembered, which spares a read. A refusal never rests on them: it is
 * decided by facts that are read anew, as often as the menu changes before the order is written.
 */
async function placeByCurrentFacts(
  remembered: BasketFactsCache,
  read: Read,
  restaurantId: RestaurantId,
  order: NewOrder,
  place: (facts: BasketFacts) => Promise<StoredOrder>,
): Promise<StoredOrder> {
  const recalled = remembered.recall(restaurantId, order);
  if (recalled !== null) {
    try {
      return await place(recalled);
    } catch (error) {
      if (!(error instanceof MenuChanged) && !isRefusalOfOrder(error)) throw error;
    }
  }
  return retryWhileMenuChanges(async () => {
    const facts = await read((tx) => readBasketFacts(tx, restaurantId, order));
    remembered.remember(restaurantId, order, facts);
    return place(facts);
  });
}

/**
 * The order that the key was first used for: it stays placed, whatever would refuse it now. @throws the error when
 * there is none.
 */
async function firstOrderInstead(read: Read, key: OrderKey, error: unknown): Promise<StoredOrder> {
  if (!isRefusalOfOrder(error)) throw error;
  const first = await read((tx) => findFirstOrder(tx, key));
  if (first === null) throw error;
  return first;
}

/** A refusal for want of a place in the queue says nothing about the order. */
function isRefusalOfOrder(error: unknown): boolean {
  return error instanceof Refusal && error.code !== 'server.unavailable';
}

/** Whether the failure of an order says nothing about the orders of its restaurant that follow. */
function isExpected(error: unknown): boolean {
  return error instanceof Refusal || error instanceof MenuChanged || error instanceof DatabaseUnavailable;
}

function requireOwnId({ userId }: NewOrder, { customerId }: OrderingCustomer): void {
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

function requirePayment({ facts }: ExaminedBasket, order: NewOrder): 'cash' | 'card' {
  const payment = paymentFromWire(order.paymentMethod, order.deliveryMode);
  const { takesCash, takesCard } = facts.outlet.mode!;
  if (payment === 'cash' && takesCash) return payment;
  if (payment === 'card' && takesCard) return payment;
  throw new Refusal('order.payment_not_available');
}

/**
 * The order of a client that knows no address, which the payload of the specification lacks: it goes to the address that the
 * guest last saved in the area. Without one the outlet has the area and the guest's number.
 */
async function withSavedAddress(
  read: Read,
  { restaurantId, customerId }: OrderingCustomer,
  order: NewOrder,
): Promise<NewOrder> {
  if (order.deliveryMode !== 'delivery' || order.address !== undefined) return order;
  const addresses = await read((tx) => listAddresses(tx, restaurantId, customerId));
  const saved = addresses.find(({ deliveryAreaId }) => deliveryAreaId === order.deliveryAreaId);
  if (saved === undefined) return order;
  const { location, floor, instruction, nickName } = saved;
  return { ...order, address: { location, floor, instruction, nickName } };
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
