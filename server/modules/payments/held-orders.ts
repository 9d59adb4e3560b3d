import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/** True while an order waits for the payment of its guest: once that is made, it is placed in the currency that the guest saw. */
export async function hasHeldOrders(tx: Tx, restaurantId: RestaurantId): Promise<boolean> {
  const payment = await tx
    .selectFrom('payments')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('state', '=', 'begun')
    .where('entry', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return payment !== undefined;
}
