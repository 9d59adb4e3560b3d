import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MenuId } from '#contract/base/ids.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { dumpMenus, type ImportForm, sendMenuFile } from '#server/test/data/menu-files.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

type Place = TestRestaurant & { token: string };

async function makePlace(): Promise<Place> {
  const made = await makeRestaurant(server.db);
  return { ...made, token: (await makeOwner(server.db, made.id)).token };
}

const send = ({ token }: Place, text: string, form?: ImportForm) => sendMenuFile(server, token, text, form);
const dump = ({ id }: Place) => dumpMenus(server.db, id);

describe('undoing an import', () => {
  const file = [
    'type,category,name,price,modifier_lists,list,min',
    'item,Soups,Lentil,12,Extras,,',
    'item,Soups,Tomato,13,,,',
    'modifier,,Bread,2,,Extras,0',
  ].join('\n');

  /** Imports the file into a new menu of a new restaurant, makes a change, and tries to undo the import. */
  async function undoAfter(change: (place: Place, menuId: MenuId) => Promise<unknown>) {
    const place = await makePlace();
    const before = await dump(place);
    const { import: kept } = await send(place, file, { menuName: 'New' });
    await change(place, kept!.menuId);
    const undo = () => server.call('POST /menu/undo-import/:id', { params: { id: kept!._id } }, place.token);
    return { undo, before, place };
  }
  const itemOf = async ({ token }: Place, name: string) =>
    (await server.call('GET /menu/get-all-items-modifier', {}, token)).items.find((item) => item.name === name)!;
  const categoryOf = async ({ token }: Place, menuId: MenuId) =>
    (await server.call('POST /menu/get-all-categories', { body: { menuId } }, token)).categories[0]!;

  test.each<[string, (place: Place, menuId: MenuId) => Promise<unknown>]>([
    [
      'a price',
      async (place) => {
        const { _id: id } = await itemOf(place, 'Lentil');
        return server.call(
          'POST /menu/update-items-modifier/:id',
          { params: { id }, form: { price: 14 } },
          place.token,
        );
      },
    ],
    [
      'a deleted dish',
      async (place) => {
        const { _id: id } = await itemOf(place, 'Tomato');
        return server.call('DELETE /menu/delete-items-modifier/:id', { params: { id } }, place.token);
      },
    ],
    [
      'an outlet',
      async (place) => {
        const { _id: id } = await itemOf(place, 'Tomato');
        const form = { InActiveOutletIds: [place.outletId] };
        return server.call('POST /menu/update-items-modifier/:id', { params: { id }, form }, place.token);
      },
    ],
    [
      'the order of dishes',
      async (place, menuId) => {
        const { _id: categoryId, items } = await categoryOf(place, menuId);
        return server.call(
          'POST /menu/add-update-category',
          { body: { categoryId, items: items.toReversed() } },
          place.token,
        );
      },
    ],
    [
      'a dish in another category',
      async (place) => {
        const { _id } = await itemOf(place, 'Tomato');
        const body = { categoryId: place.categories.drinks, items: [place.items.water, _id] };
        return server.call('POST /menu/add-update-category', { body }, place.token);
      },
    ],
    [
      'a list on another dish',
      async (place) => {
        const { modifierList } = await itemOf(place, 'Lentil');
        const input = { params: { id: place.items.water }, form: { modifierList } };
        return server.call('POST /menu/update-items-modifier/:id', input, place.token);
      },
    ],
    [
      'a category of the new menu',
      async (place, menuId) =>
        server.call('POST /menu/add-update-category', { body: { menuId, name: 'By hand' } }, place.token),
    ],
    [
      'the notes of the new menu',
      async (place, menuId) =>
        server.call('POST /menu/update-menu/:id', { params: { id: menuId }, body: { notes: 'Mine' } }, place.token),
    ],
    ['another import', (place) => send(place, 'category,name,price\nSoups,Lentil,15\n', { menuName: 'New' })],
  ])('is refused after a change to %s', async (_, change) => {
    const { undo, place } = await undoAfter(change);
    const now = await dump(place);
    expect(await refusalOf(undo())).toMatchObject({ status: 409, code: 'import.changed_since' });
    expect(await dump(place)).toEqual(now);
  });

  test('is allowed after an order, after the menu was switched on, and after changes elsewhere', async () => {
    const { undo, before, place } = await undoAfter(async (made, menuId) => {
      // Guests see the first Live menu, and order from it.
      for (const [id, state] of [
        [menuId, 'true'],
        [made.menuId, 'false'],
      ] as const) {
        await server.call('POST /menu/update-menu/:id', { params: { id }, body: { state } }, made.token);
      }
      const { _id: itemId } = await itemOf(made, 'Tomato');
      const form = { quantity: 5 };
      await server.call('POST /menu/update-items-modifier/:id', { params: { id: itemId }, form }, made.token);
      const guest = await makeCustomer(server.db, made.id);
      const order = pickupOrder(made, [{ itemId, quantity: 1 }], 13.65);
      await server.call('POST /order/create-order', { body: { order } }, guest.token);
      await server.call('POST /menu/add-menu', { body: { name: 'Other', platform: 'x', notes: 'y' } }, made.token);
    });
    await undo();
    const { menus } = await server.call('GET /menu/get-all-menus', {}, place.token);
    expect(menus.map(({ name }) => name)).toEqual([`Menu ${place.canary}`, 'Other']);
    const after = await dump(place);
    expect({ ...after, menus: before.menus }).toEqual(before);
  });

  test('keeps what a later import made in place of the removed', async () => {
    const place = await makePlace();
    const form = { menuName: 'New', removeMissing: true };
    await send(place, file, form);
    const { import: second, preview } = await send(
      place,
      'category,name,price,modifier_lists\nSoups,Lentil,12,\n',
      form,
    );
    expect(preview).toMatchObject({ leavingItems: ['Tomato'], removed: { lists: ['Extras'], modifiers: ['Bread'] } });
    await send(place, file.replace('Soups', 'Broths').replaceAll('Lentil', 'Miso').replaceAll('Tomato', 'Pho'), {
      menuName: 'Third',
    });
    await server.call('POST /menu/undo-import/:id', { params: { id: second!._id } }, place.token);
    const { ModifierList: lists } = await server.call('GET /menu/get-all-modifier-list', {}, place.token);
    expect(
      lists.filter(({ name }) => name === 'Extras').map(({ itemList }) => itemList.map(({ name }) => name)),
    ).toEqual([['Lentil'], ['Miso']]);
  });
});

