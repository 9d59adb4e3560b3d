import { type Confirmation, confirmationOf, type PlainSuccessCode } from '#contract/base/success-text.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { menuTransaction } from '#server/modules/restaurants/menu-transaction.ts';
import type { ModifierListRow } from './queries.ts';
import { readModifierList, readModifierLists } from './read-lists.ts';
import { addModifierList, deleteModifierList, restoreModifierList, updateModifierList } from './save-list.ts';
import { listChangesOf, listOnWire, listsOnWire, toModifierList } from './wire.ts';

/** The people of the restaurant read all lists; guests read those of dishes on sale, from the catalogue in memory. */
export function modifierListRoutes(deps: Pick<Deps, 'db' | 'catalogues' | 'clock'>) {
  const { db, clock } = deps;

  async function save(
    restaurantId: RestaurantId,
    work: (tx: Tx) => Promise<{ row: ModifierListRow; code: PlainSuccessCode }>,
  ): Promise<Confirmation & ReturnType<typeof listOnWire>> {
    const { currency, row, code } = await menuTransaction(db, restaurantId, async (tx) => ({
      currency: await getCurrency(tx, restaurantId),
      ...(await work(tx)),
    }));
    return { ...listOnWire(toModifierList(row, currency)), ...confirmationOf(code) };
  }

  return {
    'GET /menu/get-all-modifier-list': async ({ caller }) =>
      listsOnWire(await readModifierLists(deps, caller.restaurantId, audienceOf(caller))),

    'GET /menu/get-modifier-list/:id': async ({ caller, params }) =>
      listOnWire(await readModifierList(deps, caller.restaurantId, params.id, audienceOf(caller))),

    'POST /menu/add-modifier-list': async ({ caller: { restaurantId }, body }) =>
      save(restaurantId, async (tx) => ({
        row: await addModifierList(tx, restaurantId, listChangesOf(body), clock()),
        code: 'record.added' as const,
      })),

    'POST /menu/update-modifier-list/:id': async ({ caller: { restaurantId }, params, body }) =>
      save(restaurantId, (tx) => updateModifierList(tx, restaurantId, params.id, listChangesOf(body), clock())),

    'DELETE /menu/delete-modifier-list/:id': async ({ caller: { restaurantId }, params }) => {
      await menuTransaction(db, restaurantId, (tx) => deleteModifierList(tx, restaurantId, params.id, clock()));
      return confirmationOf('record.deleted');
    },

    'POST /menu/restore-modifier-list/:id': async ({ caller: { restaurantId }, params }) =>
      save(restaurantId, async (tx) => ({
        row: await restoreModifierList(tx, restaurantId, params.id, clock()),
        code: 'record.restored' as const,
      })),
  } satisfies Partial<Handlers>;
}
