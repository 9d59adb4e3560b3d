import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { getCategory, listCategories } from '#server/modules/categories/queries.ts';
import { toCategory } from '#server/modules/categories/wire.ts';
import { getMenu, listMenus } from './queries.ts';
import { toMenu } from './wire.ts';

/** Menus and their categories. Guests see Live menus only, and of a draft not even that it exists. */
export function menuRoutes({ db }: Pick<Deps, 'db'>) {
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

    'POST /menu/get-all-categories': async ({ caller, body }) => {
      const audience = audienceOf(caller);
      const [rows] = await transaction(
        db,
        caller.restaurantId,
        (tx) =>
          Promise.all([
            listCategories(tx, caller.restaurantId, audience, { menuId: body.menuId }),
            getMenu(tx, caller.restaurantId, body.menuId, audience),
          ]),
        { readOnly: true },
      );
      return { categories: rows.map(toCategory) };
    },

    'GET /menu/get-categoryDetail/:id': async ({ caller, params }) => {
      const row = await transaction(
        db,
        caller.restaurantId,
        (tx) => getCategory(tx, caller.restaurantId, params.id, audienceOf(caller)),
        { readOnly: true },
      );
      return { category: toCategory(row) };
    },
  } satisfies Partial<Handlers>;
}
