import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import { cleanUp } from '#server/clean-up.ts';
import type { Bucket } from '#server/bucket-settings.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { bindSecret, fingerprintOf } from '#server/db/secret-fingerprint.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { markBucketAtStart } from '#server/modules/restaurants/pictures/own-bucket.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, testConfig } from './app.ts';
import { startBucket } from './bucket.ts';
import { testLog } from './log.ts';

interface PictureRow {
  table: string;
  restaurantId: string;
  file: string | null;
  inRow: boolean;
  sizes: number;
}

/** Every picture and photo of a database, by where its bytes are. */
export async function listPictures(db: Db): Promise<PictureRow[]> {
  const { rows } = await platformTransaction(db, 'administration', (tx) =>
    sql<PictureRow>`
      select 'pictures' as table, restaurant_id as "restaurantId", file, bytes is not null as "inRow",
        (select count(*)::int from picture_sizes as s where s.restaurant_id = p.restaurant_id and s.hash = p.hash) as sizes
      from pictures as p
      union all select 'delivery_photos', restaurant_id, file, bytes is not null, 0 from delivery_photos
      union all select 'order_problem_photos', restaurant_id, file, bytes is not null, 0 from order_problem_photos
      order by 1, 2, 3`.execute(tx),
  );
  return rows;
}

/** A round of the clean-up of a server whose pictures are in the bucket. */
export async function cleanUpAt(db: Db, pictureBucket: Bucket, now: Date): Promise<void> {
  await bindDatabase(db);
  return cleanUp({ db, config: { ...testConfig, pictureBucket }, clock: () => now, log: testLog });
}

/** The start of a server does it; without it a database has no id by which it knows its bucket. */
const bindDatabase = (db: Db) => bindSecret(db, fingerprintOf(testConfig.secret));

/** The product with a bucket for its pictures, and what tests do with both. */
export async function startPictureApp({ isUsed = true, isMarked = true } = {}) {
  const bucket = await startBucket();
  const app = await startApp({ config: isUsed ? { pictureBucket: bucket.bucket } : {} });
  onTestFinished(() => app.close());
  const { db, clock } = app;
  await bindDatabase(db);
  const config: Config = { ...testConfig, pictureBucket: bucket.bucket };
  // A server does it when it starts; those of before there were marks did not.
  if (isMarked) await markBucketAtStart({ db, config, clock: clock.now }, testLog);
  bucket.requests.length = 0;
  return {
    app,
    bucket,
    /** For what is done beside the app. */
    deps: { db, config, clock: clock.now },
    /** A restaurant and its owner, and how its dishes get pictures. */
    makePlace: async () => {
      const made = await makeRestaurant(db);
      const owner = await makeOwner(db, made.id);
      const upload = (red: number, id: ItemId = made.items.water, form = {}) =>
        app.call(
          'POST /menu/update-items-modifier/:id',
          { params: { id }, form, files: { image: makePng(red) } },
          owner.token,
        );
      return { ...made, owner, upload };
    },
    /** The names in the bucket, without its folder and the marks of databases. */
    names: () =>
      [...bucket.files.keys()]
        .map((key) => key.replace('of/us/', ''))
        .filter((name) => !name.startsWith('databases/'))
        .toSorted(),
    cleanUpAt: (now: Date) => cleanUpAt(db, bucket.bucket, now),
    listNotes: () => db.selectFrom('unused_files').select(['prefix', 'why']).orderBy('prefix').execute(),
  };
}
