import type { Escalation } from '#contract/base/enumerations.ts';
import type { OrderId, PushDeviceId } from '#contract/base/ids.ts';
import type { Deps } from '#server/deps.ts';
import type { MessageWatcher, MessageWatchers } from '#server/modules/outbound/message-handlers.ts';
import { deletePushDevice, hasPushDevice, updatePushDevice } from '#server/modules/kitchen/devices/push-devices.ts';
import { escalateOrder } from '#server/modules/ordering/status/acknowledge-order.ts';
import { listOrdersById } from '#server/modules/ordering/queries.ts';

/** The mails and voice calls about a waiting order: not sent once it was moved, and noted at the order when accepted. */
export function escalationWatchers({ clock }: Pick<Deps, 'clock'>): MessageWatchers {
  const watching = (step: Escalation): MessageWatcher => ({
    async isWanted(tx, { restaurantId, about }) {
      const orders = await listOrdersById(tx, restaurantId!, orderIdsIn(about));
      return orders.some(({ status }) => status === 'New');
    },
    async afterSent(tx, { restaurantId, about }) {
      for (const id of orderIdsIn(about)) await escalateOrder(tx, restaurantId!, id, step, clock());
    },
  });
  return {
    order_waiting: watching('mail'),
    order_waiting_call: watching('call'),
    order_waiting_push: watchPush(clock),
  };
}

/** A push: of no use once somebody has seen the order or the device was removed. A browser that takes no more loses its device. */
function watchPush(clock: () => Date): MessageWatcher {
  const idOf = (to: string) => to as PushDeviceId;
  return {
    async isWanted(tx, { restaurantId, about, to }) {
      const [order] = await listOrdersById(tx, restaurantId!, orderIdsIn(about));
      if (order?.status !== 'New' || order.seen_at !== null) return false;
      return hasPushDevice(tx, restaurantId!, idOf(to));
    },
    afterSent: (tx, { restaurantId, to }) => updatePushDevice(tx, restaurantId!, idOf(to), { sent_at: clock() }),
    async afterGone(tx, { restaurantId, to }) {
      await deletePushDevice(tx, restaurantId!, idOf(to));
    },
  };
}

/** A message is about the orders of an outlet that waited when it was written: their ids, between spaces. */
function orderIdsIn(about: string | null): OrderId[] {
  return (about ?? '').split(' ') as OrderId[];
}
