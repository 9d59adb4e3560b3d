/** The restaurant's list of its guests, with their sums, and what is noted about them (decision 79). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CustomerId, OutletId } from '#contract/base/ids.ts';
import { minorUnits } from '#contract/base/money.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';

let server: TestApp;
let made: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  made = await makeRestaurant(server.db);
  owner = (await makeOwner(server.db, made.id)).token;
});
const call: TestApp['call'] = (route, input, token) => server.call(route, input, token);

/** A guest with this name and number. */
async function makeNamed(name: string, phone: string | null, of: TestRestaurant = made) {
  const guest = await makeCustomer(server.db, of.id);
  await platformTransaction(server.db, 'seed', (tx) =>
    tx.updateTable('customers').set({ name, phone }).where('id', '=', guest.customerId).execute(),
  );
  return guest;
}

const namesFor = async (query: { search?: string; sort?: '-spend' | 'name' | '-consent' | 'orders' }, token = owner) =>
  (await call('GET /customer/get-all-customers', { query }, token)).guests.map(({ name }) => name);

describe('the list', () => {
  test('is empty where nobody has ordered', async () => {
    expect(await call('GET /customer/get-all-customers', { query: {} }, owner)).toEqual({
      guests: [],
      page: 1,
      size: 10,
      total: 0,
    });
  });

  test('adds up completed orders alone, without tests and tips, in the present currency', async () => {
    const guest = await makeNamed('Sara', '+971501230001');
    const { customerId } = guest;
    await insertPastOrders(server.db, made, [
      { placedAt: '2026-03-01T10:00:00Z', customerId, total: 1000 },
      { placedAt: '2026-03-04T21:00:00Z', customerId, total: 2550 },
      { placedAt: '2026-03-09T10:00:00Z', customerId, total: 7000, status: 'Cancelled' },
      { placedAt: '2026-03-10T10:00:00Z', customerId, total: 8000, status: 'New' },
      { placedAt: '2026-03-11T10:00:00Z', customerId: null, total: 9000, isTest: true },
    ]);
    const foreign = await insertPastOrders(server.db, made, [
      { placedAt: '2026-02-01T10:00:00Z', customerId, total: 4000, number: 77 },
    ]);
    await platformTransaction(server.db, 'seed', (tx) =>
      tx
        .updateTable('orders')
        .set({ tip_minor: minorUnits(300), total_minor: minorUnits(1300) })
        .where('customer_id', '=', customerId)
        .where('total_minor', '=', minorUnits(1000))
        .execute(),
    );
    await platformTransaction(server.db, 'seed', (tx) =>
      tx.updateTable('orders').set({ currency: 'KWD' }).where('id', 'in', foreign).execute(),
    );
    const { guests, total } = await call('GET /customer/get-all-customers', { query: {} }, owner);
    expect(total).toBe(1);
    // 21:00 in London is the next day in Dubai.
    expect(guests).toEqual([
      {
        _id: customerId,
        name: 'Sara',
        phone: '+971501230001',
        orders: 3,
        spend: 35.5,
        lastVisit: '2026-03-05',
        consentAt: null,
      },
    ]);
  });

  test('follows an order that is completed, and completed no more', async () => {
    const guest = await makeNamed('Sara', '+971501230001');
    const order = pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1);
    const { order: placed } = await call('POST /order/create-order', { body: order }, guest.token);
    const sums = async () => {
      const { guests } = await call('GET /customer/get-all-customers', { query: {} }, owner);
      return [guests[0]!.orders, guests[0]!.spend];
    };
    const move = (status: 'Confirmed' | 'Ready' | 'Completed') =>
      call('POST /order/update-order-status', { body: { orderId: placed._id, status } }, owner);
    await move('Confirmed');
    await move('Ready');
    expect(await sums()).toEqual([0, 0]);
    await move('Completed');
    expect(await sums()).toEqual([1, placed.totalPrice]);
    await move('Ready');
    expect(await sums()).toEqual([0, 0]);
  });

  test('is searched by a part of the name or the number, in any digits', async () => {
    await makeNamed('Zoë Müller', '+971501112233');
    await makeNamed('سارة', '+971504445566');
    await makeNamed('Table guest', null);
    expect(await namesFor({ sort: 'name' })).toEqual(['Zoë Müller', 'سارة']);
    expect(await namesFor({ search: 'zoe mul' })).toEqual(['Zoë Müller']);
    expect(await namesFor({ search: '050 111' })).toEqual(['Zoë Müller']);
    expect(await namesFor({ search: '٤٤٤٥' })).toEqual(['سارة']);
    expect(await namesFor({ search: '۴۴۴۵' })).toEqual(['سارة']);
    expect(await namesFor({ search: 'سار' })).toEqual(['سارة']);
    expect(await namesFor({ search: '%' })).toEqual([]);
    expect(await namesFor({ search: 'Table' })).toEqual([]);
    // Pasted with marks of direction.
    expect(await namesFor({ search: '\u202a+971 50 111 2233\u202c' })).toEqual(['Zoë Müller']);
    expect(await namesFor({ search: '\u2068Zoë\u2069' })).toEqual(['Zoë Müller']);
    await makeNamed('علی\u200cرضا', '+971507778899');
    expect(await namesFor({ search: 'علی\u200cرضا' })).toEqual(['علی\u200cرضا']);
  });

  test('is sorted by every column, guests without a value last, and a page past the end is the last', async () => {
    const [a, b, c] = [
      await makeNamed('Aya', '+971501000003'),
      await makeNamed('Bo', '+971501000002'),
      await makeNamed('Cem', '+971501000001'),
    ];
    await insertPastOrders(server.db, made, [
      { placedAt: '2026-03-01T10:00:00Z', customerId: a.customerId, total: 100 },
      { placedAt: '2026-03-01T11:00:00Z', customerId: a.customerId, total: 100 },
      { placedAt: '2026-03-02T10:00:00Z', customerId: b.customerId, total: 900 },
    ]);
    await call('POST /auth/change-consent', { body: { isGiven: true } }, c.token);
    const order = async (sort: 'name' | '-phone' | '-orders' | '-spend' | '-lastVisit' | 'lastVisit' | '-consent') =>
      (await call('GET /customer/get-all-customers', { query: { sort } }, owner)).guests.map(({ name }) => name[0]);
    expect(await order('name')).toEqual(['A', 'B', 'C']);
    expect(await order('-phone')).toEqual(['A', 'B', 'C']);
    expect(await order('-orders')).toEqual(['A', 'B', 'C']);
    expect(await order('-spend')).toEqual(['B', 'A', 'C']);
    expect(await order('-lastVisit')).toEqual(['B', 'A', 'C']);
    expect(await order('lastVisit')).toEqual(['A', 'B', 'C']);
    expect((await order('-consent'))[0]).toBe('C');
    const query = { sort: 'name', page: 9, size: 2 } as const;
    const { guests, page, total } = await call('GET /customer/get-all-customers', { query }, owner);
    expect([guests.map(({ name }) => name), page, total]).toEqual([['Cem'], 2, 3]);
  });

  test('keeps two restaurants with one number apart', async () => {
    const other = await makeRestaurant(server.db);
    const here = await makeNamed('Sara here', '+971501230001');
    const there = await makeNamed('Sara there', '+971501230001', other);
    await insertPastOrders(server.db, other, [{ placedAt: '2026-03-01T10:00:00Z', customerId: there.customerId }]);
    const { guests } = await call('GET /customer/get-all-customers', { query: { search: '50123' } }, owner);
    expect(guests.map(({ _id, orders }) => [_id, orders])).toEqual([[here.customerId, 0]]);
    for (const id of [there.customerId, newId<CustomerId>()]) {
      expect(await refusalOf(call('GET /customer/get-customer/:id', { params: { id } }, owner))).toMatchObject({
        status: 404,
        code: 'request.not_found',
      });
    }
  });

  test('shows people of an outlet the guests and sums of that outlet', async () => {
    const { outlet } = await call('POST /outlet/clone-outlet/:id', { params: { id: made.outletId } }, owner);
    const both = await makeNamed('Both', '+971501000001');
    const away = await makeNamed('Away', '+971501000002');
    await makeNamed('Nowhere', '+971501000003');
    const past = (customerId: CustomerId, outletId: OutletId, total: number, number: number) => ({
      placedAt: '2026-03-01T10:00:00Z',
      customerId,
      outletId,
      total,
      number,
    });
    await insertPastOrders(server.db, made, [
      past(both.customerId, made.outletId, 1000, 1),
      past(both.customerId, outlet._id, 500, 1),
      past(away.customerId, outlet._id, 700, 2),
    ]);
    const manager = (await makeOwner(server.db, made.id, 'manager', [made.outletId])).token;
    const { guests } = await call('GET /customer/get-all-customers', { query: {} }, manager);
    expect(guests.map(({ name, orders, spend }) => [name, orders, spend])).toEqual([['Both', 1, 10]]);
    const params = { id: away.customerId };
    const body = { text: 'Should not be written' };
    expect(await refusalOf(call('POST /customer/add-note/:id', { params, body }, manager))).toMatchObject({
      status: 404,
    });
    const file = await rawCall(server.app, 'GET /customer/export-customers', { query: {} }, manager);
    expect(file.text.split('\r\n').map((row) => row.split(',')[0])).toEqual(['\ufeffName', 'Both', '']);
  });
});

