/**
 * After its time a closed restaurant is erased whole, and no other is touched: checked for every table of the schema.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import { claimSlug } from '#server/modules/restaurants/claim-slug.ts';
import type { Erasure } from '#server/modules/customers/privacy/erasure-list.ts';
import { startApp, type TestApp, testConfig } from '#server/test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { openErasingServer } from '#server/test/servers/erasing-server.ts';
import { testLog } from '#server/test/servers/log.ts';
import { makeOffboardingOwner } from '#server/test/data/offboarding.ts';
import { targetOf } from '#server/test/servers/database.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import { makeCustomer, makeOwner, ownersPassword as password } from '#server/test/data/restaurant.ts';
import { makeSample, type Sample } from '#server/test/data/sample-input.ts';
import { freeRetiredSlugs, repeatRestaurantErasures, scheduleRestaurantErasures } from './erase-restaurant.ts';

const MINUTE = 60_000;
const DAYS = 24 * 60 * MINUTE;

let server: TestApp;
beforeAll(async () => {
  server = await startApp({ database: await checkedDatabase() });
});
afterAll(() => server.close());

const everywhere = <T>(work: (tx: Tx) => Promise<T>) => platformTransaction(server.db, 'administration', work);

/** Each table with the column that names its restaurant; null without one. */
async function listTables(): Promise<[table: string, key: string | null][]> {
  const { rows } = await sql<{ table: string; isOwned: boolean }>`
    select t.table_name as table, bool_or(c.column_name = 'restaurant_id') as "isOwned"
    from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
    where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and t.table_name <> 'schema_migrations'
    group by t.table_name order by 1`.execute(server.db);
  const own = rows.map(({ table, isOwned }): [string, string | null] => [table, isOwned ? 'restaurant_id' : null]);
  return own.map(([table, key]) => [table, table === 'restaurants' ? 'id' : key]);
}

/** The number of rows that each table has of the restaurant; empty ones are left out. */
async function countRows(id: RestaurantId): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [table, key] of await listTables()) {
    if (key === null) continue;
    const { rows } = await everywhere((tx) =>
      sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(tx),
    );
    if (rows[0]!.n > 0) counts[table] = rows[0]!.n;
  }
  return counts;
}

/** A checksum of each table without the rows of the restaurant and of people who work there alone. */
async function digestOthers(id: RestaurantId, people: readonly UserId[]): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const [table, key] of await listTables()) {
    const { rows } = await everywhere((tx) =>
      sql<{ row: string }>`
      select to_jsonb(t)::text as row from ${sql.table(table)} t
      where ${key === null ? sql`true` : sql`${sql.ref(key)} is distinct from ${id}`}
      order by 1`.execute(tx),
    );
    // The job of the erasure is the platform's own, and names the restaurant by its id alone.
    const isOther = (row: string) =>
      !people.some((person) => row.includes(person)) && !row.includes('restaurant-erasure');
    const others = rows.map(({ row }) => row).filter(isOther);
    digests[table] = createHash('sha256').update(others.join('\n')).digest('hex');
  }
  return digests;
}

async function makeFull(): Promise<Sample & { owner: Awaited<ReturnType<typeof makeOffboardingOwner>> }> {
  const sample = await makeSample(server);
  const owner = await makeOffboardingOwner(server.db, sample.id);
  const guest = await makeCustomer(server.db, sample.id);
  const address = {
    deliveryAreaId: sample.areaId,
    areaName: 'Marina',
    location: '1',
    floor: '2',
    nickName: 'Office' as const,
  };
  await server.call('POST /auth/save-address', { body: address }, guest.token);
  await server.call('POST /restaurant/update-slug', { body: { slug: `${sample.canary}-now`, password } }, owner.token);
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const) {
    const body = { orderId: sample.orderId, status };
    await server.call('POST /order/update-order-status', { body }, owner.token);
  }
  await transaction(server.db, sample.id, async (tx) => {
    const picture = { restaurant_id: sample.id, hash: sample.canary, content_type: 'image/png' as const };
    const bytes = Buffer.from('picture');
    await tx
      .insertInto('pictures')
      .values({ ...picture, bytes, width: 1, height: 1, stored_bytes: 7, created_at: new Date() })
      .execute();
    await sql`insert into picture_sizes (restaurant_id, hash, width, content_type, bytes)
      values (${sample.id}, ${sample.canary}, 88, 'image/webp', ${bytes})`.execute(tx);
    // More rows than one transaction deletes.
    await sql`insert into events (restaurant_id, seq, type, happened_at)
      select ${sample.id}, 1000 + n, 'outlet.changed', now() from generate_series(1, 1200) n`.execute(tx);
  });
  // The messages that wait: in the days to come they would be dropped, because it is late then.
  await runJobs(new Date(server.clock.now().getTime() + MINUTE));
  return { ...sample, owner };
}

