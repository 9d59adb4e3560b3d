/** An order that waits for its guest's payment outside the orders: nobody in the kitchen sees it, and its portions are kept. */
import { sql } from 'kysely';
import type { OrderId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { PlannedMinutes } from '#contract/ordering/capacity/plan-minutes.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import { ZERO } from '#contract/base/money.ts';
import { wallTime } from '#contract/base/time.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { appendingFacts, wakeOnCommit } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import {
  isMenuChanged,
  type Shortage,
  type StockMoves,
  stockMovesSql,
  stockTakenSql,
} from '#server/modules/menu/inventory/move-stock.ts';
import { hasOutlet } from '#server/modules/outlets/queries.ts';
import { giveMinutesBack } from '../capacity/move-minutes.ts';
import { minutesSql, takeMinutes, takesMinutes, untimed } from '../capacity/take-minutes.ts';
import { toldShortage } from '../quote/examine-basket.ts';
import { readBasketFacts } from '../quote/read-basket-facts.ts';
import { giveUsesBack, type OfferUse, takeOffers } from '../offers/take-offers.ts';
import type { StoredOrder } from '../queries.ts';
import { undoStamps } from '../stamps/order-stamps.ts';
import type { OrderKey } from './idempotency-keys.ts';
import { MenuChanged, retryWhileMenuChanges } from './menu-changed.ts';
import { limitOpenOrders, type OpenOrdersLimit } from './open-orders.ts';
import type { OrderQueue } from './order-queue.ts';
import { type OrderingCustomer, prepareOrder, type Read, requireOwnId } from './prepare-order.ts';
import { orWithSavedPin, withSavedAddress } from './saved-address.ts';
import { type UnwrittenOrder, writeOrder } from './write-order.ts';

interface HoldDeps extends Pick<Deps, 'db' | 'clock' | 'config'> {
  inTurn: OrderQueue;
}

/** An order that would be written, and the portions that were taken for it. */
export interface HeldOrder {
  order: UnwrittenOrder;
  stock: StoredOrder['stock_taken'];
}

/**
 * Checks an order as placing it would, and takes its portions. `store` keeps it, in the same transaction: both happen, or neither. It begins
 * with `lock`, because taking the last portion locks the counter of the restaurant's events, which nobody may wait with.
 * @throws Refusal with the codes that `contract/ordering/orders.ts` declares for create-order.
 */
export async function holdOrder<Kept>(
  { db, clock, config, inTurn }: HoldDeps,
  customer: OrderingCustomer,
  sent: NewOrder,
  orderId: OrderId,
  { lock, store }: { lock: (tx: Tx) => Promise<unknown>; store: (tx: Tx, held: HeldOrder) => Promise<Kept> },
): Promise<Kept> {
  requireOwnId(sent, customer);
  const { restaurantId, customerId } = customer;
  const now = clock();
  const read: Read = (work) => inTurn(restaurantId, () => transaction(db, restaurantId, work, { readOnly: true }));
  const begun = await withSavedAddress(read, customer, sent);
  const rules = {
    read,
    secret: config.secret,
    defaultRejectMinutes: config.orderAutoRejectMinutes,
    countCodesIn: config.rateLimits ? db : null,
  };
  const hold = (order: NewOrder) =>
    retryWhileMenuChanges(async () => {
      const facts = await read((tx) => readBasketFacts(tx, restaurantId, order));
      const question = { customer, order, orderId, facts, now, isOnline: true };
      const { basket, snapshot, terms } = await prepareOrder(rules, question);
      return inTurn(restaurantId, () =>
        transaction(db, restaurantId, async (tx) => {
          await lock(tx);
          const key = { restaurantId, customerId, key: null, requestHash: Buffer.alloc(0), orderId };
          const limit = config.rateLimits ? limitOpenOrders(tx, key, snapshot, customer.isWithoutPhone) : null;
          const offers = takeOffers(tx, snapshot);
          const locked = [limit?.locked, offers?.locked];
          const timed = takesMinutes(snapshot) ? await takeMinutes(tx, basket, snapshot, locked) : untimed(snapshot);
          const stock = await takePortions(tx, timed.order, { ...terms, limit, offers, minutes: timed.minutes });
          return store(tx, { order: timed.order, stock });
        }),
      );
    });
  return orWithSavedPin(read, customer, begun, hold);
}

interface HoldTerms {
  stock: StockMoves;
  menuVersion: number;
  limit: OpenOrdersLimit | null;
  offers: OfferUse | null;
  minutes: readonly PlannedMinutes[];
}

