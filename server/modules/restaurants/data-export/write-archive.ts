import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { ZipFile } from 'yazl';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Log } from '#server/log.ts';
import { byteOrderMark, csvText } from '#server/http/answers/csv-text.ts';
import { readUnlessLost, type StoredBytes } from '#server/modules/restaurants/pictures/picture-files.ts';
import {
  archiveFormat,
  archiveVersion,
  checksumLength,
  extensions,
  isPicture,
  type Manifest,
  manifestName,
  pictureName,
  restaurantName,
  rowsOf,
  wholeArchiveVersion,
} from './archive-format.ts';
import {
  type ArchivedTableName,
  archivedTableNames,
  leftOutTables,
  photoTableNames,
  photoTables,
  type PhotoTable,
  withoutColumns,
  withoutOfRestaurant,
} from './archived-tables.ts';

/** Rows read at a time; no more of a table is ever in memory. */
const rowsPerRead = 500;
/** Pictures of the bucket that are read, and in memory, at a time: others wait for the archive of one restaurant. */
const readAtOnce = 4;

interface ArchiveFacts extends Pick<Config, 'pictureBucket'> {
  version: string;
  takenAt: Date;
  log: Log;
}

/**
 * All data of a restaurant as a ZIP: a CSV and a file of JSON lines for each table, its pictures and photos, and a manifest. Everything is read
 * in one transaction, from one snapshot, so the reader of the pieces must not be slow; pictures that are in the bucket come after it, since they
 * never change and stay for days. One that the bucket has no longer is left out, and the manifest names it. Memory does not grow with the
 * restaurant. In the place of the checksum there are zeros.
 * @throws BucketUnavailable where the bucket does not answer.
 */
export async function* writeArchive(
  db: Db,
  restaurantId: RestaurantId,
  { version, takenAt, pictureBucket, log }: ArchiveFacts,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  const stopping = new AbortController();
  const fill = async () => {
    const filler = await transaction(
      db,
      restaurantId,
      async (tx) => {
        // The texts of instants are those of one zone, whatever the database's.
        await sql`select set_config('TimeZone', 'UTC', true)`.execute(tx);
        // Pages of a million rows are read by the index that has their order, also where a plan would rather sort them each time.
        await sql`set local enable_sort = off`.execute(tx);
        const begun = new ArchiveFiller(zip, tx, restaurantId, stopping.signal);
        await begun.writeTables();
        return begun;
      },
      { readOnly: true, isolation: 'repeatable read', searches: true, statementTimeoutMs: 60_000 },
    );
    await filler.writeRest({ version, takenAt, pictureBucket, log });
  };
  const filling = fill();
  filling.catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  try {
    for await (const piece of output) yield piece as Buffer;
    await filling;
  } finally {
    output.destroy();
    // Without its reader the transaction would wait for ever.
    stopping.abort();
    await filling.catch(() => undefined);
  }
}

class ArchiveFiller {
  readonly #zip: ZipFile;
  readonly #tx: Tx;
  readonly #restaurantId: RestaurantId;
  readonly #signal: AbortSignal;
  readonly #files: Manifest['files'] = [];
  readonly #tables: Manifest['tables'] = {};
  /** Pictures and photos of the bucket, by their names in the archive. */
  readonly #inBucket: (StoredBytes & { name: string })[] = [];
  readonly #missing: string[] = [];
  #restaurantName = '';

  constructor(zip: ZipFile, tx: Tx, restaurantId: RestaurantId, signal: AbortSignal) {
    this.#zip = zip;
    this.#tx = tx;
    this.#restaurantId = restaurantId;
    this.#signal = signal;
  }

