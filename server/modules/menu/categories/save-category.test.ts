import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CategoryId, ItemId, MenuId, OutletId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
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

interface Given {
  menuId?: MenuId;
  categoryId?: CategoryId;
  name?: string;
  nameTranslations?: Record<string, string>;
  items?: (ItemId | { _id: ItemId })[];
  InActiveOutletIds?: (OutletId | { _id: OutletId })[];
}
const save = (body: Given, token = owner) => server.call('POST /menu/add-update-category', { body }, token);
const order = (categories: CategoryId[]) =>
  server.call('POST /menu/order-categories', { body: { menuId: ours.menuId, categories } }, owner);
const list = async () =>
  (await server.call('POST /menu/get-all-categories', { body: { menuId: ours.menuId } }, owner)).categories;
const namesOnSite = async () =>
  (await server.call('GET /site/:slug', { params: { slug: ours.slug } })).categories.map(({ name }) => name);

test('a category is created with a menu and a name, as the last of its menu, and is on the site at once', async () => {
  await namesOnSite();
  const { category, msg } = await save({ menuId: ours.menuId, name: 'Sweets', nameTranslations: { ar: 'حلويات' } });
  expect(msg).toBe('Your record was successfully added');
  expect(category).toEqual({
    _id: expect.any(String),
    menuId: ours.menuId,
    name: 'Sweets',
    nameTranslations: { ar: 'حلويات' },
    items: [],
    InActiveOutletIds: [],
  });
  expect((await list()).at(-1)).toEqual(category);
  await expect
    .poll(namesOnSite, { interval: 5, timeout: 5000 })
    .toEqual([`Mains ${ours.canary}`, `Drinks ${ours.canary}`, 'Sweets']);
});

test('a category may be created with all its fields at once, as a client of the specification does', async () => {
  const { water, burger } = ours.items;
  const { category } = await save({
    menuId: ours.menuId,
    name: 'Best of',
    items: [water, { _id: burger }, water],
    InActiveOutletIds: [{ _id: ours.outletId }],
  });
  expect(category.items).toEqual([{ _id: water }, { _id: burger }]);
  expect(category.InActiveOutletIds).toEqual([{ _id: ours.outletId }]);
});

test.each<[Given, Record<string, object>]>([
  [{ name: 'Sweets' }, { menuId: { code: 'required' } }],
  [{}, { menuId: { code: 'required' }, name: { code: 'required' } }],
  [{ name: '  ' }, { name: { code: 'required' } }],
])('%j makes none', async (body, fields) => {
  const before = await list();
  await expect(save(body)).rejects.toMatchObject({ status: 400, answer: { fields } });
  expect(await list()).toEqual(before);
});

