import type { ItemId, RestaurantId } from '#contract/ids.ts';
import type { Item } from '#contract/menus.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { Refusal } from '#server/http/refusal.ts';
import { findPictureOfItem } from '#server/modules/media/queries.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { getItem, listItems } from './queries.ts';
import { toGuestItems, toItem } from './wire.ts';

/** The people of the restaurant read everything, guests what is on sale, from the catalogue in memory. */
export function itemRoutes({ db, catalogues }: Pick<Deps, 'db' | 'catalogues'>) {
  async function getForMerchant(restaurantId: RestaurantId, itemId: ItemId): Promise<Item> {
    const [currency, row] = await transaction(
      db,
      restaurantId,
      (tx) => Promise.all([getCurrency(tx, restaurantId), getItem(tx, restaurantId, itemId)]),
      { readOnly: true },
    );
    return toItem(row, currency);
  }

  async function getForGuests(restaurantId: RestaurantId, itemId: ItemId): Promise<Item> {
    const { catalogue } = await catalogues.get(restaurantId);
    const item = toGuestItems(catalogue).find(({ _id }) => _id === itemId);
    if (item === undefined) throw new Refusal('request.not_found');
    return item;
  }

  return {
    'GET /menu/get-all-items-modifier': async ({ caller }) => {
      const { restaurantId } = caller;
      if (audienceOf(caller) === 'guests') {
        const { catalogue } = await catalogues.get(restaurantId);
        return { items: toGuestItems(catalogue) };
      }
      const [currency, rows] = await transaction(
        db,
        restaurantId,
        (tx) => Promise.all([getCurrency(tx, restaurantId), listItems(tx, restaurantId)]),
        { readOnly: true },
      );
      return { items: rows.map((row) => toItem(row, currency)) };
    },

    'GET /menu/get-items-modifier/:id': async ({ caller, params }) => {
      const { restaurantId } = caller;
      const get = audienceOf(caller) === 'guests' ? getForGuests : getForMerchant;
      const item = await get(restaurantId, params.id);
      if (item.imageUrl === null) return { item: { ...item, image: null } };
      const picture = await transaction(db, restaurantId, (tx) => findPictureOfItem(tx, restaurantId, item._id), {
        readOnly: true,
      });
      return { item: { ...item, image: picture?.toString('base64') ?? null } };
    },
  } satisfies Partial<Handlers>;
}