/** Takes the portions, the uses of the offers, and the minutes. @throws MenuChanged; order.sold_out; order.too_many_open. */
async function takePortions(
  tx: Tx,
  order: UnwrittenOrder,
  { stock, menuVersion, limit, offers, minutes }: HoldTerms,
): Promise<StoredOrder['stock_taken']> {
  const { restaurant_id: restaurantId, outlet_id: outletId, outlet_name: outlet, placed_at: now } = order;
  const isFree = sql<boolean>`exists (select from current) and not exists (select from surplus) and not exists (select from spent)`;
  const isKept = sql<boolean>`${isFree} and not exists (select from shortage)`;
  const { rows } = await sql<{
    isCurrent: boolean;
    isOverLimit: boolean;
    isSpent: boolean;
    shortage: Shortage | null;
    taken: StoredOrder['stock_taken'];
  }>`
    with current as (
      select from restaurants where id = ${restaurantId} and menu_version = ${menuVersion} for key share
    ),
    surplus as (${limit?.surplusSql ?? sql`select where false`}),
    spent as (${offers?.spentSql ?? sql`select where false`}),
    ${stockMovesSql({ restaurantId, outletId }, stock, isFree)},
    ${offers === null ? sql`` : sql`${offers.usingSql(isKept)},`}
    ${minutesSql(order, minutes, isKept)}
    ${tellingOfMenu(restaurantId, now)}
    select exists (select from current) as "isCurrent", exists (select from surplus) as "isOverLimit", exists (select from spent) as "isSpent",
      (select json_build_object('item', item, 'left', "left") from shortage limit 1) as shortage, ${stockTakenSql} as taken`
    .execute(tx)
    .catch(async (error: unknown) => {
      // The first failure says why; this one only that the transaction is over.
      await limit?.locked;
      await offers?.locked;
      throw error;
    });
  const { isCurrent, isOverLimit, isSpent, shortage, taken } = rows[0]!;
  if (!isCurrent || isSpent) throw new MenuChanged();
  if (isOverLimit) throw new Refusal('order.too_many_open', { outlet });
  if (shortage !== null) throw new Refusal('order.sold_out', toldShortage(shortage.item, shortage.left));
  wakeOnCommit(tx, restaurantId);
  return taken;
}

/** Gives the portions of an order back that nobody has paid, the uses of its offers, and its minutes. */
export async function endHold(
  tx: Tx,
  { restaurantId, outletId, orderId }: { restaurantId: RestaurantId; outletId: OutletId; orderId: OrderId },
  held: StoredOrder['stock_taken'],
  now: Date,
): Promise<void> {
  await giveUsesBack(tx, restaurantId, orderId);
  await giveMinutesBack(tx, restaurantId, orderId);
  await undoStamps(tx, restaurantId, orderId, now);
  const portions = Object.entries(held) as [keyof typeof held, number][];
  if (portions.length === 0) return;
  const stock: StockMoves = new Map(portions.map(([itemId, taken]) => [itemId, -taken]));
  await sql`
    with ${stockMovesSql({ restaurantId, outletId }, stock)},
    ${tellingOfMenu(restaurantId, now)}
    select from taken`.execute(tx);
  wakeOnCommit(tx, restaurantId);
}

function tellingOfMenu(restaurantId: RestaurantId, now: Date) {
  return sql`
    facts (position, type, order_id, customer_id, data) as (
      select 1, 'catalogue.changed', null::uuid, null::uuid, '{}'::jsonb where ${isMenuChanged}
    ),
    ${appendingFacts(restaurantId, now)}`;
}

/**
 * Places a held order as it was agreed, as if it had been sent now. @returns the order that its key was first used for, if there is one.
 * @throws restaurant.closed; order.outlet_not_found when the outlet was deleted; auth.required when its guest is gone; order.key_reused
 * when the key stands for another order.
 */
export async function placeHeldOrder(
  tx: Tx,
  { order, stock }: HeldOrder,
  claim: Pick<OrderKey, 'key' | 'requestHash'>,
  now: Date,
): Promise<StoredOrder> {
  const local = wallTime(now, order.outlet_time_zone);
  const acceptWithin = order.accept_by && order.accept_by.getTime() - order.placed_at.getTime();
  const [placing] = order.history;
  const placed: UnwrittenOrder = {
    ...order,
    placed_at: now,
    placed_on: local.date,
    placed_hour: Math.floor(local.minuteOfDay / 60),
    status_changed_at: now,
    // The time to accept a scheduled order counts from its firing.
    accept_by:
      acceptWithin === null || order.fires_at !== null ? order.accept_by : new Date(now.getTime() + acceptWithin),
    history: [{ ...placing!, changed_at: now }],
  };
  const { restaurant_id: restaurantId, customer_id: customerId, id: orderId } = order;
  const by = { ...claim, restaurantId, customerId: customerId!, orderId };
  const terms = { stock: new Map(), menuVersion: null, limit: null, offers: null, held: stock };
  const written = await writeOrder(tx, by, placed, terms);
  // Looked at afterwards: the order's number has locked the outlet, so that nobody deletes it before the order is there.
  if (written.id === orderId && !(await hasOutlet(tx, restaurantId, order.outlet_id)))
    throw new Refusal('order.outlet_not_found');
  return written;
}

/** The order as it was kept, in JSON. */
export function readHeldOrder(entry: object): UnwrittenOrder {
  const order = entry as UnwrittenOrder;
  const date = (text: Date | null) => (text === null ? null : new Date(text));
  return {
    ...order,
    placed_at: new Date(order.placed_at),
    status_changed_at: new Date(order.status_changed_at),
    requested_for: date(order.requested_for),
    fires_at: date(order.fires_at),
    accept_by: date(order.accept_by),
    // An order that was kept before there were tips has none.
    tip_minor: order.tip_minor ?? null,
    // So it is with offers.
    discount_minor: order.discount_minor ?? ZERO,
    offers: order.offers ?? null,
    make_minutes: order.make_minutes ?? null,
    history: order.history.map((change) => ({ ...change, changed_at: new Date(change.changed_at) })),
    changes: [],
  };
}
