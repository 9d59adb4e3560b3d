/** A restaurant that was exported is read in again, beside the restaurant itself and on an empty server, and is the same. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ItemId, OrderId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { findWrongSums } from '#server/modules/reports/check-sums.ts';
import { keepSums } from '#server/modules/reports/keep-sums.ts';
import { type ReadArchive, readWholeArchive } from '#server/test/data/archive-files.ts';
import { type ArchivedRestaurant, makeArchivedRestaurant } from '#server/test/data/archived-restaurant.ts';
import { digestRestaurant } from '#server/test/data/canaries.ts';
import { largeBurger, pickupOrder } from '#server/test/data/orders.ts';
import { makeSample, type Sample } from '#server/test/data/sample-input.ts';
import { expectSameRows } from '#server/test/data/same-archive.ts';
import { takeArchive } from '#server/test/data/take-archive.ts';
import { startApp, type TestApp, testConfig } from '#server/test/servers/app.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';
import { type ReadIn, readArchive } from './read-archive.ts';

let folder: string;
let server: TestApp;
let empty: TestApp;
let close: () => Promise<void>;
let ours: ArchivedRestaurant;
let others: Sample;
let before: ReadArchive;
let digests: string[];
let beside: ReadIn;
let alone: ReadIn;

const file = () => join(folder, 'restaurant.zip');
/** Jobs of the background go on. */
const digestOf = (restaurantId: RestaurantId) => digestRestaurant(server.db, restaurantId, { without: ['jobs'] });
/** Jobs that are due already are waited for: they change other rows, such as those of messages to guests. */
const untilNoneIsDue = (restaurantId: RestaurantId) =>
  expect
    .poll(
      () =>
        transaction(server.db, restaurantId, (tx) =>
          tx
            .selectFrom('jobs')
            .select('queue')
            .where('restaurant_id', '=', restaurantId)
            .where('done_at', 'is', null)
            .where('dead_at', 'is', null)
            .where('due_at', '<=', server.clock.now())
            .execute(),
        ),
      { timeout: 30_000 },
    )
    .toEqual([]);
const digestsNow = async () => [await digestOf(ours.made.id), await digestOf(others.id)];
const readInto = (app: TestApp, owner: string) =>
  readArchive({ db: app.db, config: testConfig, clock: app.clock.now }, file(), owner);

afterAll(async () => {
  await empty?.close();
  await close();
  await rm(folder, { recursive: true });
});

const exceptions = {
  // Addresses, domains, people and their invitations are made anew; the audit log goes on.
  tables: [
    'restaurant_slugs',
    'own_domains',
    'memberships',
    'low_stock_recipients',
    'invitations',
    'audit_log_entries',
  ],
  columns: [
    'alert_contacts.proven_at',
    'payment_gateways.disconnected_at',
    'courier_companies.removed_at',
    'item_outlet_quantities.quantity',
    'pictures.created_at',
    'payments.gateway_id',
    'payment_refunds.asked_by',
    // Actors of the staff are none; the test below looks at guests.
    'order_status_changes.actor_id',
    // A portion that was held for a payment is free again.
    'items.quantity',
    'guest_messages.outcome',
    'guest_messages.problem',
    'guest_messages.ended_at',
  ],
  leavesOut: (table: string, row: Record<string, unknown>) => {
    const unpaid = before.rows('payments').filter(({ placed_at: at }) => at === null);
    if (table === 'payments') return row['placed_at'] === null;
    if (table === 'payment_lines' || table === 'payment_movements')
      return unpaid.some(({ id }) => id === row['payment_id']);
    return table === 'order_make_minutes' && unpaid.some(({ order_id: id }) => id === row['order_id']);
  },
};

