/**
 * People limited to one outlet see and change nothing of another. The cases are generated from the contract: every call
 * that takes an id, and everything that can be read.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { api, type Route } from '#contract/base/api.ts';
import type { CallerKind } from '#contract/base/endpoint.ts';
import { isId, type OutletId } from '#contract/base/ids.ts';
import { newId } from '../db/new-id.ts';
import { platformTransaction } from '../db/transaction.ts';
import { startApp, type TestApp } from '../test/servers/app.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { readLive } from '../test/servers/live.ts';
import { daysAround } from '../test/data/days-around.ts';
import { deliveryOrder } from '../test/data/orders.ts';
import { type RawInput, rawCall } from '../test/servers/raw-call.ts';
import { makeCustomer, makeOwner, ownersPassword } from '../test/data/restaurant.ts';
import { makeSample, type Sample, sampleInput } from '../test/data/sample-input.ts';

let server: TestApp;
/** Entities of the person's outlet, and of the other one of the same restaurant. */
let own: Sample;
let other: Sample;
let owner: string;
const people = ['manager', 'staff'] as const;
let tokens: Record<(typeof people)[number], string>;
/** In every text of the other outlet, and in no other text. */
const hidden = `hidden${Math.random().toString(36).slice(2)}`;

beforeAll(async () => {
  server = await startApp({ database: await checkedDatabase() });
  own = await makeSample(server);
  owner = (await makeOwner(server.db, own.id)).token;
  other = await makeOtherOutlet(own);
  tokens = {
    manager: (await makeOwner(server.db, own.id, 'manager', [own.outletId])).token,
    staff: (await makeOwner(server.db, own.id, 'staff', [own.outletId])).token,
  };
  // Nobody accepts the orders; their escalation is not due before this test is over.
  server.clock.advance(-3_600_000);
});
afterAll(() => server.close());

/** A second outlet with everything that the first one has. */
async function makeOtherOutlet(sample: Sample): Promise<Sample> {
  const { call, db } = server;
  const { outlet } = await call('POST /outlet/clone-outlet/:id', { params: { id: sample.outletId } }, owner);
  const params = { id: outlet._id };
  await call('PUT /outlet/update-outlet/:id', { params, form: { name: hidden, status: true } }, owner);
  await platformTransaction(db, 'seed', (tx) =>
    tx
      .updateTable('outlets')
      .set({ address_location: hidden, email: `${hidden}@x.test` })
      .where('id', '=', params.id)
      .execute(),
  );
  const { deliveryAreas } = await call('GET /outlet/get-all-delivery-areas/:id', { params }, owner);
  const areaId = deliveryAreas[0]!._id;
  await call('POST /outlet/update-delivery-area/:id', { params: { id: areaId }, body: { areaName: hidden } }, owner);
  const { specialDays } = await call('GET /outlet/get-special-days/:id', { params }, owner);
  const { printer } = await call(
    'POST /printing/add-printer',
    { body: { outletId: params.id, name: hidden, kind: 'cloudprnt' } },
    owner,
  );
  const { area } = await call('POST /dining/update-area/:id', { params, body: { name: hidden } }, owner);
  const { tables } = await call('POST /dining/add-tables/:id', { params, body: { names: [hidden] } }, owner);
  const heard = { tab: 'tabofanother', name: hidden, sound: 'on', isVisible: true, isConnected: true } as const;
  const { deviceId } = await call('POST /device/heartbeat', { body: { ...heard, outletIds: [params.id] } }, owner);
  const guest = await makeCustomer(db, sample.id);
  await platformTransaction(db, 'seed', (tx) =>
    tx.updateTable('customers').set({ name: hidden }).where('id', '=', guest.customerId).execute(),
  );
  const there = { ...sample, outletId: params.id, areaId };
  const order = {
    ...deliveryOrder(there, [{ itemId: sample.items.special, quantity: 1 }], 49.1),
    specialInstruction: hidden,
  };
  const placed = await call('POST /order/create-order', { body: order }, guest.token);
  const { notes } = await call(
    'POST /customer/add-note/:id',
    { params: { id: guest.customerId }, body: { text: hidden } },
    owner,
  );
  return {
    ...there,
    specialDayId: specialDays[0]!._id,
    printerId: printer._id,
    diningAreaId: area._id,
    tableId: tables[0]!._id,
    deviceId,
    orderId: placed.order._id,
    customerId: guest.customerId,
    noteId: notes[0]!._id,
  };
}

