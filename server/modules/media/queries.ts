import type { RestaurantId } from '#contract/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { PictureWidth } from './address.ts';

/** The re-encoded original, JPEG or PNG. */
export async function findPicture(tx: Tx, restaurantId: RestaurantId, hash: string) {
  const found = await tx
    .selectFrom('media')
    .select(['content_type', 'bytes'])
    .where('restaurant_id', '=', restaurantId)
    .where('hash', '=', hash)
    .executeTakeFirst();
  return found ?? null;
}

/** One of the sizes, WebP. */
export async function findPictureSize(
  tx: Tx,
  restaurantId: RestaurantId,
  hash: string,
  width: PictureWidth,
): Promise<Buffer | null> {
  const found = await tx
    .selectFrom('media_sizes')
    .select('bytes')
    .where('restaurant_id', '=', restaurantId)
    .where('hash', '=', hash)
    .where('width', '=', width)
    .executeTakeFirst();
  return found?.bytes ?? null;
}