describe('an update', () => {
  const { mains, drinks } = { mains: () => ours.categories.mains, drinks: () => ours.categories.drinks };

  test('names its change in the sentences of the specification', async () => {
    const { burger, special, water } = ours.items;
    const said = async (body: Given) => (await save({ categoryId: mains(), ...body })).msg;
    expect(await said({ name: 'Plates' })).toBe('The record is successfully updated');
    expect(await said({ items: [burger, special, water] })).toBe('The record have been linked');
    expect(await said({ items: [burger, special, water], name: 'Plates' })).toBe('The record is successfully updated');
    expect(await said({ items: [water, special, burger] })).toBe('The record is successfully updated');
    expect(await said({ items: [water] })).toBe('The record have been unlinked');
    expect(await said({ items: [burger] })).toBe('The record is successfully updated');
    expect(await said({ items: [burger, water], name: 'Mains' })).toBe('The record is successfully updated');
    expect(await said({ InActiveOutletIds: [ours.outletId] })).toBe('Oulet unlinked successfully');
    expect(await said({ InActiveOutletIds: [] })).toBe('Oulet linked successfully');
  });

  test('keeps the position of the category and fields that are not given', async () => {
    const [before, other] = await list();
    await save({ menuId: ours.menuId, categoryId: mains(), name: 'Plates' });
    expect(await list()).toEqual([{ ...before, name: 'Plates' }, other]);
    await save({ categoryId: mains(), nameTranslations: { ar: 'أطباق' } });
    await save({ categoryId: mains(), items: [] });
    expect(await list()).toEqual([{ ...before, name: 'Plates', nameTranslations: { ar: 'أطباق' }, items: [] }, other]);
    await save({ categoryId: mains(), nameTranslations: { ar: '' } });
    expect((await list())[0]!.nameTranslations).toEqual({});
  });

  test('takes items in their order, and only items', async () => {
    const { burger, special, water } = ours.items;
    for (const items of [[water, burger, special], [special, water], [burger, special, water], []]) {
      const { category } = await save({ categoryId: drinks(), items });
      expect(category.items).toEqual(items.map((_id) => ({ _id })));
    }
    await expect(save({ categoryId: drinks(), items: [water, ours.modifiers.bacon] })).rejects.toMatchObject({
      status: 400,
      answer: { fields: { 'items.1': { code: 'not_found' } } },
    });
    await expect(
      save({ categoryId: drinks(), items: Array.from({ length: 1001 }, () => newId<ItemId>()) }),
    ).rejects.toMatchObject({ status: 400, answer: { fields: { items: { code: expect.any(String) } } } });
    expect((await list())[1]!.items).toEqual([]);
  });

  test('finds no unknown category, and none in another menu than its own', async () => {
    const { menu } = await server.call('POST /menu/add-menu', { body: { name: 'Other', notes: 'x' } }, owner);
    const notFound = { status: 404, answer: { msg: 'No record found' } };
    await expect(save({ categoryId: newId<CategoryId>(), name: 'x' })).rejects.toMatchObject(notFound);
    await expect(save({ categoryId: mains(), menuId: menu._id, name: 'x' })).rejects.toMatchObject(notFound);
    await expect(save({ menuId: newId<MenuId>(), name: 'x' })).rejects.toMatchObject(notFound);
    await server.call('POST /menu/delete-category/:id', { params: { id: mains() } }, owner);
    await expect(save({ categoryId: mains(), name: 'x' })).rejects.toMatchObject(notFound);
  });

  test('keeps both of two parallel changes to different fields; of two lists for one field the later one wins whole', async () => {
    const { burger, special, water } = ours.items;
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        save({ categoryId: mains(), name: `Mains ${round}` }),
        save({ categoryId: mains(), InActiveOutletIds: round % 2 === 0 ? [ours.outletId] : [] }),
        save({ categoryId: mains(), items: [burger, special] }),
        save({ categoryId: mains(), items: [special, water] }),
      ]);
      const [category] = await list();
      expect(category).toMatchObject({
        name: `Mains ${round}`,
        InActiveOutletIds: round % 2 === 0 ? [{ _id: ours.outletId }] : [],
      });
      expect([
        [burger, special],
        [special, water],
      ]).toContainEqual(category!.items.map(({ _id }) => _id));
    }
  });

  test('by staff may change where the category is on, and nothing else', async () => {
    const { token } = await makeOwner(server.db, ours.id, 'staff');
    const off = { menuId: ours.menuId, categoryId: mains(), InActiveOutletIds: [ours.outletId] };
    await expect(save(off, token)).resolves.toMatchObject({
      category: { InActiveOutletIds: [{ _id: ours.outletId }] },
    });
    const refused = { status: 403, answer: { code: 'auth.forbidden' } };
    await expect(save({ ...off, name: 'x' }, token)).rejects.toMatchObject(refused);
    await expect(save({ ...off, items: [] }, token)).rejects.toMatchObject(refused);
    await expect(save({ menuId: ours.menuId, InActiveOutletIds: [] }, token)).rejects.toMatchObject(refused);
    await expect(save({ menuId: ours.menuId, name: 'x' }, token)).rejects.toMatchObject(refused);
  });
});

describe('a new order of categories', () => {
  test('applies to all categories at once, and is on the site', async () => {
    const { mains, drinks } = ours.categories;
    await namesOnSite();
    const { categories, msg } = await order([drinks, mains]);
    expect(categories.map(({ _id }) => _id)).toEqual([drinks, mains]);
    expect(msg).toBe('The record is successfully updated');
    expect((await list()).map(({ _id }) => _id)).toEqual([drinks, mains]);
    await expect
      .poll(namesOnSite, { interval: 5, timeout: 5000 })
      .toEqual([`Drinks ${ours.canary}`, `Mains ${ours.canary}`]);
  });

  test('is a conflict unless it holds exactly the present ones', async () => {
    const { mains, drinks } = ours.categories;
    const conflict = { status: 409, answer: { code: 'menu.categories_changed' } };
    for (const ids of [[mains], [], [mains, newId<CategoryId>()], [mains, drinks, newId<CategoryId>()]]) {
      await expect(order(ids)).rejects.toMatchObject(conflict);
    }
    const { category } = await save({ menuId: ours.menuId, name: 'New' });
    await expect(order([drinks, mains])).rejects.toMatchObject(conflict);
    await server.call('POST /menu/delete-category/:id', { params: { id: drinks } }, owner);
    await expect(order([drinks, mains, category._id])).rejects.toMatchObject(conflict);
    await order([category._id, mains]);
    expect((await list()).map(({ _id }) => _id)).toEqual([category._id, mains]);
  });

  test('keeps every position unique while categories are created at the same time', async () => {
    const { mains, drinks } = ours.categories;
    await Promise.allSettled([
      ...Array.from({ length: 6 }, (_, number) => save({ menuId: ours.menuId, name: `New ${number}` })),
      order([drinks, mains]),
    ]);
    const categories = await list();
    expect(categories).toHaveLength(8);
    expect(new Set(categories.slice(0, 2).map(({ _id }) => _id))).toEqual(new Set([mains, drinks]));
  });
});
