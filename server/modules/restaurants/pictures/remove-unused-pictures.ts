import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';

const hour = 3_600_000;
/** Hours that an unused picture stays, in case its form is saved again. */
const unusedHours = 24;
/** Days that the picture of a deleted item stays, as long as a restore is possible. */
const deletedRetentionDays = 30;

/**
 * Removes the unused pictures of all restaurants, and frees their quota (R66); those of dishes and outlets that were
 * deleted long ago count as unused. One statement checks everything that shows pictures, which is why it reads the
 * tables of other modules. A picture that is stored again at that moment is locked until it is used, and new by then.
 */
export async function removeUnusedPictures(db: Db, now: Date): Promise<void> {
  const unusedBefore = new Date(now.getTime() - unusedHours * hour);
  const deletedBefore = new Date(now.getTime() - deletedRetentionDays * 24 * hour);
  const cleaning = { statementTimeoutMs: 60_000 };
  await platformTransaction(
    db,
    'clean-up',
    async (tx) => {
      await sql`
        update items set image_hash = null
        where deleted_at < ${deletedBefore} and image_hash is not null`.execute(tx);
      await sql`
        update outlets set image_hash = null
        where deleted_at < ${deletedBefore} and image_hash is not null`.execute(tx);
      await sql`
        delete from pictures
        where created_at < ${unusedBefore}
          and not exists (select from items
            where items.restaurant_id = pictures.restaurant_id and items.image_hash = pictures.hash)
          and not exists (select from outlets
            where outlets.restaurant_id = pictures.restaurant_id and outlets.image_hash = pictures.hash)
          and not exists (select from restaurants
            where restaurants.id = pictures.restaurant_id and pictures.hash in (restaurants.logo_hash, restaurants.cover_hash))`.execute(
        tx,
      );
    },
    cleaning,
  );
}