test('changed prices of an import are in the audit log, and again when it is undone', async () => {
  const place = await makePlace();
  const rows = (soup: number, water: number) =>
    ['type,category,name,price', `item,Soups,Lentil,${soup}`, 'item,Soups,Tomato,13', `item,Soups,Mint,${water}`].join(
      '\n',
    );
  const record = async () => {
    const { entries } = await server.call('GET /audit/entries', { query: {} }, place.token);
    return entries.map(({ action, subject, details, actor }) => [action, subject, details, actor.kind]).toReversed();
  };
  const { import: first } = await send(place, rows(12, 5), { menuName: 'New' });
  // A new item had no price that could change.
  expect(await record()).toEqual([]);
  const menuId = first!.menuId;
  const { import: second } = await send(place, rows(14.5, 6), { menuId });
  const raised = { prices: ['Lentil: AED 12 → AED 14.5', 'Mint: AED 5 → AED 6'] };
  expect(await record()).toEqual([['items.prices_changed', '2', raised, 'owner']]);
  await send(place, rows(14.5, 6), { menuId });
  await send(place, rows(15, 6), { menuId, dryRun: true });
  expect(await record()).toHaveLength(1);
  await server.call('POST /menu/undo-import/:id', { params: { id: second!._id } }, place.token);
  const back = { prices: ['Lentil: AED 14.5 → AED 12', 'Mint: AED 6 → AED 5'] };
  expect(await record()).toEqual([
    ['items.prices_changed', '2', raised, 'owner'],
    ['items.prices_changed', '2', back, 'owner'],
  ]);
});

test('prices by mode that an import changes are in the audit log, and again when it is undone', async () => {
  const place = await makePlace();
  const rows = (price: number, delivery: string) =>
    ['type,category,name,price,price_delivery', `item,Soups,Lentil,${price},${delivery}`].join('\n');
  const { import: first } = await send(place, rows(18, '20'), { menuName: 'New' });
  const { import: second } = await send(place, rows(18, '5'), { menuId: first!.menuId });
  await server.call('POST /menu/undo-import/:id', { params: { id: second!._id } }, place.token);
  const { entries } = await server.call('GET /audit/entries', { query: {} }, place.token);
  expect(entries.map(({ subject, details }) => [subject, details])).toEqual([
    ['Lentil (delivery)', { before: 'AED 5', after: 'AED 20' }],
    ['Lentil (delivery)', { before: 'AED 20', after: 'AED 5' }],
  ]);
});
