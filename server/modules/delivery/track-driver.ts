import { sql } from 'kysely';
import type { CustomerId, DriverId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { DAY, MINUTE } from '#contract/base/time.ts';
import { trackingLimits } from '#contract/delivery/tracking-limits.ts';
import { metresBetween, type Pin } from '#contract/outlets/zone-fee.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findOrder, listOrdersById, type StoredOrder } from '#server/modules/ordering/queries.ts';
import { enqueue } from '#server/modules/outbound/jobs/enqueue.ts';
import type { JobHandler } from '#server/modules/outbound/jobs/job.ts';
import { deliverableStatuses, openDelivery } from './queries.ts';
import { sortStops } from './sort-run.ts';

/** Keeps the place of a driver who is out, instead of the one before. @returns whether they are out. */
export async function keepPosition(
  tx: Tx,
  { restaurantId, driverId }: { restaurantId: RestaurantId; driverId: DriverId },
  { latitude, longitude }: Pin,
  now: Date,
): Promise<boolean> {
  if ((await findWayEnd(tx, restaurantId, driverId, now)) !== 'out') return false;
  const place = { latitude, longitude, measured_at: now };
  const { isFirst } = await tx
    .insertInto('driver_positions')
    .values({ restaurant_id: restaurantId, driver_id: driverId, ...place })
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'driver_id']).doUpdateSet(place))
    .returning(sql<boolean>`xmax = 0`.as('isFirst'))
    .executeTakeFirstOrThrow();
  if (isFirst) await enqueueErasure(tx, restaurantId, driverId, lookAgainMs, now);
  return true;
}

/** @throws order.not_found for an order that is not the guest's. */
export async function trackOrder(
  tx: Tx,
  { restaurantId, customerId }: { restaurantId: RestaurantId; customerId: CustomerId },
  orderId: OrderId,
  now: Date,
) {
  const order = await findOrder(tx, restaurantId, orderId, customerId);
  if (order === null) throw new Refusal('order.not_found');
  const delivery = openDelivery(order);
  if (order.status !== 'Ready' || delivery === null || delivery.left_at === null) return null;
  if (delivery.driver_id === null) {
    const trackingUrl = delivery.tracking_url === null ? {} : { trackingUrl: delivery.tracking_url };
    return { leftAt: delivery.left_at.toISOString(), code: '', position: null, ...trackingUrl };
  }
  const place = await tx
    .selectFrom('driver_positions')
    .select(['latitude', 'longitude', 'measured_at'])
    .where('restaurant_id', '=', restaurantId)
    .where('driver_id', '=', delivery.driver_id)
    .executeTakeFirst();
  const seconds = place && Math.max(0, Math.round((now.getTime() - place.measured_at.getTime()) / 1000));
  const door = order.address?.position;
  const way = { leftAt: delivery.left_at.toISOString(), code: delivery.code };
  if (place === undefined || seconds === undefined || seconds > trackingLimits.positionSeconds)
    return { ...way, position: null };
  const pin = { latitude: place.latitude, longitude: place.longitude };
  const metres = door ? metresBetween(pin, door) : null;
  const isShown = await isPlaceShown(tx, order, delivery.driver_id, pin, now);
  return { ...way, position: { seconds, metres, ...(isShown ? { place: pin } : {}) } };
}

/**
 * Whether a guest may see where the driver stands: their door is the next one, and no other that the driver goes to, or has just been
 * at, may be near. Another guest's door without a pin may be anywhere, though such stops come last: the driver may stand at it until
 * they have put it after the guest's own, and for a quarter of an hour after its end. Every order that the driver has counts, because
 * drivers forget to say that they leave; only food that is not ready yet is surely not on its way to a door without a pin.
 */
