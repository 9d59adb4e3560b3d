import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';

/** Changes a restaurant's menu while somebody reads it; servers are notified as of any other change. */
export async function changeMenu(
  db: Db,
  restaurantId: RestaurantId,
  change: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  await platformTransaction(db, 'seed', async (tx) => {
    await change(tx);
    await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, new Date());
  });
}
