import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { codeIn, makeTables } from '#server/test/data/tables.ts';

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
});

const clone = (id: OutletId = ours.outletId, token = owner) =>
  server.call('POST /outlet/clone-outlet/:id', { params: { id } }, token);
const update = (form: object, files: Record<string, Blob> = {}) =>
  server.call('PUT /outlet/update-outlet/:id', { params: { id: ours.outletId }, form, files }, owner);
const areasOf = async (id: OutletId) =>
  (await server.call('GET /outlet/get-all-delivery-areas/:id', { params: { id } }, owner)).deliveryAreas;

test('a clone equals its source in everything, is InActive, and has a name of its own', async () => {
  await update({ alertCalls: true, pickup: false }, { image: makePng() });
  await server.call(
    'POST /outlet/update-ordering-modes/:id',
    { params: { id: ours.outletId }, body: { mode: 'delivery', preparationTime: 30, deliveryTime: 75 } },
    owner,
  );
  await transaction(server.db, ours.id, async (tx) => {
    const off = { restaurant_id: ours.id, outlet_id: ours.outletId };
    await tx
      .insertInto('item_inactive_outlets')
      .values({ ...off, item_id: ours.items.water })
      .execute();
    await tx
      .insertInto('category_inactive_outlets')
      .values({ ...off, category_id: ours.categories.drinks })
      .execute();
  });
  const { outlet: source } = await server.call('GET /outlet/get-outlet/:id', { params: { id: ours.outletId } }, owner);

  const { outlet, outlets, success, msg } = await clone();
  expect([success, msg, outlets]).toEqual([true, 'Your record was successfully added', outlet]);
  const [day] = source.specialDays;
  expect(outlet).toEqual({
    ...source,
    _id: expect.any(String),
    name: `Marina ${ours.canary} copy`,
    status: false,
    specialDays: [{ ...day, _id: expect.any(String), outletId: outlet._id }],
  });
  expect(outlet._id).not.toBe(source._id);
  expect(outlet.specialDays[0]!._id).not.toBe(day!._id);

  const [area] = await areasOf(ours.outletId);
  expect(await areasOf(outlet._id)).toEqual([{ ...area, _id: expect.any(String), outletId: outlet._id }]);
  const { item } = await server.call('GET /menu/get-items-modifier/:id', { params: { id: ours.items.water } }, owner);
  expect(item.InActiveOutletIds).toEqual([{ _id: ours.outletId }, { _id: outlet._id }]);
  const { category } = await server.call(
    'GET /menu/get-categoryDetail/:id',
    { params: { id: ours.categories.drinks } },
    owner,
  );
  expect(category.InActiveOutletIds).toEqual([{ _id: ours.outletId }, { _id: outlet._id }]);
  const { outlets: all } = await server.call('GET /outlet/get-all-outlet', {}, owner);
  expect(all.map(({ _id }) => _id)).toEqual([ours.outletId, outlet._id]);
});

test('a clone has the areas and tables of the source, in their order, with codes of their own', async () => {
  const params = { id: ours.outletId };
  const [twelve, gone] = await makeTables(server, {
    token: owner,
    outletId: ours.outletId,
    names: ['12', '13'],
    area: 'Terrace',
  });
  const [bar] = await makeTables(server, { token: owner, outletId: ours.outletId, names: ['Bar'] });
  await server.call('POST /dining/arrange/:id', { params, body: { tables: [bar!._id] } }, owner);
  await server.call('DELETE /dining/delete-table/:id', { params: { id: gone!._id } }, owner);

  const { outlet } = await clone();
  const { areas, tables } = await server.call('GET /dining/get-tables/:id', { params: { id: outlet._id } }, owner);
  expect(areas).toEqual([{ _id: expect.any(String), outletId: outlet._id, name: 'Terrace' }]);
  expect(tables.map(({ name, areaId }) => [name, areaId])).toEqual([
    ['Bar', null],
    ['12', areas[0]!._id],
  ]);
  expect(areas[0]!._id).not.toBe(twelve!.areaId);
  const codes = [...tables, twelve!, bar!].map(({ address }) => codeIn(address));
  expect(new Set(codes).size).toBe(4);
  // A code leads to the outlet of its table.
  const found = (table: string) => server.call('POST /dining/find-table', { body: { table } }, ours.siteToken);
  await server.call('PUT /outlet/update-outlet/:id', { params: { id: outlet._id }, form: { status: true } }, owner);
  expect(await found(codeIn(tables[1]!.address))).toMatchObject({ table: { name: '12', outletId: outlet._id } });
  expect(await found(twelve!.code)).toMatchObject({ table: { name: '12', outletId: ours.outletId } });
});

test('a clone is not on the site before it is Active; its orders have numbers of their own', async () => {
  const { outlet } = await clone();
  const shown = async () => {
    const { outlets } = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
    return outlets.map(({ _id }) => _id);
  };
  expect(await shown()).toEqual([ours.outletId]);
  await server.call('PUT /outlet/update-outlet/:id', { params: { id: outlet._id }, form: { status: true } }, owner);
  await expect.poll(shown).toEqual([ours.outletId, outlet._id]);
  const guest = await makeCustomer(server.db, ours.id);
  const place = async (outletId: OutletId) => {
    const order = { ...pickupOrder(ours, [{ itemId: ours.items.water, quantity: 1 }], 5.78), outletId };
    return (await server.call('POST /order/create-order', { body: { order } }, guest.token)).order.orderNumber;
  };
  expect([await place(ours.outletId), await place(outlet._id), await place(outlet._id)]).toEqual([1, 101, 102]);
});

test('a change to the one does not change the other', async () => {
  const { outlet } = await clone();
  const [area] = await areasOf(outlet._id);
  await server.call(
    'POST /outlet/update-delivery-area/:id',
    { params: { id: area!._id }, body: { areaName: 'Elsewhere', deliveryFee: 9 } },
    owner,
  );
  await server.call('DELETE /outlet/delete-special-day/:id', { params: { id: ours.specialDayId } }, owner);
  expect(await areasOf(ours.outletId)).toMatchObject([{ areaName: `Harbour ${ours.canary}`, deliveryFee: 5 }]);
  const { outlet: read } = await server.call('GET /outlet/get-outlet/:id', { params: { id: outlet._id } }, owner);
  expect(read.specialDays).toHaveLength(1);
});

test('clones made at once have different names', async () => {
  const clones = await Promise.all([clone(), clone(), clone()]);
  const name = `Marina ${ours.canary}`;
  expect(clones.map(({ outlet }) => outlet.name).toSorted()).toEqual([
    `${name} copy`,
    `${name} copy 2`,
    `${name} copy 3`,
  ]);
});

test('the longest name is cut between characters to make room', async () => {
  const { outlet: longest } = await update({ name: '🍕'.repeat(limits.name) });
  expect(Array.from(longest.name)).toHaveLength(limits.name);
  const first = await clone();
  const second = await clone();
  expect(first.outlet.name).toBe(`${'🍕'.repeat(limits.name - 5)} copy`);
  expect(second.outlet.name).toBe(`${'🍕'.repeat(limits.name - 7)} copy 2`);
});

test('staff may not clone, and an unknown outlet is not found', async () => {
  const { token } = await makeOwner(server.db, ours.id, 'staff');
  await expect(clone(ours.outletId, token)).rejects.toMatchObject({ status: 403 });
  await expect(clone(newId<OutletId>())).rejects.toMatchObject({ status: 404 });
});