  async writeTables(): Promise<void> {
    const restaurant = await this.#readRestaurant();
    await this.#addFile(restaurantName, [Buffer.from(JSON.stringify(restaurant, null, 2))]);
    this.#restaurantName = restaurant.name;
    for (const table of archivedTableNames) {
      const columns = await this.#columnsOf(table);
      let rows = 0;
      const counted = (batch: readonly unknown[]) => void (rows += batch.length);
      await this.#addFile(`${table}.csv`, this.#csvOf(table, columns));
      await this.#addFile(rowsOf(table), this.#linesOf(table, columns, counted));
      this.#tables[table] = { columns: columns.all, rows };
    }
    for await (const picture of this.#picturesOf()) await this.#addPicture(picture);
    for (const table of photoTableNames) {
      for await (const photo of this.#photosOf(table)) await this.#addPicture(photo);
    }
  }

  /** Writes the pictures of the bucket and the manifest, which need no transaction. */
  async writeRest({ version, takenAt, pictureBucket, log }: ArchiveFacts): Promise<void> {
    for (let from = 0; from < this.#inBucket.length; from += readAtOnce) {
      this.#signal.throwIfAborted();
      const reading = this.#inBucket.slice(from, from + readAtOnce).map(async ({ name, ...stored }) => ({
        name,
        bytes: await readUnlessLost({ config: { pictureBucket }, log }, this.#restaurantId, stored),
      }));
      for (const { name, bytes } of await Promise.all(reading)) {
        if (bytes === null) this.#missing.push(name);
        else await this.#addFile(name, [bytes]);
      }
    }
    const manifest: Manifest = {
      format: archiveFormat,
      version: this.#missing.some((name) => !isPicture(name)) ? archiveVersion : wholeArchiveVersion,
      product: { name: 'Order Manager', version },
      takenAt: takenAt.toISOString(),
      restaurant: { id: this.#restaurantId, name: this.#restaurantName },
      tables: this.#tables,
      leftOut: leftOutTables,
      files: this.#files,
      missing: this.#missing,
    };
    await this.#addFile(manifestName, [Buffer.from(JSON.stringify(manifest, null, 2))]);
    this.#zip.end({ comment: '0'.repeat(checksumLength), forceZip64Format: false });
  }

  async #addPicture(picture: StoredBytes & { name: string }): Promise<void> {
    if (picture.bytes === null) this.#inBucket.push(picture);
    else await this.#addFile(picture.name, [picture.bytes]);
  }