async function isPlaceShown(
  tx: Tx,
  { restaurant_id: restaurantId, id }: StoredOrder,
  driverId: DriverId,
  place: Pin,
  now: Date,
): Promise<boolean> {
  const keptSince = new Date(now.getTime() - keptMs);
  const rows = await tx
    .selectFrom('deliveries')
    .select(['order_id', 'route_place', 'left_at', 'ended_at'])
    .where('restaurant_id', '=', restaurantId)
    .where('driver_id', '=', driverId)
    .where((eb) => eb(eb.fn.coalesce('left_at', 'taken_at'), '>', new Date(now.getTime() - 2 * DAY)))
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', keptSince)]))
    .execute();
  const orders = await listOrdersById(tx, restaurantId, [...new Set(rows.map(({ order_id }) => order_id))]);
  const own = rows.find(({ order_id, ended_at }) => order_id === id && ended_at === null)?.route_place ?? null;
  const isClear = rows.every(({ order_id, route_place, left_at, ended_at }) => {
    const other = orders.find((order) => order.id === order_id)!;
    if (other.id === id) return true;
    const door = other.address?.position;
    if (door) return metresBetween(place, door) > trackingLimits.otherDoorMetres;
    if (left_at === null && ended_at === null && other.status === 'Confirmed') return true;
    const isLive = deliverableStatuses.some((status) => status === other.status);
    if (ended_at === null && isLive) return own !== null && route_place !== null && own < route_place;
    return (ended_at ?? other.status_changed_at) <= keptSince;
  });
  const stops = orders.flatMap((order) => {
    const delivery = openDelivery(order);
    return order.status === 'Ready' && delivery?.driver_id === driverId ? [{ order, delivery }] : [];
  });
  return isClear && sortStops(stops, place)[0]?.order.id === id;
}

/** Milliseconds between two looks at a driver who is out. */
const lookAgainMs = 5 * MINUTE;
const keptMs = trackingLimits.keptMinutes * MINUTE;

/**
 * Erases the place of a driver a quarter of an hour after the last delivery. One job follows each place from its first report on: it
 * looks again while the driver is out, since staff may end a delivery as well, and is there after a restart.
 */
export function positionErasureHandler({ clock }: Pick<Deps, 'clock'>): JobHandler {
  const erase = (tx: Tx, restaurantId: RestaurantId, driverId: DriverId) =>
    tx
      .deleteFrom('driver_positions')
      .where('restaurant_id', '=', restaurantId)
      .where('driver_id', '=', driverId)
      .execute();
  return {
    atOnce: 2,
    withinMs: MINUTE,
    retries: () => ({ most: 20, firstMs: MINUTE, longestMs: 10 * MINUTE }),
    async conclude(tx, { restaurantId, payload }) {
      const driverId = payload['driverId'] as DriverId;
      const now = clock();
      const end = await findWayEnd(tx, restaurantId!, driverId, now);
      const leftMs = end === 'out' ? lookAgainMs : end.getTime() + keptMs - now.getTime();
      if (leftMs <= 0) await erase(tx, restaurantId!, driverId);
      else await enqueueErasure(tx, restaurantId!, driverId, leftMs, now);
    },
    async afterDropped(tx, { restaurantId, payload }) {
      await erase(tx, restaurantId!, payload['driverId'] as DriverId);
    },
  };
}

async function enqueueErasure(tx: Tx, restaurantId: RestaurantId, driverId: DriverId, delayMs: number, now: Date) {
  const job = { restaurantId, queue: 'driver-position', payload: { driverId }, delayMs, usefulForMs: DAY } as const;
  await enqueue(tx, job, now);
}

/** 'out' while an order of the last two days is; otherwise when the last one that had left ended, by the driver or by the staff. */
async function findWayEnd(tx: Tx, restaurantId: RestaurantId, driverId: DriverId, now: Date): Promise<'out' | Date> {
  const { rows } = await sql<{ isOut: boolean; endedAt: Date | null }>`
    select bool_or(delivery.ended_at is null and orders.status = 'Ready') as "isOut",
      max(coalesce(delivery.ended_at, orders.status_changed_at)) as "endedAt"
    from deliveries as delivery
      join orders on orders.restaurant_id = delivery.restaurant_id and orders.id = delivery.order_id
    where delivery.restaurant_id = ${restaurantId} and delivery.driver_id = ${driverId}
      and delivery.left_at > ${new Date(now.getTime() - 2 * DAY)}::timestamptz`.execute(tx);
  const [way] = rows;
  return way?.isOut === true ? 'out' : (way?.endedAt ?? new Date(0));
}
