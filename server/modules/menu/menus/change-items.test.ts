/** Many items at once: all of them or none, and the items that prevent it are named (ME-21). */
import * as fc from 'fast-check';
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
const setModePrices = (modePrices: Record<string, number>, price = 18) => {
  const params = { id: ours.items.burger };
  const form = { price, modePrices: modePrices as { delivery?: number } };
  return server.call('POST /menu/update-items-modifier/:id', { params, form }, owner);
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
      msg: 'Records updated: 2',
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

  test('by mode change alike where that is asked for, to the minor unit, and stay otherwise', async () => {
    const ofModes = { delivery: 20.25, pickup: 0, 'dine-in': 17.35 };
    await setModePrices(ofModes);
    const items = [{ ...rows('burger')[0]!, modePrices: ofModes }, rows('water')[0]!];
    for (const [price, next, others] of [
      [{ by: 'percent', value: 12.5 }, [20.25, 6.19], { delivery: 22.78, pickup: 0, 'dine-in': 19.52 }],
      [{ by: 'amount', value: 1.5 }, [21.75, 7.69], { delivery: 24.28, pickup: 1.5, 'dine-in': 21.02 }],
    ] as const) {
      await change({ items, change: { kind: 'price', price, withModePrices: true } });
      const read = await readItems();
      expect([ours.items.burger, ours.items.water].map((id) => read.get(id)?.price)).toEqual(next);
      expect(read.get(ours.items.burger)?.modePrices).toEqual(others);
      expect(read.get(ours.items.water)).not.toHaveProperty('modePrices');
      Object.assign(items[0]!, { price: next[0], modePrices: others });
      Object.assign(items[1]!, { price: next[1] });
    }
    const price = { by: 'amount', value: 1 } as const;
    await change({
      items: items.map(({ _id, price: seen }) => ({ _id, price: seen })),
      change: { kind: 'price', price },
    });
    const read = await readItems();
    expect(read.get(ours.items.burger)).toMatchObject({
      price: 22.75,
      modePrices: { delivery: 24.28, pickup: 1.5, 'dine-in': 21.02 },
    });
  });

  test('by mode are as the oracle says, whatever they are and by how much they change', async () => {
    const amount = fc.option(fc.integer({ min: 0, max: 100_000 }));
    const prices = fc.record({ usual: fc.integer({ min: 0, max: 100_000 }), delivery: amount, 'dine-in': amount });
    await fc.assert(
      fc.asyncProperty(prices, fc.integer({ min: -10_000, max: 20_000 }), async ({ usual, ...given }, basisPoints) => {
        const major = Object.fromEntries(
          Object.entries(given).flatMap(([mode, price]) => (price === null ? [] : [[mode, price / 100]])),
        );
        await setModePrices(major, usual / 100);
        const items = [{ _id: ours.items.burger, price: usual / 100, modePrices: major }];
        const price = { by: 'percent', value: basisPoints / 100 } as const;
        await change({ items, change: { kind: 'price', price, withModePrices: true } });
        const { price: now, modePrices = {} } = (await readItems()).get(ours.items.burger)!;
        // In whole numbers, by the way of a cashier: what is added, half a fil up.
        const next = (minor: number) => {
          const tenThousandths = minor * (10_000 + basisPoints);
          const rest = tenThousandths % 10_000;
          return ((tenThousandths - rest) / 10_000 + (rest >= 5_000 ? 1 : 0)) / 100;
        };
        expect(now).toBe(next(usual));
        expect(modePrices).toEqual(
          Object.fromEntries(Object.entries(major).map(([mode, one]) => [mode, next(Math.round(one * 100))])),
        );
      }),
      { numRuns: 25 },
    );
  });

  test('by mode are those that were seen, in range, or nothing changes', async () => {
    const ofModes = { delivery: 20.25, pickup: 1 };
    await setModePrices(ofModes);
    const [burger, water] = rows('burger', 'water');
    const refusal = (modePrices: Partial<typeof ofModes> | undefined, value = 1) =>
      refusalOf(
        change({
          items: [{ ...burger!, modePrices }, water!],
          change: { kind: 'price', price: { by: 'amount', value }, withModePrices: true },
        }),
      );
    for (const seen of [undefined, {}, { delivery: 20.25 }, { ...ofModes, pickup: 2 }]) {
      expect(await refusal(seen)).toMatchObject({ status: 409, code: 'items.changed_since' });
    }
    expect(await refusal(ofModes, -1.01)).toMatchObject({ status: 409, code: 'items.price_out_of_range' });
    expect((await readItems()).get(ours.items.burger)).toMatchObject({ price: 18, modePrices: ofModes });
    expect(await pricesOf()).toEqual([18, 5.5, 42]);
  });

  test('by mode are in the audit log, each with its mode', async () => {
    await setModePrices({ delivery: 20, pickup: 0 });
    const items = [{ ...rows('burger')[0]!, modePrices: { delivery: 20, pickup: 0 } }];
    await change({ items, change: { kind: 'price', price: { by: 'percent', value: 10 }, withModePrices: true } });
    const { entries } = await server.call('GET /audit/entries', { query: {} }, owner);
    expect(entries[0]).toMatchObject({
      action: 'items.prices_changed',
      details: {
        prices: [`burger ${ours.canary}: AED 18 → AED 19.8`, `burger ${ours.canary} (delivery): AED 20 → AED 22`],
      },
    });
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
    expect(await remove([burger, water])).toMatchObject({ count: 2, msg: 'Records deleted: 2' });
    expect([...(await readItems()).keys()]).not.toContain(burger);
    expect(await itemsOf('mains')).toEqual([special]);
    expect(await restore([burger, water])).toMatchObject({ count: 2, msg: 'Records restored: 2' });
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
