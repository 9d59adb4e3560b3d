import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { list, quoted } from '#server/db/backup/backup.ts';
import { tablesParentsFirst } from '#server/db/tables.ts';
import { readClosedSets } from './closed-sets.ts';

type Row = Record<string, unknown>;

/** Values that checks across columns demand, by table; the number is that of the row. */
export type Demands = Record<string, (row: number) => Row>;

interface Column {
  name: string;
  type: string;
  isNullable: boolean;
  /** The column that it refers to. */
  parent: { table: string; column: string } | null;
}

const rowsPerTable = 3;

/**
 * Puts three rows into each table, made from the catalogue, the nth of one table referring to the nth of another. The first two
 * have a value in every column, the last has null where that may be. Triggers do not fire.
 */
export async function fillTables(client: Client, demands: Demands): Promise<void> {
  const tables = await tablesParentsFirst(client);
  const closedSets = await readClosedSets(client);
  const made = new Map<string, Row[]>();
  await client.query(`begin; select set_config('app.platform', 'on', true)`);
  for (const { table, columns } of tables) {
    const facts = (await readColumns(client, table)).filter(({ name }) => columns.includes(name));
    const rows = Array.from({ length: rowsPerTable }, (_, row) => {
      const values = facts.map((column) => [column.name, valueOf(column, `${table}.${column.name}`, row)]);
      return { ...(Object.fromEntries(values) as Row), ...demands[table]?.(row) };
    });
    made.set(table, rows);
    await client.query(`alter table ${quoted(table)} disable trigger user`);
    for (const row of rows) await insert(client, table, row);
  }
  await client.query('set constraints all immediate');
  for (const { table } of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
  await client.query('commit');

  function valueOf({ name, type, isNullable, parent }: Column, path: string, row: number): unknown {
    if (name === 'restaurant_id') return makers['uuid']!('restaurants.id', row);
    if (isNullable && row === rowsPerTable - 1) return null;
    if (parent !== null) return made.get(parent.table)![row]![parent.column];
    const allowed = closedSets[path];
    if (allowed !== undefined) return type === '_text' ? allowed : allowed[row % allowed.length];
    return makers[type]!(path, row);
  }
}

const firstInstant = Date.UTC(2026, 2, 29);

/** One value of each type, told from the others by the column's path and the number of the row. */
const makers: Record<string, (path: string, row: number) => unknown> = {
  uuid: (path, row) => {
    const hex = digest(path, row).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  },
  text: (path, row) => `${path} ${row}: tab\t, line\n, quote ' " and \u0646\u0635`,
  int4: (_, row) => row + 1,
  int8: (_, row) => 9_007_199_254_740_000 + row,
  float8: (_, row) => 25.2048493 + row / 3,
  bool: (_, row) => row % 2 === 0,
  bytea: digest,
  timestamptz: (path, row) => new Date(firstInstant + row * 86_400_000 + digest(path, row).readUInt16BE()),
  date: (_, row) => `2026-03-${29 + row}`,
  jsonb: (path, row) => JSON.stringify({ path, row, none: null }),
  _text: (path, row) => [`${path} ${row}`, 'with a comma, and a "quote"'],
  _uuid: (path, row) => [1, 2].map((place) => makers['uuid']!(`${path} ${place}`, row)),
};

function digest(path: string, row: number): Buffer {
  return createHash('sha256').update(`${path} ${row}`).digest();
}

async function insert(client: Client, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  await client.query(`insert into ${quoted(table)} (${list(columns)}) values (${places})`, Object.values(row));
}

async function readColumns(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(findColumns, [table]);
  return rows;
}

const findColumns = `
  select a.attname as name, t.typname as type, not a.attnotnull as "isNullable",
    (select json_build_object('table', f.confrelid::regclass::text, 'column', p.attname)
      from pg_constraint f
      join pg_attribute p on p.attrelid = f.confrelid and p.attnum = f.confkey[array_position(f.conkey, a.attnum)]
      where f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any (f.conkey) order by f.conname limit 1) as parent
  from pg_attribute a
  join pg_type t on t.oid = a.atttypid
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`;
