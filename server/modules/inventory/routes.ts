import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { toItem } from '#server/modules/items/wire.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { sellOut } from './sell-out.ts';

export function inventoryRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'POST /menu/sell-out/:id': ({ caller: { restaurantId }, params, body }) =>
      transaction(db, restaurantId, async (tx) => {
        const row = await sellOut(tx, restaurantId, params.id, body, clock());
        return { item: toItem(row, await getCurrency(tx, restaurantId)), success: true as const };
      }),
  } satisfies Partial<Handlers>;
}
