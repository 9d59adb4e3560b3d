/** Orders of a whole table, from several phones at once (docs/decisions/0024). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { minorUnits } from '#contract/base/money.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { linesOf, omar, phonesAt, sara } from '#server/test/data/table-sessions.ts';
import { makeTables, openDineIn } from '#server/test/data/tables.ts';

let server: TestApp;
let made: TestRestaurant;
let owner: string;
let tables: Awaited<ReturnType<typeof makeTables>>;
let phones: ReturnType<typeof phonesAt>;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  made = await makeRestaurant(server.db);
  owner = await openDineIn(server, made);
  tables = await makeTables(server, { token: owner, outletId: made.outletId, names: ['12', '13'] });
  phones = phonesAt(server, made, tables[0]!.code);
});

const orders = async () => (await server.call('GET /order/get-all-orders', { query: {} }, owner)).order;
const inDatabase = (work: (tx: Tx) => Promise<unknown>) => transaction(server.db, made.id, work);

describe('phones at one table', () => {
  test("order everything, with the name of each guest, and see the order's progress", async () => {
    const tableSession = await phones.join(sara);
    await phones.join(omar);
    await phones.share(tableSession, sara, [phones.water('s1')], 'Sara');
    const seen = await phones.share(tableSession, omar, [phones.water('o1', 2)]);
    const placed = await phones.order(seen, omar, 17.33);
    expect(placed).toMatchObject({ tableName: '12', totalPrice: 17.33 });
    expect(placed.cart.map(({ guestName, quantity }) => [guestName, quantity])).toEqual([
      ['Sara', 1],
      ['Guest 2', 2],
    ]);
    const after = await phones.read(tableSession, sara);
    expect(linesOf(after)).toEqual([
      ['Sara', []],
      ['Guest 2', []],
    ]);
    expect(after.removedLineIds).toEqual(['s1']);
    expect(after.orders).toEqual([
      { _id: placed._id, orderNumber: placed.orderNumber, orderName: placed.orderName, status: 'New', participant: 2 },
    ]);
    const body = { orderId: placed._id, status: 'Confirmed' } as const;
    await server.call('POST /order/update-order-status', { body }, owner);
    expect((await phones.read(tableSession, omar)).orders).toMatchObject([{ status: 'Confirmed' }]);
    // Lines that arrive late, or again, have been ordered.
    expect(linesOf(await phones.share(tableSession, sara, [phones.water('s1'), phones.water('s2')]))[0]).toEqual([
      'Sara',
      ['s2 1'],
    ]);
  });

  test('make one order when they send at once, and the slower one learns who was faster', async () => {
    const tableSession = await phones.join(sara);
    await phones.join(omar);
    await phones.share(tableSession, sara, [phones.water('s1')], 'Sara');
    const seen = await phones.share(tableSession, omar, [phones.water('o1')], 'Omar');
    const tries = await Promise.allSettled([phones.order(seen, sara, 11.55), phones.order(seen, omar, 11.55)]);
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await orders()).toHaveLength(1);
    const late = tries.find((one) => one.status === 'rejected')!;
    const winner = tries[0].status === 'fulfilled' ? 'Sara' : 'Omar';
    expect(await refusalOf(Promise.reject(late.reason as Error))).toMatchObject({
      status: 409,
      code: 'order.table_basket_sent',
      details: { name: winner, orderNumber: 1 },
    });
  });

  test('lose nothing when one chooses while another orders', async () => {
    const tableSession = await phones.join(sara);
    await phones.join(omar);
    const seen = await phones.share(tableSession, sara, [phones.water('s1')], 'Sara');
    await phones.share(tableSession, omar, [phones.water('o1')]);
    expect(await refusalOf(phones.order(seen, sara, 5.78))).toMatchObject({
      status: 409,
      code: 'order.table_basket_changed',
    });
    expect(await orders()).toEqual([]);
    const both = await Promise.allSettled([
      phones.order(await phones.read(tableSession, sara), sara, 11.55),
      phones.share(tableSession, omar, [phones.water('o1'), phones.water('o2')]),
    ]);
    const left = linesOf(await phones.read(tableSession, omar));
    // In either sequence, unordered lines are still there and ordered ones are not.
    if (both[0].status === 'fulfilled') expect(left[1]).toEqual(['Guest 2', ['o2 1']]);
    else expect(left[1]).toEqual(['Guest 2', ['o1 1', 'o2 1']]);
  });

  test('make one order when they send the same request twice at once', async () => {
    const tableSession = await phones.join(sara);
    const seen = await phones.share(tableSession, sara, [phones.water('s1')]);
    const guest = (await makeCustomer(server.db, made.id)).token;
    const twice = [1, 2].map(() => phones.order(seen, sara, 5.78, { guest, key: 'd'.repeat(32) }));
    const [first, second] = await Promise.all(twice);
    expect(second!._id).toBe(first!._id);
    expect((await phones.read(tableSession, sara)).orders).toHaveLength(1);
  });

  test('get the first order again for the same key', async () => {
    const tableSession = await phones.join(sara);
    const seen = await phones.share(tableSession, sara, [phones.water('s1')]);
    const guest = (await makeCustomer(server.db, made.id)).token;
    const first = await phones.order(seen, sara, 5.78, { guest, key: 'k'.repeat(32) });
    await phones.share(tableSession, sara, [phones.water('s2')]);
    expect((await phones.order(seen, sara, 5.78, { guest, key: 'k'.repeat(32) }))._id).toBe(first._id);
    expect(linesOf(await phones.read(tableSession, sara))).toEqual([['Guest 1', ['s2 1']]]);
  });

  test('keep their basket when the order is refused', async () => {
    const tableSession = await phones.join(sara);
    const seen = await phones.share(tableSession, sara, [phones.water('s1')]);
    expect(await refusalOf(phones.order(seen, sara, 5))).toMatchObject({ code: 'order.price_changed' });
    const other = {
      ...seen,
      participants: seen.participants.map((participant) => ({ ...participant, lines: [phones.water('s1', 2)] })),
    };
    expect(await refusalOf(phones.order(other, sara, 11.55))).toMatchObject({ code: 'order.table_basket_changed' });
    expect(linesOf(await phones.read(tableSession, sara))).toEqual([['Guest 1', ['s1 1']]]);
  });
});

describe('the basket stays as it was', () => {
  const kept = [['Guest 1', ['s1 1']]];
  const seated = async () => phones.share(await phones.join(sara), sara, [phones.water('s1')]);

  test('when a dish is sold out by now, and is ordered with another dish', async () => {
    const seen = await seated();
    await inDatabase((tx) => tx.updateTable('items').set({ quantity: 0 }).where('id', '=', made.items.water).execute());
    expect(await refusalOf(phones.order(seen, sara, 5.78))).toMatchObject({ code: 'order.sold_out' });
    expect(linesOf(await phones.read(seen, sara))).toEqual(kept);
    expect(await orders()).toEqual([]);
  });

  test('when a dish has another price by now, and is ordered once the guest agrees', async () => {
    const seen = await seated();
    await inDatabase((tx) =>
      tx
        .updateTable('items')
        .set({ price_minor: minorUnits(600) })
        .where('id', '=', made.items.water)
        .execute(),
    );
    expect(await refusalOf(phones.order(seen, sara, 5.78))).toMatchObject({ code: 'order.price_changed' });
    expect(linesOf(await phones.read(seen, sara))).toEqual(kept);
    expect(await phones.order(seen, sara, 6.3)).toMatchObject({ orderNumber: 1, totalPrice: 6.3 });
  });

  test('when the outlet takes no orders at tables now', async () => {
    const seen = await seated();
    const body = { mode: 'dine-in', delivery: false } as const;
    await server.call('POST /outlet/update-ordering-modes/:id', { params: { id: made.outletId }, body }, owner);
    expect(await refusalOf(phones.order(seen, sara, 5.78))).toMatchObject({ code: 'order.dine_in_not_available' });
    expect(linesOf(await phones.read(seen, sara))).toEqual(kept);
  });

  test('when it is ordered to another table', async () => {
    const seen = await seated();
    const elsewhere = phones.order(seen, sara, 5.78, { table: tables[1]!.code });
    expect(await refusalOf(elsewhere)).toMatchObject({ code: 'table.session_over' });
    expect(linesOf(await phones.read(seen, sara))).toEqual(kept);
    expect(await orders()).toEqual([]);
  });
});

test('a menu that changes while the order is written costs nobody the basket', async () => {
  const tableSession = await phones.join(sara);
  await phones.order(await phones.share(tableSession, sara, [phones.water('s1')]), sara, 5.78);
  // The facts read for the first order are remembered, and outdated by now.
  await inDatabase((tx) =>
    tx.updateTable('items').set({ name: 'Still water' }).where('id', '=', made.items.water).execute(),
  );
  const second = await phones.order(await phones.share(tableSession, sara, [phones.water('s2')]), sara, 5.78);
  expect(second.cart.map(({ name }) => name)).toEqual(['Still water']);
  const after = await phones.read(tableSession, sara);
  expect(after.removedLineIds).toEqual(['s2', 's1']);
  expect(after.orders.map(({ orderNumber }) => orderNumber)).toEqual([1, 2]);
});

test('a table cleared during an order has the order or none, and no basket', async () => {
  const seen = await phones.share(await phones.join(sara), sara, [phones.water('s1')]);
  const params = { id: tables[0]!._id };
  const [ordered] = await Promise.allSettled([
    phones.order(seen, sara, 5.78),
    server.call('POST /dining/clear-table/:id', { params }, owner),
  ]);
  expect(await orders()).toHaveLength(ordered.status === 'fulfilled' ? 1 : 0);
  if (ordered.status === 'rejected') {
    expect(await refusalOf(Promise.reject(ordered.reason as Error))).toMatchObject({ code: 'table.session_over' });
  }
  expect(await refusalOf(phones.read(seen, sara))).toMatchObject({ code: 'table.session_over' });
  expect(linesOf(await phones.join(omar))).toEqual([['Guest 1', []]]);
});

test('an erased guest leaves no name at the table', async () => {
  const guest = await makeCustomer(server.db, made.id);
  const seen = await phones.share(await phones.join(sara), sara, [phones.water('s1')], 'Sara');
  const { _id } = await phones.order(seen, sara, 5.78, { guest: guest.token });
  const body = { orderId: _id, status: 'Cancelled', reason: 'Kitchen is closed' } as const;
  await server.call('POST /order/update-order-status', { body }, owner);
  await server.call('POST /auth/delete-customer', {}, guest.token);
  const [order] = await orders();
  expect(order).toMatchObject({ _id, cart: [{ guestName: '' }] });
});
