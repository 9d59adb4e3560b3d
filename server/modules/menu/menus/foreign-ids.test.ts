/**
 * An id inside a body that is another restaurant's, unknown, deleted or of another kind is refused, and nothing is
 * saved (R23).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorAnswer } from '#contract/base/errors.ts';
import { newId } from '#server/db/new-id.ts';
import { sql } from 'kysely';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
let ours: TestRestaurant;
let theirs: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
  ours = await makeRestaurant(server.db);
  theirs = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
});
afterAll(() => server.close());

/** Sends the ids in one field of an otherwise valid call. */
type Send = (ids: unknown[]) => { path: string; body: object; image?: Blob };
type Find = (made: TestRestaurant) => string;

const item: Find = ({ items }) => items.water;
const modifier: Find = ({ modifiers }) => modifiers.onion;
const list: Find = ({ lists }) => lists.extras;
const outlet: Find = ({ outletId }) => outletId;
const category: Find = ({ categories }) => categories.mains;

const fields: [name: string, field: string, find: Find, send: Send][] = [
  ['a new category', 'items', item, (items) => ({ path: 'add-update-category', body: { ...dips(), items } })],
  [
    'a new category',
    'InActiveOutletIds',
    outlet,
    (InActiveOutletIds) => ({ path: 'add-update-category', body: { ...dips(), InActiveOutletIds } }),
  ],
  [
    'a category',
    'items',
    item,
    (items) => ({ path: 'add-update-category', body: { categoryId: ours.categories.drinks, name: 'x', items } }),
  ],
  [
    'a category',
    'InActiveOutletIds',
    outlet,
    (InActiveOutletIds) => ({
      path: 'add-update-category',
      body: { categoryId: ours.categories.drinks, name: 'x', items: [], InActiveOutletIds },
    }),
  ],
  [
    'a new item',
    'modifierList',
    list,
    (modifierList) => ({ path: 'add-items-modifier', body: { ...soup, modifierList }, image: makePng() }),
  ],
  [
    'an item',
    'modifierList',
    list,
    (modifierList) => ({ path: `update-items-modifier/${ours.items.burger}`, body: { name: 'x', modifierList } }),
  ],
  [
    'an item',
    'InActiveOutletIds',
    outlet,
    (InActiveOutletIds) => ({
      path: `update-items-modifier/${ours.items.burger}`,
      body: { name: 'x', modifierList: [], InActiveOutletIds },
      image: makePng(),
    }),
  ],
  [
    'a new list',
    'modifierList',
    modifier,
    (modifierList) => ({ path: 'add-modifier-list', body: { ...names, modifierList } }),
  ],
  ['a new list', 'itemList', item, (itemList) => ({ path: 'add-modifier-list', body: { ...names, itemList } })],
  [
    'a list',
    'modifierList',
    modifier,
    (modifierList) => ({ path: `update-modifier-list/${ours.lists.size}`, body: { name: 'x', modifierList } }),
  ],
  [
    'a list',
    'itemList',
    item,
    (itemList) => ({
      path: `update-modifier-list/${ours.lists.size}`,
      body: { name: 'x', modifierList: [], itemList },
    }),
  ],
];
const dips = () => ({ menuId: ours.menuId, name: 'Dips' });
const soup = { name: 'Soup', type: 'item', price: 18, sku: 'SOUP' };
const names = { name: 'Sauces', displayName: 'Choose a sauce' };

async function post({ path, body, image }: ReturnType<Send>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  if (image !== undefined) form.append('image', image);
  const isForm = path.includes('items-modifier');
  const encoded = new Response(isForm ? form : JSON.stringify(body));
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/menu/${path}`,
    headers: {
      authorization: `Bearer ${owner}`,
      'content-type': isForm ? encoded.headers.get('content-type')! : 'application/json',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: reply.statusCode, answer: reply.json<ErrorAnswer>() };
}

/** Every row that menus are made of, of both restaurants. */
async function digest(): Promise<unknown> {
  const tables = ['menus', 'categories', 'items', 'modifier_lists', 'pictures'];
  const links = [
    'category_items',
    'category_inactive_outlets',
    'item_modifier_lists',
    'item_inactive_outlets',
    'modifier_list_items',
  ];
  const ofRestaurant = (id: typeof ours.id) =>
    transaction(server.db, id, (tx) =>
      Promise.all(
        [...tables, ...links].map(async (table) => {
          const { rows } = await sql`select t::text as row from ${sql.table(table)} t order by 1`.execute(tx);
          return [table, rows];
        }),
      ),
    );
  return [await ofRestaurant(ours.id), await ofRestaurant(theirs.id)];
}

describe.each(fields)('the field of %s, %s', (_, field, find, send) => {
  test('takes existing ids', async () => {
    const before = await digest();
    expect((await post(send([find(ours)]))).status).toBe(200);
    expect((await post(send([{ _id: find(ours) }]))).status).toBe(200);
    expect(await digest()).not.toEqual(before);
  });

  test('takes no other ids', async () => {
    const before = await digest();
    const others = [item, modifier, list, outlet, category].filter((other) => other !== find);
    for (const wrong of [find(theirs), newId(), ...others.map((other) => other(ours))]) {
      for (const ids of [[wrong], [find(ours), wrong], [find(ours), { _id: wrong }]]) {
        const { status, answer } = await post(send(ids));
        expect([status, answer.code, answer.fields]).toEqual([
          400,
          'request.invalid',
          { [`${field}.${ids.length - 1}`]: { code: 'not_found' } },
        ]);
      }
    }
    for (const malformed of ['', 'x', 5, null, {}, { _id: 'x' }, [find(ours)]]) {
      const { status, answer } = await post(send([malformed]));
      expect([status, answer.code]).toEqual([400, 'request.invalid']);
    }
    expect(await digest()).toEqual(before);
  });
});
