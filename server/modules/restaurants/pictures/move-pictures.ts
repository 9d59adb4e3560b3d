import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import { BucketUnavailable, PictureLost } from '#server/db/unavailable.ts';
import { type PictureWidth, pictureWidths } from './address.ts';
import { lookAtOwnBucket, MistakenBucket, requireOwnBucket } from './own-bucket.ts';
import { type FileDeps, type FilePart, partsOf, readPart, sendFile, settleFile, withFile } from './picture-files.ts';
import { insertSizes } from './store-picture.ts';

/** The tables of pictures and photos, with what names a row of a restaurant. */
const keys = { pictures: 'hash', delivery_photos: 'delivery_id', order_problem_photos: 'order_id' } as const;
type PictureTable = keyof typeof keys;
const pictureTables = Object.keys(keys) as PictureTable[];

/** Pictures that are on their way at a time; each is sent in five parts. */
const atOnce = 5;
const slowStatements = { statementTimeoutMs: 60_000 };

interface Row {
  restaurantId: RestaurantId;
  key: string;
}

export interface LostRow extends Row {
  table: PictureTable;
}

interface MoveOptions {
  /** From the bucket into the database. */
  isBack?: boolean;
  /** The pictures of one restaurant alone. */
  of?: RestaurantId;
  /** Told how many have been moved so far. */
  onProgress?: (moved: number) => void;
  /** Told each row that stays as it is because the bucket has lost its file. */
  onLost?: (lost: LostRow) => void;
}

/**
 * Moves the bytes of pictures and photos from their rows into the bucket, or back, while servers serve. Each is moved for itself, so it goes on
 * where it was broken off. Without a bucket nothing is moved.
 * @returns the number of moved ones.
 * @throws MistakenBucket before anything is sent to another bucket, or said to be lost there; BucketUnavailable where one could not be moved, after all that could be; what was moved stays moved. It is PictureLost where nothing but lost
 * files stood in the way. When none of a batch can be moved, and not all of them are lost, the bucket is away, and the rest is not tried.
 */
export async function movePictures(
  deps: FileDeps,
  { isBack = false, of, onProgress, onLost }: MoveOptions = {},
): Promise<number> {
  if (deps.config.pictureBucket === undefined) return 0;
  // The way back leaves no mark: its key may be one that only reads.
  await (isBack ? lookAtOwnBucket(deps) : requireOwnBucket(deps)).catch(refuse);
  let moved = 0;
  let failure: unknown;
  let lost: PictureLost | undefined;
  for (const table of pictureTables) {
    for (let after: Row | null = null; ;) {
      const rows: Row[] = await listRows(deps, table, { isBack, of, after });
      after = rows.at(-1) ?? null;
      if (after === null) break;
      const moving = rows.map((row) => (isBack ? moveBack : moveOut)(deps, table, row));
      const ended = await Promise.allSettled(moving);
      moved += ended.filter((end) => end.status === 'fulfilled' && end.value).length;
      const failed = ended.filter((end) => end.status === 'rejected' && !(end.reason instanceof PictureLost));
      failure ??= failed.find((end) => end.status === 'rejected')?.reason;
      for (const [index, end] of ended.entries()) {
        if (end.status === 'fulfilled' || !(end.reason instanceof PictureLost)) continue;
        lost ??= end.reason;
        onLost?.({ table, ...rows[index]! });
      }
      if (failed.length > 0 && ended.every(({ status }) => status === 'rejected')) throw failure;
      onProgress?.(moved);
    }
  }
  if (failure !== undefined || lost !== undefined) throw failure ?? lost;
  return moved;
}

function refuse(cause: unknown): never {
  throw cause instanceof MistakenBucket ? cause : new BucketUnavailable('The bucket could not be asked', { cause });
}