describe('the export', () => {
  test('has the guests whom a search leaves, computes nothing in a spreadsheet, and is in the audit log', async () => {
    const guest = await makeNamed('=1+1', '+971501230001');
    await makeNamed('Another', '+971509990001');
    await insertPastOrders(server.db, made, [
      { placedAt: '2026-03-01T10:00:00Z', customerId: guest.customerId, total: 1250 },
    ]);
    const query = { search: '50123' };
    const reply = await rawCall(server.app, 'GET /customer/export-customers', { query }, owner);
    expect(reply.headers['x-row-count']).toBe('1');
    expect(reply.text.split('\r\n')).toEqual([
      '\ufeffName,Phone,Email,Orders,Currency,Spend,Last visit,Agreed to offers on',
      `'=1+1,'+971501230001,${guest.customerId}@guest.test,1,AED,12.50,2026-03-01,`,
      '',
    ]);
    const { entries } = await call('GET /audit/entries', { query: {} }, owner);
    expect(entries.map(({ action, subject, details }) => [action, subject, details])).toEqual([
      ['guests.exported', '', { guests: 1 }],
    ]);
  });

  test('has each guest once where there are more than are read at a time', async () => {
    await platformTransaction(server.db, 'seed', (tx) =>
      tx
        .insertInto('customers')
        .values(
          Array.from({ length: 2500 }, (_, n) => ({
            restaurant_id: made.id,
            id: newId<CustomerId>(),
            phone: `+97150${1_000_000 + n}`,
            name: `Guest ${n}`,
            email: '',
            created_at: new Date(),
            updated_at: new Date(),
          })),
        )
        .execute(),
    );
    const { text } = await rawCall(server.app, 'GET /customer/export-customers', { query: {} }, owner);
    const names = text
      .split('\r\n')
      .slice(1, -1)
      .map((row) => row.split(',')[0]);
    expect(new Set(names).size).toBe(2500);
    expect(names).toHaveLength(2500);
  });
});

