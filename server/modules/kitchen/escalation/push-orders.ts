/** Orders told to devices by push: while no screen is open, and once nobody has reacted. */
import type { Language } from '#contract/base/enumerations.ts';
import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { attends } from '#server/modules/kitchen/devices/device-state.ts';
import { listReachable, type ReachableDevice } from '#server/modules/kitchen/devices/push-devices.ts';
import { listDevicesOf } from '#server/modules/kitchen/devices/queries.ts';
import { orderName } from '#server/modules/ordering/order-name.ts';
import { listOrdersById, type StoredOrder } from '#server/modules/ordering/queries.ts';
import type { Subscription } from '#server/modules/outbound/push/push.ts';
import { unsealSubscription } from '#server/modules/outbound/push/subscriptions.ts';
import { sendMessage } from '#server/modules/outbound/send-message.ts';

type PushDeps = Pick<Deps, 'config' | 'clock' | 'log'>;

/** `placed` is half a minute after the order came, `devices` when every screen is to ring. */
type PushStep = 'placed' | 'devices';

interface OrderOfRestaurant {
  restaurantId: RestaurantId;
  orderId: OrderId;
}

/** Seconds for which a push service keeps a message for a device that is away; then the mail has come. */
const ttlSeconds = 600;

/** Tells of the orders whose outlets no screen attends. Covers all restaurants. */
export async function pushUnattended(
  tx: Tx,
  deps: PushDeps,
  orders: readonly OrderOfRestaurant[],
  now: Date,
): Promise<void> {
  const reachable = await listReachable(tx, [...new Set(orders.map(restaurantOf))]);
  const restaurantIds = [...new Set(reachable.map(restaurantOf))];
  const screens = await listDevicesOf(tx, restaurantIds);
  for (const restaurantId of restaurantIds) {
    const own = screens.filter((screen) => screen.restaurant_id === restaurantId);
    const ids = orders.filter((order) => order.restaurantId === restaurantId).map(({ orderId }) => orderId);
    for (const order of await listOrdersById(tx, restaurantId, ids)) {
      if (!own.some((screen) => attends(screen, order.outlet_id, now)))
        await pushOrder(tx, deps, order, 'placed', reachable);
    }
  }
}

/** Tells of an order that nobody has reacted to, whether screens are open or not. */
export async function pushUnanswered(
  tx: Tx,
  deps: PushDeps,
  restaurantId: RestaurantId,
  orderId: OrderId,
): Promise<void> {
  const reachable = await listReachable(tx, [restaurantId]);
  if (reachable.length === 0) return;
  const [order] = await listOrdersById(tx, restaurantId, [orderId]);
  if (order !== undefined && order.seen_at === null) await pushOrder(tx, deps, order, 'devices', reachable);
}

async function pushOrder(
  tx: Tx,
  deps: PushDeps,
  order: StoredOrder,
  step: PushStep,
  reachable: readonly ReachableDevice[],
): Promise<void> {
  const { id, restaurant_id: restaurantId, outlet_id: outletId } = order;
  for (const device of reachable) {
    if (device.restaurantId !== restaurantId || !device.hears(outletId)) continue;
    const subscription = subscriptionOf(deps, device);
    if (subscription === null) continue;
    await sendMessage(tx, deps, {
      kind: 'order_waiting_push',
      restaurantId,
      about: id,
      key: `${id}.${step}.push.${device.id}`,
      content: {
        to: device.id,
        subscription,
        payload: payloadOf(order, device.language),
        topic: id.replaceAll('-', ''),
        ttlSeconds,
      },
    });
  }
}

/**
 * Null for a device that a server with another secret stored, as one does that still runs while the secret is replaced: it must not keep
 * the others from being told, nor the orders of all restaurants from escalating.
 */
function subscriptionOf({ config, log }: PushDeps, device: ReachableDevice): Subscription | null {
  try {
    return unsealSubscription(config.secret, device.id, device.sealed);
  } catch (error) {
    log.warn(
      { err: error, restaurantId: device.restaurantId },
      'A device cannot be told of orders: it is sealed otherwise',
    );
    return null;
  }
}

/** The number of the order alone, because a locked screen shows it to whoever passes. */
function payloadOf(order: StoredOrder, language: Language): Record<string, string> {
  const { title, body } = wordsIn[language];
  return { restaurant: order.restaurant_id, language, title: title(orderName(order)), body };
}

const wordsIn: Record<Language, { title: (name: string) => string; body: string }> = {
  en: { title: (name) => `New order #${name}`, body: 'Nobody has accepted it yet.' },
  ar: { title: (name) => `طلب جديد \u2068#${name}\u2069`, body: 'لم يقبله أحد بعد.' },
};

function restaurantOf({ restaurantId }: { restaurantId: RestaurantId }): RestaurantId {
  return restaurantId;
}
