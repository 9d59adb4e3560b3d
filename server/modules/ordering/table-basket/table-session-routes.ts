import type { RestaurantId } from '#contract/base/ids.ts';
import type { TableSession } from '#contract/dining/table-sessions.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { requireExisting } from '#server/http/require-existing.ts';
import { requireTableCode } from '#server/modules/dining/require-table-code.ts';
import {
  getParticipant,
  hasOwnName,
  joinTableSession,
  removeParticipantLines,
  type ParticipantClaim,
  shareParticipantLines,
} from '#server/modules/dining/table-sessions.ts';
import { listItemIds } from '#server/modules/menu/items/queries.ts';
import { listProgress } from '../queries.ts';

/** The calls of a table's shared basket, with the progress of the orders sent from it. */
export function tableSessionRoutes({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>) {
  async function readTableSession(tx: Tx, restaurantId: RestaurantId, claim: ParticipantClaim): Promise<TableSession> {
    const { tableSession, participants, you } = await getParticipant(tx, restaurantId, claim, clock());
    const ids = tableSession.submitted_orders.map(({ orderId }) => orderId);
    const orders = ids.length === 0 ? [] : await listProgress(tx, restaurantId, ids);
    return {
      _id: tableSession.id,
      version: tableSession.version,
      participants: participants.map((participant) => {
        const { number, name, lines } = participant;
        return { number, name, isNamed: hasOwnName(participant), isYou: number === you.number, lines };
      }),
      removedLineIds: you.removed_line_ids,
      orders: tableSession.submitted_orders.flatMap(({ orderId, participant }) => {
        const order = orders.find(({ id }) => id === orderId);
        if (order === undefined) return [];
        const { order_number: orderNumber, status } = order;
        return { _id: orderId, orderNumber, status, participant };
      }),
    };
  }

  return {
    'POST /dining/join-table-session': ({ body: { table, participantKey }, caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => {
        const { row } = await requireTableCode(tx, config.secret, restaurantId, table);
        const tableSession = await joinTableSession(tx, restaurantId, row, participantKey, clock());
        return {
          tableSession: await readTableSession(tx, restaurantId, { tableSessionId: tableSession, participantKey }),
        };
      }),

    'POST /dining/read-table-session': ({ body, caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => ({ tableSession: await readTableSession(tx, restaurantId, body) }), {
        readOnly: true,
      }),

    'POST /dining/share-lines': ({ body: { lines, name, ...claim }, caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => {
        const itemIds = lines.map(({ itemId }) => itemId);
        requireExisting('lines', itemIds, await listItemIds(tx, restaurantId, itemIds));
        await shareParticipantLines(tx, restaurantId, claim, { lines, name }, clock());
        return { tableSession: await readTableSession(tx, restaurantId, claim) };
      }),

    'POST /dining/remove-lines': ({ body: { participant, ...claim }, caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => {
        await removeParticipantLines(tx, restaurantId, claim, participant, clock());
        return { tableSession: await readTableSession(tx, restaurantId, claim) };
      }),
  } satisfies Partial<Handlers>;
}
