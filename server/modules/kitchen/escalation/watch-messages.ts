import type { Escalation } from '#contract/base/enumerations.ts';
import type { OrderId } from '#contract/base/ids.ts';
import type { Deps } from '#server/deps.ts';
import type { MessageWatcher, MessageWatchers } from '#server/modules/outbound/message-handlers.ts';
import { escalateOrder } from '#server/modules/ordering/status/acknowledge-order.ts';
import { findOrder } from '#server/modules/ordering/queries.ts';

/** The mails and voice calls about a waiting order: not sent once it was moved, and noted at the order when accepted. */
export function escalationWatchers({ clock }: Pick<Deps, 'clock'>): MessageWatchers {
  const watching = (step: Escalation): MessageWatcher => ({
    async isWanted(tx, { restaurantId, about }) {
      const order = await findOrder(tx, restaurantId!, about as OrderId);
      return order?.status === 'New';
    },
    async afterSent(tx, { restaurantId, about }) {
      await escalateOrder(tx, restaurantId!, about as OrderId, step, clock());
    },
  });
  return { order_waiting: watching('mail'), order_waiting_call: watching('call') };
}
