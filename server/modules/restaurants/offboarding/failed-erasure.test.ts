/** An erasure that fails is tried again, given up, seen by the platform's admins, and tried again when they say so. */
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { targetOf } from '#server/test/servers/database.ts';
import { openErasingServer } from '#server/test/servers/erasing-server.ts';
import { testLog } from '#server/test/servers/log.ts';
import { makeAdmin, makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { scheduleIdleErasures } from '#server/modules/customers/privacy/erase-idle-guests.ts';
import { scheduleRestaurantErasures } from './erase-restaurant.ts';

let server: TestApp;
let owner: Client;
beforeAll(async () => {
  // The last try of each is logged as an error.
  server = await startApp({ expectsErrors: true });
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.db);
  owner = new Client(targetOf(inject('engine'), rows[0]!.name));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await server.close();
});

const everywhere = <T>(work: (tx: Tx) => Promise<T>) => platformTransaction(server.db, 'administration', work);

test.each([
  { kind: 'restaurant_erasure', table: 'outlets', tries: 10, schedule: scheduleRestaurantErasures },
  { kind: 'guest_erasure', table: 'customers', tries: 6, schedule: scheduleIdleErasures },
] as const)('a $kind', async ({ kind, table, tries, schedule }) => {
  const { id, name } = await makeRestaurant(server.db);
  const stranger = await makeOwner(server.db, (await makeRestaurant(server.db)).id);
  await everywhere(async (tx) => {
    if (kind === 'restaurant_erasure')
      await sql`update restaurants set closed_at = '2026-01-01', erase_at = '2026-01-31' where id = ${id}`.execute(tx);
    else
      await sql`insert into customers (restaurant_id, id, phone, name, email, created_at, updated_at)
        values (${id}, gen_random_uuid(), '+971501112233', 'Guest', 'g@guest.test', '2020-01-01', '2020-01-01')`.execute(
        tx,
      );
  });
  await owner.query(`create function broken() returns trigger language plpgsql as $$ begin raise exception 'Broken off'; end $$;
    create trigger broken before delete on ${table} for each row execute function broken()`);
  let now = server.clock.now();
  const clock = () => now;
  const { outbox } = openErasingServer(server.db, clock, { ...testLog, error: () => undefined });
  await schedule({ db: server.db, clock });
  // The app's own outbox may do a try as well, and has the job meanwhile.
  const countLeased = () =>
    everywhere(async (tx) => {
      const leased = await tx.selectFrom('jobs').select('id').where('leased_by', 'is not', null).execute();
      return leased.length;
    });
  const admin = (await makeAdmin(server.db)).token;
  const listAll = async () => (await server.call('GET /admin/unsent-messages', {}, admin)).messages;
  for (let hours = 0; hours < 100 && (await listAll()).length === 0; hours += 6) {
    await expect.poll(countLeased, { timeout: 10_000 }).toBe(0);
    await outbox.settle();
    now = new Date(now.getTime() + 6 * 3_600_000);
  }
  const [given] = await listAll();
  expect(given).toMatchObject({ kind, to: '', problem: 'unexpected', tries, restaurant: { _id: id, name } });
  const own = await server.call('GET /outbound/unsent-messages', {}, stranger.token);
  expect(own.messages).toEqual([]);

  await owner.query(`drop trigger broken on ${table}; drop function broken`);
  await server.call('POST /admin/resend-message/:id', { params: { id: given!._id } }, admin);
  const left = async () => {
    const counted =
      table === 'outlets'
        ? sql`select from restaurants where id = ${id}`
        : sql`select from customers where restaurant_id = ${id}`;
    return everywhere(async (tx) => (await counted.execute(tx)).rows.length);
  };
  await expect.poll(left, { timeout: 10_000 }).toBe(0);
  expect(await listAll()).toEqual([]);
});
