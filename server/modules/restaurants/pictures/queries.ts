import type { ItemId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { PictureWidth } from './address.ts';

/** The picture of a dish in its stored size: JPEG or PNG. Null without one. */
export async function findPictureOfItem(tx: Tx, restaurantId: RestaurantId, itemId: ItemId): Promise<Buffer | null> {
  const found = await tx
    .selectFrom('items')
    .innerJoin('pictures', (join) =>
      join.onRef('pictures.restaurant_id', '=', 'items.restaurant_id').onRef('pictures.hash', '=', 'items.image_hash'),
    )
    .select('pictures.bytes')
    .where('items.restaurant_id', '=', restaurantId)
    .where('items.id', '=', itemId)
    .executeTakeFirst();
  return found?.bytes ?? null;
}

/** One of the sizes, WebP. */
export async function findPictureSize(
  tx: Tx,
  restaurantId: RestaurantId,
  hash: string,
  width: PictureWidth,
): Promise<Buffer | null> {
  const found = await tx
    .selectFrom('picture_sizes')
    .select('bytes')
    .where('restaurant_id', '=', restaurantId)
    .where('hash', '=', hash)
    .where('width', '=', width)
    .executeTakeFirst();
  return found?.bytes ?? null;
}
