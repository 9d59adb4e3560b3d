import { afterAll, beforeAll, expect, test } from 'vitest';
import { minorUnits } from '#contract/base/money.ts';
import { transaction } from '#server/db/transaction.ts';
import { listCategories } from '#server/modules/menu/categories/queries.ts';
import { listAllAreas } from '#server/modules/outlets/delivery-areas/queries.ts';
import { listItems } from '#server/modules/menu/items/queries.ts';
import { findPictureOfItem } from '#server/modules/restaurants/pictures/queries.ts';
import { listModifierLists } from '#server/modules/menu/modifier-lists/queries.ts';
import { changeOutlet } from '#server/modules/outlets/change-outlet.ts';
import { listOutlets } from '#server/modules/outlets/queries.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { listMenus } from './queries.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
});
afterAll(() => server.close());

/** A restaurant whose only menu is a draft. */
async function makeDraft(): Promise<TestRestaurant & { token: string }> {
  const made = await makeRestaurant(server.db);
  await transaction(server.db, made.id, (tx) =>
    tx.updateTable('menus').set({ is_live: false, notes: 'Not before summer' }).execute(),
  );
  return { ...made, ...(await makeOwner(server.db, made.id)) };
}

test('menus and categories have the field names of the specification', async () => {
  const { menus } = await server.call('GET /menu/get-all-menus', {}, owner);
  expect(menus).toEqual([
    {
      _id: ours.menuId,
      name: `Menu ${ours.canary}`,
      calories: null,
      platform: 'OrderManager',
      notes: '',
      state: 'true',
    },
  ]);
  const { categories } = await server.call('POST /menu/get-all-categories', { body: { menuId: ours.menuId } }, owner);
  const byGet = (query: { menuId?: typeof ours.menuId }) =>
    server.call('GET /menu/get-all-categories', { query }, owner);
  expect((await byGet({ menuId: ours.menuId })).categories).toEqual(categories);
  expect((await byGet({})).categories).toEqual(categories);
  expect(categories).toEqual([
    {
      _id: ours.categories.mains,
      menuId: ours.menuId,
      name: `Mains ${ours.canary}`,
      nameTranslations: {},
      items: [{ _id: ours.items.burger }, { _id: ours.items.special }],
      InActiveOutletIds: [],
    },
    expect.objectContaining({ _id: ours.categories.drinks, items: [{ _id: ours.items.water }] }),
  ]);
  const { category } = await server.call(
    'GET /menu/get-categoryDetail/:id',
    { params: { id: ours.categories.drinks } },
    ours.siteToken,
  );
  expect(category).toEqual(categories[1]);
});

test('guests learn nothing of a draft: no menu, category, item, modifier or list', async () => {
  const draft = await makeDraft();
  const { siteToken, menuId, items, modifiers, lists, categories, token } = draft;
  expect(await server.call('GET /menu/get-all-menus', {}, siteToken)).toEqual({ menus: [] });
  expect(await server.call('GET /menu/get-all-items-modifier', {}, siteToken)).toEqual({ items: [] });
  expect(await server.call('GET /menu/get-all-modifier-list', {}, siteToken)).toEqual({ ModifierList: [] });
  const hidden = await Promise.allSettled([
    server.call('GET /menu/get-menu/:id', { params: { id: menuId } }, siteToken),
    server.call('POST /menu/get-all-categories', { body: { menuId } }, siteToken),
    server.call('GET /menu/get-categoryDetail/:id', { params: { id: categories.mains } }, siteToken),
    server.call('GET /menu/get-items-modifier/:id', { params: { id: items.burger } }, siteToken),
    server.call('GET /menu/get-items-modifier/:id', { params: { id: modifiers.cheese } }, siteToken),
    server.call('GET /menu/get-modifier-list/:id', { params: { id: lists.size } }, siteToken),
  ]);
  for (const call of hidden) expect(call).toMatchObject({ status: 'rejected', reason: { status: 404 } });

  const { menu } = await server.call('GET /menu/get-menu/:id', { params: { id: menuId } }, token);
  expect(menu).toMatchObject({ state: 'false', notes: 'Not before summer' });
  const all = await server.call('GET /menu/get-all-items-modifier', {}, token);
  expect(all.items).toHaveLength(8);
});

