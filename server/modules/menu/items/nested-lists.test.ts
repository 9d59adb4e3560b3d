/** Lists of a dish that others open: which may be stored, and what becomes of them as lists come and go (decision 106). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { makePng } from '#server/test/data/png.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type Nested = NonNullable<NonNullable<CallInput<'POST /menu/update-items-modifier/:id'>['form']>['nestedLists']>;

let ours: TestRestaurant;
let owner: string;
/** Three lists beside `size` and `extras`, each with the modifier `onion` alone; the burger has them all. */
let more: [ModifierListId, ModifierListId, ModifierListId];
beforeEach(async () => {
  ours = await makeRestaurant(app.db);
  ({ token: owner } = await makeOwner(app.db, ours.id));
  const add = async (name: string) => {
    const body = {
      name,
      displayName: name,
      modifierList: [ours.modifiers.onion],
      itemList: [ours.items.burger],
      optional: true,
    };
    return (await app.call('POST /menu/add-modifier-list', { body }, owner)).modifierList._id;
  };
  more = [await add('third'), await add('fourth'), await add('fifth')];
});

const save = (nestedLists: Nested, id: ItemId = ours.items.burger) =>
  app.call('POST /menu/update-items-modifier/:id', { params: { id }, form: { nestedLists } }, owner);
const readBurger = async () =>
  (await app.call('GET /menu/get-items-modifier/:id', { params: { id: ours.items.burger } }, owner)).item;
const opens = (parentListId: ModifierListId, modifierId: ItemId, modifierListId: ModifierListId) => ({
  modifierListId,
  parentListId,
  modifierIds: [modifierId],
});
const withThree = () => [
  opens(ours.lists.size, ours.modifiers.large, ours.lists.extras),
  opens(ours.lists.extras, ours.modifiers.onion, more[0]),
];

test('nested lists are saved as a whole, and taken back', async () => {
  const nested = withThree();
  const { item } = await save(nested);
  expect(item.nestedLists).toEqual(nested);
  expect((await readBurger()).nestedLists).toEqual(nested);
  expect((await save([nested[0]!])).item.nestedLists).toEqual([nested[0]]);
  expect(Object.keys((await save([])).item)).not.toContain('nestedLists');
});

test('a new dish can have it at once, and a modifier has none', async () => {
  const form = {
    type: 'item' as const,
    name: 'Meal',
    price: 30,
    sku: `MEAL ${ours.canary}`,
    modifierList: [ours.lists.size, ours.lists.extras],
    nestedLists: [opens(ours.lists.size, ours.modifiers.large, ours.lists.extras)],
  };
  const { item } = await app.call('POST /menu/add-items-modifier', { form, files: { image: makePng() } }, owner);
  expect(item.nestedLists).toEqual(form.nestedLists);
  expect(await refusalOf(save(form.nestedLists, ours.modifiers.onion))).toMatchObject({
    fields: { nestedLists: { code: 'item.nested_not_of_dish' } },
  });
});

describe('refused, with nothing saved:', () => {
  test.each<[string, string, () => Promise<Nested> | Nested]>([
    [
      'a list that the dish does not have',
      'not_of_dish',
      () => [opens(ours.lists.size, ours.modifiers.large, newId())],
    ],
    ['an opening list that it does not have', 'not_of_dish', () => [opens(newId(), ours.modifiers.large, more[0])]],
    [
      "another restaurant's list",
      'not_of_dish',
      async () => {
        const theirs = await makeRestaurant(app.db);
        return [opens(theirs.lists.size, theirs.modifiers.large, ours.lists.extras)];
      },
    ],
    [
      "another restaurant's option",
      'option_unknown',
      async () => {
        const theirs = await makeRestaurant(app.db);
        return [opens(ours.lists.size, theirs.modifiers.large, ours.lists.extras)];
      },
    ],
    ['an option of another list', 'option_unknown', () => [opens(ours.lists.size, ours.modifiers.cheese, more[0])]],
    ['a list that opens itself', 'circle', () => [opens(more[0], ours.modifiers.onion, more[0])]],
    [
      'a circle',
      'circle',
      () => [opens(more[0], ours.modifiers.onion, more[1]), opens(more[1], ours.modifiers.onion, more[0])],
    ],
    ['four below one another', 'too_deep', () => [...withThree(), opens(more[0], ours.modifiers.onion, more[1])]],
  ])('%s', async (_, code, nested) => {
    const before = [opens(ours.lists.size, ours.modifiers.large, more[2])];
    await save(before);
    expect(await refusalOf(save(await nested()))).toMatchObject({
      fields: { nestedLists: { code: `item.nested_${code}` } },
    });
    expect((await readBurger()).nestedLists).toEqual(before);
  });

  test('no option at all, and more lists than a dish has', async () => {
    const before = [opens(ours.lists.size, ours.modifiers.large, more[2])];
    await save(before);
    const optionless = [{ ...opens(ours.lists.size, ours.modifiers.large, more[0]), modifierIds: [] }];
    const tooMany = Array.from({ length: 51 }, () => opens(ours.lists.size, ours.modifiers.large, newId()));
    const refusals = [await refusalOf(save(optionless)), await refusalOf(save(tooMany))];
    expect(refusals.map(({ code, fields }) => ({ code, fields }))).toEqual([
      {
        code: 'request.invalid',
        fields: { 'nestedLists.0.modifierIds': { code: 'too_few', details: { least: 1 } } },
      },
      { code: 'request.invalid', fields: { nestedLists: { code: 'too_many', details: { most: 50 } } } },
    ]);
    expect((await readBurger()).nestedLists).toEqual(before);
  });
});

