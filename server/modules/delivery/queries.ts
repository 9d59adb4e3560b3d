import type { CustomerId, DeliveryId, DriverId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import { undoMs } from '#contract/ordering/order-status.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findOrder, lockOrder, type StoredDelivery, type StoredOrder } from '#server/modules/ordering/queries.ts';
import type { Photo } from '#server/modules/restaurants/pictures/picture.ts';
import type { StoredBytes } from '#server/modules/restaurants/pictures/picture-files.ts';

/** The statuses in which an order waits for a driver, or is with one. */
export const deliverableStatuses = ['Confirmed', 'Ready'] as const;

export type DriverRow = Awaited<ReturnType<typeof listDriverRows>>[number];

/** The drivers who were not removed, by name, each with what they have and when they were last seen. */
export async function listDriverRows(tx: Tx, restaurantId: RestaurantId, id?: DriverId) {
  const drivers = await tx
    .selectFrom('drivers')
    .select(['id', 'name', 'phone', 'outlet_ids', 'code_tries'])
    .where('restaurant_id', '=', restaurantId)
    .where('removed_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('name')
    .orderBy('id')
    .execute();
  const [taken, seen] = await Promise.all([listTaken(tx, restaurantId), listLastSeen(tx, restaurantId)]);
  return drivers.map((driver) => ({
    ...driver,
    last_seen_at: seen.find(({ driver_id }) => driver_id === driver.id)?.last_seen_at ?? null,
    orders: taken.filter(({ driver_id }) => driver_id === driver.id),
  }));
}

/** The orders that drivers have now, the oldest first. */
function listTaken(tx: Tx, restaurantId: RestaurantId) {
  return tx
    .selectFrom('deliveries')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.restaurant_id', '=', 'deliveries.restaurant_id')
        .onRef('orders.id', '=', 'deliveries.order_id'),
    )
    .select(['driver_id', 'order_id', 'order_number', 'order_prefix', 'taken_at', 'left_at'])
    .where('deliveries.restaurant_id', '=', restaurantId)
    .where('ended_at', 'is', null)
    .where('status', 'in', deliverableStatuses)
    .orderBy('taken_at')
    .orderBy('deliveries.id')
    .execute();
}

/** Sessions belong to no restaurant's policies, so the statement names it. */
function listLastSeen(tx: Tx, restaurantId: RestaurantId) {
  return tx
    .selectFrom('sessions')
    .select((eb) => ['driver_id', eb.fn.max<Date>('last_seen_at').as('last_seen_at')])
    .where('restaurant_id', '=', restaurantId)
    .where('driver_id', 'is not', null)
    .groupBy('driver_id')
    .execute();
}

/** @throws request.not_found also for a driver who was removed. */
export async function requireDriver(tx: Tx, restaurantId: RestaurantId, id: DriverId) {
  const driver = await tx
    .selectFrom('drivers')
    .select(['id', 'name', 'phone', 'outlet_ids'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    // Taking an order and removing its driver wait for each other.
    .forUpdate()
    .executeTakeFirst();
  if (driver === undefined) throw new Refusal('request.not_found');
  return driver;
}

/** The number of orders that the driver has. */
export async function countTaken(tx: Tx, restaurantId: RestaurantId, driverId: DriverId): Promise<number> {
  const taken = await listTaken(tx, restaurantId);
  return taken.filter(({ driver_id }) => driver_id === driverId).length;
}

/** The number of orders that keep the driver's shift open: those that they have, also where an undo may bring them back. */
export async function countOut(tx: Tx, restaurantId: RestaurantId, driverId: DriverId, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('deliveries')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.restaurant_id', '=', 'deliveries.restaurant_id')
        .onRef('orders.id', '=', 'deliveries.order_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('deliveries.restaurant_id', '=', restaurantId)
    .where('driver_id', '=', driverId)
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('status', 'in', deliverableStatuses),
        eb.and([eb('status', '=', 'Cancelled'), eb('status_changed_at', '>', new Date(now.getTime() - undoMs))]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return count;
}

/** The order, locked, as the holder of the lock before left it. @throws order.not_found */
export async function lockedOrder(tx: Tx, restaurantId: RestaurantId, orderId: OrderId): Promise<StoredOrder> {
  const [, order] = await Promise.all([lockOrder(tx, restaurantId, orderId), findOrder(tx, restaurantId, orderId)]);
  if (order === null) throw new Refusal('order.not_found');
  return order;
}

/** The delivery that has no end; null where no driver has the order. */
export function openDelivery({ deliveries = [] }: StoredOrder): StoredDelivery | null {
  return deliveries.find(({ ended_at }) => ended_at === null) ?? null;
}

/** Ends a delivery. @returns it as it is then. */
export async function endDelivery(
  tx: Tx,
  delivery: StoredDelivery,
  end: Pick<StoredDelivery, 'outcome'> & Partial<Pick<StoredDelivery, 'reason' | 'proof' | 'proof_name'>>,
  now: Date,
): Promise<StoredDelivery> {
  const ended = {
    ...delivery,
    ...end,
    // A driver who hands an order over has left with it.
    left_at: delivery.left_at ?? (end.outcome === 'delivered' ? now : null),
    ended_at: now,
    changes: delivery.changes + 1,
  };
  const { outcome, reason, proof, proof_name, left_at, ended_at, changes } = ended;
  await tx
    .updateTable('deliveries')
    .set({ outcome, reason, proof, proof_name, left_at, ended_at, changes })
    .where('restaurant_id', '=', delivery.restaurant_id)
    .where('id', '=', delivery.id)
    .execute();
  return ended;
}

/** The order with a delivery that was changed, or that is new. */
export function withDelivery(order: StoredOrder, changed: StoredDelivery): StoredOrder {
  const others = (order.deliveries ?? []).filter(({ id }) => id !== changed.id);
  return { ...order, deliveries: [...others, changed] };
}

/**
 * Tells the screens of an order that its delivery has changed; the last statement of a transaction. It is the event of a move, which
 * servers of before pass on as well.
 */
export async function tellOfDelivery(tx: Tx, { restaurant_id, id, customer_id }: StoredOrder, now: Date) {
  const customerId = customer_id === null ? {} : { customerId: customer_id };
  await appendEvent(tx, restaurant_id, { type: 'order.status_changed', orderId: id, ...customerId }, now);
}

/** The photo by which an order was handed over; null: there is none, or it was erased. */
export async function findDeliveryPhoto(
  tx: Tx,
  restaurantId: RestaurantId,
  id: DeliveryId,
): Promise<(StoredBytes & Pick<Photo, 'contentType'>) | null> {
  const photo = await tx
    .selectFrom('delivery_photos')
    // The delivery says at which outlet it was, which limits those who work at some of them.
    .innerJoin('deliveries', (join) =>
      join
        .onRef('deliveries.restaurant_id', '=', 'delivery_photos.restaurant_id')
        .onRef('deliveries.id', '=', 'delivery_photos.delivery_id'),
    )
    .select(['content_type as contentType', 'bytes', 'file'])
    .where('delivery_photos.restaurant_id', '=', restaurantId)
    .where('delivery_id', '=', id)
    .executeTakeFirst();
  return photo ?? null;
}

/** Days for which photos and names of who took an order are kept: while somebody may complain. */
const proofDays = 30;

export function removeOldProofs(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - proofDays * DAY);
  return platformTransaction(db, 'clean-up', async (tx) => {
    await tx.deleteFrom('delivery_photos').where('created_at', '<', before).execute();
    await tx
      .updateTable('deliveries')
      .set({ proof_name: null })
      .where('ended_at', '<', before)
      .where('proof_name', 'is not', null)
      .execute();
    await tx
      .updateTable('deliveries')
      .set({ courier_name: null, courier_phone: null, tracking_url: null })
      // A delivery whose order staff completed has no end where the company cancelled it afterwards.
      .where((eb) => eb(eb.fn.coalesce('ended_at', 'taken_at'), '<', before))
      // A company may name its page, which shows the door, and never a courier.
      .where((eb) => eb(eb.fn.coalesce('courier_name', 'courier_phone', 'tracking_url'), 'is not', null))
      .execute();
  });
}

/** Erases what the drivers wrote down of a guest. */
export async function eraseGuestFromDeliveries(
  tx: Tx,
  restaurantId: RestaurantId,
  customerId: CustomerId,
): Promise<void> {
  const orders = tx
    .selectFrom('orders')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId);
  const ofGuest = tx
    .selectFrom('deliveries')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', 'in', orders);
  await tx
    .deleteFrom('delivery_photos')
    .where('restaurant_id', '=', restaurantId)
    .where('delivery_id', 'in', ofGuest)
    .execute();
  await tx
    .updateTable('deliveries')
    // A reason may be the driver's own words, and a courier's page shows the door.
    .set({ proof_name: null, reason: null, tracking_url: null })
    .where('restaurant_id', '=', restaurantId)
    .where('order_id', 'in', orders)
    .execute();
}
