import { confirmationOf } from '#contract/base/success-text.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { getCategory } from '#server/modules/menu/categories/queries.ts';
import {
  deleteCategory,
  orderCategories,
  restoreCategory,
  saveCategory,
} from '#server/modules/menu/categories/save-category.ts';
import { categoryChangesOf, toCategory } from '#server/modules/menu/categories/wire.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import { listCategoriesFor } from './list-categories-for.ts';

/** Categories are requested by their menu, so their routes are here. Guests learn nothing of categories of a draft. */
export function categoryRoutes({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  return {
    'POST /menu/get-all-categories': async ({ caller, body }) => ({
      categories: await listCategoriesFor(db, caller.restaurantId, audienceOf(caller), body.menuId),
    }),

    'GET /menu/get-all-categories': async ({ caller, query }) => ({
      categories: await listCategoriesFor(db, caller.restaurantId, audienceOf(caller), query.menuId),
    }),

    'GET /menu/get-categoryDetail/:id': async ({ caller, params }) => {
      const row = await transaction(
        db,
        caller.restaurantId,
        (tx) => getCategory(tx, caller.restaurantId, params.id, audienceOf(caller)),
        { readOnly: true },
      );
      return { category: toCategory(row) };
    },

    'POST /menu/add-update-category': async ({ caller, body }) => {
      const { row, code } = await menuTransaction(db, caller.restaurantId, (tx) =>
        saveCategory(tx, caller, categoryChangesOf(body), clock()),
      );
      return { category: toCategory(row), ...confirmationOf(code) };
    },

    'POST /menu/delete-category/:id': async ({ caller: { restaurantId }, params }) => {
      await menuTransaction(db, restaurantId, (tx) => deleteCategory(tx, restaurantId, params.id, clock()));
      return confirmationOf('record.deleted');
    },

    'POST /menu/restore-category/:id': async ({ caller: { restaurantId }, params }) => {
      const row = await menuTransaction(db, restaurantId, (tx) =>
        restoreCategory(tx, restaurantId, params.id, clock()),
      );
      return { category: toCategory(row), ...confirmationOf('record.restored') };
    },

    'POST /menu/order-categories': async ({ caller: { restaurantId }, body }) => {
      const rows = await menuTransaction(db, restaurantId, (tx) =>
        orderCategories(tx, restaurantId, body.menuId, body.categories, clock()),
      );
      return { categories: rows.map(toCategory), ...confirmationOf('record.updated') };
    },
  } satisfies Partial<Handlers>;
}
