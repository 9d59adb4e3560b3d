import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '#server/test/servers/database.ts';

// Kysely believes what schema.ts says of the tables. This reads it as text and asks the database whether it is true.
const database = await freshDatabase();
afterAll(() => database.close());

interface Column {
  name: string;
  kind: 'instant' | 'number' | 'boolean' | 'bytes' | 'other';
  isNullable: boolean;
  hasDefault: boolean;
}
type Tables = Record<string, Column[]>;

function declaredTables(): Tables {
  const source = readFileSync(new URL('schema.ts', import.meta.url), 'utf8').replaceAll(/\/\*\*.*?\*\/|\/\/.*/gs, '');
  const bodies = new Map([...source.matchAll(/interface (\w+) \{(.*?)\n\}/gs)].map(([, name, body]) => [name!, body!]));
  return Object.fromEntries(
    [...bodies.get('Schema')!.matchAll(/(\w+): (\w+);/g)].map(([, table, type]) => [
      table!,
      byName(
        [...bodies.get(type!)!.matchAll(/^ {2}(\w+): ([^;]+);/gm)].map(([, name, text]) =>
          declaredColumn(name!, text!),
        ),
      ),
    ]),
  );
}

function declaredColumn(name: string, type: string): Column {
  const selected = type
    .replace(/^(Generated|ColumnType)</, '')
    .split(/[,>|]/)[0]!
    .trim();
  const kinds: Record<string, Column['kind']> = {
    Date: 'instant',
    number: 'number',
    MinorUnits: 'number',
    boolean: 'boolean',
    Buffer: 'bytes',
  };
  return {
    name,
    kind: kinds[selected] ?? 'other',
    isNullable: type.includes('| null'),
    hasDefault: /^(Generated|JsonWithDefault)<|\| undefined/.test(type),
  };
}

async function realTables(): Promise<Tables> {
  const { rows } = await sql<{ table: string; name: string; type: string; is_nullable: boolean; has_default: boolean }>`
    select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as is_nullable, a.atthasdef as has_default
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'`.execute(
    database.db,
  );
  const kinds: Record<string, Column['kind']> = {
    timestamptz: 'instant',
    int4: 'number',
    int8: 'number',
    float8: 'number',
    bool: 'boolean',
    bytea: 'bytes',
  };
  const tables: Tables = {};
  for (const { table, name, type, is_nullable, has_default } of rows) {
    (tables[table] ??= []).push({
      name,
      kind: kinds[type] ?? 'other',
      isNullable: is_nullable,
      hasDefault: has_default,
    });
  }
  return Object.fromEntries(Object.entries(tables).map(([table, columns]) => [table, byName(columns)]));
}

function byName(columns: Column[]): Column[] {
  return columns.sort((a, b) => a.name.localeCompare(b.name));
}

test('schema.ts says what the migrations have made', async () => {
  const real = await realTables();
  expect(Object.keys(real).length).toBeGreaterThan(20);
  expect(declaredTables()).toEqual(real);
});
