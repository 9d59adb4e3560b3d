import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '#contract/base/limits.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import {
  makeCustomer,
  makeOwner,
  makeRestaurant,
  type TestRestaurant,
  ownersPassword,
} from '#server/test/data/restaurant.ts';
import { codeIn, makeTables, openDineIn, tableOrder } from '#server/test/data/tables.ts';

let server: TestApp;
let made: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  made = await makeRestaurant(server.db);
  owner = await openDineIn(server, made);
});

const params = () => ({ id: made.outletId });
const list = async () => server.call('GET /dining/get-tables/:id', { params: params() }, owner);
const names = async () => (await list()).tables.map(({ name }) => name);
const add = (more: string[], area?: string) =>
  makeTables(server, { token: owner, outletId: made.outletId, names: more, ...(area === undefined ? {} : { area }) });
const water = (quantity = 2) => [{ itemId: made.items.water, quantity }];
const find = (table: string, token = made.siteToken) =>
  server.call('POST /dining/find-table', { body: { table } }, token);
async function place(table: string | null, guest?: string, more = {}) {
  const token = guest ?? (await makeCustomer(server.db, made.id)).token;
  const body = tableOrder(made, table, water(), 11.55, more);
  return (await server.call('POST /order/create-order', { body }, token)).order;
}

describe('the tables of an outlet', () => {
  test('are added many at once, named, put into areas and in order', async () => {
    const [one, two, three] = await add(['1', '2', '3'], 'Terrace');
    expect(one!.address).toMatch(new RegExp(`^http://localhost/${made.slug}/t/\\d+-[\\w-]{16}$`));
    const id = (table = one) => ({ params: { id: table!._id } });
    const order = { tables: [three!._id, one!._id] };
    await server.call('POST /dining/arrange/:id', { params: params(), body: order }, owner);
    expect(await names()).toEqual(['3', '1', '2']);
    const body = { name: 'Window', areaId: null };
    const { table } = await server.call('POST /dining/update-table/:id', { ...id(two), body }, owner);
    expect(table).toMatchObject({ name: 'Window', areaId: null, address: two!.address });
    const { areas } = await list();
    expect(areas).toEqual([{ _id: one!.areaId, outletId: made.outletId, name: 'Terrace' }]);
  });

  test('have unique names, whatever the case, and a limit in number', async () => {
    await add(['Bar', '2']);
    for (const twice of [['bar'], ['7', '8', '7']]) {
      expect(await refusalOf(add(twice))).toMatchObject({ status: 400, code: 'table.name_taken' });
    }
    expect(await names()).toEqual(['Bar', '2']);
    const many = (first: number) => Array.from({ length: limits.tablesAddedMax }, (_, n) => `T${first + n}`);
    await add(many(1000));
    await add(many(2000));
    expect(await refusalOf(add(many(3000)))).toMatchObject({ status: 409, code: 'table.too_many' });
    expect((await names()).length).toBe(2 + 2 * limits.tablesAddedMax);
  });

  test('get different numbers, also when they are added at once to two outlets', async () => {
    const { outlet } = await server.call('POST /outlet/clone-outlet/:id', { params: params() }, owner);
    const added = await Promise.all(
      [made.outletId, outlet._id, made.outletId, outlet._id].map((outletId, n) =>
        makeTables(server, { token: owner, outletId, names: [`${n}`, `${n} b`] }),
      ),
    );
    const numbers = added.flat().map(({ code }) => code.split('-')[0]);
    expect(new Set(numbers).size).toBe(8);
  });

  test('are deleted and brought back with their code, and so are areas with their tables', async () => {
    const [one] = await add(['1'], 'Terrace');
    const id = { params: { id: one!._id } };
    await server.call('DELETE /dining/delete-table/:id', id, owner);
    expect(await names()).toEqual([]);
    expect(await refusalOf(find(one!.code))).toMatchObject({ status: 404, code: 'table.code_invalid' });
    const { table } = await server.call('POST /dining/restore-table/:id', id, owner);
    expect(table.address).toBe(one!.address);
    const area = { params: { id: one!.areaId! } };
    await server.call('DELETE /dining/delete-area/:id', area, owner);
    expect((await find(one!.code)).table.area).toBeNull();
    await server.call('POST /dining/restore-area/:id', area, owner);
    expect((await find(one!.code)).table.area).toBe('Terrace');
  });

  test('are not brought back under a name that another table has by now', async () => {
    const [one] = await add(['1']);
    await server.call('DELETE /dining/delete-table/:id', { params: { id: one!._id } }, owner);
    await add(['1']);
    const restoring = server.call('POST /dining/restore-table/:id', { params: { id: one!._id } }, owner);
    expect(await refusalOf(restoring)).toMatchObject({ status: 409, code: 'table.restore_conflict' });
  });
});

