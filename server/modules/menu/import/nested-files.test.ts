/** Nested lists in menu files, where lists and options come and go between two imports (decision 106). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MenuId } from '#contract/base/ids.ts';
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
      const call = { params: { id: menuId as MenuId }, query: { format } };
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
  expect((await asked()).toSorted()).toEqual([['Dressing'], ['Drinks']]);
});
