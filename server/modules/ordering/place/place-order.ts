import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { NewOrder, Order } from '#contract/ordering/orders.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import { DatabaseUnavailable } from '#server/db/unavailable.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { limitOpenOrders, openOrdersMax } from './open-orders.ts';
import { atOnce, type OrderQueue } from './order-queue.ts';
import { takeMinutes, takesMinutes, untimed } from '../capacity/take-minutes.ts';
import { takeOffers } from '../offers/take-offers.ts';
import type { OrderWriter } from './order-writer.ts';
import { findFirstOrder, hashOf, lockPhoneKey, type OrderKey } from './idempotency-keys.ts';
import { GuestExists, insertNewGuest } from './new-guest.ts';
import { MenuChanged, retryWhileMenuChanges } from './menu-changed.ts';
import type { StoredOrder } from '../queries.ts';
import type { ExaminedBasket } from '../quote/examine-basket.ts';
import { type BasketFacts, readBasketFacts } from '../quote/read-basket-facts.ts';
import type { BasketFactsCache } from '../quote/basket-facts-cache.ts';
import { submitTableBasket } from '../table-basket/submit-table-basket.ts';
import { type OrderingCustomer, prepareOrder, type Read, requireOwnId } from './prepare-order.ts';
import { orWithSavedPin, withSavedAddress } from './saved-address.ts';
import { orderForWire } from '../wire.ts';
import { writeOrder } from './write-order.ts';

export interface OrderDeps extends Pick<Deps, 'db' | 'clock'> {
  remembered: BasketFactsCache;
  writer: Pick<OrderWriter, 'write' | 'setApart'>;
  /** Makes the work of a restaurant that takes a connection wait for its turn; without it, it does not wait. */
  inTurn?: OrderQueue;
  /** Minutes for outlets without a setting of their own; 0: never. */
  defaultRejectMinutes?: number;
  /** Whether a guest's orders that nobody has accepted are counted, and wrong codes of offers (RATE_LIMITS). */
  limitsOpenOrders?: boolean;
  /** The server's secret; without it no table code is valid. */
  secret?: string;
}

/**
 * Places an order (R31 to R48). Key, stock, number, order and event are all written, or nothing is. A repeated key gets
 * its order. With remembered facts placing takes a share of one statement, otherwise a reading transaction more.
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
  const isByPhone = customer.enteredBy !== undefined;
  const key = { restaurantId, customerId, key: idempotencyKey, requestHash, orderId: newId<OrderId>(), isByPhone };

  const read: Read = (work) => inTurn(restaurantId, () => transaction(db, restaurantId, work, { readOnly: true }));
  const begun = await withSavedAddress(read, customer, sent);

  const rules = { read, secret, defaultRejectMinutes, countCodesIn: limitsOpenOrders ? db : null };
  const place = async (order: NewOrder, facts: BasketFacts): Promise<StoredOrder> => {
    const question = { customer, order, orderId: key.orderId, facts, now };
    const { basket, snapshot, terms } = await prepareOrder(rules, question);
    // The orders that guests without a number send from one table are counted together, and uses of offers, minutes and an outlet's
    // own stock are, which no batch does.
    const isCounted = snapshot.offers !== null || takesMinutes(snapshot) || takesOwnStock(basket);
    const isPlain = !order.sharedBasket && !isCounted && !isByPhone;
    if (isPlain && !(limitsOpenOrders && customer.isWithoutPhone)) {
      const limit = limitsOpenOrders ? openOrdersMax(snapshot) : null;
      const written = await writer.write({ key, order: snapshot, ...terms, limit });
      if (written !== null) return written;
    }
    const alone = async (tx: Tx) => {
      const { newGuest } = customer;
      if (newGuest) await insertNewGuest(tx, { restaurantId, customerId, newGuest }, now);
      const first = isByPhone ? await lockPhoneKey(tx, key) : null;
      if (first !== null) return first;
      // Locked until the order is committed: when two phones send at once, one of them sends.
      if (order.sharedBasket) await submitTableBasket(tx, key, snapshot, order, order.sharedBasket);
      const limit = limitsOpenOrders ? limitOpenOrders(tx, key, snapshot, customer.isWithoutPhone) : null;
      const offers = takeOffers(tx, snapshot);
      const locked = [limit?.locked, offers?.locked];
      const timed = takesMinutes(snapshot) ? await takeMinutes(tx, basket, snapshot, locked) : untimed(snapshot);
      return writeOrder(tx, key, timed.order, { ...terms, limit, offers, minutes: timed.minutes });
    };
    try {
      return await inTurn(restaurantId, () => transaction(db, restaurantId, alone, { plansOnce: true }));
    } catch (error) {
      if (!isExpected(error)) writer.setApart(restaurantId);
      throw error;
    }
  };

  const placed = await orWithSavedPin(read, customer, begun, (order) =>
    placeByCurrentFacts(deps.remembered, read, restaurantId, order, (facts) => place(order, facts)),
  ).catch((error: unknown) => firstOrderInstead(read, key, error));
  return orderForWire(placed, 'customer');
}

function takesOwnStock({ lines }: ExaminedBasket): boolean {
  return lines.some(
    ({ item, options }) => item?.isCountedHere === true || options.some(({ modifier }) => modifier.isCountedHere),
  );
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
  return (
    error instanceof Refusal ||
    error instanceof MenuChanged ||
    error instanceof GuestExists ||
    error instanceof DatabaseUnavailable
  );
}