describe('a code', () => {
  test("names the table's outlet and area", async () => {
    const [one] = await add(['12'], 'Terrace');
    expect((await find(one!.code)).table).toEqual({
      name: '12',
      area: 'Terrace',
      outletId: made.outletId,
      outletName: `Marina ${made.canary}`,
    });
  });

  test('is void the moment the table gets another, for a look and for an order', async () => {
    const [one] = await add(['12']);
    const guest = (await makeCustomer(server.db, made.id)).token;
    // This call makes the server cache the table.
    await place(one!.code, guest);
    const { table } = await server.call('POST /dining/new-code/:id', { params: { id: one!._id } }, owner);
    expect(await refusalOf(find(one!.code))).toMatchObject({ code: 'table.code_invalid' });
    expect(await refusalOf(place(one!.code, guest))).toMatchObject({ status: 409, code: 'order.table_invalid' });
    expect((await place(codeIn(table.address), guest)).tableName).toBe('12');
  });

  test('is refused in an order when it belongs to another restaurant, outlet or table, or is forged', async () => {
    const other = await makeRestaurant(server.db);
    const theirs = await makeTables(server, {
      token: (await makeOwner(server.db, other.id)).token,
      outletId: other.outletId,
      names: ['12'],
    });
    const { outlet } = await server.call('POST /outlet/clone-outlet/:id', { params: params() }, owner);
    const [elsewhere] = await makeTables(server, { token: owner, outletId: outlet._id, names: ['12'] });
    const [one, two] = await add(['12', '13']);
    const mixed = `${one!.code.split('-')[0]}${two!.code.slice(two!.code.indexOf('-'))}`;
    const codes = [theirs[0]!.code, elsewhere!.code, mixed, `${one!.code.slice(0, -1)}_`, '1', '', null];
    for (const code of codes) {
      expect(await refusalOf(place(code)), String(code)).toMatchObject({ status: 409, code: 'order.table_invalid' });
    }
    for (const code of [theirs[0]!.code, mixed, 'x']) {
      expect(await refusalOf(find(code)), code).toMatchObject({ code: 'table.code_invalid' });
    }
  });
});

describe('an order at a table', () => {
  test('keeps the names of its time, has no fee, and is paid at the table', async () => {
    const [one] = await add(['12'], 'Terrace');
    const items = [{ ...water()[0]!, guestName: 'Omar' }];
    const order = await place(one!.code, undefined, { items, paymentMethod: 'card at table' });
    const body = { name: '99', areaId: null };
    await server.call('POST /dining/update-table/:id', { params: { id: one!._id }, body }, owner);
    const { order: kept } = await server.call('GET /order/get-order-details/:id', { params: { id: order._id } }, owner);
    expect(kept).toMatchObject({
      deliveryMode: 'dine-in',
      tableId: one!._id,
      tableName: '12',
      tableArea: 'Terrace',
      deliveryFee: null,
      paymentMethod: 'card at table',
      totalPrice: 11.55,
      cart: [{ guestName: 'Omar' }],
    });
    const history = await server.call('GET /order/history', { query: { paymentMethod: 'Card at table' } }, owner);
    expect(history.order).toMatchObject([{ _id: order._id, tableName: '12', tableArea: 'Terrace' }]);
  });

  test("is refused when the mode is off, with the mode's own message", async () => {
    const [one] = await add(['12']);
    const body = { mode: 'dine-in', delivery: false } as const;
    await server.call('POST /outlet/update-ordering-modes/:id', { params: params(), body }, owner);
    expect(await refusalOf(place(one!.code))).toMatchObject({ status: 409, code: 'order.dine_in_not_available' });
  });

  test('takes the payment methods of dine-in, not those of another mode', async () => {
    const [one] = await add(['12']);
    const wrong = place(one!.code, undefined, { paymentMethod: 'cash on pickup' });
    expect(await refusalOf(wrong)).toMatchObject({ code: 'order.payment_not_available' });
  });

  test('is the only one that uses the code: other modes ignore it', async () => {
    const [one] = await add(['12']);
    const guest = await makeCustomer(server.db, made.id);
    const body = pickupOrder(made, water(), 11.55, { table: one!.code });
    const { order } = await server.call('POST /order/create-order', { body }, guest.token);
    expect(order).toMatchObject({ deliveryMode: 'pickup', tableId: null, tableName: null });
  });

  test('has a quote that reports an invalid code', async () => {
    await add(['12']);
    const body = tableOrder(made, '1-aaaaaaaaaaaaaaaa', water(), 11.55);
    const { quote } = await server.call('POST /order/quote-order', { body }, made.siteToken);
    expect(quote.problems.map(({ code }) => code)).toEqual(['order.table_invalid']);
  });
});

test('deleting an outlet deletes its tables', async () => {
  const [one] = await add(['12']);
  await server.call(
    'DELETE /outlet/delete-outlet/:id',
    { params: params(), body: { password: ownersPassword } },
    owner,
  );
  expect(await refusalOf(find(one!.code))).toMatchObject({ code: 'table.code_invalid' });
  const id = { params: { id: one!._id } };
  expect(await refusalOf(server.call('POST /dining/new-code/:id', id, owner))).toMatchObject({ status: 404 });
});
