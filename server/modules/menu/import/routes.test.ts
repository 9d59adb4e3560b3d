import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fieldProblemText } from '#contract/base/field-problems.ts';
import type { MenuId, MenuImportId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { dumpMenus, type ImportForm, sendMenuFile } from '#server/test/data/menu-files.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { slowness } from '#server/test/servers/slowness.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

type Place = TestRestaurant & { token: string };

async function makePlace(currency = 'AED'): Promise<Place> {
  const made = await makeRestaurant(server.db, { currency });
  return { ...made, token: (await makeOwner(server.db, made.id)).token };
}

const send = ({ token }: Place, text: string | Uint8Array<ArrayBuffer>, form?: ImportForm) =>
  sendMenuFile(server, token, text, form);
const dump = ({ id }: Place) => dumpMenus(server.db, id);

/** The guests' view: categories, dishes, and the lists of each. */
async function guestsSee({ slug }: Place) {
  const { categories, items, modifierLists } = await server.call('GET /site/:slug', { params: { slug } });
  const itemById = new Map(items.map((item) => [item._id, item]));
  const listById = new Map(modifierLists.map((list) => [list._id, list]));
  return categories.map(({ name, items: ids }) => ({
    name,
    dishes: ids.map((id) => {
      const { name: dish, price, modifierList } = itemById.get(id)!;
      return [dish, price, ...modifierList.map((listId) => listById.get(listId)!.displayName)];
    }),
  }));
}

/** A menu of 200 dishes; with `bad`, every twentieth row has an error, each of another kind. */
function table({ bad }: { bad: boolean }): string {
  const rows = Array.from({ length: 200 }, (_, index) => {
    const [category, name, price] = [`Page ${Math.floor(index / 20) + 1}`, `Dish ${index + 1}`, '10.00'];
    if (!bad || index % 20 !== 9) return [category, name, price];
    const wrong = [
      ['', name, price],
      [category, '', price],
      [category, name, ''],
      [category, name, 'ten'],
      [category, name, '-1'],
    ];
    return wrong[Math.floor(index / 20) % wrong.length]!;
  });
  return ['category,name,price', ...rows.map((row) => row.join(','))].join('\n');
}
const badRows = [11, 31, 51, 71, 91, 111, 131, 151, 171, 191];

test('a file of 200 rows with 10 bad ones imports nothing, and names the 10', async () => {
  const place = await makePlace();
  const before = await dump(place);
  const dry = await send(place, table({ bad: true }), { dryRun: true, menuName: 'Big' });
  expect(dry).toMatchObject({ problemCount: 10, preview: null, import: null });
  expect(dry.problems.map(({ row }) => row)).toEqual(badRows);
  expect(
    dry.problems.slice(0, 4).map(({ place: column, ...problem }) => `${column}: ${fieldProblemText(problem)}`),
  ).toEqual([
    'category: This field is required',
    'name: This field is required',
    'price: This field is required',
    "price: 'ten' is not a price. Use an amount such as 18.00",
  ]);

  const refusal = await refusalOf(send(place, table({ bad: true }), { menuName: 'Big' }));
  expect(refusal).toMatchObject({
    status: 400,
    code: 'import.has_problems',
    msg: 'Nothing was imported. Mistakes in the file: 10.',
  });
  expect(refusal.details?.['problems']).toEqual(dry.problems);
  expect(await dump(place)).toEqual(before);
});

test('a dry run predicts the import, guests see it, and undoing it leaves everything as it was', async () => {
  const place = await makePlace();
  const before = await dump(place);
  const seen = await guestsSee(place);
  const file = [
    'type,category,name,price,modifier_lists,sku,list,list_title,min,max',
    `item,${place.canary},Soup,12.50,Bowls,,,,,`,
    `item,Mains ${place.canary},Renamed,19.00,Bowls,burger-${place.canary},,,,`,
    `item,Mains ${place.canary},special ${place.canary},42.00,,special-${place.canary},,,,`,
    'modifier,,Small,0,,,Bowls,Choose a bowl,1,1',
    'modifier,,Big,3,,,Bowls,,,',
    `modifier,,large ${place.canary},5.00,,large-${place.canary},size ${place.canary},,1,1`,
  ].join('\n');
  const form = { menuId: place.menuId };
  const dry = await send(place, file, { ...form, dryRun: true });
  expect(await dump(place)).toEqual(before);
  expect(dry.preview).toMatchObject({
    menu: { name: `Menu ${place.canary}`, isNew: false, isLive: true },
    changesAnything: true,
    counts: {
      categories: { added: 1, changed: 0, same: 1 },
      dishes: { added: 1, changed: 1, same: 1 },
      lists: { added: 1, changed: 1, same: 0 },
      modifiers: { added: 2, changed: 1, same: 0 },
    },
    leavingItems: [],
    removed: { categories: [], lists: [], modifiers: [] },
  });
  expect(dry.preview!.categories).toEqual([
    {
      name: place.canary,
      state: 'new',
      changes: [],
      dishes: [{ name: 'Soup', price: 12.5, state: 'new', changes: [], lists: ['Bowls'] }],
    },
    {
      name: `Mains ${place.canary}`,
      state: 'same',
      changes: [],
      dishes: [
        {
          name: 'Renamed',
          price: 19,
          state: 'changed',
          changes: [
            { field: 'name', from: `burger ${place.canary}`, to: 'Renamed' },
            { field: 'price', from: '18.00', to: '19.00' },
            { field: 'lists', from: null, to: null },
          ],
          lists: ['Bowls'],
        },
        { name: `special ${place.canary}`, price: 42, state: 'same', changes: [], lists: [] },
      ],
    },
  ]);
  expect(dry.preview!.lists[1]).toMatchObject({
    state: 'changed',
    changes: [{ field: 'options' }],
    options: [{ name: `large ${place.canary}`, changes: [{ field: 'price', from: '4.50', to: '5.00' }] }],
  });

  const done = await send(place, file, form);
  expect(done.preview).toEqual(dry.preview);
  expect(done.import).toMatchObject({
    menuId: place.menuId,
    fileName: 'my menu.csv',
    importedBy: 'Sara Khan',
    undoneAt: null,
  });
  await expect
    .poll(() => guestsSee(place))
    .toEqual([
      { name: place.canary, dishes: [['Soup', 12.5, 'Choose a bowl']] },
      {
        name: `Mains ${place.canary}`,
        dishes: [
          ['Renamed', 19, 'Choose a bowl'],
          [`special ${place.canary}`, 42],
        ],
      },
      { name: `Drinks ${place.canary}`, dishes: [[`water ${place.canary}`, 5.5]] },
    ]);
  const again = await send(place, file, form);
  expect(again).toMatchObject({
    import: null,
    preview: { changesAnything: false },
    msg: 'Everything is as in the file already',
  });

  const { imports } = await server.call('GET /menu/imports', {}, place.token);
  expect(imports).toEqual([done.import]);
  await server.call('POST /menu/undo-import/:id', { params: { id: done.import!._id } }, place.token);
  expect(await dump(place)).toEqual(before);
  await expect.poll(() => guestsSee(place)).toEqual(seen);
  const twice = server.call('POST /menu/undo-import/:id', { params: { id: done.import!._id } }, place.token);
  expect(await refusalOf(twice)).toMatchObject({ status: 409, code: 'import.undone_already' });
  expect((await server.call('GET /menu/imports', {}, place.token)).imports[0]!.undoneAt).not.toBeNull();
});

test('dishes missing in the file stay, unless the import says that they leave', async () => {
  const place = await makePlace();
  const form = { menuId: place.menuId };
  await send(place, `category,name,price\nSoups,Lentil,12\nSoups,Tomato,13\nMains ${place.canary},Pie,20\n`, form);
  const partial = `category,name,price\nCakes,Lemon,9\nSoups,Tomato,14\n`;
  await send(place, partial, form);
  const burger = [`burger ${place.canary}`, 18, `Choose a size ${place.canary}`, `Add extras ${place.canary}`];
  await expect
    .poll(() => guestsSee(place))
    .toEqual([
      { name: 'Cakes', dishes: [['Lemon', 9]] },
      {
        name: 'Soups',
        dishes: [
          ['Tomato', 14],
          ['Lentil', 12],
        ],
      },
      { name: `Mains ${place.canary}`, dishes: [['Pie', 20], burger, [`special ${place.canary}`, 42]] },
      { name: `Drinks ${place.canary}`, dishes: [[`water ${place.canary}`, 5.5]] },
    ]);
  const { preview } = await send(place, partial, { ...form, removeMissing: true });
  expect(preview!.leavingItems).toEqual(['Lentil', 'Pie']);
  await expect.poll(async () => (await guestsSee(place)).map(({ dishes }) => dishes.length)).toEqual([1, 1, 2, 1]);
});

test('a menu of another restaurant answers like an unknown one, and so does an import', async () => {
  const [ours, theirs] = [await makePlace(), await makePlace()];
  const { import: kept } = await send(theirs, table({ bad: false }), { menuName: 'Big' });
  const before = await dump(theirs);
  for (const menuId of [theirs.menuId, newId<MenuId>()]) {
    for (const dryRun of [true, false]) {
      expect(await refusalOf(send(ours, table({ bad: false }), { menuId, dryRun }))).toMatchObject({ status: 404 });
    }
    expect(await refusalOf(server.call('GET /menu/export/:id', { params: { id: menuId } }, ours.token))).toMatchObject({
      status: 404,
    });
  }
  for (const id of [kept!._id, newId<MenuImportId>()]) {
    expect(await refusalOf(server.call('POST /menu/undo-import/:id', { params: { id } }, ours.token))).toMatchObject({
      status: 404,
    });
  }
  expect(await dump(theirs)).toEqual(before);
});

test('the largest file is imported; more rows, or a larger file, are refused', async () => {
  const place = await makePlace();
  const dishes = limits.itemsMax - 100;
  const modifiers = limits.importRows - dishes;
  const rows = [
    ...Array.from({ length: dishes }, (_, index) => `item,Page ${Math.floor(index / 100)},Dish ${index},9.50,`),
    ...Array.from({ length: modifiers }, (_, index) => `modifier,,Option ${index},1,List ${Math.floor(index / 100)}`),
  ];
  const heads = 'type,category,name,price,list';
  const started = performance.now();
  const { import: kept } = await send(place, [heads, ...rows].join('\n'), { menuName: 'Huge' });
  expect(kept!.counts.dishes).toEqual({ added: dishes, changed: 0, same: 0 });
  expect(kept!.counts.modifiers).toEqual({ added: modifiers, changed: 0, same: 0 });
  expect(performance.now() - started).toBeLessThan(20_000 * slowness());
  await server.call('POST /menu/undo-import/:id', { params: { id: kept!._id } }, place.token);
  const more = [heads, ...rows, 'item,Page 1,One more,1,'].join('\n');
  expect((await send(place, more, { dryRun: true })).problems).toMatchObject([{ row: limits.importRows + 2 }]);
  const large = new Uint8Array(limits.importBytes + 1).fill(0x61);
  expect(await refusalOf(send(place, large))).toMatchObject({ status: 413 });
});

test("Miller's JSON is imported through the API, and a second time changes nothing", async () => {
  const place = await makePlace('GBP');
  const millers = readFileSync(new URL('../../../db/seed/millers-cafe.menu.json', import.meta.url), 'utf8');
  const { import: kept } = await send(place, millers);
  expect(kept).toMatchObject({ menuName: 'Menu', counts: { dishes: { added: 239 }, modifiers: { added: 189 } } });
  expect(await send(place, millers)).toMatchObject({ import: null, preview: { changesAnything: false } });
  const wrong = millers.replace('"price": 3.5', '"price": "3.5"');
  expect((await send(place, wrong, { dryRun: true })).problems).toEqual([
    { row: null, place: 'categories[0].items[2].price', code: 'not_a_number' },
  ]);
});

test('a manager may import, and two imports at once do not mix', async () => {
  const place = await makePlace();
  const manager = { ...place, token: (await makeOwner(server.db, place.id, 'manager')).token };
  const form = { menuName: 'Both' };
  const all = await Promise.all([place, manager, place].map((who) => send(who, table({ bad: false }), form)));
  expect(all.filter((one) => one.import !== null)).toHaveLength(1);
  const { items } = await server.call('GET /menu/get-all-items-modifier', {}, place.token);
  expect(items.filter(({ name }) => name.startsWith('Dish '))).toHaveLength(200);
});
