import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { Refusal } from '#server/http/refusal.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { getModifierList, listModifierLists } from './queries.ts';
import { toGuestLists, toModifierList } from './wire.ts';

/** The people of the restaurant read all lists, guests those of dishes on sale, from the catalogue in memory. */
export function modifierListRoutes({ db, catalogues }: Pick<Deps, 'db' | 'catalogues'>) {
  return {
    'GET /menu/get-all-modifier-list': async ({ caller }) => {
      const { restaurantId } = caller;
      if (audienceOf(caller) === 'guests') {
        const { catalogue } = await catalogues.get(restaurantId);
        return { ModifierList: toGuestLists(catalogue) };
      }
      const [currency, rows] = await transaction(
        db,
        restaurantId,
        (tx) => Promise.all([getCurrency(tx, restaurantId), listModifierLists(tx, restaurantId)]),
        { readOnly: true },
      );
      return { ModifierList: rows.map((row) => toModifierList(row, currency)) };
    },

    'GET /menu/get-modifier-list/:id': async ({ caller, params }) => {
      const { restaurantId } = caller;
      if (audienceOf(caller) === 'guests') {
        const { catalogue } = await catalogues.get(restaurantId);
        const found = toGuestLists(catalogue).find(({ _id }) => _id === params.id);
        if (found === undefined) throw new Refusal('request.not_found');
        return { ModifierList: [found], modifierList: found };
      }
      const [currency, row] = await transaction(
        db,
        restaurantId,
        (tx) => Promise.all([getCurrency(tx, restaurantId), getModifierList(tx, restaurantId, params.id)]),
        { readOnly: true },
      );
      const modifierList = toModifierList(row, currency);
      return { ModifierList: [modifierList], modifierList };
    },
  } satisfies Partial<Handlers>;
}
