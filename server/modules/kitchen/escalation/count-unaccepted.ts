import { sql } from 'kysely';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { listDevicesOf } from '#server/modules/kitchen/devices/queries.ts';
import { listReachable } from '#server/modules/kitchen/devices/push-devices.ts';
import { attends } from '#server/modules/kitchen/devices/device-state.ts';

/** Orders that have waited for half a minute or longer, at all restaurants. */
interface Unaccepted {
  orders: number;
  /** The orders among them at outlets where no device rings and nobody looks. */
  unattended: number;
  /** The orders of those at outlets that have a device which is told by push. */
  reachableByPush: number;
  /** When the oldest step that is still to be done was due; null when none is late. */
  stepDueSince: Date | null;
}

interface WaitingOutlet {
  restaurantId: RestaurantId;
  outletId: OutletId;
  orders: number;
  stepDueSince: Date | null;
}

/** Covers all restaurants. Orders without a step, because their outlet wants none, are not counted. */
export async function countUnaccepted(tx: Tx, now: Date): Promise<Unaccepted> {
  const { rows: outlets } = await sql<WaitingOutlet>`
    select orders.restaurant_id as "restaurantId", outlet_id as "outletId", count(distinct order_id) as orders,
      min(due_at) filter (where due_at <= ${now}) as "stepDueSince"
    from escalation_steps join orders on orders.restaurant_id = escalation_steps.restaurant_id and orders.id = order_id
    where done_at is null and orders.status = 'New' group by 1, 2`.execute(tx);
  const restaurantIds = [...new Set(outlets.map(({ restaurantId }) => restaurantId))];
  const devices = await listDevicesOf(tx, restaurantIds);
  const unattended = outlets.filter(
    ({ restaurantId, outletId }) =>
      !devices.some((device) => device.restaurant_id === restaurantId && attends(device, outletId, now)),
  );
  const pushed = await listReachable(tx, [...new Set(unattended.map(({ restaurantId }) => restaurantId))]);
  const reachable = unattended.filter(({ restaurantId, outletId }) =>
    pushed.some((device) => device.restaurantId === restaurantId && device.hears(outletId)),
  );
  const due = outlets.flatMap(({ stepDueSince }) => (stepDueSince === null ? [] : [stepDueSince.getTime()]));
  return {
    orders: sumOf(outlets),
    unattended: sumOf(unattended),
    reachableByPush: sumOf(reachable),
    stepDueSince: due.length === 0 ? null : new Date(Math.min(...due)),
  };
}

function sumOf(outlets: readonly WaitingOutlet[]): number {
  return outlets.reduce((sum, { orders }) => sum + orders, 0);
}
