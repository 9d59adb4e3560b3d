import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';

/** Takes away a restaurant's events after `seq`, as a failover does to a copy that was behind. */
export async function goBackTo(db: Db, restaurantId: RestaurantId, seq: number): Promise<void> {
  await platformTransaction(db, 'seed', async (tx) => {
    await tx.deleteFrom('events').where('restaurant_id', '=', restaurantId).where('seq', '>', seq).execute();
    await tx
      .updateTable('restaurant_counters')
      .set({ event_seq: seq })
      .where('restaurant_id', '=', restaurantId)
      .execute();
  });
}
