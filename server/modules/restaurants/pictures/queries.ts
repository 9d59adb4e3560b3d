import { sql } from 'kysely';
import type { ItemId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { PictureWidth } from './address.ts';
import type { StoredBytes } from './picture-files.ts';

/** The files whose bytes no row has: those of pictures and photos that are in the bucket alone. */
export const filesInBucket = sql`
  select restaurant_id, file from pictures where file is not null and bytes is null
  union all select restaurant_id, file from delivery_photos where file is not null and bytes is null
  union all select restaurant_id, file from order_problem_photos where file is not null and bytes is null`;

/** The picture of a dish in its stored size: JPEG or PNG. Null without one. */
export async function findPictureOfItem(
  tx: Tx,
  restaurantId: RestaurantId,
  itemId: ItemId,
): Promise<StoredBytes | null> {
  const found = await tx
    .selectFrom('items')
    .innerJoin('pictures', (join) =>
      join.onRef('pictures.restaurant_id', '=', 'items.restaurant_id').onRef('pictures.hash', '=', 'items.image_hash'),
    )
    .select(['pictures.bytes', 'pictures.file'])
    .where('items.restaurant_id', '=', restaurantId)
    .where('items.id', '=', itemId)
    .executeTakeFirst();
  return found ?? null;
}

/** One of the sizes, WebP. A row of it counts before the file. */
export async function findPictureSize(
  tx: Tx,
  restaurantId: RestaurantId,
  hash: string,
  width: PictureWidth,
): Promise<StoredBytes | null> {
  const found = await tx
    .selectFrom('pictures')
    .leftJoin('picture_sizes', (join) =>
      join
        .onRef('picture_sizes.restaurant_id', '=', 'pictures.restaurant_id')
        .onRef('picture_sizes.hash', '=', 'pictures.hash')
        .on('picture_sizes.width', '=', width),
    )
    .select(['picture_sizes.bytes', 'pictures.file'])
    .where('pictures.restaurant_id', '=', restaurantId)
    .where('pictures.hash', '=', hash)
    .executeTakeFirst();
  return found === undefined || (found.bytes === null && found.file === null) ? null : found;
}
