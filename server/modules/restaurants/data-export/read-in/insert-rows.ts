import { sql } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import { tablesOfRestaurants } from '#server/db/tables.ts';
import type { Tx } from '#server/db/transaction.ts';
import { codeOf } from '#server/db/unavailable.ts';
import {
  type ArchivedTableName,
  archivedTableNames,
  photoTableNames,
  photoTables,
  type PhotoTable,
} from '../archived-tables.ts';
import type { CheckedArchive, Row } from './check-archive.ts';
import type { ReadIn } from './read-archive.ts';
import { readPicture } from './read-pictures.ts';
import { newRow, notAsRows, type Reading } from './row-rules.ts';
import { UnreadableArchive } from './unreadable-archive.ts';

const rowsPerInsert = 500;

/** The tables whose rows have to be connected anew, and which of them. */
const anewOf: Partial<Record<ArchivedTableName, [keyof ReadIn['anew'], (row: Row) => boolean]>> = {
  printers: ['printers', (row) => row['deleted_at'] === null],
  drivers: ['drivers', (row) => row['removed_at'] === null],
  memberships: ['people', () => true],
  own_domains: ['domains', () => true],
  courier_companies: ['couriers', (row) => row['removed_at'] === null],
  payment_gateways: ['gateways', (row) => row['disconnected_at'] === null],
  alert_contacts: ['contacts', (row) => row['proven_at'] !== null],
};

/** Writes the rows of all tables, those that others refer to first, and the photos at the end. */
export async function insertTables(
  tx: Tx,
  archive: CheckedArchive,
  reading: Reading,
): Promise<Pick<ReadIn, 'rows' | 'anew'>> {
  const anew = { printers: 0, drivers: 0, people: 0, domains: 0, gateways: 0, couriers: 0, contacts: 0 };
  let rows = 0;
  for (const table of await tablesInOrder(tx)) {
    const toConnect = anewOf[table];
    const isAsRows = !Object.hasOwn(notAsRows, table) && !Object.hasOwn(photoTables, table);
    let batch: Row[] = [];
    const flush = async () => {
      await insertRows(tx, table, batch);
      rows += batch.length;
      batch = [];
    };
    for await (const row of rowsInOrder(archive, table)) {
      if (toConnect?.[1](row) === true) anew[toConnect[0]] += 1;
      const written = isAsRows ? newRow(table, row, reading) : null;
      if (written !== null) batch.push(written);
      if (batch.length >= (table === 'outlets' ? 1 : rowsPerInsert)) await flush();
    }
    await flush();
  }
  for (const table of photoTableNames) rows += await insertPhotos(tx, archive, table, reading);
  return { rows, anew };
}

async function tablesInOrder(tx: Tx): Promise<ArchivedTableName[]> {
  const inOrder = (await tablesOfRestaurants(tx)).toReversed();
  return archivedTableNames.toSorted((one, other) => inOrder.indexOf(one) - inOrder.indexOf(other));
}

/** Deleted outlets come first, each by itself: a second open one gives prefixes to the numbers of all. */
async function* rowsInOrder(archive: CheckedArchive, table: ArchivedTableName): AsyncGenerator<Row> {
  if (table !== 'outlets') return yield* archive.rows(table);
  const outlets = await Array.fromAsync(archive.rows(table));
  const isOpen = (row: Row) => (row['deleted_at'] === null ? 1 : 0);
  yield* outlets.toSorted((one, other) => isOpen(one) - isOpen(other));
}

async function insertRows(tx: Tx, table: ArchivedTableName, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)));
  try {
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
      tx,
    );
  } catch (error) {
    // Data that the database does not take: wrong values, or rows that do not fit each other.
    if (/^2[23]/.test(codeOf(error))) throw new UnreadableArchive(`this server does not take a row of ${table}`, error);
    throw error;
  }
}

const photoName = (table: PhotoTable, row: Row) => {
  const { folder, key } = photoTables[table];
  return `${folder}/${String(row[key])}.${row['content_type'] === 'image/png' ? 'png' : 'jpg'}`;
};

/** The names of the photos that the manifest says are missing. One that is there, or that no row has, is not believed to be. */
export async function missingPhotos(archive: CheckedArchive): Promise<Set<string>> {
  const told = new Set(archive.manifest.missing.filter((name) => !archive.hasFile(name)));
  const missing = new Set<string>();
  if (told.size === 0) return missing;
  for (const table of photoTableNames) {
    for await (const row of archive.rows(table)) {
      const name = photoName(table, row);
      if (told.has(name)) missing.add(name);
    }
  }
  return missing;
}

async function insertPhotos(tx: Tx, archive: CheckedArchive, table: PhotoTable, reading: Reading): Promise<number> {
  let count = 0;
  for await (const row of archive.rows(table)) {
    const name = photoName(table, row);
    if (reading.missing.has(name)) continue;
    const { bytes, contentType } = await readPicture(reading.restaurantId as RestaurantId, archive, name);
    const content = { content_type: contentType, bytes: `\\x${bytes.toString('hex')}` };
    await insertRows(tx, table, [{ ...newRow(table, row, reading)!, ...content }]);
    count += 1;
  }
  return count;
}
