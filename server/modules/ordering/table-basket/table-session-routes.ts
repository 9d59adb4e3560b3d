import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { requireExisting } from '#server/http/require-existing.ts';
import { requireTableCode } from '#server/modules/dining/require-table-code.ts';
import { joinTableSession } from '#server/modules/dining/join-table-session.ts';
import { removeParticipantLines, shareParticipantLines } from '#server/modules/dining/table-sessions.ts';
import { listItemIds } from '#server/modules/menu/items/queries.ts';
import { readTableSession } from './read-table-session.ts';

/** The calls of a table's shared basket, with the progress of the orders sent from it. */
export function tableSessionRoutes({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>) {
  return {
    'POST /dining/join-table-session': ({ body: { table, participantKey }, caller: { restaurantId }, clientAddress }) =>
      transaction(db, restaurantId, async (tx) => {
        const { row } = await requireTableCode(tx, config.secret, restaurantId, table);
        const tableSession = await joinTableSession(tx, restaurantId, row, {
          key: participantKey,
          clientAddress,
          isLimited: config.rateLimits,
          at: clock(),
        });
        return {
          tableSession: await readTableSession(
            tx,
            restaurantId,
            { tableSessionId: tableSession, participantKey },
            clock(),
          ),
        };
      }),

    'POST /dining/read-table-session': ({ body, caller: { restaurantId } }) =>
      transaction(
        db,
        restaurantId,
        async (tx) => ({ tableSession: await readTableSession(tx, restaurantId, body, clock()) }),
        {
          readOnly: true,
        },
      ),

    'POST /dining/share-lines': ({ body: { lines, name, ...claim }, caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => {
        const itemIds = lines.map(({ itemId }) => itemId);
        requireExisting('lines', itemIds, await listItemIds(tx, restaurantId, itemIds));
        await shareParticipantLines(tx, restaurantId, claim, { lines, name }, clock());
        return { tableSession: await readTableSession(tx, restaurantId, claim, clock()) };
      }),

    'POST /dining/remove-lines': ({ body: { participant, ...claim }, caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => {
        await removeParticipantLines(tx, restaurantId, claim, participant, clock());
        return { tableSession: await readTableSession(tx, restaurantId, claim, clock()) };
      }),
  } satisfies Partial<Handlers>;
}