test('the page of a guest has contact, addresses and the newest orders', async () => {
  const guest = await makeNamed('Sara', '+971501230001');
  const [older, newer] = await insertPastOrders(server.db, made, [
    { placedAt: '2026-03-01T10:00:00Z', customerId: guest.customerId },
    { placedAt: '2026-03-02T10:00:00Z', customerId: guest.customerId, status: 'Cancelled' },
  ]);
  const body = { deliveryAreaId: made.areaId, areaName: 'Marina', location: 'Quay 3', floor: '2' };
  await call('POST /auth/save-address', { body }, guest.token);
  const page = await call('GET /customer/get-customer/:id', { params: { id: guest.customerId } }, owner);
  expect(page.guest).toMatchObject({ name: 'Sara', email: `${guest.customerId}@guest.test`, orders: 1 });
  expect(page.addresses.map(({ location }) => location)).toEqual(['Quay 3']);
  expect(page.orders.map(({ _id }) => _id)).toEqual([newer, older]);
  const nameless = await makeNamed('Guest', null);
  const params = { id: nameless.customerId };
  expect(await refusalOf(call('GET /customer/get-customer/:id', { params }, owner))).toMatchObject({ status: 404 });
});

test('consent is nobody until the guest gives it, and is taken back as simply', async () => {
  const guest = await makeNamed('Sara', '+971501230001');
  const consents = async () =>
    (await call('GET /customer/get-all-customers', { query: {} }, owner)).guests.map(({ consentAt }) => consentAt);
  expect(await call('GET /auth/consent', {}, guest.token)).toEqual({ isGiven: false, at: null });
  const given = await call('POST /auth/change-consent', { body: { isGiven: true } }, guest.token);
  expect([given.isGiven, await consents()]).toEqual([true, [given.at]]);
  server.clock.advance(60_000);
  // Given again it stays what it was.
  expect(await call('POST /auth/change-consent', { body: { isGiven: true } }, guest.token)).toEqual(given);
  await call('POST /auth/change-consent', { body: { isGiven: false } }, guest.token);
  expect([await call('GET /auth/consent', {}, guest.token), await consents()]).toEqual([
    { isGiven: false, at: null },
    [null],
  ]);
  const again = await call('POST /auth/change-consent', { body: { isGiven: true } }, guest.token);
  expect(Date.parse(again.at!)).toBeGreaterThan(Date.parse(given.at!));
});
