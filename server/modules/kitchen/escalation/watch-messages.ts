import type { Escalation } from '#contract/base/enumerations.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { Deps } from '#server/deps.ts';
import type { MessageWatcher, MessageWatchers } from '#server/modules/outbound/message-handlers.ts';
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
  return { order_waiting: watching('mail'), order_waiting_call: watching('call') };
}

/** A message is about the orders of an outlet that waited when it was written: their ids, between spaces. */
function orderIdsIn(about: string | null): OrderId[] {
  return (about ?? '').split(' ') as OrderId[];
}