const close = (sample: Awaited<ReturnType<typeof makeFull>>) =>
  server.call('POST /restaurant/close', { body: { name: sample.name, password } }, sample.owner.token);

/** The lines that the job wrote into the log. */
const logged: { facts: object; message: string }[] = [];
const log = { ...testLog, info: (facts: object, message: string) => void logged.push({ facts, message }) };

async function runJobs(at: Date): Promise<Erasure[]> {
  const { outbox, noted } = openErasingServer(server.db, () => at, log);
  await outbox.settle();
  return noted;
}

/** Runs the jobs some days from now. */
async function erase(days: number): Promise<Erasure[]> {
  logged.length = 0;
  const at = new Date(server.clock.now().getTime() + days * DAYS);
  await scheduleRestaurantErasures({ db: server.db, clock: () => at });
  const noted = await runJobs(at);
  await freeRetiredSlugs(server.db, at);
  return noted;
}

async function peopleOf(id: RestaurantId): Promise<UserId[]> {
  const rows = await everywhere((tx) =>
    tx.selectFrom('memberships').select('user_id').where('restaurant_id', '=', id).execute(),
  );
  return rows.map(({ user_id }) => user_id);
}

test('no row of the restaurant is left in any table, and every byte of other restaurants is unchanged', async () => {
  const [going, staying] = [await makeFull(), await makeFull()];
  // A person who works in both keeps the account.
  const both = await makeOwner(server.db, going.id, 'manager');
  await everywhere((tx) =>
    tx
      .insertInto('memberships')
      .values({ restaurant_id: staying.id, user_id: both.userId, role: 'staff', created_at: new Date() })
      .execute(),
  );
  const people = (await peopleOf(going.id)).filter((id) => id !== both.userId);
  const filled = await countRows(going.id);
  expect(Object.keys(filled).length).toBeGreaterThan(30);
  await close(going);

  const others = await digestOthers(going.id, people);
  expect(await erase(29.9)).toEqual([]);
  expect((await countRows(going.id))['audit_log_entries']).toBeGreaterThan(0);
  const noted = await erase(30);
  expect(noted).toEqual([{ restaurantId: going.id, at: expect.any(Date) }]);
  const rows = Object.values(filled).reduce((sum, count) => sum + count, 0);
  expect(logged).toEqual([
    { facts: { restaurantId: going.id, rows: expect.any(Number) }, message: 'A closed restaurant was erased' },
  ]);
  // The restaurant itself, its members and its addresses go at the end, and a closure adds rows.
  expect((logged[0]!.facts as { rows: number }).rows).toBeGreaterThan(rows - 10);

  expect(await countRows(going.id)).toEqual({});
  const { retired_slugs: _, ...after } = await digestOthers(going.id, people);
  const { retired_slugs: __, ...before } = others;
  expect(after).toEqual(before);
  const users = await server.db.selectFrom('users').select('id').where('id', 'in', people).execute();
  expect(users).toEqual([]);
  expect(Object.keys(await countRows(staying.id)).length).toBeGreaterThan(30);
  expect(await erase(31)).toEqual([]);
  expect(logged).toEqual([]);

  // Requests are answered with not found, whatever was cached.
  for (const slug of [going.slug, `${going.canary}-now`]) {
    expect((await rawCall(server.app, 'GET /site/:slug', { params: { slug } }, undefined)).status).toBe(404);
  }
  expect((await rawCall(server.app, 'GET /auth/me', {}, going.owner.token)).status).toBe(401);
});

