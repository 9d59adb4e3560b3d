import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { type BackupStore, readWhole, writeWhole } from '#server/db/backup/wal/backup-store.ts';
import { isMissingFile } from '#server/db/backup/wal/bucket-store.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import { BucketUnavailable, PictureLost } from '#server/db/unavailable.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { QueueFull, WorkQueue } from '#server/work-queue.ts';
import { bucketMs, bucketOf, countDamaged } from './bucket-calls.ts';
import type { Picture } from './encode-picture.ts';
import { requireBucketToSend } from './own-bucket.ts';

export type FileDeps = Pick<Deps, 'db' | 'config' | 'clock'>;

interface ReadDeps extends Pick<Deps, 'log'> {
  config: Pick<Config, 'pictureBucket'>;
}

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

/** Guests' pages show dozens of pictures at once; a bucket that hangs keeps no more requests waiting. */
const reads = new WorkQueue({ running: 16, waiting: 400, waitingPerKey: 100, longestWaitMs: bucketMs });
/** Files of a restaurant that are being sent, or were and have no row. */
const unsettledMax = 100;

/** The beginning of the names of all parts of a file. It begins with the restaurant, so that nothing of another can be reached. */
function filePrefix(restaurantId: RestaurantId, file: string): string {
  return `${restaurantId.toLowerCase()}/${file}/`;
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
  await requireBucketToSend({ db, config, clock });
  const store = bucketOf(config);
  const file = `${hashOf(parts.get('original')!)}.${newId()}`;
  const prefix = filePrefix(restaurantId, file);
  await noteUpload({ db, clock }, restaurantId, prefix);
  const sending = [...parts].map(([part, bytes]) => writeWhole(store, `${prefix}${part}`, bytes));
  const failed = (await Promise.allSettled(sending)).find((sent) => sent.status === 'rejected');
  if (failed === undefined) return file;
  await noteFailure(db, prefix);
  throw new BucketUnavailable('A picture could not be stored', { cause: failed.reason });
}

/** Tells it from uploads under way, so that a bucket that was away for a while keeps nobody from uploading afterwards. */
async function noteFailure(db: Db, prefix: string): Promise<void> {
  const failed = db.updateTable('unused_files').set({ why: 'failed' }).where('prefix', '=', prefix);
  // The note stands in either case.
  await failed.execute().catch(() => undefined);
}

/**
 * Does the work that writes the row of a sent file. A file that no row came to name, because the work was refused or had been done before,
 * leaves the bucket at once; where that fails, with the clean-up.
 */
export async function withFile<T>(
  deps: FileDeps,
  restaurantId: RestaurantId,
  file: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    if (file !== undefined) await removeUnsettled(deps, restaurantId, file).catch(() => undefined);
  }
}

async function removeUnsettled({ db, config }: FileDeps, restaurantId: RestaurantId, file: string): Promise<void> {
  const prefix = filePrefix(restaurantId, file);
  // Waits for a transaction that settles it and whose end nobody knows. A file that cannot be removed now is no upload under way.
  const { numUpdatedRows } = await db
    .updateTable('unused_files')
    .set({ is_leaving: true, why: 'failed' })
    .where('prefix', '=', prefix)
    .where('why', '=', 'upload')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await removeNoted(db, bucketOf(config), prefix);
}

/** Parts that are removed at a time. */
const removedAtOnce = 8;

/**
 * Removes the files whose names begin with `prefix`, and their note at the end.
 * @param isOver breaks it off between two batches; the note stays.
 */
export async function removeNoted(db: Db, store: BackupStore, prefix: string, isOver = () => false): Promise<void> {
  const names = await store.list(prefix);
  for (let from = 0; from < names.length; from += removedAtOnce) {
    if (isOver()) return;
    await Promise.all(names.slice(from, from + removedAtOnce).map((name) => store.remove(name)));
  }
  await db.deleteFrom('unused_files').where('prefix', '=', prefix).execute();
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
 * @throws BucketUnavailable, PictureLost among them; QueueFull
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
    // An address may have the id in capitals, and is no other restaurant's.
    .run(restaurantId.toLowerCase(), () => readWhole(store, name))
    .catch((cause: unknown) => {
      if (cause instanceof QueueFull) throw cause;
      if (isMissingFile(cause)) throw new PictureLost(`${store.place}/${name} is not there`, { cause });
      throw new BucketUnavailable('A picture could not be read', { cause });
    });
  if (part === 'original' && hashOf(found) !== file.slice(0, file.indexOf('.'))) {
    countDamaged();
    throw new PictureLost(`${store.place}/${name} is not what was stored there`);
  }
  return found;
}

/**
 * The bytes of a part, from the row or from the bucket; null where the bucket has lost it, which the log says.
 * @throws BucketUnavailable where the bucket does not answer; QueueFull
 */
export function readUnlessLost(
  { config, log }: ReadDeps,
  restaurantId: RestaurantId,
  stored: StoredBytes,
  part: FilePart = 'original',
): Promise<Buffer | null> {
  return readPart(config, restaurantId, stored, part).catch((error: unknown) => {
    if (!(error instanceof PictureLost)) throw error;
    log.warn(
      { restaurantId, picture: `${stored.file}/${part}`, reason: error.message },
      'A picture is gone from its bucket',
    );
    return null;
  });
}

/**
 * Sends a new picture to the bucket, where there is one. One that the restaurant has already is not sent again, unless the bucket has lost it,
 * and is renewed: no clean-up takes it before its row is used.
 * @throws as `sendFile`
 */
export async function sendPicture(deps: FileDeps, restaurantId: RestaurantId, picture: Picture): Promise<Picture> {
  const { db, config, clock } = deps;
  if (config.pictureBucket === undefined) return picture;
  const stored = await transaction(db, restaurantId, (tx) =>
    tx
      .updateTable('pictures')
      .set({ created_at: clock() })
      .where('restaurant_id', '=', restaurantId)
      .where('hash', '=', picture.hash)
      .returning(['bytes', 'file'])
      .executeTakeFirst(),
  );
  if (stored !== undefined && !(await isLost(config, restaurantId, stored, partsOf(picture)))) return picture;
  const file = await sendFile(deps, restaurantId, partsOf(picture));
  return { ...picture, file, lostFile: stored?.file ?? undefined };
}

/** Whether any part is not there, or the original damaged. False also where nobody can say, because the bucket does not answer. */
export async function isLost(
  config: Pick<Config, 'pictureBucket'>,
  restaurantId: RestaurantId,
  stored: StoredBytes,
  parts: ReadonlyMap<FilePart, Buffer>,
): Promise<boolean> {
  if (stored.bytes !== null || stored.file === null) return false;
  const prefix = filePrefix(restaurantId, stored.file);
  try {
    const names = new Set(await bucketOf(config).list(prefix));
    for (const part of parts.keys()) if (!names.has(`${prefix}${part}`)) return true;
    await readPart(config, restaurantId, stored, 'original');
    return false;
  } catch (error) {
    return error instanceof PictureLost;
  }
}

export function partsOf({ bytes, sizes }: Pick<Picture, 'bytes' | 'sizes'>): Map<FilePart, Buffer> {
  return new Map<FilePart, Buffer>([
    ['original', bytes],
    ...sizes.map(({ width, bytes: small }) => [`${width}`, small] as const),
  ]);
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
