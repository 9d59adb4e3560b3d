import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Picture } from './encode-picture.ts';

/**
 * Stores pictures of a restaurant in the database (decision 38); equal pictures once. Uploads of one restaurant are
 * serialised until the transaction ends, so that its quota is never exceeded (R66): call it before the transaction
 * locks anything else. An upload is not refused by its length before it is received: a picture is known by the hash of what is
 * made of it, so a full restaurant that sends one of its own again, which takes no room, cannot be told from one that sends
 * another. One upload is bounded by itself, and those that wait by the queue.
 * @throws image.quota_reached
 */
export async function storePictures(
  tx: Tx,
  restaurantId: RestaurantId,
  pictures: readonly Picture[],
  at: Date,
): Promise<void> {
  if (pictures.length === 0) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`pictures of ${restaurantId}`}, 0))`.execute(tx);
  await tx
    .insertInto('pictures')
    .values(
      pictures.map(({ hash, contentType, width, height, bytes, sizes }) => ({
        restaurant_id: restaurantId,
        hash,
        content_type: contentType,
        width,
        height,
        bytes,
        stored_bytes: sizes.reduce((sum, size) => sum + size.bytes.length, bytes.length),
        created_at: at,
      })),
    )
    // Renewed, so that the clean-up does not remove it as long unused.
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'hash']).doUpdateSet({ created_at: at }))
    .execute();
  await tx
    .insertInto('picture_sizes')
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
  await requireRoom(tx, restaurantId);
}

async function requireRoom(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  const { pictures, bytes } = await tx
    .selectFrom('pictures')
    .select((eb) => [eb.fn.countAll<number>().as('pictures'), eb.fn.sum<number>('stored_bytes').as('bytes')])
    .where('restaurant_id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  const { picturesMax, pictureBytesMax } = limits;
  if (pictures <= picturesMax && bytes <= pictureBytesMax) return;
  throw new Refusal('image.quota_reached', { pictures: picturesMax, megabytes: pictureBytesMax / 2 ** 20 });
}