function listRows(
  { db }: FileDeps,
  table: PictureTable,
  { isBack, of, after }: { isBack: boolean; of: RestaurantId | undefined; after: Row | null },
): Promise<Row[]> {
  const key = sql.ref(keys[table]);
  const type = sql.raw(table === 'pictures' ? 'text' : 'uuid');
  const list = async (tx: Tx) => {
    const { rows } = await sql<Row>`
      select restaurant_id as "restaurantId", ${key}::text as key from ${sql.table(table)}
      where ${isBack ? sql`bytes is null` : sql`bytes is not null`}
        and ${of === undefined ? sql`true` : sql`restaurant_id = ${of}`}
        and ${after === null ? sql`true` : sql`(restaurant_id, ${key}) > (${after.restaurantId}::uuid, ${after.key}::${type})`}
      order by restaurant_id, ${key} limit ${atOnce}`.execute(tx);
    return rows;
  };
  const options = { readOnly: true, ...slowStatements };
  return of === undefined
    ? platformTransaction(db, 'picture-files', list, options)
    : transaction(db, of, list, options);
}

/** @returns false where the row has changed or gone meanwhile; the file that was sent is removed then. */
async function moveOut(deps: FileDeps, table: PictureTable, row: Row): Promise<boolean> {
  const { restaurantId } = row;
  const found = await transaction(deps.db, restaurantId, (tx) => readRow(tx, table, row), { readOnly: true });
  if (found?.bytes == null) return false;
  const { bytes, sizes } = found;
  const file = await sendFile(deps, restaurantId, partsOf({ bytes, sizes }));
  const point = (tx: Tx) =>
    sql`update ${sql.table(table)} set bytes = null, file = ${file}
      where restaurant_id = ${restaurantId} and ${isRow(table, row)} and sha256(bytes) = sha256(${bytes})`.execute(tx);
  return withFile(deps, restaurantId, file, () =>
    transaction(deps.db, restaurantId, async (tx) => {
      const { numAffectedRows } = await point(tx);
      if (numAffectedRows !== 1n) return false;
      await settleFile(tx, restaurantId, file!);
      if (table === 'pictures') await deleteSizes(tx, row);
      return true;
    }),
  );
}

async function moveBack(deps: FileDeps, table: PictureTable, row: Row): Promise<boolean> {
  const { db, config } = deps;
  const { restaurantId, key: hash } = row;
  const found = await transaction(db, restaurantId, (tx) => readRow(tx, table, row), { readOnly: true });
  if (found === undefined || found.bytes !== null) return false;
  const read = (part: FilePart) => readPart(config, restaurantId, found, part);
  const bytes = await read('original');
  const widths = table === 'pictures' ? pictureWidths : [];
  const sizes = await Promise.all(widths.map(async (width) => ({ width, bytes: await read(`${width}`) })));
  return transaction(db, restaurantId, async (tx) => {
    const { numAffectedRows } = await sql`
      update ${sql.table(table)} set bytes = ${bytes}, file = null
      where restaurant_id = ${restaurantId} and ${isRow(table, row)} and file = ${found.file}`.execute(tx);
    if (numAffectedRows !== 1n) return false;
    await insertSizes(tx, restaurantId, [{ hash, sizes }]);
    return true;
  });
}

async function readRow(tx: Tx, table: PictureTable, row: Row) {
  const { rows } = await sql<{ bytes: Buffer | null; file: string | null }>`
    select bytes, file from ${sql.table(table)}
    where restaurant_id = ${row.restaurantId} and ${isRow(table, row)}`.execute(tx);
  if (rows[0] === undefined) return undefined;
  const sizes =
    table !== 'pictures'
      ? []
      : await tx
          .selectFrom('picture_sizes')
          .select(['width', 'bytes'])
          .where('restaurant_id', '=', row.restaurantId)
          .where('hash', '=', row.key)
          .execute();
  return { ...rows[0], sizes: sizes as { width: PictureWidth; bytes: Buffer }[] };
}

async function deleteSizes(tx: Tx, { restaurantId, key }: Row): Promise<void> {
  await tx.deleteFrom('picture_sizes').where('restaurant_id', '=', restaurantId).where('hash', '=', key).execute();
}

const isRow = (table: PictureTable, { key }: Row) => sql`${sql.ref(keys[table])} = ${key}`;
