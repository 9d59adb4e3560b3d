import { sql } from 'kysely';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Copies to an outlet which items are switched off at another one. */
export async function copyItemAvailability(
  tx: Tx,
  restaurantId: RestaurantId,
  from: OutletId,
  to: OutletId,
): Promise<void> {
  await tx
    .insertInto('item_inactive_outlets')
    .columns(['restaurant_id', 'item_id', 'outlet_id'])
    .expression((eb) =>
      eb
        .selectFrom('item_inactive_outlets')
        .select(['restaurant_id', 'item_id', sql<OutletId>`${to}::uuid`.as('outlet_id')])
        .where('restaurant_id', '=', restaurantId)
        .where('outlet_id', '=', from),
    )
    .execute();
}
