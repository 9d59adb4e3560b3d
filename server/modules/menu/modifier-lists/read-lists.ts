import type { ModifierListId, RestaurantId } from '#contract/base/ids.ts';
import type { ModifierList } from '#contract/menu/menus.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { getModifierList, listModifierLists } from './queries.ts';
import { toGuestLists, toModifierList } from './wire.ts';

type ReadDeps = Pick<Deps, 'db' | 'catalogues'>;

/** All modifier lists; for guests those of dishes on sale, from the catalogue in memory. */
export async function readModifierLists(
  { db, catalogues }: ReadDeps,
  restaurantId: RestaurantId,
  audience: Audience,
): Promise<ModifierList[]> {
  if (audience === 'guests') return toGuestLists((await catalogues.get(restaurantId)).catalogue);
  const [currency, rows] = await transaction(
    db,
    restaurantId,
    (tx) => Promise.all([getCurrency(tx, restaurantId), listModifierLists(tx, restaurantId)]),
    { readOnly: true },
  );
  return rows.map((row) => toModifierList(row, currency));
}

/** @throws request.not_found, for guests also when no dish on sale has the list. */
export async function readModifierList(
  deps: ReadDeps,
  restaurantId: RestaurantId,
  listId: ModifierListId,
  audience: Audience,
): Promise<ModifierList> {
  if (audience === 'guests') return getGuestList(deps, restaurantId, listId);
  const [currency, row] = await transaction(
    deps.db,
    restaurantId,
    (tx) => Promise.all([getCurrency(tx, restaurantId), getModifierList(tx, restaurantId, listId)]),
    { readOnly: true },
  );
  return toModifierList(row, currency);
}

async function getGuestList({ catalogues }: ReadDeps, restaurantId: RestaurantId, listId: ModifierListId) {
  const { catalogue } = await catalogues.get(restaurantId);
  const list = toGuestLists(catalogue).find(({ _id }) => _id === listId);
  if (list === undefined) throw new Refusal('request.not_found');
  return list;
}
