import type { DeliveryId, DriverId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { driverLimits } from '#contract/delivery/drivers.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { StoredDelivery, StoredOrder } from '#server/modules/ordering/queries.ts';
import { orderForWire } from '#server/modules/ordering/wire.ts';
import { openShift } from './shifts.ts';
import { newGuestCode } from './driver-secrets.ts';
import {
  countTaken,
  deliverableStatuses,
  endDelivery,
  lockedOrder,
  openDelivery,
  requireDriver,
  tellOfDelivery,
  withDelivery,
} from './queries.ts';

/**
 * Gives an order to the driver who takes it. The order is locked, so of two who take it at once one has it, and the other reads who.
 * @throws order.not_found, delivery.not_deliverable, delivery.too_many_taken, delivery.taken
 */
export function takeOrder(
  tx: Tx,
  { restaurantId, driverId }: { restaurantId: RestaurantId; driverId: DriverId },
  orderId: OrderId,
  now: Date,
): Promise<StoredOrder> {
  return giveTo(tx, restaurantId, { orderId, driverId, now }, (present) => {
    throw new Refusal('delivery.taken', { name: present.driver_name });
  });
}

/**
 * Gives an order to a driver, from whoever has it, or takes it back (`driverId` null).
 * @throws order.not_found, request.not_found, delivery.not_deliverable, delivery.too_many_taken
 */
export function assignOrder(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  restaurantId: RestaurantId,
  { orderId, driverId }: { orderId: OrderId; driverId: DriverId | null },
): Promise<Order> {
  const now = clock();
  return transaction(db, restaurantId, async (tx) => {
    const takeBack = (present: StoredDelivery) => endDelivery(tx, present, { outcome: 'given_back' }, now);
    const order =
      driverId === null
        ? await giveBack(tx, restaurantId, { orderId, now, from: () => true })
        : await giveTo(tx, restaurantId, { orderId, driverId, now }, takeBack);
    return orderForWire(order, 'merchant');
  });
}

/** Takes an order from the driver, or the courier company (null), that has it, if it is the expected one. @throws order.not_found */
export async function giveBack(
  tx: Tx,
  restaurantId: RestaurantId,
  { orderId, from, now }: { orderId: OrderId; from: (driverId: DriverId | null) => boolean; now: Date },
): Promise<StoredOrder> {
  const order = await lockedOrder(tx, restaurantId, orderId);
  const present = openDelivery(order);
  // A completed order's cash is with the driver.
  if (present === null || !from(present.driver_id) || order.status === 'Completed') return order;
  const changed = withDelivery(order, await endDelivery(tx, present, { outcome: 'given_back' }, now));
  await tellOfDelivery(tx, order, now);
  return changed;
}

async function giveTo(
  tx: Tx,
  restaurantId: RestaurantId,
  { orderId, driverId, now }: { orderId: OrderId; driverId: DriverId; now: Date },
  settle: (present: StoredDelivery) => Promise<StoredDelivery>,
): Promise<StoredOrder> {
  const driver = await requireDriver(tx, restaurantId, driverId);
  const order = await lockedOrder(tx, restaurantId, orderId);
  const present = openDelivery(order);
  if (present?.driver_id === driverId) return order;
  if (!isDeliverable(order) || !drivesFor(driver.outlet_ids, order)) throw new Refusal('delivery.not_deliverable');
  const most = driverLimits.takenMax;
  if ((await countTaken(tx, restaurantId, driverId)) >= most) throw new Refusal('delivery.too_many_taken', { most });
  const before = present === null ? order : withDelivery(order, await settle(present));
  const taken = await insertDelivery(tx, order, driver, now);
  await tellOfDelivery(tx, order, now);
  return withDelivery(before, taken);
}

/** The kitchen has it, also one for later that was begun early; and nobody waits for a test order at a door. */
export function isDeliverable({ mode, status, is_test }: StoredOrder): boolean {
  return mode === 'delivery' && !is_test && deliverableStatuses.some((one) => one === status);
}

export function drivesFor(outletIds: readonly string[] | null, { outlet_id }: StoredOrder): boolean {
  return outletIds === null || outletIds.includes(outlet_id);
}

async function insertDelivery(
  tx: Tx,
  order: StoredOrder,
  driver: { id: DriverId; name: string },
  now: Date,
): Promise<StoredDelivery> {
  return tx
    .insertInto('deliveries')
    .values({
      restaurant_id: order.restaurant_id,
      id: newId<DeliveryId>(),
      order_id: order.id,
      outlet_id: order.outlet_id,
      driver_id: driver.id,
      driver_name: driver.name,
      code: newGuestCode(),
      taken_at: now,
      shift_id: await openShift(tx, order.restaurant_id, driver, 0, now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
