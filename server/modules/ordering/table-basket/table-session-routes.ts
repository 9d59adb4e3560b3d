import type { RestaurantId } from '#contract/base/ids.ts';
import type { Sitting } from '#contract/dining/table-sessions.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { requireKnown } from '#server/http/require-known.ts';
import { requireCode } from '#server/modules/dining/require-code.ts';
import {
  getSeat,
  isNamed,
  joinSitting,
  removeLines,
  type SeatClaim,
  shareLines,
} from '#server/modules/dining/table-sessions.ts';
import { listItemIds } from '#server/modules/menu/items/queries.ts';
import { listProgress } from '../queries.ts';

/** The shared basket of a table, with what became of the orders that were sent from it. */
export function sittingRoutes({ db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>) {
  async function sittingFor(tx: Tx, restaurantId: RestaurantId, claim: SeatClaim): Promise<Sitting> {
    const { sitting, seats, you } = await getSeat(tx, restaurantId, claim, clock());
    const ids = sitting.rounds.map(({ orderId }) => orderId);
    const orders = ids.length === 0 ? [] : await listProgress(tx, restaurantId, ids);
    return {
      _id: sitting.id,
      version: sitting.version,
      seats: seats.map((seat) => {
        const { number, name, lines } = seat;
        return { number, name, isNamed: isNamed(seat), isYou: number === you.number, lines };
      }),
      taken: you.taken,
      orders: sitting.rounds.flatMap(({ orderId, seat }) => {
        const order = orders.find(({ id }) => id === orderId);
        if (order === undefined) return [];
        const { order_number: orderNumber, status } = order;
        return { _id: orderId, orderNumber, status, by: seat };
      }),
    };
  }

  return {
    'POST /dining/join-sitting': ({ body: { table, seat }, caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => {
        const { row } = await requireCode(tx, config.secret, restaurantId, table);
        const sitting = await joinSitting(tx, restaurantId, row, seat, clock());
        return { sitting: await sittingFor(tx, restaurantId, { sitting, seat }) };
      }),

    'POST /dining/read-sitting': ({ body, caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => ({ sitting: await sittingFor(tx, restaurantId, body) }), {
        readOnly: true,
      }),

    'POST /dining/share-lines': ({ body: { lines, name, ...claim }, caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => {
        const itemIds = lines.map(({ itemId }) => itemId);
        requireKnown('lines', itemIds, await listItemIds(tx, restaurantId, itemIds));
        await shareLines(tx, restaurantId, claim, { lines, name }, clock());
        return { sitting: await sittingFor(tx, restaurantId, claim) };
      }),

    'POST /dining/remove-lines': ({ body: { guest, ...claim }, caller: { restaurantId } }) =>
      transaction(db, restaurantId, async (tx) => {
        await removeLines(tx, restaurantId, claim, guest, clock());
        return { sitting: await sittingFor(tx, restaurantId, claim) };
      }),
  } satisfies Partial<Handlers>;
}
