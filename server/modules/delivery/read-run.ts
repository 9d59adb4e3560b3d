import { type Expression, type SqlBool } from 'kysely';
import type { DriverId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { type Currency, toMajor } from '#contract/base/money.ts';
import { driverLimits } from '#contract/delivery/drivers.ts';
import type { DriverRun, TakenOrder, UntakenOrder } from '#contract/delivery/deliveries.ts';
import { metresBetween, type Pin } from '#contract/outlets/zone-fee.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { DriverCaller } from '#server/http/requests/caller.ts';
import { orderName } from '#server/modules/ordering/order-name.ts';
import { listOrdersById, type StoredDelivery, type StoredOrder } from '#server/modules/ordering/queries.ts';
import { getNameAndCurrency } from '#server/modules/restaurants/queries.ts';
import { deliverableStatuses, openDelivery } from './queries.ts';
import { findOpenShift, shiftForWire } from './shifts.ts';
import { sortStops } from './sort-run.ts';

/** More orders than this wait for nobody's eyes. */
const waitingMax = 50;

/** The orders that the driver has, by their route, and those that wait for a driver, the first promised first. */
export async function readRun(tx: Tx, { restaurantId, driverId, name }: DriverCaller): Promise<DriverRun> {
  const [restaurant, pins, position, taken, waiting, shift] = await Promise.all([
    getNameAndCurrency(tx, restaurantId),
    listOutletPins(tx, restaurantId),
    findPosition(tx, restaurantId, driverId),
    listTakenIds(tx, restaurantId, driverId),
    listWaitingIds(tx, restaurantId),
    findOpenShift(tx, restaurantId, driverId),
  ]);
  const orders = await listOrdersById(tx, restaurantId, [...taken, ...waiting]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  const own = taken.flatMap((id) => {
    const order = byId.get(id);
    const delivery = order && openDelivery(order);
    return order && delivery?.driver_id === driverId ? [{ order, delivery }] : [];
  });
  const start = position ?? (own[0] === undefined ? null : (pins.get(own[0].order.outlet_id) ?? null));
  return {
    driver: { _id: driverId, name },
    restaurant,
    waiting: waiting.flatMap((id) => {
      const order = byId.get(id);
      return order === undefined ? [] : [waitingForWire(order, pins)];
    }),
    shift: shift && shiftForWire(shift),
    isSorted: own.some(({ delivery }) => delivery.route_place !== null),
    taken: sortStops(own, start).map(({ order, delivery }) => takenForWire(order, delivery, pins)),
  };
}

type OutletPins = ReadonlyMap<string, Pin>;

async function listOutletPins(tx: Tx, restaurantId: RestaurantId): Promise<OutletPins> {
  const outlets = await tx
    .selectFrom('outlets')
    .select(['id', 'latitude', 'longitude'])
    .where('restaurant_id', '=', restaurantId)
    .where('latitude', 'is not', null)
    .where('longitude', 'is not', null)
    .execute();
  return new Map(outlets.map(({ id, latitude, longitude }) => [id, { latitude: latitude!, longitude: longitude! }]));
}

async function findPosition(tx: Tx, restaurantId: RestaurantId, driverId: DriverId): Promise<Pin | null> {
  const position = await tx
    .selectFrom('driver_positions')
    .select(['latitude', 'longitude'])
    .where('restaurant_id', '=', restaurantId)
    .where('driver_id', '=', driverId)
    .executeTakeFirst();
  return position ?? null;
}

/** With those that were cancelled meanwhile, until the driver has given them back. */
async function listTakenIds(tx: Tx, restaurantId: RestaurantId, driverId: DriverId): Promise<OrderId[]> {
  const rows = await tx
    .selectFrom('deliveries')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.restaurant_id', '=', 'deliveries.restaurant_id')
        .onRef('orders.id', '=', 'deliveries.order_id'),
    )
    .select('order_id')
    .where('deliveries.restaurant_id', '=', restaurantId)
    .where('driver_id', '=', driverId)
    .where('ended_at', 'is', null)
    .where('status', 'in', [...deliverableStatuses, 'Cancelled'])
    .orderBy('taken_at')
    .orderBy('deliveries.id')
    .limit(2 * driverLimits.takenMax)
    .execute();
  return rows.map(({ order_id }) => order_id);
}

async function listWaitingIds(tx: Tx, restaurantId: RestaurantId): Promise<OrderId[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('mode', '=', 'delivery')
    .where('status', 'in', deliverableStatuses)
    // Nobody waits for a test order at a door.
    .where('is_test', '=', false)
    .where((eb): Expression<SqlBool> =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('deliveries')
            .select('deliveries.id')
            .whereRef('deliveries.restaurant_id', '=', 'orders.restaurant_id')
            .whereRef('deliveries.order_id', '=', 'orders.id')
            .where('ended_at', 'is', null),
        ),
      ),
    )
    .orderBy('promised_at')
    .orderBy('id')
    .limit(waitingMax)
    .execute();
  return rows.map(({ id }) => id);
}

function factsOf(order: StoredOrder, pins: OutletPins) {
  const [from, to] = [pins.get(order.outlet_id), order.address?.position];
  return {
    _id: order.id,
    orderName: orderName(order),
    outletName: order.outlet_name,
    timeZone: order.outlet_time_zone,
    areaName: order.delivery_area_name,
    status: order.status as UntakenOrder['status'],
    promisedAt: order.promised_at?.toISOString() ?? null,
    metres: from && to ? metresBetween(from, to) : null,
    due: order.payment_method === 'online' ? 0 : toMajor(order.total_minor, order.currency as Currency),
    payment: order.payment_method,
  };
}

function waitingForWire(order: StoredOrder, pins: OutletPins): UntakenOrder {
  const last = order.deliveries?.findLast(({ outcome }) => outcome !== 'given_back');
  return { ...factsOf(order, pins), failedReason: last?.outcome === 'failed' ? last.reason : null };
}

function takenForWire(order: StoredOrder, delivery: StoredDelivery, pins: OutletPins): TakenOrder {
  const isCancelled = order.status === 'Cancelled';
  const { address } = order;
  return {
    ...factsOf(order, pins),
    takenAt: delivery.taken_at.toISOString(),
    leftAt: delivery.left_at?.toISOString() ?? null,
    customerName: isCancelled ? '' : order.customer_name,
    phoneNo: isCancelled ? '' : order.customer_phone,
    address:
      isCancelled || address === null
        ? null
        : {
            location: address.location,
            floor: address.floor,
            instruction: address.instruction,
            postcode: address.postcode ?? '',
            position: address.position ?? null,
          },
    note: isCancelled ? '' : order.special_instruction,
    items: order.lines.map(({ name, quantity }) => ({ name, quantity })),
    isCodeOpen: delivery.code_tries < guestCodeTries,
  };
}

/** Wrong codes of the guest in a row after which a driver needs another proof. */
export const guestCodeTries = 5;
