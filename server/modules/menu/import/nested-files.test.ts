/** Nested lists in menu files, where lists and options come and go between two imports (decision 106). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusalOf } from '#server/test/data/orders.ts';
import { sendMenuFile } from '#server/test/data/menu-files.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const heads = 'type,category,name,price,modifier_lists,sku,list,min,max,nested_lists\n';
const sides = [
  'modifier,,Fries,0,,FRIES,Sides,1,1,',
  'modifier,,Salad,0,,SALAD,Sides,,,',
  'modifier,,Rice,0,,RICE,Sides,,,',
];
const dressings = ['modifier,,Ranch,0,,RANCH,Dressing,1,1,'];
const meal = (lists: string, nested: string) => `item,Meals,Meal,30,${lists},MEAL,,,,${nested}`;
const table = (...rows: readonly string[]) => heads + rows.join('\n');
const withoutNesting = (text: string) => text.replaceAll(/,[^,\n]*$/gm, '');

/** A restaurant with a menu of its own, imported from the table. */
async function openPlace(first: string) {
  const made = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, made.id);
  const send = (text: string, form: object) => sendMenuFile(server, token, text, form);
  const { menuId } = (await send(first, { menuName: 'New' })).import!;
  const lists = async () => (await server.call('GET /menu/get-all-modifier-list', {}, token)).ModifierList;
  const items = async () => (await server.call('GET /menu/get-all-items-modifier', {}, token)).items;
  const idOf = async (name: string) => [...(await items()), ...(await lists())].find((one) => one.name === name)!._id;
  return {
    token,
    idOf,
    again: (text: string) => send(text, { menuId }),
    exported: async (format: 'csv' | 'json') => {
      const call = { params: { id: menuId }, query: { format } };
      return (await server.call('GET /menu/export/:id', call, token)).text;
    },
    /** The lists of the meal by name, with the SKUs of the options that open those that are nested. */
    asked: async () => {
      const all = await items();
      const nameOf = new Map<string, string>((await lists()).map(({ _id, name }) => [_id, name]));
      const skuOf = new Map<string, string | undefined>(all.map(({ _id, sku }) => [_id, sku]));
      const { modifierList, nestedLists = [] } = all.find(({ name }) => name === 'Meal')!;
      return modifierList.map((id) => {
        const nested = nestedLists.find(({ modifierListId }) => modifierListId === id);
        return [nameOf.get(id), ...(nested?.modifierIds.map((one) => skuOf.get(one)) ?? [])];
      });
    },
  };
}

test('a deleted list loses an opener that a file takes off the dish, and is asked once it is restored', async () => {
  const { token, idOf, again, asked } = await openPlace(
    table(meal('Sides; Dressing', 'Sides > Salad > Dressing'), ...sides, ...dressings),
  );
  expect(await asked()).toEqual([['Sides'], ['Dressing', 'SALAD']]);
  const params = { id: (await idOf('Dressing')) as never };
  await server.call('DELETE /menu/delete-modifier-list/:id', { params }, token);
  const drinks = 'modifier,,Cola,2,,COLA,Drinks,1,1,';
  expect((await again(withoutNesting(table(meal('Drinks', ''), drinks)))).problems).toEqual([]);
  await server.call('POST /menu/restore-modifier-list/:id', { params }, token);
  expect(new Set((await asked()).flat())).toEqual(new Set(['Dressing', 'Drinks']));
});

/** Three options of the opening list, two of which have one name, and one the SKU that is the name of another. */
const oneName = [
  'modifier,,Salad,0,,SMALL,Sides,1,1,',
  'modifier,,Salad,2,,LARGE,Sides,,,',
  'modifier,,Rice,0,,RICE,Sides,,,',
  'modifier,,SMALL,0,,TINY,Sides,,,',
];

test.each(['csv', 'json'] as const)(
  'a file of %s says by SKU which option of two of one name opens a list',
  async (format) => {
    const place = await openPlace(table(meal('Sides; Dressing', 'Sides > LARGE > Dressing'), ...oneName, ...dressings));
    const nested = [['Sides'], ['Dressing', 'LARGE']];
    expect(await place.asked()).toEqual(nested);
    const text = await place.exported(format);
    expect((await place.again(text)).problems).toEqual([]);
    expect(await place.asked()).toEqual(nested);
    const other = await openPlace(text);
    expect(await other.asked()).toEqual(nested);
    expect(await (await openPlace(await other.exported(format))).asked()).toEqual(nested);
  },
);

test.each([
  ['the name of one option alone is meant, not the SKU of another', 'SMALL', ['TINY']],
  ['both of one name, each by its SKU', 'LARGE > Dressing; Sides > RICE', ['LARGE', 'RICE']],
])('%s', async (_, option, skus) => {
  const { asked } = await openPlace(
    table(meal('Sides; Dressing', `Sides > ${option} > Dressing`), ...oneName, ...dressings),
  );
  expect(await asked()).toEqual([['Sides'], ['Dressing', ...skus]]);
});

test('an option whose name does not say which it is, is refused', async () => {
  const first = table(meal('Sides; Dressing', ''), ...oneName, ...dressings);
  const { again, asked } = await openPlace(first);
  const refusal = await refusalOf(
    again(table(meal('Sides; Dressing', 'Sides > Salad > Dressing'), ...oneName, ...dressings)),
  );
  expect(refusal.details?.['problems']).toEqual([
    { row: 2, place: 'nested_lists', code: 'file.option_unclear', details: { option: 'Salad' } },
  ]);
  expect(await asked()).toEqual([['Sides'], ['Dressing']]);
});

test.each(['csv', 'json'] as const)(
  'an unchanged file of %s changes nothing, and deleted options stay',
  async (format) => {
    const first = table(
      meal('Sides; Dressing', 'Sides > Fries > Dressing; Sides > Salad > Dressing; Sides > Rice > Dressing'),
      ...sides,
      ...dressings,
    );
    const { token, idOf, again, asked, exported } = await openPlace(first);
    const options = await Promise.all(['Rice', 'Salad', 'Fries'].map(idOf));
    const [modifierListId, parentListId] = await Promise.all(['Dressing', 'Sides'].map(idOf));
    const nestedLists = [{ modifierListId, parentListId, modifierIds: options }] as never;
    await server.call(
      'POST /menu/update-items-modifier/:id',
      { params: { id: (await idOf('Meal')) as never }, form: { nestedLists } },
      token,
    );
    expect(await again(await exported(format))).toMatchObject({ problems: [], import: null });

    const params = { id: options[1] as never };
    await server.call('DELETE /menu/delete-items-modifier/:id', { params }, token);
    const text = await exported(format);
    expect(text.includes('Salad')).toBe(false);
    expect(await again(text)).toMatchObject({ problems: [], import: null });
    // A change of the dish writes its lists.
    const nested = 'Sides > Fries > Dressing';
    await again(table(meal('Dressing; Sides', nested), sides[0]!, sides[2]!, ...dressings));
    await server.call('POST /menu/restore-items-modifier/:id', { params }, token);
    expect(await asked()).toEqual([['Dressing', 'FRIES', 'SALAD'], ['Sides']]);
  },
);
