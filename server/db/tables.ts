import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Tx } from './transaction.ts';

/** A table of the product as the database describes it. */
interface Table {
  table: string;
  /** All columns except generated ones. */
  columns: string[];
  /** The columns of the primary key. */
  key: string[];
  /** Whether row-level security binds the owner too. */
  isForced: boolean;
}

interface Found extends Table {
  parents: string[];
}

/** Every table except that of the migrations, referenced tables before those that refer to them. */
export async function tablesParentsFirst(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Found>(findTables);
  return parentsFirst(rows);
}

/** Every table with rows of restaurants, referring tables before those they refer to: the order of deletion. */
export async function tablesOfRestaurants(tx: Tx): Promise<string[]> {
  const { rows } = await sql.raw<Found>(findTables).execute(tx);
  return parentsFirst(rows)
    .filter(({ columns }) => columns.includes('restaurant_id'))
    .map(({ table }) => table)
    .toReversed();
}

function parentsFirst(rows: readonly Found[]): Table[] {
  const remaining = new Map(rows.map((row) => [row.table, row]));
  const ordered: Table[] = [];
  while (remaining.size > 0) {
    const next = [...remaining.values()].find(({ table, parents }) =>
      parents.every((parent) => parent === table || !remaining.has(parent)),
    );
    if (!next) throw new Error(`Tables refer to each other in a circle: ${[...remaining.keys()].join(', ')}`);
    remaining.delete(next.table);
    const { parents: _, ...table } = next;
    ordered.push(table);
  }
  return ordered;
}

const findTables = `
  select c.relname as table, c.relforcerowsecurity as "isForced",
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    (select array_agg(a.attname::text order by k.place) from pg_index i
      cross join unnest(i.indkey::int[]) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary) as key,
    array(select distinct f.confrelid::regclass::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as parents
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
  order by c.relname`;
