import type { RestaurantId } from '#contract/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Picture } from './picture.ts';

/** Keeps pictures of a restaurant, in the database (decision 29). The same picture is kept once. */
export async function storePictures(
  tx: Tx,
  restaurantId: RestaurantId,
  pictures: readonly Picture[],
  at: Date,
): Promise<void> {
  if (pictures.length === 0) return;
  await tx
    .insertInto('media')
    .values(
      pictures.map(({ hash, contentType, width, height, bytes }) => ({
        restaurant_id: restaurantId,
        hash,
        content_type: contentType,
        width,
        height,
        bytes,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('media_sizes')
    .values(
      pictures.flatMap(({ hash, sizes }) =>
        sizes.map(({ width, bytes }) => ({
          restaurant_id: restaurantId,
          hash,
          width,
          content_type: 'image/webp',
          bytes,
        })),
      ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
