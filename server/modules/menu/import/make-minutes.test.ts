/** Make-minutes in menu files: set, kept where the file says nothing, emptied by an empty cell, and undone with the import. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { sendMenuFile } from '#server/test/data/menu-files.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const withMinutes = 'type,category,name,price,sku,make_minutes\n';
const withoutMinutes = 'type,category,name,price,sku\n';

async function openPlace() {
  const made = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, made.id);
  const send = async (text: string, menuId?: string) => {
    const target = menuId === undefined ? { menuName: 'New' } : { menuId };
    return (await sendMenuFile(server, token, text, target as never)).import!;
  };
  const minutes = async () => {
    const { items } = await server.call('GET /menu/get-all-items-modifier', {}, token);
    return Object.fromEntries(
      items.filter(({ sku }) => sku?.startsWith('SOUP')).map((item) => [item.name, item.makeMinutes]),
    );
  };
  const undo = (id: string) => server.call('POST /menu/undo-import/:id', { params: { id: id as never } }, token);
  return { made, send, minutes, undo };
}

test('a file sets them, keeps them without the column, and empties them with an empty cell', async () => {
  const { send, minutes } = await openPlace();
  const { menuId } = await send(`${withMinutes}item,Soups,Lentil,12,SOUP-1,4\nitem,Soups,Tomato,13,SOUP-2,`);
  expect(await minutes()).toEqual({ Lentil: 4, Tomato: 0 });
  await send(`${withoutMinutes}item,Soups,Lentil,14,SOUP-1`, menuId);
  expect(await minutes()).toEqual({ Lentil: 4, Tomato: 0 });
  await send(`${withMinutes}item,Soups,Lentil,14,SOUP-1,\nitem,Soups,Tomato,13,SOUP-2,7`, menuId);
  expect(await minutes()).toEqual({ Lentil: 0, Tomato: 7 });
});

test('undoing an import brings back those of before, also one of before there were any', async () => {
  const { made, send, minutes, undo } = await openPlace();
  const { menuId } = await send(`${withMinutes}item,Soups,Lentil,12,SOUP-1,4`);
  const changed = await send(`${withMinutes}item,Soups,Lentil,12,SOUP-1,9`, menuId);
  expect(await minutes()).toEqual({ Lentil: 9 });
  await undo(changed._id);
  expect(await minutes()).toEqual({ Lentil: 4 });

  await send(`${withMinutes}item,Soups,Lentil,12,SOUP-1,`, menuId);
  const old = await send(`${withoutMinutes}item,Soups,Lentil,15,SOUP-1`, menuId);
  await platformTransaction(server.db, 'seed', (tx) =>
    sql`
      update menu_imports set undo = jsonb_set(undo, '{before,items}', (
        select jsonb_agg(item - 'make_minutes') from jsonb_array_elements(undo #> '{before,items}') as item))
      where restaurant_id = ${made.id} and id = ${old._id}`.execute(tx),
  );
  await undo(old._id);
  expect(await minutes()).toEqual({ Lentil: 0 });
});
