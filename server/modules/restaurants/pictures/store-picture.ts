import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { Picture } from './encode-picture.ts';
import { placeOf, settleFile } from './picture-files.ts';

/**
 * Stores pictures of a restaurant in the database (decision 38), without the bytes that are in the bucket (decision 110); equal pictures once. Uploads of one restaurant are
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
  const stored = await tx
    .insertInto('pictures')
    .values(
      pictures.map(({ hash, contentType, width, height, bytes, sizes, file }) => ({
        restaurant_id: restaurantId,
        hash,
        content_type: contentType,
        width,
        height,
        ...placeOf({ bytes, file }),
        stored_bytes: sizes.reduce((sum, size) => sum + size.bytes.length, bytes.length),
        created_at: at,
      })),
    )
    // Renewed, so that the clean-up does not remove it as long unused.
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'hash']).doUpdateSet({ created_at: at }))
    .returning(['hash', 'file'])
    .execute();
  const fileOf = new Map(stored.map(({ hash, file }) => [hash, file]));
  for (const { hash, file, lostFile } of pictures) {
    if (file === undefined || lostFile === undefined || fileOf.get(hash) !== lostFile) continue;
    await tx
      .updateTable('pictures')
      .set({ file })
      .where('restaurant_id', '=', restaurantId)
      .where('hash', '=', hash)
      .execute();
    fileOf.set(hash, file);
  }
  // A row that another upload of the same picture wrote first names the file of that one: this one keeps its note, and is removed.
  for (const { hash, file } of pictures)
    if (file !== undefined && fileOf.get(hash) === file) await settleFile(tx, restaurantId, file);
  await insertSizes(
    tx,
    restaurantId,
    pictures.filter(({ hash }) => fileOf.get(hash) === null),
  );
  await requireRoom(tx, restaurantId);
}

/** The sizes of pictures whose bytes are in their rows. */
export async function insertSizes(
  tx: Tx,
  restaurantId: RestaurantId,
  pictures: readonly Pick<Picture, 'hash' | 'sizes'>[],
): Promise<void> {
  const rows = pictures.flatMap(({ hash, sizes }) =>
    sizes.map(({ width, bytes }) => ({
      restaurant_id: restaurantId,
      hash,
      width,
      content_type: 'image/webp',
      bytes,
    })),
  );
  if (rows.length === 0) return;
  await tx
    .insertInto('picture_sizes')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
