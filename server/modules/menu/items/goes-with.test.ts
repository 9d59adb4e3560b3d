/** The dishes that a merchant chose to be suggested beside another (decision 107). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

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

type Ids = (ItemId | { _id: ItemId })[];
const choose = (goesWith: Ids, id = ours.items.burger) =>
  server.call('POST /menu/update-items-modifier/:id', { params: { id }, form: { goesWith } }, owner);
const get = async (id = ours.items.burger) =>
  (await server.call('GET /menu/get-items-modifier/:id', { params: { id } }, owner)).item;
const addDish = async (name: string, goesWith?: Ids) => {
  const form = { name, type: 'item', price: 9, sku: name, categoryId: ours.categories.mains, goesWith } as const;
  const { item } = await server.call('POST /menu/add-items-modifier', { form, files: { image: makePng() } }, owner);
  return item;
};
const remove = (id: ItemId) => server.call('DELETE /menu/delete-items-modifier/:id', { params: { id } }, owner);
const restore = (id: ItemId) => server.call('POST /menu/restore-items-modifier/:id', { params: { id } }, owner);
const onSite = async () => {
  const { items } = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
  return Object.fromEntries(items.flatMap(({ _id, goesWith }) => (goesWith ? [[_id, goesWith]] : [])));
};

test('are kept in their order, replaced as a whole, and on the site of guests', async () => {
  const { burger, water, special } = ours.items;
  expect(await get()).not.toHaveProperty('goesWith');
  expect(await onSite()).toEqual({});
  const { item, msg } = await choose([special, { _id: water }]);
  expect([item.goesWith, msg]).toEqual([[special, water], 'The record is successfully updated']);
  await expect.poll(onSite).toEqual({ [burger]: [special, water] });
  expect((await choose([water, special])).item.goesWith).toEqual([water, special]);
  expect((await choose([special])).item.goesWith).toEqual([special]);
  // Another field leaves them.
  const form = { name: 'Beefburger' };
  await server.call('POST /menu/update-items-modifier/:id', { params: { id: burger }, form }, owner);
  expect((await get()).goesWith).toEqual([special]);
  expect((await choose([])).item).not.toHaveProperty('goesWith');
  await expect.poll(onSite).toEqual({});
});

test('a new dish has them from the beginning', async () => {
  const { water, special } = ours.items;
  expect((await addDish('Soup', [water, special])).goesWith).toEqual([water, special]);
});

describe('are refused, and nothing is saved', () => {
  let theirs: TestRestaurant;
  beforeAll(async () => {
    theirs = await makeRestaurant(server.db);
  });
  test.each<[string, () => Ids, string, string]>([
    ['of another restaurant', () => [ours.items.water, theirs.items.water], 'goesWith.1', 'not_found'],
    ['that never existed', () => [newId<ItemId>()], 'goesWith.0', 'not_found'],
    ['that are options', () => [ours.modifiers.cheese], 'goesWith.0', 'not_found'],
    ['that are the dish itself', () => [ours.items.water, ours.items.burger], 'goesWith.1', 'item.goes_with_itself'],
    ['of more than six', () => Array.from({ length: 7 }, () => newId<ItemId>()), 'goesWith', 'too_many'],
  ])('%s', async (_, ids, field, code) => {
    await choose([ours.items.special]);
    await expect(choose(ids())).rejects.toMatchObject({
      status: 400,
      answer: { code: 'request.invalid', fields: { [field]: { code } } },
    });
    expect((await get()).goesWith).toEqual([ours.items.special]);
  });

  test('a deleted dish', async () => {
    await remove(ours.items.water);
    await expect(choose([ours.items.water])).rejects.toMatchObject({
      answer: { fields: { 'goesWith.0': { code: 'not_found' } } },
    });
  });

  test('suggestions that a modifier is given', async () => {
    await expect(choose([ours.items.water], ours.modifiers.cheese)).rejects.toMatchObject({
      answer: { fields: { goesWith: { code: 'item.modifier_goes_with_none' } } },
    });
    await expect(choose([], ours.modifiers.cheese)).resolves.toMatchObject({ success: true });
  });

  test('suggestions that a dish of another restaurant is given', async () => {
    await expect(choose([ours.items.water], theirs.items.burger)).rejects.toMatchObject({ status: 404 });
  });
});

test('one that is given twice is chosen once', async () => {
  const { water, special } = ours.items;
  expect((await choose([water, special, { _id: water }])).item.goesWith).toEqual([water, special]);
});

test('six are the most, also where a deleted dish comes back', async () => {
  const made = [];
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) made.push((await addDish(name))._id);
  const [first, ...others] = made;
  await choose(made.slice(0, limits.goesWithMax));
  await remove(first!);
  expect((await get()).goesWith).toEqual(others.slice(0, 5));
  await choose(others);
  await restore(first!);
  expect((await get()).goesWith).toHaveLength(limits.goesWithMax);
});

test('a deleted dish is suggested nowhere, and again once it is restored', async () => {
  const { burger, water, special } = ours.items;
  await choose([special, water]);
  await choose([burger], water);
  await remove(water);
  expect((await get()).goesWith).toEqual([special]);
  await expect.poll(onSite).toEqual({ [burger]: [special] });
  await restore(water);
  await expect.poll(onSite).toEqual({ [burger]: [special, water], [water]: [burger] });
});

test('a dish that guests do not see is not named to them', async () => {
  const { burger, water, special } = ours.items;
  await choose([special, water]);
  const body = { categoryId: ours.categories.drinks, items: [] };
  await server.call('POST /menu/add-update-category', { body }, owner);
  await expect.poll(onSite).toEqual({ [burger]: [special] });
  expect((await get()).goesWith).toEqual([special, water]);
});

test('one of two lists that are saved at once is kept, whole', async () => {
  const { water, special } = ours.items;
  const soup = (await addDish('Soup'))._id;
  const lists = [[water, special], [soup], [special, soup, water], []];
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(lists.map((ids) => choose(ids)));
    expect(lists).toContainEqual((await get()).goesWith ?? []);
  }
});

test('orders that are being written go on: a suggestion is no term of an order', async () => {
  const version = async () =>
    (
      await transaction(server.db, ours.id, (tx) =>
        tx.selectFrom('restaurants').select('menu_version').where('id', '=', ours.id).executeTakeFirstOrThrow(),
      )
    ).menu_version;
  const form = { goesWith: [ours.items.water] };
  await choose([ours.items.special]);
  const before = await version();
  await transaction(server.db, ours.id, (tx) =>
    tx.deleteFrom('item_goes_with').where('item_id', '=', ours.items.burger).execute(),
  );
  expect(await version()).toBe(before);
  await server.call('POST /menu/update-items-modifier/:id', { params: { id: ours.items.burger }, form }, owner);
  expect((await get()).goesWith).toEqual([ours.items.water]);
});
