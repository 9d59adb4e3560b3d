/** Managers of one outlet leave the tables alone that all outlets share. The calls are those of the contract. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, type Route } from '#contract/base/api.ts';
import type { Endpoint } from '#contract/base/endpoint.ts';
import { platformTransaction } from '../db/transaction.ts';
import { makeOwner } from '../test/data/restaurant.ts';
import { makeSample, type Sample, sampleInput } from '../test/data/sample-input.ts';
import { startApp, type TestApp } from '../test/servers/app.ts';
import { type RawInput, rawCall } from '../test/servers/raw-call.ts';

let server: TestApp;
let sample: Sample;
/** Manager of the sample's first outlet. */
let manager: string;

beforeAll(async () => {
  server = await startApp();
  sample = await makeSample(server);
  const { token } = await makeOwner(server.db, sample.id);
  await server.call('POST /outlet/clone-outlet/:id', { params: { id: sample.outletId } }, token);
  manager = (await makeOwner(server.db, sample.id, 'manager', [sample.outletId])).token;
});
afterAll(() => server.close());

test('they switch many items off at their own outlet alone', async () => {
  const items = [sample.items.water, sample.items.burger].map((_id) => ({ _id, price: 0 }));
  const change = { kind: 'availability', isAvailable: false } as const;
  const { count } = await server.call('POST /menu/change-items', { body: { items, change } }, manager);
  expect(count).toBe(2);
  const { rows } = await platformTransaction(server.db, 'administration', (tx) =>
    sql<{ item: string; outlet: string }>`
        select item_id as item, outlet_id as outlet from item_inactive_outlets
        where restaurant_id = ${sample.id} and item_id in (${sql.join(items.map(({ _id }) => _id))}) order by 1`.execute(
      tx,
    ),
  );
  expect(rows.map(({ outlet }) => outlet)).toEqual([sample.outletId, sample.outletId]);
});

test('no editing call that is open to them changes the menu, or another table that all outlets share', async () => {
  const editing = (Object.keys(api) as Route[]).filter((route) => {
    const { callers, isRestaurantWide }: Endpoint = api[route];
    const isEditors = callers.includes('manager') && !callers.includes('staff') && !callers.includes('anonymous');
    return isEditors && isRestaurantWide !== true && !route.startsWith('GET ');
  });
  expect(editing.length).toBeGreaterThan(20);
  // The sample's orders are told to nobody meanwhile, however long this takes.
  server.clock.stop();
  const before = await sharedTables();
  const inputOf: (route: Route) => RawInput = (route) => sampleInput[route](sample);
  for (const route of editing) await rawCall(server.app, route, inputOf(route), manager);
  const after = await sharedTables();
  const changed = [...after.keys()].filter((name) => after.get(name) !== before.get(name));
  // Outlets, the telephones that are called for them, notes about their guests, and what changes of these leave behind.
  expect(changed).toEqual([
    'alert_contacts',
    'audit_log_entries',
    'audit_log_heads',
    'customer_notes',
    'events',
    'jobs',
    'outlets',
    'restaurant_counters',
  ]);
});

/** The rows of each table without an outlet, as text. */
async function sharedTables(): Promise<Map<string, string>> {
  return platformTransaction(server.db, 'administration', async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
      group by table_name
      having bool_or(column_name = 'restaurant_id') and not bool_or(column_name in ('outlet_id', 'outlet_ids'))
      order by 1`.execute(tx);
    const texts = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t where restaurant_id = ${sample.id} order by 1`.execute(tx);
      texts.set(name, rows.map(({ row }) => row).join('\n'));
    }
    return texts;
  });
}
