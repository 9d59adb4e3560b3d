import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { type RawBuilder, sql } from 'kysely';
import { ZipFile } from 'yazl';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import { byteOrderMark, csvText } from '#server/http/answers/csv-text.ts';

/** Rows read at a time; no more of a table is ever in memory. */
const rowsPerRead = 500;

/** The exported tables, in the order of the file. Column names are those of the database. */
const tables = [
  'outlets',
  'outlet_modes',
  'special_days',
  'delivery_areas',
  'menus',
  'categories',
  'category_items',
  'category_inactive_outlets',
  'items',
  'item_inactive_outlets',
  'item_sold_out',
  'item_modifier_lists',
  'modifier_lists',
  'modifier_list_items',
  'dining_areas',
  'dining_tables',
  'customers',
  'customer_notes',
  'customer_consents',
  'stamp_cards',
  'stamp_movements',
  'orders',
  'order_lines',
  'order_line_options',
  'order_status_changes',
  'order_problems',
  'drivers',
  'deliveries',
  'driver_shifts',
  'guest_messages',
  'payments',
  'payment_lines',
  'payment_movements',
  'payment_refunds',
  'printers',
  'invitations',
  'audit_log_entries',
] as const;
type ExportedTable = (typeof tables)[number];

/** Credentials are not exported. */
const secretColumns = /^(token_hash|pin_hash|pin_tries|password_hash|code|code_hash|code_tries|accept_token)$|secret/;

/**
 * All data of a restaurant as a ZIP: a CSV and a file of JSON lines for each table, and its pictures. It is created
 * while it is sent, table by table and some rows at a time, so memory does not grow with the restaurant. Rows that
 * change meanwhile are exported as they were read.
 */
export async function* zipOfRestaurant(db: Db, restaurantId: RestaurantId): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  const output = new PassThrough();
  zip.outputStream.pipe(output);
  // One after the other: each reader of many rows waits for the one before.
  const filling = addFiles(zip, db, restaurantId);
  filling.catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))));
  try {
    for await (const piece of output) yield piece as Buffer;
    await filling;
  } finally {
    output.destroy();
  }
}

async function addFiles(zip: ZipFile, db: Db, restaurantId: RestaurantId): Promise<void> {
  for (const table of tables) {
    const columns = await readRestaurant(db, restaurantId, (tx) => columnsOf(tx, table));
    await addFile(zip, `${table}.csv`, csvOf(db, restaurantId, table, columns));
    await addFile(zip, `${table}.jsonl`, linesOf(db, restaurantId, table, columns));
  }
  await addFile(zip, 'restaurant.json', [
    await readRestaurant(db, restaurantId, (tx) => restaurantAsJson(tx, restaurantId)),
  ]);
  for await (const { name, bytes } of picturesOf(db, restaurantId)) await addFile(zip, `pictures/${name}`, [bytes]);
  zip.end();
}

/** Resolves when the reader has consumed it all. */
async function addFile(zip: ZipFile, name: string, pieces: AsyncIterable<string> | Iterable<Buffer>): Promise<void> {
  const stream = Readable.from(pieces, { objectMode: false });
  const ended = once(stream, 'end');
  zip.addReadStream(stream, name, { mtime: new Date() });
  await ended;
}

function readRestaurant<T>(db: Db, restaurantId: RestaurantId, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transaction(db, restaurantId, work, { readOnly: true, statementTimeoutMs: 30_000 });
}

interface Columns {
  all: string[];
  key: string[];
}

async function columnsOf(tx: Tx, table: ExportedTable): Promise<Columns> {
  const { rows } = await sql<{ name: string; place: number | null }>`
    select a.attname::text as name, array_position(i.indkey::int[], a.attnum::int) as place
    from pg_attribute a join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum`.execute(tx);
  return {
    all: rows.map(({ name }) => name).filter((name) => !secretColumns.test(name)),
    key: rows
      .filter(({ place }) => place !== null)
      .toSorted((one, other) => one.place! - other.place!)
      .map(({ name }) => name),
  };
}

interface Row {
  row: Record<string, unknown>;
  key: string[];
}

/** Rows in the order of their key, each as the text of its columns in JSON. */
async function* batchesOf(
  db: Db,
  restaurantId: RestaurantId,
  table: ExportedTable,
  { all, key }: Columns,
): AsyncGenerator<Record<string, unknown>[]> {
  const keys = sql.join(key.map((name) => sql.ref(name)));
  const shown = sql.join(all.map((name) => sql.ref(name)));
  const keyTexts = sql.join(key.map((name) => sql`${sql.ref(name)}::text`));
  let after: string[] | null = null;
  for (;;) {
    const where: RawBuilder<unknown> = after === null ? sql`true` : sql`(${keys}) > (${sql.join(after)})`;
    const rows: Row[] = await readRestaurant(db, restaurantId, async (tx) => {
      const found = await sql<Row>`
        select (select to_json(chosen) from (select ${shown}) as chosen) as row, array[${keyTexts}] as key
        from ${sql.table(table)} where restaurant_id = ${restaurantId} and ${where}
        order by ${keys} limit ${rowsPerRead}`.execute(tx);
      return found.rows;
    });
    if (rows.length > 0) yield rows.map(({ row }) => row);
    if (rows.length < rowsPerRead) return;
    after = rows.at(-1)!.key;
  }
}

async function* csvOf(
  db: Db,
  restaurantId: RestaurantId,
  table: ExportedTable,
  columns: Columns,
): AsyncGenerator<string> {
  yield `${byteOrderMark}${csvText([columns.all])}`;
  for await (const rows of batchesOf(db, restaurantId, table, columns)) {
    yield csvText(rows.map((row) => columns.all.map((name) => cellOf(row[name]))));
  }
}

async function* linesOf(
  db: Db,
  restaurantId: RestaurantId,
  table: ExportedTable,
  columns: Columns,
): AsyncGenerator<string> {
  // An empty table still needs its file.
  yield '';
  for await (const rows of batchesOf(db, restaurantId, table, columns)) {
    yield rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The row leaves out the token of the restaurant's site. */
async function restaurantAsJson(tx: Tx, restaurantId: RestaurantId): Promise<Buffer> {
  const { site_token: _, ...restaurant } = await tx
    .selectFrom('restaurants')
    .selectAll()
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return Buffer.from(JSON.stringify(restaurant, null, 2));
}

/** The stored pictures, one in memory at a time. */
async function* picturesOf(db: Db, restaurantId: RestaurantId): AsyncGenerator<{ name: string; bytes: Buffer }> {
  for (let after = ''; ;) {
    const from = after;
    const picture = await readRestaurant(db, restaurantId, (tx) =>
      tx
        .selectFrom('pictures')
        .select(['hash', 'content_type', 'bytes'])
        .where('restaurant_id', '=', restaurantId)
        .where('hash', '>', from)
        .orderBy('hash')
        .limit(1)
        .executeTakeFirst(),
    );
    if (picture === undefined) return;
    yield { name: `${picture.hash}.${picture.content_type === 'image/png' ? 'png' : 'jpg'}`, bytes: picture.bytes };
    after = picture.hash;
  }
}