test('an item shows everything to its people, and to guests only whether it is sold out', async () => {
  const { items } = await server.call('GET /menu/get-all-items-modifier', {}, owner);
  const special = items.find(({ _id }) => _id === ours.items.special);
  expect(special).toMatchObject({ price: 42, sku: `special-${ours.canary}`, quantity: 10, soldOut: false });
  expect(special).toHaveProperty('createdAt');

  const { items: seen } = await server.call('GET /menu/get-all-items-modifier', {}, ours.siteToken);
  expect(seen).toHaveLength(8);
  expect(seen.find(({ _id }) => _id === ours.items.burger)).toEqual({
    _id: ours.items.burger,
    name: `burger ${ours.canary}`,
    nameTranslations: { ar: `burger ar ${ours.canary}` },
    type: 'item',
    price: 18,
    description: `The burger of ${ours.canary}`,
    descriptionTranslations: {},
    imageUrl: null,
    InActiveOutletIds: [],
    modifierList: [ours.lists.size, ours.lists.extras],
    calories: null,
    allergens: [],
    diets: [],
    soldOut: false,
  });
  for (const item of seen) {
    expect(Object.keys(item)).not.toEqual(expect.arrayContaining([expect.stringMatching(/sku|quantity|createdAt/)]));
  }
  const bacon = await server.call(
    'GET /menu/get-items-modifier/:id',
    { params: { id: ours.modifiers.bacon } },
    ours.siteToken,
  );
  expect(bacon.item).toMatchObject({ type: 'modifier', price: 3.75, image: null });
});

test('a modifier list comes as an array of one and as itself, its modifiers in their order', async () => {
  for (const token of [owner, ours.siteToken]) {
    const answer = await server.call('GET /menu/get-modifier-list/:id', { params: { id: ours.lists.extras } }, token);
    expect(answer.ModifierList).toEqual([answer.modifierList]);
    expect(answer.modifierList).toMatchObject({
      displayName: `Add extras ${ours.canary}`,
      allowMultipleSelection: true,
      minModifier: 0,
      maxModifier: 0,
      optional: true,
      itemList: [{ _id: ours.items.burger, name: `burger ${ours.canary}` }],
    });
    const names = answer.modifierList.modifierList.map(({ name, price, type }) => [name, price, type]);
    expect(names).toEqual([
      [`cheese ${ours.canary}`, 3.25, 'modifier'],
      [`bacon ${ours.canary}`, 3.75, 'modifier'],
      [`onion ${ours.canary}`, 0, 'modifier'],
    ]);
  }
  const { ModifierList } = await server.call('GET /menu/get-all-modifier-list', {}, owner);
  expect(ModifierList.map(({ name }) => name)).toEqual([`size ${ours.canary}`, `extras ${ours.canary}`]);
  expect(ModifierList[0]).toHaveProperty('createdAt');
});

test('a deleted entity is gone for everybody', async () => {
  const { id, items, lists, siteToken } = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, id);
  await transaction(server.db, id, async (tx) => {
    await tx.updateTable('items').set({ deleted_at: new Date() }).where('id', '=', items.water).execute();
    await tx.updateTable('modifier_lists').set({ deleted_at: new Date() }).where('id', '=', lists.extras).execute();
    await tx.deleteFrom('category_items').where('item_id', '=', items.water).execute();
    await tx.deleteFrom('item_modifier_lists').where('modifier_list_id', '=', lists.extras).execute();
  });
  for (const caller of [token, siteToken]) {
    const { items: left } = await server.call('GET /menu/get-all-items-modifier', {}, caller);
    expect(left.map(({ _id }) => _id)).not.toContain(items.water);
    await expect(
      server.call('GET /menu/get-items-modifier/:id', { params: { id: items.water } }, caller),
    ).rejects.toMatchObject({ status: 404 });
    const { ModifierList } = await server.call('GET /menu/get-all-modifier-list', {}, caller);
    expect(ModifierList.map(({ _id }) => _id)).toEqual([lists.size]);
  }
});

test('row-level security: a query for another restaurant finds nothing, even when the code asks for it (R30)', async () => {
  const theirs = await makeRestaurant(server.db);
  const asked = await transaction(server.db, ours.id, async (tx) => ({
    outlets: await listOutlets(tx, theirs.id, 'merchant'),
    areas: await listAllAreas(tx, theirs.id),
    menus: await listMenus(tx, theirs.id, 'merchant'),
    categories: await listCategories(tx, theirs.id, 'merchant'),
    items: await listItems(tx, theirs.id),
    lists: await listModifierLists(tx, theirs.id),
    picture: await findPictureOfItem(tx, theirs.id, theirs.items.burger),
  }));
  expect(asked).toEqual({ outlets: [], areas: [], menus: [], categories: [], items: [], lists: [], picture: null });
  const changing = transaction(server.db, ours.id, (tx) =>
    changeOutlet(tx, theirs.id, theirs.outletId, { status: false }, new Date()),
  );
  await expect(changing).rejects.toMatchObject({ code: 'request.not_found' });
});

test('amounts have the decimals of the currency', async () => {
  const { id, items } = await makeRestaurant(server.db, { currency: 'KWD', minimum: 2750 });
  const { token } = await makeOwner(server.db, id);
  await transaction(server.db, id, (tx) =>
    tx
      .updateTable('items')
      .set({ price_minor: minorUnits(1255) })
      .where('id', '=', items.water)
      .execute(),
  );
  const { item } = await server.call('GET /menu/get-items-modifier/:id', { params: { id: items.water } }, token);
  expect(item.price).toBe(1.255);
});
