import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';

const hour = 3_600_000;
/** A picture that nothing shows stays a day, in case its form is saved again. */
const unusedHours = 24;
/** What was deleted comes back with its picture as long. */
const deletedDays = 30;

/**
 * Removes the pictures that nothing shows any more, of all restaurants, and gives their room back (R66). It looks at everything
 * that shows pictures in one statement, which is why it reads the tables of other modules. A picture that is stored again at that
 * moment is locked until it is shown, and new by then.
 */
export async function removeUnusedPictures(db: Db, now: Date): Promise<void> {
  const unusedBefore = new Date(now.getTime() - unusedHours * hour);
  const deletedBefore = new Date(now.getTime() - deletedDays * 24 * hour);
  const cleaning = { statementTimeoutMs: 60_000 };
  await platformTransaction(
    db,
    'clean-up',
    async (tx) => {
      for (const table of ['items', 'outlets'] as const) {
        await sql`
          update ${sql.table(table)} set image_hash = null
          where deleted_at < ${deletedBefore} and image_hash is not null`.execute(tx);
      }
      await sql`
        delete from media
        where created_at < ${unusedBefore}
          and not exists (select from items
            where items.restaurant_id = media.restaurant_id and items.image_hash = media.hash)
          and not exists (select from outlets
            where outlets.restaurant_id = media.restaurant_id and outlets.image_hash = media.hash)
          and not exists (select from restaurants
            where restaurants.id = media.restaurant_id and media.hash in (restaurants.logo_hash, restaurants.cover_hash))`.execute(
        tx,
      );
    },
    cleaning,
  );
}