const isStream = (route: Route) => route === 'GET /events';
/** Calls of restaurant staff that are not open to everybody. */
const routes = (Object.keys(api) as Route[]).filter((route) => {
  const callers: readonly CallerKind[] = api[route].callers;
  return callers.includes('manager') && !callers.includes('anonymous') && !isStream(route);
});
const inputOf = (route: Route, sample: Sample): RawInput => sampleInput[route](sample);

function idPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return isId(value) ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) => idPaths(entry, [...path, key]));
}

const idAt = (input: RawInput, path: string[]) =>
  path.reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], input) as string;

function withId(input: RawInput, path: string[], id: string): RawInput {
  const copy = structuredClone(input) as Record<string, never>;
  const parent = path.slice(0, -1).reduce<Record<string, never>>((found, key) => found[key]!, copy);
  parent[path.at(-1)!] = id as never;
  return copy;
}

/** The paths at which the two outlets have different ids. */
const ownPaths = (route: Route) =>
  idPaths(inputOf(route, own)).filter((path) => idAt(inputOf(route, own), path) !== idAt(inputOf(route, other), path));

async function say(route: Route, input: RawInput, token: string, id = ''): Promise<[number, string]> {
  const { status, text } = await rawCall(server.app, route, input, token);
  return [status, text.replaceAll(/"requestId":"[^"]+"/g, '').replaceAll(id === '' ? '\u0000' : id, 'the id')];
}

async function digest(): Promise<string> {
  return platformTransaction(server.db, 'administration', async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'restaurant_id' and table_name <> 'sessions' order by 1`.execute(
      tx,
    );
    const hash = createHash('sha256');
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t where restaurant_id = ${own.id} order by 1`.execute(tx);
      hash.update(`${name}\n${rows.map(({ row }) => row).join('\n')}\n`);
    }
    return hash.digest('hex');
  });
}

describe('an id of another outlet answers like one that does not exist', () => {
  const named = routes.filter((route) => idPaths(inputOf(route, anySample())).length > 0);

  test.each(named)('%s', async (route) => {
    const before = await digest();
    for (const path of ownPaths(route)) {
      for (const role of people) {
        const ask = (id: string) => say(route, withId(inputOf(route, own), path, id), tokens[role], id);
        const known = await ask(idAt(inputOf(route, other), path));
        expect(known, `${path.join('.')} as ${role}`).toEqual(await ask(newId()));
        // A quote lists problems; every other call refuses.
        if (route === 'POST /order/quote-phone-order' && known[0] === 200) expect(known[1]).toContain('"problems":[{');
        else expect(known[0], `${path.join('.')} as ${role}`).toBeGreaterThanOrEqual(400);
        expect(known[0]).toBeLessThan(500);
      }
    }
    expect(await digest()).toBe(before);
  });

  test('the matrix still has cases', () => {
    expect(named.filter((route) => ownPaths(route).length > 0).length).toBeGreaterThanOrEqual(30);
  });
});

/** Random ids for the list of tests, which is made before the database has any data. */
function anySample(): Sample {
  const id = newId();
  return new Proxy({} as Sample, {
    get: (_, key) => (['items', 'lists', 'modifiers', 'categories'].includes(String(key)) ? anySample() : id),
  });
}

