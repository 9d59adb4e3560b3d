import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { findPicture } from '#server/modules/media/queries.ts';
import { audienceOf } from '#server/modules/restaurants/audience.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { getItem, listItems } from './queries.ts';
import { toItem } from './wire.ts';

export function itemRoutes({ db }: Pick<Deps, 'db'>) {
  return {
    'GET /menu/get-all-items-modifier': async ({ caller }) => {
      const audience = audienceOf(caller);
      const [currency, rows] = await transaction(
        db,
        caller.restaurantId,
        (tx) => Promise.all([getCurrency(tx, caller.restaurantId), listItems(tx, caller.restaurantId, audience)]),
        { readOnly: true },
      );
      return { items: rows.map((row) => toItem(row, currency, audience)) };
    },

    'GET /menu/get-items-modifier/:id': ({ caller, params }) =>
      transaction(
        db,
        caller.restaurantId,
        async (tx) => {
          const audience = audienceOf(caller);
          const [currency, row] = await Promise.all([
            getCurrency(tx, caller.restaurantId),
            getItem(tx, caller.restaurantId, params.id, audience),
          ]);
          const picture = row.image_hash === null ? null : await findPicture(tx, caller.restaurantId, row.image_hash);
          const image = picture === null ? null : picture.bytes.toString('base64');
          return { item: { ...toItem(row, currency, audience), image } };
        },
        { readOnly: true },
      ),
  } satisfies Partial<Handlers>;
}
