import { sql } from 'kysely';
import type { DriverId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Pin } from '#contract/outlets/zone-fee.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { StoredDelivery, StoredOrder } from '#server/modules/ordering/queries.ts';
import { routeOrder } from './route-order.ts';

interface Stop {
  order: Pick<StoredOrder, 'address'>;
  delivery: Pick<StoredDelivery, 'route_place'>;
}

/**
 * The stops of a driver in their order: those that the driver has sorted, as they are, then the others by distance, from the last
 * sorted one with a pin, else from the start.
 */
export function sortStops<S extends Stop>(stops: readonly S[], start: Pin | null): S[] {
  const pinOf = ({ order }: Stop) => order.address?.position ?? null;
  const sorted = stops
    .filter(({ delivery }) => delivery.route_place !== null)
    .toSorted((one, other) => one.delivery.route_place! - other.delivery.route_place!);
  const others = stops.filter(({ delivery }) => delivery.route_place === null);
  const last = sorted.findLast((stop) => pinOf(stop) !== null);
  return [...sorted, ...routeOrder(others, pinOf, last === undefined ? start : pinOf(last))];
}

/**
 * Keeps the order in which a driver wants to go, as long as they have these orders; null returns to the rule. Orders that they had are
 * left out: the phone was without a connection.
 * @throws order.not_found for one that they never had.
 */
export async function sortRun(
  tx: Tx,
  { restaurantId, driverId }: { restaurantId: RestaurantId; driverId: DriverId },
  orderIds: readonly OrderId[] | null,
): Promise<void> {
  const ids = [...new Set(orderIds)];
  const { known } = await tx
    .selectFrom('deliveries')
    .select(sql<number>`count(distinct order_id)`.as('known'))
    .where('restaurant_id', '=', restaurantId)
    .where('driver_id', '=', driverId)
    .where('order_id', '=', sql<OrderId>`any(${ids}::uuid[])`)
    .executeTakeFirstOrThrow();
  if (known < ids.length) throw new Refusal('order.not_found');
  await sql`
    update deliveries set route_place = array_position(${ids}::uuid[], order_id) - 1
    where restaurant_id = ${restaurantId} and driver_id = ${driverId} and ended_at is null`.execute(tx);
}
