import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MenuId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeOwner, makeRestaurant, ownersPassword, type TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
});
afterAll(() => server.close());

const summer = { name: 'Summer', notes: 'From June' };
const add = (body: object, token = owner) => server.call('POST /menu/add-menu', { body: body as typeof summer }, token);
const update = (id: MenuId, body: object, token = owner) =>
  server.call('POST /menu/update-menu/:id', { params: { id }, body }, token);
const listMenus = async (token = owner) => (await server.call('GET /menu/get-all-menus', {}, token)).menus;
const catalogue = (slug: string) => server.call('GET /site/:slug', { params: { slug } });

test("a menu is created under the specification's key and our own, as the last of its restaurant", async () => {
  const answer = await add({ ...summer, calories: 900 });
  expect(answer).toMatchObject({ success: true, code: 'record.added', msg: 'Your record was successfully added' });
  expect(answer.menu).toEqual({
    _id: expect.any(String),
    name: 'Summer',
    platform: 'OrderManager',
    notes: 'From June',
    calories: 900,
    // Another menu is Live already.
    state: 'false',
  });
  expect(answer.ModifierList).toEqual(answer.menu);
  expect((await listMenus()).at(-1)).toEqual(answer.menu);
});

test('the first menu of a restaurant is Live, unless it is requested as a draft', async () => {
  const { id } = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, id);
  const [old] = await listMenus(token);
  await server.call('DELETE /menu/delete-menu/:id', { params: { id: old!._id } }, token);
  expect((await add({ ...summer, state: 'false' }, token)).menu.state).toBe('false');
  expect((await add(summer, token)).menu.state).toBe('true');
  expect((await add(summer, token)).menu.state).toBe('false');
  expect((await add({ ...summer, state: 'true' }, token)).menu.state).toBe('true');
});

test.each([
  [{ notes: 'x' }, { name: { code: 'required' } }],
  [
    { name: ' ', notes: '' },
    { name: { code: 'required' }, notes: { code: 'required' } },
  ],
  [{ name: 'x' }, { notes: { code: 'required' } }],
  [{ ...summer, platform: '' }, { platform: { code: 'required' } }],
  [{ ...summer, name: 'x'.repeat(101) }, { name: { code: 'too_long', details: { most: 100 } } }],
  [{ ...summer, calories: 1.5 }, { calories: { code: expect.any(String) } }],
  [{ ...summer, calories: -1 }, { calories: { code: expect.any(String) } }],
  [{ ...summer, state: true }, { state: { code: 'not_a_choice' } }],
])('%j is refused by field', async (body, fields) => {
  const before = await listMenus();
  await expect(add(body)).rejects.toMatchObject({ status: 400, answer: { code: 'request.invalid', fields } });
  expect(await listMenus()).toEqual(before);
});

describe('a change', () => {
  test('writes only the given fields', async () => {
    const { menu } = await add({ ...summer, calories: 900 });
    const answer = await update(menu._id, { calories: null });
    expect(answer).toEqual({
      menu: { ...menu, calories: null },
      success: true,
      code: 'record.updated',
      msg: 'The record is successfully updated',
    });
    const all = { name: 'Winter', platform: 'Kiosk', notes: 'From December', calories: 10, state: 'true' };
    expect((await update(menu._id, all)).menu).toEqual({ _id: menu._id, ...all });
    expect(await listMenus()).toContainEqual({ _id: menu._id, ...all });
    await expect(update(menu._id, { notes: '' })).rejects.toMatchObject({
      answer: { fields: { notes: { code: expect.any(String) } } },
    });
  });

  test('keeps an outlet that was deleted since the menu named it, and adds none that is gone', async () => {
    const { id, menuId, outletId } = await makeRestaurant(server.db);
    const { token } = await makeOwner(server.db, id);
    await update(menuId, { sale: { outletIds: [outletId] } }, token);
    const { menu: other } = await add(summer, token);
    const input = { params: { id: outletId }, body: { password: ownersPassword } };
    await server.call('DELETE /outlet/delete-outlet/:id', input, token);
    const sale = { modes: ['pickup'], outletIds: [outletId] };
    expect((await update(menuId, { sale }, token)).menu.sale).toEqual(sale);
    await expect(update(other._id, { sale }, token)).rejects.toMatchObject({
      answer: { fields: { 'sale.outletIds.0': { code: 'not_found' } } },
    });
  });

  test('to Draft takes the menu off the site at once, and to Live puts it back', async () => {
    const { id, slug, menuId, siteToken } = await makeRestaurant(server.db);
    const { token } = await makeOwner(server.db, id);
    const before = await catalogue(slug);
    await update(menuId, { state: 'false' }, token);
    await expect.poll(async () => (await catalogue(slug)).categories, { interval: 5, timeout: 5000 }).toEqual([]);
    expect(await listMenus(siteToken)).toEqual([]);
    await update(menuId, { state: 'true' }, token);
    await expect.poll(() => catalogue(slug), { interval: 5, timeout: 5000 }).toEqual(before);
  });

  test('is kept for each of two people at once', async () => {
    const { menu } = await add(summer);
    for (let round = 0; round < 10; round++) {
      await Promise.all([
        update(menu._id, { name: `Name ${round}` }),
        update(menu._id, { notes: `Notes ${round}` }),
        update(menu._id, { state: round % 2 === 0 ? 'true' : 'false' }),
      ]);
      const { menu: found } = await server.call('GET /menu/get-menu/:id', { params: { id: menu._id } }, owner);
      expect(found).toEqual({
        ...menu,
        name: `Name ${round}`,
        notes: `Notes ${round}`,
        state: round % 2 === 0 ? 'true' : 'false',
      });
    }
  });

  test('to an unknown or a deleted menu is not found', async () => {
    const { menu } = await add(summer);
    const deleted = await server.call('DELETE /menu/delete-menu/:id', { params: { id: menu._id } }, owner);
    expect(deleted).toEqual({ success: true, code: 'record.deleted', msg: 'The record is successfully deleted' });
    for (const id of [menu._id, newId<MenuId>()]) {
      const notFound = { status: 404, answer: { msg: 'No record found' } };
      await expect(update(id, { name: 'Late' })).rejects.toMatchObject(notFound);
      await expect(server.call('DELETE /menu/delete-menu/:id', { params: { id } }, owner)).rejects.toMatchObject(
        notFound,
      );
    }
  });

  test('is sent to the screens, each one', async () => {
    const { id, menuId } = await makeRestaurant(server.db);
    const { token } = await makeOwner(server.db, id);
    const { menu } = await add(summer, token);
    await update(menuId, { name: 'Told' }, token);
    await server.call('DELETE /menu/delete-menu/:id', { params: { id: menu._id } }, token);
    await server.call('POST /menu/restore-menu/:id', { params: { id: menu._id } }, token);
    const events = await transaction(server.db, id, (tx) => tx.selectFrom('events').select('type').execute());
    expect(events.map(({ type }) => type)).toEqual(Array.from({ length: 4 }, () => 'catalogue.changed'));
  });
});

test('staff read menus and change none', async () => {
  const { token } = await makeOwner(server.db, ours.id, 'staff');
  expect(await listMenus(token)).toEqual(await listMenus());
  const refused = { status: 403, answer: { code: 'auth.forbidden' } };
  await expect(add(summer, token)).rejects.toMatchObject(refused);
  await expect(update(ours.menuId, { state: 'false' }, token)).rejects.toMatchObject(refused);
  const manager = await makeOwner(server.db, ours.id, 'manager');
  await expect(update(ours.menuId, { notes: 'Seen by the manager' }, manager.token)).resolves.toMatchObject({
    success: true,
  });
});
