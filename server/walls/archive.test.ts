/** The archive of a restaurant is whole: the database says what there is, and everything left out has a reason. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import {
  archivedTableNames,
  leftOutTables,
  withoutColumns,
  withoutOfRestaurant,
} from '#server/modules/restaurants/data-export/archived-tables.ts';
import { freshDatabase } from '#server/test/servers/database.ts';

interface Column {
  table: string;
  name: string;
  type: string;
}

let database: Database;
let columns: Column[];
beforeAll(async () => {
  database = await freshDatabase();
  const { rows } = await sql<Column>`
    select table_name as table, column_name as name, data_type as type from information_schema.columns as c
    where table_schema = 'public' and is_generated = 'NEVER' and (table_name = 'restaurants' or exists (select from information_schema.columns as owned
      where owned.table_schema = 'public' and owned.table_name = c.table_name and owned.column_name = 'restaurant_id'))
    order by 1, ordinal_position`.execute(database.db);
  columns = rows;
});
afterAll(() => database.close());

/** Bytes, and names that credentials have. */
const looksSecret = ({ name, type }: Column) =>
  type === 'bytea' || /hash|token|secret|sealed|password|pin|proof|code|key|url|tries/.test(name);

/** Columns of the archive that look like a secret and are none. */
const harmless: Record<string, string> = {
  'restaurants.logo_hash': 'the name of a picture, which every guest reads',
  'restaurants.cover_hash': 'likewise',
  'restaurants.code_countries': 'countries',
  'restaurants.codes_per_day': 'a budget',
  'restaurants.codes_per_day_max': 'likewise',
  'pictures.hash': 'the name of a picture, which every guest reads',
  'outlets.image_hash': 'likewise',
  'items.image_hash': 'likewise',
  'outlets.name_key': 'the name, for comparison',
  'dining_tables.code_version': 'a count; the code is signed with the secret of the server',
  'dining_tables.coded_at': 'an instant',
  'customer_addresses.postcode': 'a part of the address',
  'offers.code': 'the word that guests type in, which the restaurant itself hands out',
  'order_problems.voucher_code': 'likewise',
  'courier_companies.api_url': 'the address at which everybody reaches the company',
  'deliveries.proof': 'the kind of the proof',
  'deliveries.proof_name': 'the person who took the order',
  'payment_gateways.key_end': 'the last four letters, which the owner sees',
  'payment_movements.key': 'the kind of the movement, or the id of a refund',
  'invitations.email_key': 'the email, for comparison',
  'audit_log_entries.hash': 'the chain, which is computed from the entries',
};

test('every table of a restaurant is in the archive, or is left out for a reason', () => {
  const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => table !== 'restaurants');
  expect([...archivedTableNames, ...Object.keys(leftOutTables)].toSorted()).toEqual(tables.toSorted());
});

test('every column that is left out exists', () => {
  const known = new Set(columns.map(({ table, name }) => `${table}.${name}`));
  const leftOut = [
    ...archivedTableNames.flatMap((table) => Object.keys(withoutColumns(table)).map((name) => `${table}.${name}`)),
    ...Object.keys(withoutOfRestaurant).map((name) => `restaurants.${name}`),
  ];
  expect(leftOut.filter((column) => !known.has(column))).toEqual([]);
});

test('no column of the archive is a secret', () => {
  const archived = columns.filter(({ table, name }) =>
    table === 'restaurants'
      ? !Object.hasOwn(withoutOfRestaurant, name)
      : archivedTableNames.some((one) => one === table && !Object.hasOwn(withoutColumns(one), name)),
  );
  const suspects = archived.filter(looksSecret).map(({ table, name }) => `${table}.${name}`);
  expect(suspects.filter((column) => !Object.hasOwn(harmless, column))).toEqual([]);
  expect(Object.keys(harmless).filter((column) => !suspects.includes(column))).toEqual([]);
});
