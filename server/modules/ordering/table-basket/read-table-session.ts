import type { RestaurantId } from '#contract/base/ids.ts';
import { type TableSession, tableSessionLimits } from '#contract/dining/table-sessions.ts';
import type { Tx } from '#server/db/transaction.ts';
import { getParticipant, hasOwnName, type ParticipantClaim } from '#server/modules/dining/table-sessions.ts';
import { orderName } from '../order-name.ts';
import { listProgress } from '../queries.ts';

/** The table session as one participant sees it, with the progress of the orders sent from it. */
export async function readTableSession(
  tx: Tx,
  restaurantId: RestaurantId,
  claim: ParticipantClaim,
  now: Date,
): Promise<TableSession> {
  const { tableSession, participants, you } = await getParticipant(tx, restaurantId, claim, now);
  const shown = tableSession.submitted_orders.slice(-tableSessionLimits.ordersShownMax);
  const ids = shown.map(({ orderId }) => orderId);
  const orders = ids.length === 0 ? [] : await listProgress(tx, restaurantId, ids);
  return {
    _id: tableSession.id,
    version: tableSession.version,
    participants: participants.map((participant) => {
      const { number, name, lines } = participant;
      return { number, name, isNamed: hasOwnName(participant), isYou: number === you.number, lines };
    }),
    removedLineIds: you.removed_line_ids,
    orders: shown.flatMap(({ orderId, participant }) => {
      const order = orders.find(({ id }) => id === orderId);
      if (order === undefined) return [];
      const { order_number: orderNumber, status } = order;
      return { _id: orderId, orderNumber, orderName: orderName(order), status, participant };
    }),
  };
}
