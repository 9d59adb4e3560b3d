/**
 * Round trip of export and import: a menu exported from one restaurant, imported into an empty one and exported again
 * is the same (EX-01, EX-02).
 */
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { ItemId, MenuId, ModifierListId } from '#contract/base/ids.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

type Place = TestRestaurant & { token: string };
type Format = 'csv' | 'json';

async function makePlace(currency: string): Promise<Place> {
  const made = await makeRestaurant(server.db, { currency });
  return { ...made, token: (await makeOwner(server.db, made.id)).token };
}

const exported = async ({ token }: Place, id: MenuId, format: Format) =>
  (await server.call('GET /menu/export/:id', { params: { id }, query: { format } }, token)).text;

async function imported(place: Place, text: string, menuName: string) {
  const files = { file: new File([text], 'menu') };
  const answer = await server.call('POST /menu/import', { form: { menuName }, files }, place.token);
  expect(answer.problems).toEqual([]);
  return answer;
}

const seed = (name: string) => readFileSync(new URL(`../../../db/seed/${name}.menu.json`, import.meta.url), 'utf8');

/** Menus made through the API, each in a restaurant of its own. */
const menus: [string, string, (place: Place) => Promise<MenuId>][] = [
  ["Miller's Cafe", 'GBP', async (place) => (await imported(place, seed('millers-cafe'), 'Menu')).import!.menuId],
  ['Al Noor Kitchen', 'AED', async (place) => (await imported(place, seed('al-noor-kitchen'), 'Menu')).import!.menuId],
  ['a menu made by hand', 'AED', (place) => Promise.resolve(place.menuId)],
  ['a menu of difficult names', 'KWD', hardMenu],
];

describe.each(menus)('%s', (_, currency, make) => {
  test.each<Format>(['csv', 'json'])(
    'is the same after exporting as %s, importing and exporting again',
    async (format) => {
      const place = await makePlace(currency);
      const menuId = await make(place);
      const [text, otherFormat] = [await exported(place, menuId, format), format === 'csv' ? 'json' : 'csv'] as const;
      const empty = await makePlace(currency);
      const { import: kept } = await imported(empty, text, nameOf(await exported(place, menuId, 'json')));
      expect(await exported(empty, kept!.menuId, format)).toBe(withName(text, place, empty));
      // Each format carries everything that the other does.
      const other = await exported(place, menuId, otherFormat);
      expect(comparable(await exported(empty, kept!.menuId, otherFormat))).toBe(
        comparable(withName(other, place, empty)),
      );

      const answer = await imported(place, text, nameOf(await exported(place, menuId, 'json')));
      expect(answer).toMatchObject({ import: null, preview: { changesAnything: false } });
    },
  );
});

const nameOf = (json: string) => (JSON.parse(json) as { menu: string }).menu;
/** Replaces the restaurant's name in the JSON. */
const withName = (text: string, from: Place, to: Place) =>
  text.replace(`"restaurant": "${from.name}"`, `"restaurant": "${to.name}"`);
/** A table cannot tell checkboxes from radio buttons for a choice of one. */
const comparable = (text: string) =>
  text.replaceAll(/"type": "multiple",(\s+"required": \w+,)\s+"max": 1,/g, '"type": "single",$1');

/**
 * A menu with difficult names (formulas, lists, quotes and other languages), a dish in two categories, and shared and
 * unshared lists and options.
 */
async function hardMenu(place: Place): Promise<MenuId> {
  const { token } = place;
  const addItem = async (
    name: string,
    type: 'item' | 'modifier',
    more: Partial<CallInput<'POST /menu/add-items-modifier'>['form']> = {},
  ): Promise<ItemId> => {
    const form = { name, type, price: 1.125, sku: name.slice(0, 20), ...more };
    const image = new File([makePng()], 'a.png');
    const input = type === 'item' ? { form, files: { image } } : { form };
    return (await server.call('POST /menu/add-items-modifier', input, token)).item._id;
  };
  const addList = async (body: CallInput<'POST /menu/add-modifier-list'>['body']): Promise<ModifierListId> =>
    (await server.call('POST /menu/add-modifier-list', { body }, token)).modifierList._id;
  const names = [
    '=1+1',
    '+cheese',
    '-onion',
    '@home',
    "'=x",
    'a;=b',
    "a; '-b",
    String.raw`c\d`,
    '12" pie',
    'one, two',
    'جبنة',
  ];
  const options = await Promise.all(
    names.map((name) => addItem(name, 'modifier', { nameTranslations: { ar: `${name} ع` } })),
  );
  const lists = await Promise.all([
    addList({
      name: 'a; b',
      displayName: '=Choose',
      modifierList: options.slice(0, 4),
      minModifier: 2,
      maxModifier: 3,
      allowMultipleSelection: true,
    }),
    addList({
      name: String.raw`Size\s`,
      displayName: 'Size',
      modifierList: options.slice(3).toReversed(),
      minModifier: 1,
      maxModifier: 1,
    }),
    addList({
      name: 'Same',
      displayName: 'One',
      modifierList: options.slice(0, 1),
      minModifier: 0,
      maxModifier: 0,
      optional: true,
    }),
    addList({ name: 'Same', displayName: 'Other', modifierList: options.slice(1, 2), minModifier: 0, maxModifier: 0 }),
    addList({
      name: 'Ticked',
      displayName: 'Ticked',
      modifierList: options.slice(2, 3),
      minModifier: 1,
      maxModifier: 1,
      allowMultipleSelection: true,
    }),
  ]);
  const dishes: ItemId[] = [];
  // One after the other: a restaurant has few pictures in the line.
  for (const [index, name] of names.entries()) {
    dishes.push(
      await addItem(`${name} dish`, 'item', {
        description: index % 2 === 0 ? `=SUM(A1)\n"Quoted", and\nmore` : '',
        descriptionTranslations: { ar: '=ساخن' },
        quantity: index,
        calories: index * 10,
        makeMinutes: index * 3,
        allergens: ['milk', 'gluten'],
        diets: ['halal'],
        modifierList: lists.slice(index % 3),
      }),
    );
  }
  const menu = { name: '=Menu, "Special"', platform: 'OrderManager', notes: 'x' };
  const { menu: made } = await server.call('POST /menu/add-menu', { body: menu }, token);
  for (const [name, items] of [
    ['@Mains', dishes.slice(0, 6)],
    ['Again; \\ and "again"', dishes.slice(4).toReversed()],
  ] as const) {
    const body = { menuId: made._id, name, nameTranslations: { ar: '-قسم' }, items: [...items] };
    await server.call('POST /menu/add-update-category', { body }, token);
  }
  return made._id;
}

test('no cell of a table is a formula to a spreadsheet (R73)', async () => {
  const place = await makePlace('KWD');
  const text = await exported(place, await hardMenu(place), 'csv');
  expect(text.startsWith('\ufefftype,category,name,price,')).toBe(true);
  const cells: string[] = parse(text, { bom: true }).flat();
  expect(cells.length).toBeGreaterThan(400);
  expect(cells.filter((cell) => /^[\t\r\n\0]|(^|[;\t\r\n])\s*[=+\-@]/.test(cell))).toEqual([]);
  expect(cells).toContain("'=1+1 dish");
});

test('a file name is valid on every system', async () => {
  const place = await makePlace('KWD');
  const id = await hardMenu(place);
  const { fileName, contentType } = await server.call(
    'GET /menu/export/:id',
    { params: { id }, query: { format: 'csv' } },
    place.token,
  );
  expect([fileName, contentType]).toEqual(['_Menu_ _Special_.csv', 'text/csv; charset=utf-8']);
});
