import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
});

type Added = NonNullable<CallInput<'POST /menu/add-modifier-list'>['body']>;
type Changes = NonNullable<CallInput<'POST /menu/update-modifier-list/:id'>['body']>;
const sauces = { name: 'Sauces', displayName: 'Choose a sauce' };
const add = (body: Added) => server.call('POST /menu/add-modifier-list', { body }, owner);
const update = (body: Changes, id: ModifierListId = ours.lists.extras) =>
  server.call('POST /menu/update-modifier-list/:id', { params: { id }, body }, owner);
const get = async (id: ModifierListId) =>
  (await server.call('GET /menu/get-modifier-list/:id', { params: { id } }, owner)).modifierList;
const listsOf = async (id: ItemId) =>
  (await server.call('GET /menu/get-items-modifier/:id', { params: { id } }, owner)).item.modifierList;

test('a list is created with two names, and other fields have the defaults of the specification', async () => {
  const answer = await add(sauces);
  expect(answer).toMatchObject({ success: true, code: 'record.added', msg: 'Your record was successfully added' });
  expect(answer.ModifierList).toEqual([answer.modifierList]);
  expect(answer.modifierList).toEqual({
    _id: expect.any(String),
    ...sauces,
    displayNameTranslations: {},
    allowMultipleSelection: false,
    minModifier: 0,
    maxModifier: 0,
    optional: false,
    modifierList: [],
    itemList: [],
    createdAt: expect.any(String),
  });
  expect(await get(answer.modifierList._id)).toEqual(answer.modifierList);
});

test('a list may be created with all its fields, and is asked last on its items', async () => {
  const { burger, water } = ours.items;
  const { onion, cheese } = ours.modifiers;
  const { modifierList } = await add({
    ...sauces,
    displayNameTranslations: { ar: 'اختر صلصة', en: '' },
    allowMultipleSelection: true,
    minModifier: 1,
    maxModifier: 2,
    modifierList: [onion, { _id: cheese }, onion],
    itemList: [burger, { _id: water }],
  });
  expect(modifierList).toMatchObject({
    displayNameTranslations: { ar: 'اختر صلصة' },
    allowMultipleSelection: true,
    minModifier: 1,
    maxModifier: 2,
    optional: false,
  });
  expect(modifierList.modifierList.map(({ _id }) => _id)).toEqual([onion, cheese]);
  expect(new Set(modifierList.itemList.map(({ _id }) => _id))).toEqual(new Set([burger, water]));
  expect(await listsOf(burger)).toEqual([ours.lists.size, ours.lists.extras, modifierList._id]);
  expect(await listsOf(water)).toEqual([modifierList._id]);
  const { items } = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
  expect(items.find(({ _id }) => _id === water)!.modifierList).toEqual([modifierList._id]);
});

test.each<[Partial<Added>, Record<string, unknown>]>([
  [{ name: '' }, { name: { code: 'required' } }],
  [{ displayName: '  ' }, { displayName: { code: 'required' } }],
  [{ minModifier: 1.5 }, { minModifier: { code: 'not_whole' } }],
  [{ minModifier: -1 }, { minModifier: { code: 'too_small', details: { least: 0 } } }],
  [{ maxModifier: 201 }, { maxModifier: { code: 'too_large', details: { most: 200 } } }],
  [{ minModifier: '1' as unknown as number }, { minModifier: { code: 'not_a_number' } }],
  [
    { allowMultipleSelection: true, minModifier: 3, maxModifier: 2 },
    { maxModifier: { code: 'list.maximum_below_minimum' } },
  ],
  [{ minModifier: 2 }, { minModifier: { code: 'list.single_minimum' } }],
  [{ maxModifier: 2 }, { maxModifier: { code: 'list.single_maximum' } }],
  [{ optional: true, minModifier: 1 }, { minModifier: { code: 'list.optional_with_minimum' } }],
])('%j is refused by field', async (body, fields) => {
  await expect(add({ ...sauces, ...body })).rejects.toMatchObject({ status: 400, answer: { fields } });
  expect((await server.call('GET /menu/get-all-modifier-list', {}, owner)).ModifierList).toHaveLength(2);
});

