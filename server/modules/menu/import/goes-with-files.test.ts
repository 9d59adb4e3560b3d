/** Suggested dishes in menu files: by SKU or name, kept where the file says nothing, emptied by an empty cell, and undone with the import. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { sendMenuFile } from '#server/test/data/menu-files.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const heads = 'type,category,name,price,sku,goes_with\n';
const soups = (...cells: [string, string, string]) =>
  `${heads}item,Soups,Lentil,12,SOUP-1,${cells[0]}\nitem,Soups,Tomato,13,SOUP-2,${cells[1]}\nitem,Breads,Pita,3,BREAD,${cells[2]}`;

async function openPlace() {
  const made = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, made.id);
  const ask = (text: string, menuId?: string) =>
    sendMenuFile(server, token, text, (menuId === undefined ? { menuName: 'New' } : { menuId }) as never);
  const items = async () => (await server.call('GET /menu/get-all-items-modifier', {}, token)).items;
  return {
    made,
    token,
    ask,
    send: async (text: string, menuId?: string) => (await ask(text, menuId)).import!,
    idOf: async (name: string) => (await items()).find((item) => item.name === name)!._id,
    /** The names of what goes with each dish that has any. */
    chosen: async () => {
      const all = await items();
      const nameOf = new Map(all.map(({ _id, name }) => [_id, name]));
      return Object.fromEntries(
        all.flatMap(({ name, goesWith }) => (goesWith ? [[name, goesWith.map((id) => nameOf.get(id))]] : [])),
      );
    },
    choose: (id: string, goesWith: string[]) =>
      server.call('POST /menu/update-items-modifier/:id', { params: { id }, form: { goesWith } } as never, token),
    undo: (id: string) => server.call('POST /menu/undo-import/:id', { params: { id: id as never } }, token),
    file: async (id: string, format: 'csv' | 'json') =>
      (await server.call('GET /menu/export/:id', { params: { id: id as never }, query: { format } }, token)).text,
  };
}

test('a file sets them, keeps them without the column, and empties them with an empty cell', async () => {
  const { send, ask, chosen } = await openPlace();
  const first = soups('Pita; SOUP-2', 'BREAD', '');
  const { menuId } = await send(first);
  expect(await chosen()).toEqual({ Lentil: ['Pita', 'Tomato'], Tomato: ['Pita'] });
  await send('type,category,name,price,sku\nitem,Soups,Lentil,14,SOUP-1', menuId);
  expect(await chosen()).toEqual({ Lentil: ['Pita', 'Tomato'], Tomato: ['Pita'] });
  const { preview } = await ask(soups('SOUP-2; Pita', '', ''), menuId);
  const changes = preview!.categories.flatMap(({ dishes }) =>
    dishes.map(({ name, changes: of }) => [name, of.map(({ field }) => field)]),
  );
  expect(changes).toEqual([
    ['Lentil', ['price', 'goesWith']],
    ['Tomato', ['goesWith']],
    ['Pita', []],
  ]);
  expect(await chosen()).toEqual({ Lentil: ['Tomato', 'Pita'] });
  expect((await ask(soups('SOUP-2; Pita', '', ''), menuId)).preview).toMatchObject({ changesAnything: false });
});

test('suggestions of dishes that the file has not stay, behind those that it names', async () => {
  const { made, send, chosen, choose, idOf } = await openPlace();
  const { menuId } = await send(soups('', '', ''));
  await choose(await idOf('Lentil'), [made.items.water, await idOf('Tomato')]);
  await send(soups('Pita', '', ''), menuId);
  expect(await chosen()).toEqual({ Lentil: ['Pita', `water ${made.canary}`] });
});

