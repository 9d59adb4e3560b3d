import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { getModifierList, listModifierLists } from './queries.ts';
import { toModifierList } from './wire.ts';

export function modifierListRoutes({ db }: Pick<Deps, 'db'>) {
  return {
    'GET /menu/get-all-modifier-list': async ({ caller }) => {
      const audience = audienceOf(caller);
      const [currency, rows] = await transaction(
        db,
        caller.restaurantId,
        (tx) =>
          Promise.all([getCurrency(tx, caller.restaurantId), listModifierLists(tx, caller.restaurantId, audience)]),
        { readOnly: true },
      );
      return { ModifierList: rows.map((row) => toModifierList(row, currency, audience)) };
    },

    'GET /menu/get-modifier-list/:id': async ({ caller, params }) => {
      const audience = audienceOf(caller);
      const [currency, row] = await transaction(
        db,
        caller.restaurantId,
        (tx) =>
          Promise.all([
            getCurrency(tx, caller.restaurantId),
            getModifierList(tx, caller.restaurantId, params.id, audience),
          ]),
        { readOnly: true },
      );
      const modifierList = toModifierList(row, currency, audience);
      return { ModifierList: [modifierList], modifierList };
    },
  } satisfies Partial<Handlers>;
}