describe('an update', () => {
  test('names its change in the sentences of the specification', async () => {
    const { cheese, bacon, onion } = ours.modifiers;
    const { burger, water } = ours.items;
    const said = async (body: Changes) => (await update(body)).msg;
    expect(await said({ name: 'Toppings' })).toBe('The record is successfully updated');
    expect(await said({ modifierList: [cheese, bacon] })).toBe('The record have been unlinked');
    expect(await said({ modifierList: [cheese, bacon, onion] })).toBe('The record have been linked');
    expect(await said({ modifierList: [onion, bacon, cheese] })).toBe('The record is successfully updated');
    expect(await said({ itemList: [burger, water] })).toBe('The record have been linked');
    expect(await said({ itemList: [water] })).toBe('The record have been unlinked');
    expect(await said({ itemList: [burger] })).toBe('The record is successfully updated');
    expect(await said({ itemList: [], modifierList: [] })).toBe('The record is successfully updated');
  });

  test('changes only the given fields', async () => {
    const before = await get(ours.lists.extras);
    await update({ displayName: 'Add' });
    expect(await get(ours.lists.extras)).toEqual({ ...before, displayName: 'Add' });
    await update({ minModifier: 1, maxModifier: 3, optional: false });
    await update({ modifierList: [ours.modifiers.onion], displayNameTranslations: { ar: 'أضف' } });
    expect(await get(ours.lists.extras)).toEqual({
      ...before,
      displayName: 'Add',
      displayNameTranslations: { ar: 'أضف' },
      minModifier: 1,
      maxModifier: 3,
      optional: false,
      modifierList: [expect.objectContaining({ _id: ours.modifiers.onion })],
    });
  });

  test('is checked against the stored bounds, but a rename is not', async () => {
    await update({ maxModifier: 2 });
    await expect(update({ allowMultipleSelection: false })).rejects.toMatchObject({
      answer: { fields: { maxModifier: { code: 'list.single_maximum' } } },
    });
    await expect(update({ minModifier: 1 })).rejects.toMatchObject({
      answer: { fields: { minModifier: { code: 'list.optional_with_minimum' } } },
    });
    await update({ optional: false, minModifier: 2 });
    await expect(update({ maxModifier: 1 })).rejects.toMatchObject({
      answer: { fields: { maxModifier: { code: expect.any(String) } } },
    });
    await update({ maxModifier: 0 });
    // A list is filled after it is created, so too few modifiers are no reason to refuse.
    await expect(update({ modifierList: [ours.modifiers.onion] })).resolves.toMatchObject({ success: true });
  });

  test('takes modifiers for modifiers and items for items', async () => {
    const before = await get(ours.lists.extras);
    await expect(update({ modifierList: [ours.modifiers.onion, ours.items.burger] })).rejects.toMatchObject({
      status: 400,
      answer: { fields: { 'modifierList.1': { code: 'not_found' } } },
    });
    await expect(update({ modifierList: [], itemList: [ours.modifiers.onion] })).rejects.toMatchObject({
      status: 400,
      answer: { fields: { 'itemList.0': { code: 'not_found' } } },
    });
    expect(await get(ours.lists.extras)).toEqual(before);
  });

  test('finds no unknown or deleted list', async () => {
    const { modifierList } = await add(sauces);
    const { _id } = modifierList;
    expect(await server.call('DELETE /menu/delete-modifier-list/:id', { params: { id: _id } }, owner)).toEqual({
      success: true,
      code: 'record.deleted',
      msg: 'The record is successfully deleted',
    });
    for (const id of [_id, newId<ModifierListId>()]) {
      await expect(update({ name: 'Late' }, id)).rejects.toMatchObject({ status: 404 });
    }
  });

  test('keeps parallel changes of two people to different fields', async () => {
    const { cheese, bacon } = ours.modifiers;
    const { burger, water, special } = ours.items;
    for (let round = 0; round < 10; round++) {
      const modifierList = round % 2 === 0 ? [cheese, bacon] : [bacon];
      const itemList = round % 2 === 0 ? [burger] : [water, special];
      await Promise.all([update({ name: `Extras ${round}` }), update({ modifierList }), update({ itemList })]);
      const found = await get(ours.lists.extras);
      expect(found.name).toBe(`Extras ${round}`);
      expect(found.modifierList.map(({ _id }) => _id)).toEqual(modifierList);
      expect(new Set(found.itemList.map(({ _id }) => _id))).toEqual(new Set(itemList));
    }
  });
});
