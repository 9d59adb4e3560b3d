import { writeFile } from 'node:fs/promises';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Bucket } from '#server/bucket-settings.ts';
import type { Db } from '#server/db/connect.ts';
import { Spool } from '#server/modules/restaurants/data-export/spool.ts';
import { writeArchive } from '#server/modules/restaurants/data-export/write-archive.ts';
import { testLog } from '#server/test/servers/log.ts';

/** Writes an archive of the restaurant, as an owner downloads it, into a file. */
export async function takeArchive(
  db: Db,
  restaurantId: RestaurantId,
  folder: string,
  path: string,
  pictureBucket?: Bucket,
): Promise<Buffer> {
  const spool = await Spool.open(folder);
  await spool.fill(
    writeArchive(db, restaurantId, { version: '0.0.0', takenAt: new Date(), pictureBucket, log: testLog }),
  );
  const pieces: Buffer[] = [];
  for await (const piece of spool.pieces()) pieces.push(piece);
  const whole = Buffer.concat(pieces);
  await writeFile(path, whole);
  return whole;
}
