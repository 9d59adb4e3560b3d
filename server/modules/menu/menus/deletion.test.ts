/** A deleted entity is gone everywhere at once, and Undo brings back exactly the former state (decision 35). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Route } from '#contract/base/api.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { deliveryOrder, largeBurger } from '#server/test/data/orders.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
  const { id, categories, items, outletId } = ours;
  await transaction(server.db, id, async (tx) => {
    const off = { restaurant_id: id, outlet_id: outletId };
    await tx
      .insertInto('category_inactive_outlets')
      .values({ ...off, category_id: categories.drinks })
      .execute();
    await tx
      .insertInto('item_inactive_outlets')
      .values({ ...off, item_id: items.special })
      .execute();
  });
});

const readSite = () => server.call('GET /site/:slug', { params: { slug: ours.slug } });

/** Everything that anybody reads of the restaurant's menus. */
async function readAll() {
  const { menuId, siteToken } = ours;
  const read = async (token: string) => ({
    menus: await server.call('GET /menu/get-all-menus', {}, token),
    categories: await rawCall(server.app, 'POST /menu/get-all-categories', { body: { menuId } }, token).then(
      ({ status, text }) => [status, text.replaceAll(/"requestId":"[^"]+"/g, '')],
    ),
    items: await server.call('GET /menu/get-all-items-modifier', {}, token),
    lists: await server.call('GET /menu/get-all-modifier-list', {}, token),
  });
  return { merchant: await read(owner), guests: await read(siteToken), site: await readSite() };
}

const kinds = [
  ['menu', 'DELETE /menu/delete-menu/:id', 'POST /menu/restore-menu/:id', () => ours.menuId],
  ['category', 'POST /menu/delete-category/:id', 'POST /menu/restore-category/:id', () => ours.categories.mains],
  ['item', 'DELETE /menu/delete-items-modifier/:id', 'POST /menu/restore-items-modifier/:id', () => ours.items.burger],
  [
    'modifier',
    'DELETE /menu/delete-items-modifier/:id',
    'POST /menu/restore-items-modifier/:id',
    () => ours.modifiers.large,
  ],
  [
    'modifier list',
    'DELETE /menu/delete-modifier-list/:id',
    'POST /menu/restore-modifier-list/:id',
    () => ours.lists.size,
  ],
] as const satisfies readonly [string, Route, Route, () => string][];

const ask = (route: Route, id: string) => rawCall(server.app, route, { params: { id } }, owner);

describe.each(kinds)('deleting the %s', (_, remove, restore, id) => {
  test('hides it everywhere, and restoring brings it back as it was', async () => {
    const before = await readAll();
    expect(await ask(restore, id())).toMatchObject({ status: 404 });

    const gone = await ask(remove, id());
    expect([gone.status, JSON.parse(gone.text)]).toEqual([
      200,
      { success: true, code: 'record.deleted', msg: 'The record is successfully deleted' },
    ]);
    await expect.poll(async () => JSON.stringify(await readSite()), { interval: 5, timeout: 5000 }).not.toContain(id());
    const without = await readAll();
    // Categories of a deleted menu are answered with not found.
    expect(JSON.stringify(without)).not.toContain(id());
    expect(await ask(remove, id())).toMatchObject({ status: 404 });

    const back = await ask(restore, id());
    expect([back.status, JSON.parse(back.text)]).toEqual([
      200,
      expect.objectContaining({ success: true, code: 'record.restored', msg: 'The record was restored' }),
    ]);
    await expect.poll(readSite, { interval: 5, timeout: 5000 }).toEqual(before.site);
    expect(await readAll()).toEqual(before);
    expect(await ask(restore, id())).toMatchObject({ status: 404 });
  });

  test('happens once, however many delete it at once, and so does restoring', async () => {
    for (const route of [remove, restore]) {
      const replies = await Promise.all(Array.from({ length: 5 }, () => ask(route, id())));
      expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
        200, 404, 404, 404, 404,
      ]);
    }
  });
});

test('an order of a deleted item is refused, and earlier orders stay as they were', async () => {
  const guest = await makeCustomer(server.db, ours.id);
  const body = deliveryOrder(ours, [largeBurger(ours, 2)], 0);
  const { quote } = await server.call('POST /order/quote-order', { body }, ours.siteToken);
  const place = () =>
    server.call('POST /order/create-order', { body: { ...body, totalPrice: quote.total } }, guest.token);
  const { order } = await place();
  for (const [, remove, restore, id] of kinds) {
    expect((await ask(remove, id())).status).toBe(200);
    await expect(place()).rejects.toMatchObject({
      status: expect.toSatisfy((status) => status === 409 || status === 400),
    });
    expect((await ask(restore, id())).status).toBe(200);
    await place();
  }
  const { order: kept } = await server.call(
    'GET /order/get-order-details/:id',
    { params: { id: order._id } },
    guest.token,
  );
  expect(kept).toEqual(order);
});