test('a list whose opener is taken off the dish is always asked, on whichever page it was taken off', async () => {
  await save(withThree());
  const params = { id: ours.items.burger };
  const { size, extras } = ours.lists;
  const form = { modifierList: [extras, more[0]] };
  const { item } = await app.call('POST /menu/update-items-modifier/:id', { params, form }, owner);
  expect(item.nestedLists).toEqual([withThree()[1]]);
  const body = { itemList: [] };
  await app.call('POST /menu/update-modifier-list/:id', { params: { id: extras }, body }, owner);
  expect(Object.keys(await readBurger())).not.toContain('nestedLists');
  await app.call(
    'POST /menu/update-modifier-list/:id',
    { params: { id: size }, body: { itemList: [params.id] } },
    owner,
  );
  expect((await readBurger()).modifierList).toEqual([more[0], size]);
});

test('a reordered dish keeps what opens what, and a deleted opener stays with it until it is restored', async () => {
  const nested = withThree();
  await save(nested);
  const params = { id: ours.items.burger };
  const form = { modifierList: [more[0], ours.lists.extras, ours.lists.size, more[1]] };
  const reordered = await app.call('POST /menu/update-items-modifier/:id', { params, form }, owner);
  expect(reordered.item.nestedLists).toEqual([nested[1], nested[0]]);
  await app.call('DELETE /menu/delete-items-modifier/:id', { params: { id: ours.modifiers.large } }, owner);
  await app.call('DELETE /menu/delete-modifier-list/:id', { params: { id: ours.lists.extras } }, owner);
  // A dangling opener is saved again as it is.
  const { nestedLists = [] } = await readBurger();
  expect(nestedLists).toEqual([nested[1]]);
  expect((await save([nested[1]!])).item.nestedLists).toEqual([nested[1]]);
  await app.call('POST /menu/restore-modifier-list/:id', { params: { id: ours.lists.extras } }, owner);
  expect((await readBurger()).nestedLists).toEqual([nested[1], nested[0]]);
});

test.each(['csv', 'json'] as const)('a file of %s carries it, once and again', async (format) => {
  // Names with the signs that join them.
  const rename = { name: 'Sides > hot; cold' };
  await app.call('POST /menu/update-modifier-list/:id', { params: { id: ours.lists.size }, body: rename }, owner);
  await save(withThree());
  const other = await makeRestaurant(app.db);
  const { token } = await makeOwner(app.db, other.id);
  const read = async (bearer: string) => {
    const { items } = await app.call('GET /menu/get-all-items-modifier', {}, bearer);
    const { ModifierList } = await app.call('GET /menu/get-all-modifier-list', {}, bearer);
    const nameOf = new Map<string, string>([...items, ...ModifierList].map(({ _id, name }) => [_id, name]));
    const burger = items.find(({ nestedLists }) => nestedLists !== undefined);
    return burger?.nestedLists!.map((one) => [
      nameOf.get(one.modifierListId),
      nameOf.get(one.parentListId),
      one.modifierIds.map((id) => nameOf.get(id)),
    ]);
  };
  const files = async () => {
    const call = { params: { id: ours.menuId }, query: { format } };
    const { text } = await app.call('GET /menu/export/:id', call, owner);
    return { file: new File([text], `menu.${format}`) };
  };
  const importInto = async (bearer: string, menuName: string) =>
    app.call('POST /menu/import', { form: { menuName }, files: await files() }, bearer);
  expect((await importInto(token, 'Menu')).problems).toEqual([]);
  expect(await read(token)).toEqual(await read(owner));
  const again = await importInto(token, 'Menu');
  expect(again.problems).toEqual([]);
  expect(await read(token)).toEqual(await read(owner));
  await save([withThree()[0]!]);
  expect((await importInto(token, 'Menu')).problems).toEqual([]);
  expect(await read(token)).toEqual(await read(owner));
});

test('a deleted list refuses nothing that the page offers: it loses an opener that no longer fits, and others keep theirs', async () => {
  const { size, extras } = ours.lists;
  const { onion, large } = ours.modifiers;
  // Two lists are deleted: `fourth`, which stands below two others, and `size`, which stands below one.
  const [third, fourth, fifth] = more;
  const kept = opens(fifth, onion, size);
  await save([opens(extras, onion, third), opens(third, onion, fourth), kept]);
  for (const id of [fourth, size]) await app.call('DELETE /menu/delete-modifier-list/:id', { params: { id } }, owner);
  const nested = [opens(fifth, onion, extras), opens(extras, onion, third)];
  const sorted = (some: Nested = []) =>
    some.toSorted((one, other) => (one.modifierListId < other.modifierListId ? -1 : 1));
  expect(sorted((await save(nested)).item.nestedLists)).toEqual(sorted(nested));
  for (const id of [fourth, size]) await app.call('POST /menu/restore-modifier-list/:id', { params: { id } }, owner);
  expect(sorted((await readBurger()).nestedLists)).toEqual(sorted([...nested, kept]));
  // Beside a list that is there it is refused as before.
  const tooDeep = [...nested, opens(third, onion, fourth), opens(size, large, fifth)];
  expect(await refusalOf(save(tooDeep))).toMatchObject({ fields: { nestedLists: { code: 'item.nested_too_deep' } } });
});
