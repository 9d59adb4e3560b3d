import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { readWhole, writeWhole } from '#server/db/backup/wal/backup-store.ts';
import { bucketStore } from '#server/db/backup/wal/bucket-store.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import { BucketUnavailable } from '#server/db/unavailable.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { QueueFull, WorkQueue } from '#server/work-queue.ts';
import type { Picture } from './encode-picture.ts';

export type FileDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

/** The part of a file: a picture as it is stored, or one of its widths. */
export type FilePart = 'original' | `${number}`;

/** The bytes of a row, or the file of the bucket that has them; one of the two is there. */
export interface StoredBytes {
  bytes: Buffer | null;
  file: string | null;
}

/** The columns of a new row: the bytes, or the file of the bucket that has them. */
export function placeOf({ bytes, file }: { bytes: Buffer; file?: string | undefined }): StoredBytes {
  return file === undefined ? { bytes, file: null } : { bytes: null, file };
}

/** Milliseconds that the bucket may take for a part. */
const withinMs = 10_000;
/** Guests' pages show dozens of pictures at once; a bucket that hangs keeps no more requests waiting. */
const reads = new WorkQueue({ running: 16, waiting: 400, waitingPerKey: 100, longestWaitMs: withinMs });
/** Files of a restaurant that were sent and have no row yet: refused changes leave them there for a while. */
const unsettledMax = 100;

/** The beginning of the names of all parts of a file. It begins with the restaurant, so that nothing of another can be reached. */
function filePrefix(restaurantId: RestaurantId, file: string): string {
  return `${restaurantId.toLowerCase()}/${file}/`;
}

export function bucketOf({ pictureBucket }: Pick<Config, 'pictureBucket'>) {
  if (pictureBucket === undefined)
    throw new BucketUnavailable('A picture is in a bucket, and PICTURE_BUCKET is not set');
  return bucketStore(pictureBucket, withinMs);
}

/**
 * Sends the parts of a picture to the bucket, before the transaction that writes its row: `settleFile` belongs into that. Until then a note has
 * it removed, so a kill leaves neither a row without bytes nor a file for good. Each upload has a name of its own: a file that is being
 * removed is never the one that somebody else is about to name.
 * @returns its name; undefined without a bucket, and the bytes belong into the row.
 * @throws BucketUnavailable; rate.limited
 */
export async function sendFile(
  { db, config, clock }: FileDeps,
  restaurantId: RestaurantId,
  parts: ReadonlyMap<FilePart, Buffer>,
): Promise<string | undefined> {
  if (config.pictureBucket === undefined) return undefined;
  const store = bucketOf(config);
  const file = `${hashOf(parts.get('original')!)}.${newId()}`;
  const prefix = filePrefix(restaurantId, file);
  await noteUpload({ db, clock }, restaurantId, prefix);
  const sending = [...parts].map(([part, bytes]) => writeWhole(store, `${prefix}${part}`, bytes));
  const failed = (await Promise.allSettled(sending)).find((sent) => sent.status === 'rejected');
  if (failed !== undefined) throw new BucketUnavailable('A picture could not be stored', { cause: failed.reason });
  return file;
}

async function noteUpload(
  { db, clock }: Pick<FileDeps, 'db' | 'clock'>,
  restaurantId: RestaurantId,
  prefix: string,
): Promise<void> {
  const { rows } = await sql`
    insert into unused_files (prefix, since, why)
    select ${prefix}, ${clock()}::timestamptz, 'upload'
    where (select count(*) from unused_files
      where prefix like ${`${restaurantId.toLowerCase()}/%`} and why = 'upload') < ${unsettledMax}
    returning 1`.execute(db);
  if (rows.length === 0) throw new Refusal('rate.limited', { seconds: 60 });
}

/**
 * Says that the row of the file is being written: nobody removes it then. One that is being removed already is refused, with nothing written.
 * @throws BucketUnavailable
 */
export async function settleFile(tx: Tx, restaurantId: RestaurantId, file: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('unused_files')
    .where('prefix', '=', filePrefix(restaurantId, file))
    .where('is_leaving', '=', false)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new BucketUnavailable('A picture left the bucket before its row was written');
}

/**
 * The bytes of a part, from the row or from the bucket. An original is what was sent, or is not answered.
 * @throws BucketUnavailable, QueueFull
 */
export async function readPart(
  config: Pick<Config, 'pictureBucket'>,
  restaurantId: RestaurantId,
  { bytes, file }: StoredBytes,
  part: FilePart,
): Promise<Buffer> {
  if (bytes !== null || file === null) return bytes!;
  const store = bucketOf(config);
  const name = `${filePrefix(restaurantId, file)}${part}`;
  const found = await reads
    .run(restaurantId, () => readWhole(store, name))
    .catch((cause: unknown) => {
      throw cause instanceof QueueFull ? cause : new BucketUnavailable('A picture could not be read', { cause });
    });
  if (part === 'original' && hashOf(found) !== file.slice(0, file.indexOf('.')))
    throw new BucketUnavailable(`${store.place}/${name} is not what was stored there`);
  return found;
}

/**
 * Sends a new picture to the bucket, where there is one. One that the restaurant has already is not sent again, and is renewed: no
 * clean-up takes it before its row is used.
 * @throws as `sendFile`
 */
export async function sendPicture(deps: FileDeps, restaurantId: RestaurantId, picture: Picture): Promise<Picture> {
  if (deps.config.pictureBucket === undefined) return picture;
  const isThere = await transaction(deps.db, restaurantId, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('pictures')
      .set({ created_at: deps.clock() })
      .where('restaurant_id', '=', restaurantId)
      .where('hash', '=', picture.hash)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  });
  return isThere ? picture : { ...picture, file: await sendFile(deps, restaurantId, partsOf(picture)) };
}

export function partsOf({ bytes, sizes }: Pick<Picture, 'bytes' | 'sizes'>): Map<FilePart, Buffer> {
  return new Map<FilePart, Buffer>([
    ['original', bytes],
    ...sizes.map(({ width, bytes: small }) => [`${width}`, small] as const),
  ]);
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
