import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { ItemId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makePng } from '#server/test/data/png.ts';
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

type Added = NonNullable<CallInput<'POST /menu/add-items-modifier'>['form']>;
type Changes = NonNullable<CallInput<'POST /menu/update-items-modifier/:id'>['form']>;
const soup = { name: 'Soup', type: 'item', price: 18.5, sku: 'SOUP' } as const;
const add = (form: Added, files: Record<string, Blob> = { image: makePng() }) =>
  server.call('POST /menu/add-items-modifier', { form, files }, owner);
const update = (form: Changes, { id = ours.items.water, token = owner, files = {}, query = {} } = {}) =>
  server.call('POST /menu/update-items-modifier/:id', { params: { id }, query, form, files }, token);
const get = async (id: ItemId) =>
  (await server.call('GET /menu/get-items-modifier/:id', { params: { id } }, owner)).item;
const countItems = async () => (await server.call('GET /menu/get-all-items-modifier', {}, owner)).items.length;

describe('a new item', () => {
  test('has all given fields, and the address of its picture', async () => {
    const full = {
      description: 'Of lentils',
      quantity: 12,
      lowStock: 3,
      makeMinutes: 4,
      calories: 320,
      allergens: ['celery', 'milk'],
      diets: ['vegetarian'],
      nameTranslations: { ar: 'شوربة' },
      descriptionTranslations: { ar: 'عدس' },
      modifierList: [ours.lists.extras, { _id: ours.lists.size }],
    } satisfies Partial<Added>;
    const { item, warnings } = await add({ ...soup, ...full });
    expect(item).toEqual({
      ...soup,
      ...full,
      _id: expect.any(String),
      imageUrl: expect.stringMatching(new RegExp(`^/media/${ours.id}/[0-9a-f]{64}-640.webp$`)),
      modifierList: [ours.lists.extras, ours.lists.size],
      InActiveOutletIds: [],
      soldOut: false,
      soldOutAt: [],
      createdAt: expect.any(String),
    });
    expect(warnings).toEqual([]);
    const picture = await server.app.inject({ url: item.imageUrl! });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
    expect(
      Buffer.from((await get(item._id)).image!, 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  test('needs an image, a name, a price and a SKU; without them nothing is stored', async () => {
    const before = await countItems();
    await expect(add(soup, {})).rejects.toMatchObject({
      status: 400,
      answer: { name: 'Invalid input', fields: { image: { code: 'required' } } },
    });
    await expect(add({ ...soup, price: 18.555 })).rejects.toMatchObject({
      answer: { fields: { price: { code: 'too_many_decimals', details: { most: 2 } } } },
    });
    expect(await countItems()).toBe(before);
  });

  test.each([
    ['KWD', 1.255, 1.2555, { code: 'too_many_decimals', details: { most: 3 } }],
    ['JPY', 1800, 1800.5, { code: 'no_decimals', details: { currency: 'JPY' } }],
  ])('has a price in %s', async (currency, right, wrong, sentence) => {
    const made = await makeRestaurant(server.db, { currency });
    const { token } = await makeOwner(server.db, made.id);
    const send = (price: number) =>
      server.call('POST /menu/add-items-modifier', { form: { ...soup, price }, files: { image: makePng() } }, token);
    expect((await send(right)).item.price).toBe(right);
    await expect(send(wrong)).rejects.toMatchObject({ status: 400, answer: { fields: { price: sentence } } });
  });

  test.each<[string, Partial<Added>, string]>([
    ['an unknown allergen', { allergens: ['gold' as 'milk'] }, 'allergens.0'],
    ['an unknown diet', { diets: ['paleo' as 'vegan'] }, 'diets.0'],
    ['an unknown language', { nameTranslations: { xx: 'x' } as object }, 'nameTranslations'],
    ['a name of two lines', { name: 'a\nb' }, 'name'],
    ['a SKU that is too long', { sku: 'x'.repeat(65) }, 'sku'],
    ['51 lists', { modifierList: Array.from({ length: 51 }, () => newId<never>()) }, 'modifierList'],
  ])('with %s is refused', async (_, form, field) => {
    await expect(add({ ...soup, ...form })).rejects.toMatchObject({
      status: 400,
      answer: { fields: { [field]: { code: expect.any(String) } } },
    });
  });

  test('may have a SKU that another has, with a warning', async () => {
    const first = await add(soup);
    expect((await add({ ...soup, name: 'Bisque', sku: 'soup' })).warnings).toEqual([
      { field: 'sku', code: 'item.sku_shared', details: { name: 'Soup' } },
    ]);
    expect((await update({ sku: 'Soup' })).warnings).toEqual([
      { field: 'sku', code: 'item.sku_shared', details: { name: 'Soup' } },
    ]);
    expect((await update({ price: 5 })).warnings).toEqual([]);
    expect((await update({ sku: 'OTHER' })).warnings).toEqual([]);
    expect((await update({ sku: 'SOUP' }, { id: first.item._id })).warnings).toHaveLength(1);
  });

  test('with type modifier has no lists of its own', async () => {
    const form = { ...soup, type: 'modifier' as const, modifierList: [ours.lists.size] };
    await expect(add(form, {})).rejects.toMatchObject({
      status: 400,
      answer: { fields: { modifierList: { code: 'item.modifier_has_no_lists' } } },
    });
    await expect(update({ modifierList: [] }, { id: ours.modifiers.onion })).resolves.toMatchObject({ success: true });
  });
});

describe('an update', () => {
  test('names its change in the sentences of the specification', async () => {
    const { size, extras } = ours.lists;
    const id = ours.items.burger;
    const said = async (form: Changes) => (await update(form, { id })).msg;
    expect(await said({ name: 'Beefburger' })).toBe('The record is successfully updated');
    expect(await said({ modifierList: [size] })).toBe('Modifier list unlinked successfully');
    expect(await said({ modifierList: [size, extras] })).toBe('Modifier list linked successfully');
    expect(await said({ modifierList: [extras, size] })).toBe('The record is successfully updated');
    // A field that is sent unchanged does not count.
    expect(await said({ name: 'Beefburger', price: 18, modifierList: [extras] })).toBe(
      'Modifier list unlinked successfully',
    );
    expect(await said({ InActiveOutletIds: [ours.outletId] })).toBe('Oulet unlinked successfully');
    expect(await said({ InActiveOutletIds: [] })).toBe('Oulet linked successfully');
    expect(await said({ modifierList: [size], price: 19 })).toBe('The record is successfully updated');
    expect(await said({})).toBe('The record is successfully updated');
  });

  test('with the subtype noSnackBar has no message, wherever the subtype is sent', async () => {
    for (const [form, query] of [
      [{ quantity: 3, subtype: 'noSnackBar' }, {}],
      [{ quantity: 3 }, { subtype: 'noSnackBar' }],
    ] as const) {
      const answer = await update(form, { query });
      expect(answer).toMatchObject({ success: true, item: { quantity: 3 } });
      expect(answer).not.toHaveProperty('msg');
    }
    expect((await update({ subtype: 'other' })).msg).toBe('The record is successfully updated');
  });

  test('changes only the given fields', async () => {
    const before = await get(ours.items.burger);
    const id = ours.items.burger;
    await update({ calories: 800, allergens: ['gluten'], diets: ['halal'] }, { id });
    await update({ nameTranslations: {}, description: '' }, { id });
    expect(await get(id)).toEqual({
      ...before,
      calories: 800,
      allergens: ['gluten'],
      diets: ['halal'],
      nameTranslations: {},
      description: '',
    });
    await update({ calories: null, allergens: [], diets: [] }, { id });
    expect(await get(id)).toEqual({ ...before, nameTranslations: {}, description: '' });
  });

  test('cannot change the type', async () => {
    await expect(update({ type: 'modifier', price: 1 })).rejects.toMatchObject({
      status: 400,
      answer: { fields: { type: { code: 'item.type_fixed' } } },
    });
    expect((await update({ type: 'item', price: 1 })).item).toMatchObject({ type: 'item', price: 1 });
  });

  test('replaces the picture; an item keeps one, a modifier may lose it', async () => {
    const id = ours.modifiers.onion;
    const first = (await update({}, { id, files: { image: makePng(1) } })).item.imageUrl;
    const second = (await update({}, { id, files: { image: makePng(2) } })).item.imageUrl;
    expect(first).not.toBe(second);
    expect((await update({ name: 'Onions' }, { id })).item.imageUrl).toBe(second);
    expect((await update({ removeImage: true }, { id })).item.imageUrl).toBeNull();
    await expect(update({ removeImage: true })).rejects.toMatchObject({
      status: 400,
      answer: { fields: { removeImage: { code: 'item.image_required' } } },
    });
  });

  test('is on the site at once', async () => {
    const { slug } = ours;
    const read = () => server.call('GET /site/:slug', { params: { slug } });
    const shown = async (id: ItemId) => (await read()).items.find(({ _id }) => _id === id)!;
    await read();
    const id = ours.items.water;
    await update({ price: 6.25, quantity: 0, InActiveOutletIds: [ours.outletId] }, { id });
    await expect
      .poll(() => shown(id), { interval: 5, timeout: 5000 })
      .toMatchObject({
        price: 6.25,
        soldOut: true,
        InActiveOutletIds: [ours.outletId],
      });
  });

  test('finds no unknown or deleted item, and stores no picture for it', async () => {
    const { water } = ours.items;
    const deleted = await server.call('DELETE /menu/delete-items-modifier/:id', { params: { id: water } }, owner);
    expect(deleted).toEqual({ success: true, code: 'record.deleted', msg: 'The record is successfully deleted' });
    for (const id of [water, newId<ItemId>()]) {
      await expect(update({ price: 1 }, { id, files: { image: makePng(3) } })).rejects.toMatchObject({
        status: 404,
        answer: { msg: 'No record found' },
      });
    }
    const kept = await transaction(server.db, ours.id, (tx) => tx.selectFrom('pictures').select('hash').execute());
    expect(kept).toEqual([]);
  });

  test('keeps parallel changes of several people to different fields', async () => {
    const id = ours.items.burger;
    for (let round = 0; round < 10; round++) {
      const isEven = round % 2 === 0;
      const modifierList = isEven ? [ours.lists.size] : [ours.lists.extras, ours.lists.size];
      const InActiveOutletIds = isEven ? [ours.outletId] : [];
      await Promise.all([
        update({ name: `Burger ${round}` }, { id }),
        update({ price: round }, { id }),
        update({ quantity: round }, { id }),
        update({ modifierList }, { id }),
        update({ InActiveOutletIds }, { id }),
      ]);
      expect(await get(id)).toMatchObject({
        name: `Burger ${round}`,
        price: round,
        quantity: round,
        modifierList,
        InActiveOutletIds: InActiveOutletIds.map((_id) => ({ _id })),
      });
    }
  });

  test('by staff may change stock and where the item is on, and nothing else', async () => {
    const { token } = await makeOwner(server.db, ours.id, 'staff');
    const allowed = { quantity: 4, quantitySeen: 4, InActiveOutletIds: [ours.outletId], subtype: 'noSnackBar' };
    await expect(update(allowed, { token })).resolves.toMatchObject({ item: { quantity: 4 } });
    const refused = { status: 403, answer: { code: 'auth.forbidden' } };
    const others: Changes[] = [
      { name: 'x' },
      { price: 1 },
      { sku: 'x' },
      { description: 'x' },
      { modifierList: [] },
      { calories: 1 },
      { allergens: [] },
      { removeImage: true },
      { type: 'item' },
    ];
    for (const other of others) {
      await expect(update({ ...allowed, ...other }, { token })).rejects.toMatchObject(refused);
    }
    await expect(update({ quantity: 1 }, { token, files: { image: makePng() } })).rejects.toMatchObject(refused);
    expect((await get(ours.items.water)).quantity).toBe(4);
    const { token: manager } = await makeOwner(server.db, ours.id, 'manager');
    await expect(update({ price: 1 }, { token: manager })).resolves.toMatchObject({ item: { price: 1 } });
  });
});
