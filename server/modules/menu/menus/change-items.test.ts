/** Many items at once: all of them or none, and the items that prevent it are named (ME-21). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { ItemId } from '#contract/base/ids.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { refusalOf } from '#server/test/data/orders.ts';
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

type Body = NonNullable<CallInput<'POST /menu/change-items'>['body']>;
const change = (body: Body, token = owner) => server.call('POST /menu/change-items', { body }, token);
const rows = (...names: ('burger' | 'water' | 'special')[]) =>
  names.map((name) => ({ _id: ours.items[name], price: { burger: 18, water: 5.5, special: 42 }[name] }));
const readItems = async () => {
  const { items } = await server.call('GET /menu/get-all-items-modifier', {}, owner);
  return new Map(items.map((item) => [item._id, item]));
};
const pricesOf = async () => {
  const items = await readItems();
  const { burger, water, special } = ours.items;
  return [burger, water, special].map((id) => items.get(id)?.price);
};
const itemsOf = async (name: 'mains' | 'drinks') => {
  const params = { id: ours.categories[name] };
  const { category } = await server.call('GET /menu/get-categoryDetail/:id', { params }, owner);
  return category.items.map((item) => (typeof item === 'string' ? item : item._id));
};

describe('prices', () => {
  test('rise by a percentage, to the minor unit', async () => {
    const price = { by: 'percent', value: 12.5 } as const;
    const answer = await change({ items: rows('burger', 'water'), change: { kind: 'price', price } });
    expect(answer).toEqual({
      count: 2,
      success: true,
      code: 'records.updated',
      details: { count: 2 },
      msg: '2 records are successfully updated',
    });
    expect(await pricesOf()).toEqual([20.25, 6.19, 42]);
  });

  test('fall by an amount, and guests read it at once', async () => {
    await change({ items: rows('special'), change: { kind: 'price', price: { by: 'amount', value: -2.5 } } });
    const { items } = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
    expect(items.find(({ _id }) => _id === ours.items.special)?.price).toBe(39.5);
  });

  test('all stay as they are when one is not the price that was seen', async () => {
    const params = { id: ours.items.water };
    await server.call('POST /menu/update-items-modifier/:id', { params, form: { price: 6 } }, owner);
    const price = { by: 'percent', value: 10 } as const;
    const refused = await refusalOf(change({ items: rows('burger', 'water'), change: { kind: 'price', price } }));
    expect(refused).toMatchObject({ status: 409, code: 'items.changed_since' });
    expect(refused.msg).toContain(`water ${ours.canary}`);
    expect(refused.msg).not.toContain('burger');
    expect(await pricesOf()).toEqual([18, 6, 42]);
  });

  test('do not fall below zero', async () => {
    const price = { by: 'amount', value: -6 } as const;
    const refused = await refusalOf(change({ items: rows('burger', 'water'), change: { kind: 'price', price } }));
    expect(refused).toMatchObject({ status: 409, code: 'items.price_out_of_range' });
    expect(refused.msg).toContain(`water ${ours.canary}`);
    expect(await pricesOf()).toEqual([18, 5.5, 42]);
  });

  test('in a currency with two decimals take no third one', async () => {
    const price = { by: 'amount', value: 0.125 } as const;
    const refused = await refusalOf(change({ items: rows('burger'), change: { kind: 'price', price } }));
    expect(refused).toMatchObject({
      status: 400,
      fields: { 'change.price.value': { code: 'too_many_decimals', details: { most: 2 } } },
    });
  });
});

test("items move to the end of a category in the others' order, and leave the other category of the menu", async () => {
  const { burger, water, special } = ours.items;
  await change({
    items: rows('burger', 'special', 'water'),
    change: { kind: 'category', categoryId: ours.categories.drinks },
  });
  expect(await itemsOf('mains')).toEqual([]);
  const drinks = await itemsOf('drinks');
  expect(drinks[0]).toBe(water);
  expect(new Set(drinks)).toEqual(new Set([water, burger, special]));
});

test('a modifier goes into no category, and nothing else moves with it', async () => {
  const items = [...rows('burger'), { _id: ours.modifiers.cheese, price: 3.25 }];
  const refused = await refusalOf(change({ items, change: { kind: 'category', categoryId: ours.categories.drinks } }));
  expect(refused).toMatchObject({ status: 400, fields: { items: { code: 'item.modifier_has_no_category' } } });
  expect(await itemsOf('mains')).toEqual([ours.items.burger, ours.items.special]);
});

test('items are switched off at one outlet, and on again at all', async () => {
  const { outletId } = ours;
  const offAt = async () => {
    const items = await readItems();
    return rows('burger', 'water').map(({ _id }) => items.get(_id)!.InActiveOutletIds.map((outlet) => outlet._id));
  };
  await change({ items: rows('burger', 'water'), change: { kind: 'availability', outletId, isAvailable: false } });
  expect(await offAt()).toEqual([[outletId], [outletId]]);
  await change({ items: rows('burger', 'water'), change: { kind: 'availability', isAvailable: true } });
  expect(await offAt()).toEqual([[], []]);
});

describe('deleting', () => {
  const remove = (items: ItemId[]) => server.call('POST /menu/delete-items', { body: { items } }, owner);
  const restore = (items: ItemId[]) => server.call('POST /menu/restore-items', { body: { items } }, owner);

  test('hides items, and Undo brings them back with their places', async () => {
    const { burger, water, special } = ours.items;
    const before = await itemsOf('mains');
    expect(await remove([burger, water])).toMatchObject({ count: 2, msg: '2 records are successfully deleted' });
    expect([...(await readItems()).keys()]).not.toContain(burger);
    expect(await itemsOf('mains')).toEqual([special]);
    expect(await restore([burger, water])).toMatchObject({ count: 2, msg: '2 records were restored' });
    expect(await itemsOf('mains')).toEqual(before);
  });

  test('deletes none when one of them is deleted already', async () => {
    const { burger, water } = ours.items;
    await remove([water]);
    const refused = await refusalOf(remove([burger, water]));
    expect(refused).toMatchObject({ status: 409, code: 'items.changed_since' });
    expect(refused.msg).toContain(`water ${ours.canary}`);
    expect([...(await readItems()).keys()]).toContain(burger);
  });
});

test('items of another restaurant cannot be changed', async () => {
  const theirs = await makeRestaurant(server.db);
  const items = [...rows('burger'), { _id: theirs.items.water, price: 5.5 }];
  const price = { by: 'percent', value: 10 } as const;
  const refused = await refusalOf(change({ items, change: { kind: 'price', price } }));
  expect(refused).toMatchObject({ status: 404, code: 'request.not_found' });
  expect(await pricesOf()).toEqual([18, 5.5, 42]);
});

test('two people who raise the same prices at once raise them once', async () => {
  const price = { by: 'percent', value: 10 } as const;
  const both = await Promise.allSettled(
    [1, 2].map(() => change({ items: rows('burger', 'water', 'special'), change: { kind: 'price', price } })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await pricesOf()).toEqual([19.8, 6.05, 46.2]);
});

test('ten thousand items change in one call', async () => {
  await changeMenu(server.db, ours.id, async (tx) => {
    const like = await tx.selectFrom('items').selectAll().where('id', '=', ours.items.water).executeTakeFirstOrThrow();
    const many = Array.from({ length: 9999 }, (_, index) => ({
      ...like,
      name_translations: '{}',
      description_translations: '{}',
      id: `0198c0de-0000-7000-8000-${String(index).padStart(12, '0')}` as ItemId,
      name: `Dish ${index}`,
    }));
    for (let from = 0; from < many.length; from += 1000) {
      await tx
        .insertInto('items')
        .values(many.slice(from, from + 1000))
        .execute();
    }
  });
  const dishes = [...(await readItems()).values()].filter(({ name }) => name.startsWith('Dish'));
  const items = [...dishes.map(({ _id, price }) => ({ _id, price })), ...rows('burger')];
  const price = { by: 'amount', value: 0.5 } as const;
  expect(await change({ items, change: { kind: 'price', price } })).toMatchObject({ count: 10_000 });
  const after = await readItems();
  expect(dishes.every(({ _id }) => after.get(_id)?.price === 6)).toBe(true);
  expect(await pricesOf()).toEqual([18.5, 5.5, 42]);
});
