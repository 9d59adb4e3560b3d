import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { requireOutlet } from '#server/modules/outlets/queries.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { getCurrency, lockMenu } from '#server/modules/restaurants/queries.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { deleteArea, restoreArea, saveArea } from './change-area.ts';
import { importAreas } from './import-areas.ts';
import { getArea, listAreas } from './queries.ts';
import { toArea } from './wire.ts';

/** Guests see the areas of active outlets only. */
export function deliveryAreaRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
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

    'POST /outlet/update-delivery-area/:id': ({ caller, params, body, requestId }) =>
      menuTransaction(db, caller.restaurantId, async (tx) => {
        const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
        const currency = await lockMenu(tx, caller.restaurantId);
        const { area, isNew } = await saveArea(tx, by, params.id, body, currency, clock());
        const code = isNew ? 'record.added' : 'record.updated';
        return { deliveryArea: toArea(area, currency), ...confirmationOf(code) };
      }),

    'POST /outlet/import-delivery-areas/:id': ({ caller, params, body, requestId }) =>
      menuTransaction(db, caller.restaurantId, async (tx) => {
        const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
        const currency = await lockMenu(tx, caller.restaurantId);
        const areas = await importAreas(tx, by, params.id, body.zones, currency, clock());
        return { deliveryAreas: areas.map((area) => toArea(area, currency)), ...confirmationOf('record.updated') };
      }),

    'DELETE /outlet/delete-deliver-area/:id': async ({ caller, params, requestId }) => {
      const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
      await menuTransaction(db, caller.restaurantId, (tx) => deleteArea(tx, by, params.id, clock()));
      return confirmationOf('record.removed');
    },

    'POST /outlet/restore-delivery-area/:id': ({ caller, params, requestId }) =>
      menuTransaction(db, caller.restaurantId, async (tx) => {
        const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
        const area = await restoreArea(tx, by, params.id, clock());
        const deliveryArea = toArea(area, await getCurrency(tx, caller.restaurantId));
        return { deliveryArea, ...confirmationOf('record.updated') };
      }),
  } satisfies Partial<Handlers>;
}
