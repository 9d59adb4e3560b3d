import { confirmationOf } from '#contract/base/success-text.ts';
import { checkMenu } from '#contract/menu/check/check-menu.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { withSentPicture } from '#server/modules/restaurants/pictures/picture.ts';
import { planningFor } from '#server/modules/menu/items/change-items.ts';
import { requireBulkRights } from '#server/modules/menu/items/require-item-rights.ts';
import { itemChangesOf, savedItemOnWire } from '#server/modules/menu/items/wire.ts';
import { addItemToCategory } from './add-item.ts';
import { changeItems } from './change-items.ts';
import { getMenu, listMenus } from './queries.ts';
import { readCheckFacts } from './read-check-facts.ts';
import { addMenu, deleteMenu, restoreMenu, updateMenu } from './save-menu.ts';
import { addedMenuOnWire, toMenu } from './wire.ts';

/** Guests see Live menus only, and do not learn that a draft exists. */
export function menuRoutes(deps: Pick<Deps, 'db' | 'config' | 'clock'>) {
  const { db, clock } = deps;
  return {
    'GET /menu/get-all-menus': async ({ caller }) => {
      const audience = audienceOf(caller);
      const rows = await transaction(db, caller.restaurantId, (tx) => listMenus(tx, caller.restaurantId, audience), {
        readOnly: true,
      });
      return { menus: rows.map((row) => toMenu(row, audience)) };
    },

    'GET /menu/get-menu/:id': async ({ caller, params }) => {
      const audience = audienceOf(caller);
      const row = await transaction(
        db,
        caller.restaurantId,
        (tx) => getMenu(tx, caller.restaurantId, params.id, audience),
        { readOnly: true },
      );
      return { menu: toMenu(row, audience) };
    },

    'GET /menu/check': async ({ caller }) => ({
      findings: checkMenu(await readCheckFacts(db, caller.restaurantId, clock())),
    }),

    'POST /menu/add-items-modifier': async ({ caller: { restaurantId }, form, files }) => {
      const saved = await withSentPicture(deps, restaurantId, files.image, (picture) =>
        menuTransaction(db, restaurantId, (tx) =>
          addItemToCategory(tx, restaurantId, itemChangesOf(form), picture, clock()),
        ),
      );
      return { ...savedItemOnWire(saved), ...confirmationOf(`${form.type}.created`) };
    },

    'POST /menu/change-items': async ({ caller: actor, body: { items, change }, requestId }) => {
      requireBulkRights(actor, change);
      const { restaurantId } = actor;
      const by = { restaurantId, actor, requestId };
      const work = (tx: Tx) => changeItems(tx, by, items, change, clock());
      const count = await menuTransaction(db, restaurantId, work, planningFor(items));
      return {
        count,
        ...(count === 1 ? confirmationOf('record.updated') : confirmationOf('records.updated', { count })),
      };
    },

    'POST /menu/add-menu': async ({ caller: { restaurantId }, body }) => {
      const row = await menuTransaction(db, restaurantId, (tx) => addMenu(tx, restaurantId, body, clock()));
      const menu = toMenu(row, 'merchant');
      return { ...addedMenuOnWire(menu), ...confirmationOf('record.added') };
    },

    'POST /menu/update-menu/:id': async ({ caller: { restaurantId }, params, body }) => {
      const row = await menuTransaction(db, restaurantId, (tx) =>
        updateMenu(tx, restaurantId, params.id, body, clock()),
      );
      return { menu: toMenu(row, 'merchant'), ...confirmationOf('record.updated') };
    },

    'DELETE /menu/delete-menu/:id': async ({ caller: { restaurantId }, params }) => {
      await menuTransaction(db, restaurantId, (tx) => deleteMenu(tx, restaurantId, params.id, clock()));
      return confirmationOf('record.deleted');
    },

    'POST /menu/restore-menu/:id': async ({ caller: { restaurantId }, params }) => {
      const row = await menuTransaction(db, restaurantId, (tx) => restoreMenu(tx, restaurantId, params.id, clock()));
      return { menu: toMenu(row, 'merchant'), ...confirmationOf('record.restored') };
    },
  } satisfies Partial<Handlers>;
}
