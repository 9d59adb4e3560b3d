import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readClosedSets } from '#server/test/data/closed-sets.ts';
import { emptyDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { applyMigrations, readMigrations } from './migrate.ts';
import type { ColumnFacts } from './schema/columns.ts';
import { tables } from './schema.ts';

type Facts = Record<string, Record<string, ColumnFacts>>;

async function migrated(): Promise<Client> {
  const { target, drop } = await emptyDatabase();
  onTestFinished(drop);
  await applyMigrations(target, await readMigrations(), testLog);
  const client = new Client(target);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function realFacts(client: Client): Promise<Facts> {
  const closedSets = await readClosedSets(client);
  const { rows } = await client.query<ColumnFacts & { table: string; name: string }>(`
    select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as "isNullable",
      case when a.attgenerated <> '' or a.attidentity <> '' then 'always' when a.atthasdef then 'by default' else 'never' end as filled
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'schema_migrations'`);
  const facts: Facts = {};
  for (const { table, name, ...rest } of rows) {
    (facts[table] ??= {})[name] = { ...rest, values: sorted(closedSets[`${table}.${name}`] ?? null) };
  }
  return facts;
}

function declaredFacts(): Facts {
  return mapValues(tables, (columns) =>
    mapValues(columns, ({ facts }: { facts: ColumnFacts }) => ({ ...facts, values: sorted(facts.values) })),
  );
}

function mapValues<From, To>(values: Record<string, From>, map: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

function sorted(values: ColumnFacts['values']): string[] | null {
  return values && values.map(String).sort();
}

test('the types, nulls, defaults and closed sets of values that schema.ts declares are those of the database', async () => {
  const real = await realFacts(await migrated());
  expect(Object.keys(real)).toHaveLength(102);
  expect(declaredFacts()).toEqual(real);
});

test('a column of another type, nullability, default or set of values is another', async () => {
  const client = await migrated();
  const declared = declaredFacts();
  for (const [change, column, fact] of [
    ['alter table orders alter bumps type bigint', 'bumps', { type: 'int8' }],
    ['alter table orders alter seen_by set not null', 'seen_by', { isNullable: false }],
    ['alter table orders alter platform drop default', 'platform', { filled: 'never' }],
    [
      `alter table orders drop constraint orders_escalation_check, add check (escalation in ('devices', 'mail'))`,
      'escalation',
      { values: ['devices', 'mail'] },
    ],
  ] as const) {
    await client.query('begin');
    await client.query(change);
    const { orders, ...others } = await realFacts(client);
    await client.query('rollback');
    const { orders: declaredOrders, ...declaredOthers } = declared;
    expect(orders).toEqual({ ...declaredOrders, [column]: { ...declaredOrders![column]!, ...fact } });
    expect(others).toEqual(declaredOthers);
  }
});