describe('a dish that is named wrongly', () => {
  test.each<[string, string, string]>([
    ['and is not in the file', 'Naan; Pita', 'file.dish_unknown'],
    ['and is the dish itself', 'SOUP-1; Pita', 'item.goes_with_itself'],
  ])('%s is left out, with a warning', async (_, cell, code) => {
    const { ask, chosen } = await openPlace();
    const { warnings, problems } = await ask(soups(cell, '', ''));
    expect(problems).toEqual([]);
    expect(warnings).toMatchObject([{ row: 2, place: 'goes_with', code }]);
    expect(await chosen()).toEqual({ Lentil: ['Pita'] });
  });

  test('a name that two dishes have names none', async () => {
    const { ask, chosen } = await openPlace();
    const text = `${heads}item,Soups,Lentil,12,SOUP-1,Pita\nitem,Breads,Pita,3,WHITE,\nitem,Wholemeal,Pita,3,BROWN,`;
    expect((await ask(text)).warnings).toMatchObject([
      { row: 2, code: 'file.dish_unknown', details: { dish: 'Pita' } },
    ]);
    expect(await chosen()).toEqual({});
  });

  test('seven of them, and those of a modifier, are refused', async () => {
    const { ask } = await openPlace();
    await expect(ask(soups('a;b;c;d;e;f;g', '', ''))).rejects.toMatchObject({
      answer: {
        details: {
          problems: [{ row: 2, place: 'goes_with', code: 'file.too_many_suggestions', details: { most: 6 } }],
        },
      },
    });
    const option = 'type,category,name,price,list,goes_with\nitem,Soups,Lentil,12,,\nmodifier,,Large,2,Size,Lentil';
    await expect(ask(option)).rejects.toMatchObject({
      answer: { details: { problems: [{ row: 3, place: 'goes_with', code: 'file.for_items' }] } },
    });
  });
});

test.each(['csv', 'json'] as const)('a menu in %s has them, for a restaurant that never had them', async (format) => {
  const { send, file } = await openPlace();
  const { menuId } = await send(soups('Pita; SOUP-2', 'BREAD', 'SOUP-1'));
  const text = await file(menuId, format);
  const other = await openPlace();
  const { import: made } = await other.ask(text);
  expect(await other.chosen()).toEqual({ Lentil: ['Pita', 'Tomato'], Tomato: ['Pita'], Pita: ['Lentil'] });
  const again = await other.file(made!.menuId, 'csv');
  expect(again).toBe(await file(menuId, 'csv'));
});

test('a dish of another menu is not in the file, and importing it again changes nothing', async () => {
  const { made, send, ask, file, choose, idOf, chosen } = await openPlace();
  const { menuId } = await send(soups('Pita', '', ''));
  await choose(await idOf('Lentil'), [await idOf('Pita'), made.items.water]);
  const text = await file(menuId, 'json');
  expect(JSON.parse(text)).toMatchObject({ categories: [{ items: [{ goesWith: ['BREAD'] }, {}] }, {}] });
  expect((await ask(text, menuId)).preview).toMatchObject({ changesAnything: false });
  expect(await chosen()).toEqual({ Lentil: ['Pita', `water ${made.canary}`] });
});

test('undoing an import brings back those of before; one from before there were any is undone too', async () => {
  const { made, send, chosen, undo, choose, idOf } = await openPlace();
  const { menuId } = await send(soups('Pita', '', ''));
  const changed = await send(soups('SOUP-2', 'BREAD', ''), menuId);
  await undo(changed._id);
  expect(await chosen()).toEqual({ Lentil: ['Pita'] });

  const late = await send(soups('SOUP-2', '', ''), menuId);
  await choose(await idOf('Lentil'), []);
  await expect(undo(late._id)).rejects.toMatchObject({ answer: { code: 'import.changed_since' } });

  const old = await send('type,category,name,price,sku\nitem,Soups,Lentil,15,SOUP-1', menuId);
  await platformTransaction(server.db, 'seed', (tx) =>
    sql`update menu_imports set undo = undo #- '{links,item_goes_with}' where restaurant_id = ${made.id} and id = ${old._id}`.execute(
      tx,
    ),
  );
  await expect(undo(old._id)).resolves.toMatchObject({ success: true });
});
