import { sql } from 'kysely';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Copies to an outlet which categories are switched off at another one. */
export async function copyCategoryAvailability(
  tx: Tx,
  restaurantId: RestaurantId,
  from: OutletId,
  to: OutletId,
): Promise<void> {
  await tx
    .insertInto('category_inactive_outlets')
    .columns(['restaurant_id', 'category_id', 'outlet_id'])
    .expression((eb) =>
      eb
        .selectFrom('category_inactive_outlets')
        .select(['restaurant_id', 'category_id', sql<OutletId>`${to}::uuid`.as('outlet_id')])
        .where('restaurant_id', '=', restaurantId)
        .where('outlet_id', '=', from),
    )
    .execute();
}
