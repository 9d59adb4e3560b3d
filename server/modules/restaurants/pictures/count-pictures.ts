import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import { type Config, ConfigError } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { lookAtBucket, MistakenBucket } from './own-bucket.ts';
import { type FileDeps, readPart, type StoredBytes } from './picture-files.ts';
import { filesInBucket } from './queries.ts';
import { findUnknownFiles, whyKept } from './unknown-files.ts';

/** Milliseconds for which the bucket is looked through: a million pictures take minutes. */
const searchedForMs = 10_000;
const options = { readOnly: true, statementTimeoutMs: 60_000 } as const;
/** The sentence for an operator whose pictures are in a bucket that no setting names. */
export const wayOut =
  'Set PICTURE_BUCKET to it again; to do without it, run npm run cli -- pictures:move --back before you take the setting away';

/** @throws ConfigError where pictures are in a bucket that the configuration does not name: guests would see none of them. */
export async function requirePictureBucket(db: Db, { pictureBucket }: Pick<Config, 'pictureBucket'>): Promise<void> {
  if (pictureBucket !== undefined) return;
  const { inBucket } = await countPictures(db, 1);
  if (inBucket > 0) throw new ConfigError([`PICTURE_BUCKET is not set, and pictures are in a bucket. ${wayOut}`]);
}

/** The pictures and photos of all restaurants, by where their bytes are; of those in the bucket, as many as are wanted. */
export async function countPictures(db: Db, most: number | null = null): Promise<{ inBucket: number; inRows: number }> {
  const counted = await platformTransaction(
    db,
    'picture-files',
    (tx) =>
      sql<{ inBucket: number; inRows: number }>`
        select (select count(*)::int from (
            ${filesInBucket} limit ${most}::int) as found) as "inBucket",
          case when ${most}::int is null then (select count(*)::int from pictures where bytes is not null)
            + (select count(*)::int from delivery_photos where bytes is not null)
            + (select count(*)::int from order_problem_photos where bytes is not null) else 0 end as "inRows"`.execute(
        tx,
      ),
    options,
  );
  return counted.rows[0]!;
}

/**
 * Where the pictures are, as a sentence for the operator. The newest one of the bucket is read back.
 * @throws Error with a sentence where guests do not see some, or erased ones are still there.
 */
export async function describePictures({ db, config, clock }: FileDeps): Promise<string> {
  const { inBucket, inRows } = await countPictures(db);
  const { pictureBucket } = config;
  if (pictureBucket === undefined && inBucket > 0)
    throw new Error(`${inBucket} are in a bucket, and PICTURE_BUCKET is not set. ${wayOut}`);
  const waiting = await countWaiting({ db, clock });
  if (pictureBucket === undefined) return describeLeft(inRows, waiting);
  const { url } = pictureBucket;
  const { state, others } = await lookAtBucket({ db, config });
  if (state === 'mistaken') throw new MistakenBucket(url);
  const newest = await findNewest(db);
  if (newest !== undefined)
    await readPart(config, newest.restaurantId, newest, 'original').catch((error: unknown) => {
      const { cause, message } = error as Error;
      throw new Error(`${url}: ${cause instanceof Error ? cause.message : message}`, { cause: error });
    });
  if (waiting.late > 0)
    throw new Error(
      `${url}: ${waiting.late} erased ones are still there after a day; the server removes them when it can`,
    );
  const rest = inRows === 0 ? '' : `; ${inRows} more are in the database until npm run cli -- pictures:move`;
  const search = state !== 'own' ? '' : await describeUnknown({ db, config, clock }, url, others);
  return `${inBucket} in ${url}, which no backup of the database holds${rest}${search}`;
}

/** @throws Error where files are unknown, with what may be done about it. */
async function describeUnknown(deps: FileDeps, url: string, others: readonly string[]): Promise<string> {
  if (others.length > 0)
    return `; it is not looked through for unknown files, because another database has its mark there (${others.join(', ')})`;
  const found = await findUnknownFiles(deps, { withinMs: searchedForMs });
  const { unknown, foreign, files, isWhole } = found;
  const among = isWhole ? '' : ` among the first ${files}`;
  if (unknown === 0)
    return foreign === 0 ? '' : `; ${foreign} files${among} are of restaurants that this database does not have`;
  const reason = whyKept(found);
  const advice =
    reason === null
      ? 'npm run cli -- pictures:check says more, and removes them with --remove-unknown'
      : `They may be those of another database, because ${reason}`;
  throw new Error(
    `${url}: ${unknown} files${among} are older than a day and known to no row, as after a restore; photos of guests who were erased since ` +
      `may be among them. ${advice}`,
  );
}

/** Files that no row names, by why they are there still, and since when the oldest is. */
export async function countUnusedFiles(db: Db) {
  const { rows } = await sql<{ why: string; files: number; since: Date | null }>`
    select why, count(prefix)::int as files, min(since) as since
    from unnest(array['upload', 'failed', 'replaced', 'erased']) as why left join unused_files using (why)
    group by why`.execute(db);
  return rows;
}

/** Notes of files that no row names, and those among them of people and restaurants that were erased more than a day ago. */
async function countWaiting({ db, clock }: Pick<FileDeps, 'db' | 'clock'>): Promise<{ all: number; late: number }> {
  const late = new Date(clock().getTime() - DAY);
  return db
    .selectFrom('unused_files')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn
        .countAll<number>()
        .filterWhere(eb.and([eb('why', '=', 'erased'), eb('since', '<', late)]))
        .as('late'),
    ])
    .executeTakeFirstOrThrow();
}

/** @throws Error where erased ones are in a bucket that the server asks no longer. */
function describeLeft(inRows: number, { all, late }: { all: number; late: number }): string {
  const end =
    'set PICTURE_BUCKET to it again until the server has removed them, or empty it and run npm run cli -- pictures:move --emptied';
  const found = `${inRows} in the database, and in each of its backups`;
  if (late > 0) throw new Error(`${late} erased ones are still in the bucket that was left: ${end}`);
  return all === 0 ? found : `${found}; the bucket that was left has ${all} more that no row names: ${end}`;
}

async function findNewest(db: Db): Promise<(StoredBytes & { restaurantId: RestaurantId }) | undefined> {
  const { rows } = await platformTransaction(
    db,
    'picture-files',
    (tx) =>
      sql<StoredBytes & { restaurantId: RestaurantId }>`
        select restaurant_id as "restaurantId", bytes, file from pictures
        where file is not null and bytes is null order by created_at desc limit 1`.execute(tx),
    options,
  );
  return rows[0];
}