  /** Resolves when the reader has consumed it all. */
  async #addFile(name: string, pieces: AsyncIterable<string> | readonly Buffer[]): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    async function* watched(): AsyncGenerator<Buffer> {
      for await (const piece of pieces as AsyncIterable<string | Buffer>) {
        const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece;
        hash.update(buffer);
        bytes += buffer.length;
        yield buffer;
      }
    }
    const stream = Readable.from(watched(), { objectMode: false });
    const ended = once(stream, 'end', { signal: this.#signal });
    // Pictures are packed already.
    this.#zip.addReadStream(stream, name, { mtime: new Date(), compress: !name.includes('/') });
    await ended.finally(() => stream.destroy());
    this.#files.push({ name, bytes, sha256: hash.digest('hex') });
  }

  async #readRestaurant(): Promise<{ name: string }> {
    const { rows } = await sql<{ row: Record<string, unknown> & { name: string } }>`
      select to_json(restaurants) as row from restaurants where id = ${this.#restaurantId}`.execute(this.#tx);
    const kept = Object.entries(rows[0]!.row).filter(([column]) => !Object.hasOwn(withoutOfRestaurant, column));
    return Object.fromEntries(kept) as { name: string };
  }

  async #columnsOf(table: ArchivedTableName): Promise<Columns> {
    const { rows } = await sql<{ name: string; place: number | null; isGenerated: boolean }>`
      select a.attname::text as name, array_position(i.indkey::int[], a.attnum::int) as place, a.attgenerated <> '' as "isGenerated"
      from pg_attribute a join pg_index i on i.indrelid = a.attrelid and i.indisprimary
      where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
      order by a.attnum`.execute(this.#tx);
    const without = withoutColumns(table);
    return {
      all: rows
        .filter(({ name, isGenerated }) => !isGenerated && !Object.hasOwn(without, name))
        .map(({ name }) => name),
      key: rows
        .filter(({ place }) => place !== null)
        .toSorted((one, other) => one.place! - other.place!)
        .map(({ name }) => name),
    };
  }

  /** Rows in the order of their key, each as the text of its columns in JSON. */
  async *#batchesOf(table: ArchivedTableName, { all, key }: Columns): AsyncGenerator<Record<string, unknown>[]> {
    const keys = sql.join(key.map((name) => sql.ref(name)));
    // Without the restaurant, by which an index would begin at its first row each time and pass all that were read.
    const ownKey = key.filter((name) => name !== 'restaurant_id');
    const ownKeys = sql.join(ownKey.map((name) => sql.ref(name)));
    const shown = sql.join(all.map((name) => sql.ref(name)));
    const keyTexts = sql.join(ownKey.map((name) => sql`${sql.ref(name)}::text`));
    let after: string[] | null = null;
    for (;;) {
      const where: RawBuilder<unknown> = after === null ? sql`true` : sql`(${ownKeys}) > (${sql.join(after)})`;
      const { rows }: { rows: Row[] } = await sql<Row>`
        select (select to_json(chosen) from (select ${shown}) as chosen) as row, array[${keyTexts}]::text[] as key
        from ${sql.table(table)} where restaurant_id = ${this.#restaurantId} and ${where}
        order by ${keys} limit ${rowsPerRead}`.execute(this.#tx);
      if (rows.length > 0) yield rows.map(({ row }) => row);
      if (rows.length < rowsPerRead) return;
      after = rows.at(-1)!.key;
    }
  }

  async *#csvOf(table: ArchivedTableName, columns: Columns): AsyncGenerator<string> {
    yield `${byteOrderMark}${csvText([columns.all])}`;
    for await (const rows of this.#batchesOf(table, columns)) {
      yield csvText(rows.map((row) => columns.all.map((name) => cellOf(row[name]))));
    }
  }

  async *#linesOf(
    table: ArchivedTableName,
    columns: Columns,
    counted: (batch: readonly unknown[]) => void,
  ): AsyncGenerator<string> {
    // An empty table still needs its file.
    yield '';
    for await (const rows of this.#batchesOf(table, columns)) {
      counted(rows);
      yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    }
  }

  /** The stored pictures, one in memory at a time. */
  async *#picturesOf(): AsyncGenerator<StoredBytes & { name: string }> {
    for (let after = ''; ;) {
      const picture = await this.#tx
        .selectFrom('pictures')
        .select(['hash', 'content_type', 'bytes', 'file'])
        .where('restaurant_id', '=', this.#restaurantId)
        .where('hash', '>', after)
        .orderBy('hash')
        .limit(1)
        .executeTakeFirst();
      if (picture === undefined) return;
      const { hash, content_type: type, bytes, file } = picture;
      yield { name: pictureName(hash, type), bytes, file };
      after = hash;
    }
  }

  /** The photos of a table, likewise. */
  async *#photosOf(table: PhotoTable): AsyncGenerator<StoredBytes & { name: string }> {
    const { folder, key } = photoTables[table];
    for (let after: string | null = null; ;) {
      const isNext: RawBuilder<unknown> = after === null ? sql`true` : sql`${sql.ref(key)} > ${after}::uuid`;
      const { rows }: { rows: Photo[] } = await sql<Photo>`
        select ${sql.ref(key)} as id, content_type as type, bytes, file from ${sql.table(table)}
        where restaurant_id = ${this.#restaurantId} and ${isNext} order by ${sql.ref(key)} limit 1`.execute(this.#tx);
      const [photo] = rows;
      if (photo === undefined) return;
      const { id, type, bytes, file } = photo;
      yield { name: `${folder}/${id}.${extensions[type]}`, bytes, file };
      after = id;
    }
  }
}

interface Photo extends StoredBytes {
  id: string;
  type: keyof typeof extensions;
}

interface Columns {
  all: string[];
  key: string[];
}

interface Row {
  row: Record<string, unknown>;
  key: string[];
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