// The first test makes everything: payments are settled by what only a test may wait for.
test('a sample with rows in every table, and with an order that waits for its payment, is read in', async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-archive-'));
  const paying = await startPayingApp();
  ({ app: server, close } = paying);
  ours = await makeArchivedRestaurant(server, paying.gateway);
  others = await makeSample(server);
  // An order that waits would be told to devices meanwhile.
  await transaction(server.db, others.id, (tx) =>
    tx
      .updateTable('orders')
      .set({ status: 'Confirmed', accepted_at: server.clock.now() })
      .where('restaurant_id', '=', others.id)
      .where('status', '=', 'New')
      .execute(),
  );
  before = readWholeArchive(await takeArchive(server.db, ours.made.id, folder, file()));
  for (const { id } of [ours.made, others]) await untilNoneIsDue(id);
  digests = await digestsNow();
  beside = await readInto(server, 'beside@example.test');
  empty = await startApp();
  alone = await readInto(empty, 'alone@example.test');
  const bare = Object.entries(before.manifest.tables).flatMap(([table, { rows }]) => (rows === 0 ? [table] : []));
  expect(bare).toEqual([]);
  expect(before.rows('payments').filter(({ placed_at: at }) => at === null)).toHaveLength(1);
  expect([...before.files.keys()].filter((name) => name.startsWith('pictures/'))).toHaveLength(2);
  expect([...before.files.keys()].filter((name) => name.includes('photos/'))).toHaveLength(2);
});

