import { confirmationOf } from '#contract/base/success-text.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { withSentPicture } from '#server/modules/restaurants/pictures/picture.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { deleteItems, planningFor, restoreItems } from './change-items.ts';
import { readItem, readItems } from './read-items.ts';
import { requireItemRights } from './require-item-rights.ts';
import { deleteItem, restoreItem, updateItem } from './save-item.ts';
import { itemChangesOf, savedItemOnWire } from './wire.ts';

/** The people of the restaurant read everything; guests read the items on sale, from the catalogue in memory. */
export function itemRoutes(deps: Pick<Deps, 'db' | 'catalogues' | 'clock' | 'config' | 'log'>) {
  const { db, clock } = deps;
  return {
    'GET /menu/get-all-items-modifier': async ({ caller }) => ({
      items: await readItems(deps, caller.restaurantId, audienceOf(caller)),
    }),

    'GET /menu/get-items-modifier/:id': async ({ caller, params }) => ({
      item: await readItem(deps, caller.restaurantId, params.id, audienceOf(caller)),
    }),

    'POST /menu/update-items-modifier/:id': async ({ caller, params, query, form, files, requestId }) => {
      const { restaurantId } = caller;
      const { subtype, ...changes } = itemChangesOf(form);
      requireItemRights(caller, changes, files);
      const by = { restaurantId, actor: caller, requestId };
      const { code, ...saved } = await withSentPicture(deps, restaurantId, files.image, (picture) =>
        menuTransaction(db, restaurantId, (tx) => updateItem(tx, by, params.id, changes, picture, clock())),
      );
      const isQuiet = [subtype, query.subtype].includes('noSnackBar');
      return { ...savedItemOnWire(saved), ...(isQuiet ? { success: true } : confirmationOf(code)) };
    },

    'DELETE /menu/delete-items-modifier/:id': async ({ caller: { restaurantId }, params }) => {
      await menuTransaction(db, restaurantId, (tx) => deleteItem(tx, restaurantId, params.id, clock()));
      return confirmationOf('record.deleted');
    },

    'POST /menu/delete-items': async ({ caller: { restaurantId }, body }) => {
      const work = (tx: Tx) => deleteItems(tx, restaurantId, body.items, clock());
      const count = await menuTransaction(db, restaurantId, work, planningFor(body.items));
      return {
        count,
        ...(count === 1 ? confirmationOf('record.deleted') : confirmationOf('records.deleted', { count })),
      };
    },

    'POST /menu/restore-items': async ({ caller: { restaurantId }, body }) => {
      const work = (tx: Tx) => restoreItems(tx, restaurantId, body.items, clock());
      const count = await menuTransaction(db, restaurantId, work, planningFor(body.items));
      return {
        count,
        ...(count === 1 ? confirmationOf('record.restored') : confirmationOf('records.restored', { count })),
      };
    },

    'POST /menu/restore-items-modifier/:id': async ({ caller: { restaurantId }, params }) => {
      const saved = await menuTransaction(db, restaurantId, (tx) => restoreItem(tx, restaurantId, params.id, clock()));
      return { item: savedItemOnWire(saved).item, ...confirmationOf('record.restored') };
    },
  } satisfies Partial<Handlers>;
}
