import type { ItemId, RestaurantId } from '#contract/base/ids.ts';
import type { Item } from '#contract/menu/menus.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';
import { readUnlessLost } from '#server/modules/restaurants/pictures/picture-files.ts';
import { findPictureOfItem } from '#server/modules/restaurants/pictures/queries.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { getItem, listItems } from './queries.ts';
import { toGuestItems, toItem } from './wire.ts';

type ReadDeps = Pick<Deps, 'db' | 'catalogues' | 'config' | 'log'>;

/** All items and modifiers; for guests those on sale, from the catalogue in memory. */
export async function readItems(
  { db, catalogues }: Pick<ReadDeps, 'db' | 'catalogues'>,
  restaurantId: RestaurantId,
  audience: Audience,
): Promise<Item[]> {
  if (audience === 'guests') return toGuestItems((await catalogues.get(restaurantId)).catalogue);
  const [currency, rows] = await transaction(
    db,
    restaurantId,
    (tx) => Promise.all([getCurrency(tx, restaurantId), listItems(tx, restaurantId)]),
    { readOnly: true },
  );
  return rows.map((row) => toItem(row, currency));
}

/**
 * An item or a modifier; `image` is its stored picture in base64, null without one, and where the bucket has lost it: its owner opens the
 * dish to give it another.
 * @throws request.not_found, for guests also when it is not on sale; as `readUnlessLost`.
 */
export async function readItem(
  deps: ReadDeps,
  restaurantId: RestaurantId,
  itemId: ItemId,
  audience: Audience,
): Promise<Item & { image: string | null }> {
  const item = await (audience === 'guests' ? getGuestItem : getMerchantItem)(deps, restaurantId, itemId);
  if (item.imageUrl === null) return { ...item, image: null };
  const picture = await transaction(deps.db, restaurantId, (tx) => findPictureOfItem(tx, restaurantId, itemId), {
    readOnly: true,
  });
  const bytes = picture && (await readUnlessLost(deps, restaurantId, picture));
  return { ...item, image: bytes?.toString('base64') ?? null };
}

async function getMerchantItem({ db }: ReadDeps, restaurantId: RestaurantId, itemId: ItemId): Promise<Item> {
  const [currency, row] = await transaction(
    db,
    restaurantId,
    (tx) => Promise.all([getCurrency(tx, restaurantId), getItem(tx, restaurantId, itemId)]),
    { readOnly: true },
  );
  return toItem(row, currency);
}

async function getGuestItem({ catalogues }: ReadDeps, restaurantId: RestaurantId, itemId: ItemId): Promise<Item> {
  const { catalogue } = await catalogues.get(restaurantId);
  const item = toGuestItems(catalogue).find(({ _id }) => _id === itemId);
  if (item === undefined) throw new Refusal('request.not_found');
  return item;
}