describe.each(['beside the restaurant itself', 'on an empty server'] as const)('read in %s', (place) => {
  const isBeside = place.startsWith('beside');
  const app = () => (isBeside ? server : empty);
  const made = () => (isBeside ? beside : alone);
  let after: ReadArchive;
  let ids: Map<string, string>;
  let owner: string;
  beforeAll(async () => {
    const { db } = app();
    after = readWholeArchive(await takeArchive(db, made().restaurantId, folder, join(folder, 'again.zip')));
    ids = expectSameRows(before, after, exceptions);
    const token = new URL(made().invitation).searchParams.get('token')!;
    const person = { token, firstName: 'Huda', lastName: 'Saleh', password: 'quiet lantern 83 ferns' };
    owner = (await app().call('POST /auth/accept-invitation', { body: person })).token.token;
  });

  test('everything is the same but ids, secrets and the named moments, and ids are new everywhere', () => {
    expect(ids.get(ours.made.id)).toBe(made().restaurantId);
    const texts = [...after.files].flatMap(([name, bytes]) => (name.includes('/') ? [] : [bytes.toString()])).join();
    // The sample's guests have their ids in their emails.
    const left = [...ids.keys()].filter((id) => texts.replaceAll(/[0-9a-f-]{36}@guest\.test/g, '').includes(id));
    expect(left.map((id) => texts.slice(texts.indexOf(id) - 200, texts.indexOf(id) + 40))).toEqual([]);
    const changes = after.rows('order_status_changes');
    expect(changes.filter(({ actor_kind: kind }) => kind === 'user').every(({ actor_id: id }) => id === null)).toBe(
      true,
    );
    const guest = ids.get(ours.guest.customerId);
    expect(changes.some(({ actor_kind: kind, actor_id: id }) => kind === 'customer' && id === guest)).toBe(true);
    const special = (archive: ReadArchive, id: string) =>
      archive.rows('items').find((row) => row['id'] === id)!['quantity'];
    const old = ours.made.items.special;
    expect(special(after, ids.get(old)!)).toBe((special(before, old) as number) + 1);
    expect(after.rows('item_outlet_quantities').map(({ quantity }) => quantity)).toEqual([8]);
  });

  test('the restaurant is as it was, open, with an address of its own', () => {
    const same = [
      'name',
      'country',
      'currency',
      'charge_options',
      'accent',
      'site_languages',
      'guest_switches',
      'logo_hash',
    ];
    for (const column of same) expect(after.restaurant[column], column).toEqual(before.restaurant[column]);
    expect(after.restaurant['status']).toBe('approved');
    expect(made()).toMatchObject({ formerSlug: ours.slug, slug: isBeside ? `${ours.slug}-2` : ours.slug });
    expect(after.restaurant['slug']).toBe(made().slug);
    const slugs = after.rows('restaurant_slugs').map(({ slug }) => String(slug));
    // The older address leads here where nobody has it.
    expect(slugs.toSorted()).toEqual(isBeside ? [`${ours.slug}-2`] : [ours.made.slug, ours.slug].toSorted());
  });

  test('secrets are new, and nobody has them', async () => {
    const read = (db: TestApp['db'], id: typeof ours.made.id) =>
      transaction(db, id, async (tx) => {
        const { rows } = await sql<{ secret: string }>`
          select site_token as secret from restaurants where id = ${id} union all
          select token_hash::text from printers where restaurant_id = ${id} union all
          select token_hash::text from drivers where restaurant_id = ${id} union all
          select code_hash::text from drivers where restaurant_id = ${id} union all
          select token_hash::text from sessions where restaurant_id = ${id} and kind <> 'user'`.execute(tx);
        return rows.map(({ secret }) => secret);
      });
    const old = await read(server.db, ours.made.id);
    const fresh = await read(app().db, made().restaurantId);
    // A site, a printer, a driver with a link and a code; no session of a guest or a driver.
    expect(fresh).toHaveLength(4);
    expect(fresh.filter((secret) => old.includes(secret))).toEqual([]);
    const sealed = await transaction(app().db, made().restaurantId, (tx) =>
      tx
        .selectFrom('payment_gateways')
        .select(['sealed', 'disconnected_at'])
        .where('restaurant_id', '=', made().restaurantId)
        .execute(),
    );
    expect(sealed).toEqual([{ sealed: Buffer.alloc(0), disconnected_at: expect.any(Date) }]);
    expect(made().anew).toEqual({
      printers: 1,
      drivers: 1,
      people: 1,
      domains: 1,
      gateways: 1,
      couriers: 1,
      contacts: 2,
    });
  });

  test('reports are equal to the minor unit, and the kept sums agree with the orders', async () => {
    const period = { query: { from: '2026-01-01', to: '2026-12-31' } } as const;
    const mapped = (value: unknown) =>
      [...ids].reduce((text, [old, fresh]) => text.replaceAll(old, fresh), JSON.stringify(value));
    for (const route of ['GET /report/sales', 'GET /report/items', 'GET /report/service'] as const) {
      const [mine, theirs] = [
        await server.call(route, period, ours.owner.token),
        await app().call(route, period, owner),
      ];
      expect(JSON.stringify(theirs), route).toBe(mapped(mine));
    }
    const kept = await transaction(app().db, made().restaurantId, (tx) =>
      tx.selectFrom('report_sums').select('total_minor').where('restaurant_id', '=', made().restaurantId).execute(),
    );
    expect(kept.length).toBeGreaterThan(10);
    expect(await findWrongSums(app().db)).toEqual([]);
  });

  test('the history counts what it lists', async () => {
    const counted = async (call: TestApp['call'], token: string) =>
      (await call('GET /order/history', { query: {} }, token)).total;
    expect(await counted(app().call, owner)).toBe(await counted(server.call, ours.owner.token));
    const counts = (db: Db, restaurantId: RestaurantId) =>
      transaction(db, restaurantId, async (tx) => {
        const { rows } = await sql`
          select span, starts_on, mode, payment_method, status, platform, sum(orders) as orders from order_counts
          where restaurant_id = ${restaurantId} group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6`.execute(tx);
        return rows;
      });
    const former = await counts(server.db, ours.made.id);
    expect(former.length).toBeGreaterThan(10);
    expect(await counts(app().db, made().restaurantId)).toEqual(former);
  });

  test('the audit log is whole, and goes on with where it comes from', async () => {
    const { entries, isWhole, total } = await app().call('GET /audit/entries', { query: {} }, owner);
    expect([isWhole, total]).toEqual([true, before.rows('audit_log_entries').length + 2]);
    const readIn = entries.find(({ action }) => action === 'restaurant.read_in')!;
    expect(readIn).toMatchObject({ subject: ours.made.name, details: { auditLogWasWhole: true } });
    expect(entries.slice(0, 2).map(({ action }) => action)).toEqual(['staff.joined', 'restaurant.read_in']);
  });

  test('pictures and photos are shown', async () => {
    const { items } = await app().call('GET /menu/get-all-items-modifier', {}, owner);
    const burger = items.find(({ _id }) => _id === ids.get(ours.made.items.burger))!;
    expect((await app().app.inject({ url: burger.imageUrl! })).statusCode).toBe(200);
    const { order } = await app().call(
      'GET /order/get-order-details/:id',
      { params: { id: ids.get(ours.deliveredId) as OrderId } },
      owner,
    );
    const url = `/api/v1/delivery/get-photo/${order.delivery!._id!}`;
    const photo = await app().app.inject({ url, headers: { authorization: `Bearer ${owner}` } });
    expect([photo.statusCode, photo.headers['content-type']]).toEqual([200, 'image/png']);
  });

  test('the guest signs in with the number, sees their orders and stamps, and orders', async () => {
    const { call, sms } = app();
    const { slug } = made();
    const guest = { restaurantName: slug, number: ours.guest.phone };
    await call('POST /auth/sent-otp', { body: guest }, undefined);
    const otpCode = /\d{5}/.exec(sms.at(-1)!.text)![0];
    const { customer } = await call('POST /auth/verify-otp', { body: { ...guest, otpCode } }, undefined);
    const { token } = customer;
    const mine = await call('GET /order/get-all-orders', { query: {} }, token);
    const former = await server.call('GET /order/get-all-orders', { query: {} }, ours.guest.token);
    expect(mine.order.map(({ _id }) => _id)).toEqual(former.order.map(({ _id }) => ids.get(_id)));
    const { restaurant, outlets } = await call('GET /site/:slug', { params: { slug } }, undefined);
    expect([restaurant._id, outlets[0]!._id]).toEqual([made().restaurantId, ids.get(ours.made.outletId)]);
    const last = await transaction(app().db, made().restaurantId, (tx) =>
      tx
        .selectFrom('outlets')
        .select('last_order_number')
        .where('restaurant_id', '=', made().restaurantId)
        .executeTakeFirstOrThrow(),
    );
    const line = largeBurger(ours.made, 2);
    const moved = {
      ...line,
      itemId: ids.get(line.itemId) as ItemId,
      modifierList: (line as { modifierList: string[] }).modifierList.map((id) => ids.get(id) as ItemId),
    };
    const body = {
      ...pickupOrder(ours.made, [line], 45.94),
      items: [moved],
      outletId: ids.get(ours.made.outletId) as OutletId,
    };
    const { order } = await call('POST /order/create-order', { body }, token);
    expect(order.orderNumber).toBe(last.last_order_number + 1);
  });
});

test('nothing else on the server was touched', async () => {
  // The tests above have changed nothing of either; the restaurant itself has ended no order since.
  const now = await digestsNow();
  expect(now[1]).toBe(digests[1]);
  expect(await readdir(folder)).not.toContain('exports');
});

test('a restaurant whose sums cannot be kept yet was read in all the same', async () => {
  const made = await transaction(empty.db, alone.restaurantId, async (tx) => {
    await sql`lock table report_progress in exclusive mode`.execute(tx);
    return readInto(empty, 'later@example.test');
  });
  const progress = () =>
    transaction(empty.db, made.restaurantId, (tx) =>
      tx.selectFrom('report_progress').select('summed_to').where('restaurant_id', '=', made.restaurantId).execute(),
    );
  expect(await progress()).toEqual([]);
  await keepSums(empty.db, empty.clock.now());
  expect(await progress()).toHaveLength(1);
  expect(await findWrongSums(empty.db)).toEqual([]);
});
