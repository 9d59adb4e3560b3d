import type { RestaurantStatus } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Stores the platform's decision on a restaurant. A cancelled one takes no orders; its people read the reason. */
export async function setRestaurantStatus(
  tx: Tx,
  id: RestaurantId,
  status: RestaurantStatus,
  reason: string,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('restaurants')
    .set({ status, status_reason: reason, status_at: at, updated_at: at })
    .where('id', '=', id)
    .execute();
}
