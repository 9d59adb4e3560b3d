/** A new item inside a category: both are written, or neither. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CategoryId } from '#contract/base/ids.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { refusalOf } from '#server/test/data/orders.ts';
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

const soup = { name: 'Soup', type: 'item', price: 18.5, sku: 'SOUP' } as const;
const add = (categoryId: CategoryId) => {
  const input = { form: { ...soup, categoryId }, files: { image: makePng() } };
  return server.call('POST /menu/add-items-modifier', input, owner);
};
const itemsOf = async (id: CategoryId) => {
  const { category } = await server.call('GET /menu/get-categoryDetail/:id', { params: { id } }, owner);
  return category.items.map((item) => (typeof item === 'string' ? item : item._id));
};
const namesOfItems = async () =>
  (await server.call('GET /menu/get-all-items-modifier', {}, owner)).items.map(({ name }) => name);

test('a new item comes last in the category that it names', async () => {
  const before = await itemsOf(ours.categories.mains);
  const { item } = await add(ours.categories.mains);
  expect(await itemsOf(ours.categories.mains)).toEqual([...before, item._id]);
});

test('an item of a category that is gone is not made', async () => {
  const params = { id: ours.categories.drinks };
  await server.call('POST /menu/delete-category/:id', { params }, owner);
  expect(await refusalOf(add(ours.categories.drinks))).toMatchObject({ status: 404 });
  expect(await namesOfItems()).not.toContain('Soup');
});

test('an item of another restaurant’s category is not made', async () => {
  const other = await makeRestaurant(server.db);
  expect(await refusalOf(add(other.categories.mains))).toMatchObject({ status: 404 });
  expect(await namesOfItems()).not.toContain('Soup');
});

test('a modifier is in no category', async () => {
  const form = { name: 'Lemon', type: 'modifier', price: 1, sku: 'LEMON', categoryId: ours.categories.mains } as const;
  const refused = await refusalOf(server.call('POST /menu/add-items-modifier', { form }, owner));
  expect(refused).toMatchObject({ status: 400, fields: { categoryId: { code: 'item.modifier_has_no_category' } } });
  expect(await namesOfItems()).not.toContain('Lemon');
});
