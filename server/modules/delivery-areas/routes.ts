import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { requireOutlet } from '#server/modules/outlets/queries.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { getArea, listAreas } from './queries.ts';
import { toArea } from './wire.ts';

/** Guests see the areas of active outlets only. */
export function deliveryAreaRoutes({ db }: Pick<Deps, 'db'>) {
  return {
    'GET /outlet/get-all-delivery-areas/:id': ({ caller, params }) =>
      transaction(
        db,
        caller.restaurantId,
        async (tx) => {
          const [currency, rows] = await Promise.all([
            getCurrency(tx, caller.restaurantId),
            listAreas(tx, caller.restaurantId, params.id),
            requireOutlet(tx, caller.restaurantId, params.id, audienceOf(caller)),
          ]);
          return { deliveryAreas: rows.map((row) => toArea(row, currency)) };
        },
        { readOnly: true },
      ),

    'GET /outlet/get-delivery-area/:id': ({ caller, params }) =>
      transaction(
        db,
        caller.restaurantId,
        async (tx) => {
          const [currency, row] = await Promise.all([
            getCurrency(tx, caller.restaurantId),
            getArea(tx, caller.restaurantId, params.id),
          ]);
          await requireOutlet(tx, caller.restaurantId, row.outlet_id, audienceOf(caller));
          return { deliveryArea: toArea(row, currency) };
        },
        { readOnly: true },
      ),
  } satisfies Partial<Handlers>;
}
