import { sql } from 'kysely';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Has an outlet sell the menus that name another one. */
export async function copyMenuSale(tx: Tx, restaurantId: RestaurantId, from: OutletId, to: OutletId): Promise<void> {
  await tx
    .updateTable('menus')
    .set({ sale_outlet_ids: sql<OutletId[]>`array_append(sale_outlet_ids, ${to}::uuid)` })
    .where('restaurant_id', '=', restaurantId)
    .where(sql<boolean>`${from}::uuid = any(sale_outlet_ids)`)
    .execute();
}