describe('data of another outlet is in no answer', () => {
  test.each(people)('answers to %s contain none', async (role) => {
    const reads = routes.filter((route) => route.startsWith('GET ') || route === 'POST /menu/get-all-categories');
    let answered = 0;
    for (const route of reads) {
      const [status, text] = await say(route, inputOf(route, own), tokens[role]);
      if (status === 200) answered += 1;
      expect(text, route).not.toContain(hidden);
      expect(text, route).not.toContain(other.outletId);
    }
    expect(answered).toBeGreaterThan(15);
  });

  test('the owner reads the hidden texts, which proves that the search above can find them', async () => {
    const told = [
      'GET /outlet/get-all-outlet',
      'GET /order/get-all-orders',
      'GET /printing/get-printers',
      'GET /order/export-history',
      'GET /customer/export-customers',
    ] as const;
    for (const route of told) expect((await say(route, {}, owner))[1], route).toContain(hidden);
  });

  test("counts and sums cover only the person's own outlet", async () => {
    const { order } = await server.call('GET /order/get-all-orders', { query: {} }, tokens.staff);
    expect(order.map(({ outletId }) => outletId)).toEqual([own.outletId]);
    const all = await server.call('GET /order/history', { query: {} }, owner);
    const some = await server.call('GET /order/history', { query: {} }, tokens.staff);
    expect([all.total, some.total]).toEqual([2, 1]);
    const query = daysAround(order[0]!.createdAt);
    const sales = await server.call('GET /report/sales', { query }, tokens.manager);
    expect(sales.total.orders).toBe(1);
  });
});

test.each(people)(
  'a guest of any outlet is found by number by %s, with the addresses that their own outlet delivers to',
  async (role) => {
    const guest = await makeCustomer(server.db, own.id);
    for (const { areaId, location } of [
      { areaId: own.areaId, location: 'Tower 1' },
      { areaId: other.areaId, location: hidden },
    ]) {
      const body = { deliveryAreaId: areaId, areaName: location, location, floor: '1' };
      await server.call('POST /auth/save-address', { body }, guest.token);
    }
    const find = (token: string) =>
      server.call('POST /order/find-phone-guest', { body: { phone: guest.phone } }, token);
    const locationsOf = async (token: string) => (await find(token)).guest!.addresses.map(({ location }) => location);
    expect(await locationsOf(tokens[role])).toEqual(['Tower 1']);
    expect(await locationsOf(owner)).toEqual([hidden, 'Tower 1']);
  },
);

test("a write to all outlets affects only the person's own", async () => {
  const { call } = server;
  const sellOut = (token: string) =>
    call('POST /menu/sell-out/:id', { params: { id: own.items.water }, body: { length: 'until-changed' } }, token);
  const { item } = await sellOut(tokens.staff);
  expect(item.soldOutAt!.map(({ outletId }) => outletId)).toEqual([own.outletId]);
  const items = (await call('GET /menu/get-all-items-modifier', {}, owner)).items;
  expect(items.find(({ _id }) => _id === own.items.water)!.soldOutAt).toHaveLength(1);
  // The switch at the other outlet stays unchanged.
  const params = { id: own.items.burger };
  await call('POST /menu/update-items-modifier/:id', { params, form: { InActiveOutletIds: [other.outletId] } }, owner);
  await call(
    'POST /menu/update-items-modifier/:id',
    { params, form: { InActiveOutletIds: [own.outletId] } },
    tokens.staff,
  );
  const changed = (await call('GET /menu/get-items-modifier/:id', { params }, owner)).item;
  expect(changed.InActiveOutletIds.map(({ _id }) => _id).toSorted()).toEqual([own.outletId, other.outletId].toSorted());
});

test('their device rings only for their outlet, whatever it sends', async () => {
  const body = { tab: 'tabofmarina', sound: 'on', isVisible: true, isConnected: true, outletIds: null } as const;
  const { devices } = await server.call('POST /device/heartbeat', { body }, tokens.staff);
  expect(devices[0]!.outletIds).toEqual([own.outletId]);
});