test('changes saved meanwhile stay, and a restored entity takes its place among them', async () => {
  const { mains } = ours.categories;
  const { burger, special, water } = ours.items;
  const { size, extras } = ours.lists;
  await ask('DELETE /menu/delete-items-modifier/:id', burger);
  const items = [special, water];
  await server.call('POST /menu/add-update-category', { body: { categoryId: mains, items } }, owner);
  await ask('POST /menu/restore-items-modifier/:id', burger);
  const { category } = await server.call('GET /menu/get-categoryDetail/:id', { params: { id: mains } }, owner);
  expect(new Set(category.items.map(({ _id }) => _id))).toEqual(new Set([burger, special, water]));

  await ask('DELETE /menu/delete-modifier-list/:id', size);
  const form = { modifierList: [extras] };
  await server.call('POST /menu/update-items-modifier/:id', { params: { id: burger }, form }, owner);
  await ask('POST /menu/restore-modifier-list/:id', size);
  const { item } = await server.call('GET /menu/get-items-modifier/:id', { params: { id: burger } }, owner);
  expect(item.modifierList).toEqual([size, extras]);
});

test('a category of a deleted menu comes back with the menu, not before', async () => {
  const { mains } = ours.categories;
  await ask('POST /menu/delete-category/:id', mains);
  await ask('DELETE /menu/delete-menu/:id', ours.menuId);
  expect(await ask('POST /menu/restore-category/:id', mains)).toMatchObject({ status: 404 });
  expect(await ask('POST /menu/delete-category/:id', ours.categories.drinks)).toMatchObject({ status: 404 });
  await ask('POST /menu/restore-menu/:id', ours.menuId);
  const { categories } = await server.call('POST /menu/get-all-categories', { body: { menuId: ours.menuId } }, owner);
  expect(categories.map(({ _id }) => _id)).toEqual([ours.categories.drinks]);
  expect(await ask('POST /menu/restore-category/:id', mains)).toMatchObject({ status: 200 });
});

test('a deleted outlet is named nowhere, and its switched-off items are off again once it is back', async () => {
  const mark = (at: Date | null) =>
    transaction(server.db, ours.id, (tx) => tx.updateTable('outlets').set({ deleted_at: at }).execute());
  const { drinks } = ours.categories;
  const { special } = ours.items;
  const read = async () => [
    (await server.call('GET /menu/get-categoryDetail/:id', { params: { id: drinks } }, owner)).category,
    (await server.call('GET /menu/get-items-modifier/:id', { params: { id: special } }, owner)).item,
  ];
  const before = await read();
  await mark(new Date());
  expect(JSON.stringify(await read())).not.toContain(ours.outletId);
  const body = { categoryId: drinks, InActiveOutletIds: [ours.outletId] };
  await expect(server.call('POST /menu/add-update-category', { body }, owner)).rejects.toMatchObject({
    status: 400,
    answer: { fields: { 'InActiveOutletIds.0': { code: 'not_found' } } },
  });
  await server.call('POST /menu/add-update-category', { body: { ...body, InActiveOutletIds: [] } }, owner);
  await mark(null);
  expect(await read()).toEqual(before);
});

test('an entity created by an import meanwhile is separate from a restored one', async () => {
  const { id, items } = ours;
  const setKey = (itemId: typeof items.water) =>
    transaction(server.db, id, (tx) =>
      tx.updateTable('items').set({ external_id: 'dish#1' }).where('id', '=', itemId).execute(),
    );
  await setKey(items.water);
  await ask('DELETE /menu/delete-items-modifier/:id', items.water);
  await setKey(items.special);
  expect(await ask('POST /menu/restore-items-modifier/:id', items.water)).toMatchObject({ status: 200 });
  const rows = await transaction(server.db, id, (tx) =>
    tx.selectFrom('items').select(['id', 'external_id']).where('type', '=', 'item').orderBy('id').execute(),
  );
  expect(new Map(rows.map((row) => [row.id, row.external_id]))).toEqual(
    new Map([
      [items.burger, null],
      [items.special, 'dish#1'],
      [items.water, null],
    ]),
  );
});