test('its addresses are reserved for two years', async () => {
  const [going, staying] = [await makeFull(), await makeFull()];
  await close(going);
  await erase(30);
  const claim = (slug: string) => everywhere((tx) => claimSlug(tx, staying.id, slug, new Date()));
  expect(await claim(going.slug)).toBe(false);
  await erase(30 + 729);
  expect(await claim(going.slug)).toBe(false);
  await erase(30 + 730);
  expect(await claim(going.slug)).toBe(true);
});

test('an interrupted erasure goes on, and two servers do it once', async () => {
  const going = await makeFull();
  await close(going);
  const before = await countRows(going.id);
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db);
  const owner = new Client(targetOf(inject('engine'), rows[0]!.name));
  await owner.connect();
  try {
    await owner.query(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'Broken off'; end $$;
      create trigger broken before delete on outlets for each row execute function broken()`);
    await erase(30);
    expect(logged).toEqual([]);
    const left = await countRows(going.id);
    expect(left['outlets']).toBe(1);
    expect(Object.keys(left).length).toBeLessThan(Object.keys(before).length);
    // A restaurant whose erasure has begun cannot be reopened.
    const opened = { closed_at: null, erase_at: null, erasing_since: null };
    await expect(server.db.updateTable('restaurants').set(opened).where('id', '=', going.id).execute()).rejects.toThrow(
      'stays closed',
    );
  } finally {
    await owner.query('drop trigger if exists broken on outlets; drop function if exists broken');
    await owner.end();
  }
  // The next try is a minute later.
  await erase(30);
  expect((await countRows(going.id))['outlets']).toBe(1);
  const noted = await Promise.all([erase(30.01), erase(30.01), erase(30.01)]);
  // It is in the list since the erasure began.
  expect(noted.flat()).toEqual([]);
  expect(await countRows(going.id)).toEqual({});
});

test('an older backup is cleared of the restaurant, whatever its state was', async () => {
  const [open, closed, staying] = [await makeFull(), await makeFull(), await makeFull()];
  await close(closed);
  const at = new Date('2030-01-01T00:00:00Z');
  const list = [
    { restaurantId: open.id, at },
    { restaurantId: closed.id, at },
    { restaurantId: closed.id, at },
  ];
  const old = { restaurantId: staying.id, at: new Date('2029-01-01T00:00:00Z') };
  expect(
    await repeatRestaurantErasures(
      { db: server.db, config: testConfig },
      [...list, old],
      new Date('2029-12-31T00:00:00Z'),
    ),
  ).toBe(2);
  expect([await countRows(open.id), await countRows(closed.id)]).toEqual([{}, {}]);
  expect(Object.keys(await countRows(staying.id)).length).toBeGreaterThan(30);
});

test('an audit log is deleted in no other way', async () => {
  const { id } = await makeFull();
  const change = (statement: ReturnType<typeof sql>) => everywhere((tx) => statement.execute(tx));
  const deleting = () => change(sql`delete from audit_log_entries where restaurant_id = ${id}`);
  const closed = sql`closed_at = '2026-01-01T00:00:00Z', erase_at = '2026-01-31T00:00:00Z'`;
  const set = (words: ReturnType<typeof sql>) => change(sql`update restaurants set ${words} where id = ${id}`);

  await expect(deleting()).rejects.toThrow('only ever added to');
  await expect(change(sql`delete from restaurants where id = ${id}`)).rejects.toThrow('in no other way');
  await expect(set(sql`erasing_since = now()`)).rejects.toThrow('is closed before it is erased');
  await expect(set(sql`${closed}, erasing_since = now()`)).rejects.toThrow('is closed before it is erased');
  await expect(set(sql`closed_at = '2026-01-01T00:00:00Z', erase_at = '2026-01-30T23:59:59Z'`)).rejects.toThrow(
    'restaurants_closed_check',
  );
  await set(closed);
  await expect(deleting()).rejects.toThrow('only ever added to');
  await expect(change(sql`delete from restaurants where id = ${id}`)).rejects.toThrow('in no other way');
  await expect(set(sql`erasing_since = '2026-01-30T23:59:59Z'`)).rejects.toThrow('restaurants_erasing_check');
  await set(sql`erasing_since = '2026-01-31T00:00:00Z'`);
  await expect(
    change(sql`update audit_log_entries set subject = 'nobody' where restaurant_id = ${id}`),
  ).rejects.toThrow('only ever added to');
  await deleting();
});