test('they cannot change what all outlets share', async () => {
  const wide = (Object.keys(api) as Route[]).filter((route) => 'isRestaurantWide' in api[route]);
  expect(wide.length).toBeGreaterThan(15);
  for (const route of wide) expect((await say(route, inputOf(route, own), tokens.manager))[0], route).toBe(403);
  const params = { id: own.items.burger };
  const priced = rawCall(
    server.app,
    'POST /menu/update-items-modifier/:id',
    { params, form: { price: 1 } },
    tokens.manager,
  );
  expect((await priced).status).toBe(403);
  const items = [{ _id: own.items.water, price: 5.5 }];
  const change = (body: unknown) => rawCall(server.app, 'POST /menu/change-items', { body }, tokens.manager);
  const moving = { kind: 'category', categoryId: own.categories.mains };
  expect((await change({ items, change: moving })).status).toBe(403);
  const pricing = { kind: 'price', price: { by: 'amount', value: -1 } };
  expect((await change({ items, change: pricing })).status).toBe(403);
});

test('the stream has only events of their own outlet, also after a gap', async () => {
  const origin = await server.listen();
  const guest = await makeCustomer(server.db, own.id);
  const place = (at: Sample) =>
    server.call(
      'POST /order/create-order',
      { body: deliveryOrder(at, [{ itemId: own.items.special, quantity: 1 }], 49.1) },
      guest.token,
    );
  const missedFrom = (await server.call('GET /order/get-all-orders', {}, owner)).lastEvent;
  await place(other);
  await place(own);
  const reader = await readLive(origin, tokens.staff, { lastEventId: missedFrom });
  await vi.waitFor(() => expect(reader.events).toHaveLength(2), { timeout: 10_000 });
  await place(other);
  await place(own);
  await vi.waitFor(() => expect(reader.events).toHaveLength(3), { timeout: 10_000 });
  expect(reader.text()).not.toContain(other.outletId);
  const wholeReader = await readLive(origin, owner, { lastEventId: missedFrom });
  await vi.waitFor(() => expect(wholeReader.events).toHaveLength(5), { timeout: 10_000 });
  reader.close();
  wholeReader.close();
});

test('the owner assigns outlets; a change signs the person out, and an owner has all outlets', async () => {
  const { call } = server;
  const colleague = await makeOwner(server.db, own.id, 'staff');
  const change = (body: { role: 'staff' | 'owner'; outletIds?: OutletId[] | null }) =>
    call(
      'POST /staff/update-role/:id',
      { params: { id: colleague.userId }, body: { ...body, password: ownersPassword } },
      owner,
    );
  const { colleague: limited } = await change({ role: 'staff', outletIds: [other.outletId] });
  expect(limited.outletIds).toEqual([other.outletId]);
  await expect(call('GET /auth/me', {}, colleague.token)).rejects.toMatchObject({ status: 401 });
  await expect(change({ role: 'staff', outletIds: [newId<OutletId>()] })).rejects.toMatchObject({ status: 404 });
  expect((await change({ role: 'owner', outletIds: [own.outletId] })).colleague.outletIds).toBeNull();
  const { entries } = await call('GET /audit/entries', { query: {} }, owner);
  expect(entries.slice(0, 3).map(({ action, details }) => [action, details])).toEqual([
    ['staff.outlets_changed', { outlets: 'all' }],
    ['staff.role_changed', { before: 'staff', after: 'owner' }],
    ['staff.outlets_changed', { outlets: [hidden] }],
  ]);
});

test('every table with an outlet id has a policy', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('outlet_id', 'outlet_ids')
      and c.table_name not in (select tablename from pg_policies where qual like '%app.outlet_ids%')
    order by 1`.execute(server.db);
  // The outlets of a person, which only the owner reads, and those of an offer, which is listed by them.
  expect(rows.map(({ name }) => name)).toEqual(['invitations', 'memberships', 'offers']);
});
