/** When and how a menu is sold, in menu files: written out, given to a menu that the import makes, and undone with it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { weekdays } from '#contract/base/time.ts';
import { sendMenuFile } from '#server/test/data/menu-files.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const hours = weekdays.map((day) => ({ day, open: day !== 'Sunday', periods: [{ start: '07:00', end: '11:00' }] }));

async function openPlace() {
  const made = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, made.id);
  const exported = async () => {
    const call = { params: { id: made.menuId }, query: { format: 'json' as const } };
    return JSON.parse((await server.call('GET /menu/export/:id', call, token)).text) as Record<string, unknown>;
  };
  const setSale = (sale: object, nameTranslations = {}) =>
    server.call('POST /menu/update-menu/:id', { params: { id: made.menuId }, body: { sale, nameTranslations } }, token);
  const send = async (file: object, menuName: string) =>
    (await sendMenuFile(server, token, JSON.stringify(file), { menuName })).import!;
  const menuOf = async (id: string) =>
    (await server.call('GET /menu/get-all-menus', {}, token)).menus.find(({ _id }) => _id === id);
  const undo = (id: string) => server.call('POST /menu/undo-import/:id', { params: { id: id as never } }, token);
  return { made, exported, setSale, send, menuOf, undo };
}

test('the limits and the translated name are in the file, and in the menu that is made of it', async () => {
  const { made, exported, setSale, send, menuOf, undo } = await openPlace();
  expect(Object.keys(await exported())).toEqual(['restaurant', 'currency', 'menu', 'categories']);
  await setSale({ hours, modes: ['pickup'], outletIds: [made.outletId] }, { ar: 'الفطور' });
  const file = await exported();
  expect(file).toMatchObject({
    menuTranslations: { ar: 'الفطور' },
    sale: { hours, modes: ['pickup'], outlets: [`Marina ${made.canary}`] },
  });
  const done = await send(file, 'Second breakfast');
  expect(await menuOf(done.menuId)).toMatchObject({
    name: 'Second breakfast',
    nameTranslations: { ar: 'الفطور' },
    sale: { hours, modes: ['pickup'], outletIds: [made.outletId] },
  });
  await undo(done._id);
  expect(await menuOf(done.menuId)).toBeUndefined();
});

test('outlets of another restaurant are left out, and a menu that is there keeps what it says', async () => {
  const [from, to] = [await openPlace(), await openPlace()];
  await from.setSale({ outletIds: [from.made.outletId] });
  const file = await from.exported();
  const done = await to.send(file, 'From elsewhere');
  expect(await to.menuOf(done.menuId)).not.toHaveProperty('sale');
  await to.setSale({ modes: ['delivery'] });
  const { name } = (await to.menuOf(to.made.menuId))!;
  await to.send({ ...file, sale: { modes: ['pickup'] } }, name);
  expect((await to.menuOf(to.made.menuId))!.sale).toEqual({ modes: ['delivery'] });
});
