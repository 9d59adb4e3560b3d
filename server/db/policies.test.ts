/** The policies that keep restaurants apart, as the database has them after all migrations. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import type { Database } from './connect.ts';
import { transaction } from './transaction.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

/** Addresses are public; their policy for reading is the second one of the table. */
const twofold = 'restaurant_slugs';

interface Policies {
  table: string;
  isForced: boolean;
  names: string[];
  isPermissive: boolean;
}

async function readPolicies(): Promise<Policies[]> {
  const { rows } = await sql<Policies>`
    select relname as "table", relforcerowsecurity as "isForced",
      array_agg(polname::text order by polname) as names, bool_and(polpermissive) as "isPermissive"
    from pg_class join pg_policy on polrelid = pg_class.oid group by pg_class.oid order by relname`.execute(
    database.db,
  );
  return rows;
}

test('each table of a restaurant has one policy, which is forced, and none narrows another', async () => {
  const policies = await readPolicies();
  expect(policies.length).toBeGreaterThan(50);
  expect(policies.filter(({ isForced, isPermissive }) => !isForced || !isPermissive)).toEqual([]);
  const others = policies.filter(({ names }) => names.join() !== 'restaurant_isolation');
  expect(others).toEqual([
    { table: twofold, isForced: true, names: ['public_reading', 'restaurant_isolation'], isPermissive: true },
  ]);
});

test('every change of what is sold counts once a transaction, whichever and how many rows it changes', async () => {
  const made = await makeRestaurant(database.db);
  const version = async () => {
    const { rows } = await sql<{ version: number }>`
      select menu_version as version from restaurants where id = ${made.id}`.execute(database.db);
    return rows[0]!.version;
  };
  const before = await version();
  const change = (id: RestaurantId) =>
    transaction(database.db, id, async (tx) => {
      await sql`update items set price_minor = price_minor + 1 where restaurant_id = ${made.id}`.execute(tx);
      await sql`update items set price_minor = price_minor - 1 where restaurant_id = ${made.id}`.execute(tx);
    });
  await change(made.id);
  expect(await version()).toBe(before + 1);
  await change(newId<RestaurantId>());
  expect(await version()).toBe(before + 1);
  const undone = transaction(database.db, made.id, async (tx) => {
    await sql`update items set price_minor = price_minor + 1 where restaurant_id = ${made.id}`.execute(tx);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await version()).toBe(before + 1);
  await change(made.id);
  expect(await version()).toBe(before + 2);
});
