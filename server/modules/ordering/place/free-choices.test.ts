/** Lists of which some chosen options are free: one engine for quote, order and receipt. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function make(chargeOptions: 'once' | 'each' = 'once') {
  const made = await makeRestaurant(app.db, { chargeOptions });
  const [guest, owner] = [await makeCustomer(app.db, made.id), await makeOwner(app.db, made.id)];
  return {
    made,
    owner,
    setFree: (freeModifiers: number) =>
      app.call(
        'POST /menu/update-modifier-list/:id',
        { params: { id: made.lists.extras }, body: { freeModifiers } },
        owner.token,
      ),
    quote: async (extras: ItemId[], quantity: number) =>
      (await app.call('POST /order/quote-order', { body: orderOf(made, extras, quantity, 1) }, made.siteToken)).quote,
    place: (extras: ItemId[], quantity: number, total: number) =>
      app.call('POST /order/create-order', { body: orderOf(made, extras, quantity, total) }, guest.token),
  };
}

function orderOf(made: TestRestaurant, extras: ItemId[], quantity: number, total: number) {
  const { items, modifiers } = made;
  return pickupOrder(made, [{ itemId: items.burger, modifierList: [modifiers.large, ...extras], quantity }], total);
}

/** With 5 %, rounded half up. In minor units. */
const withTax = (subtotal: number) => (subtotal + Math.floor((subtotal * 5 + 50) / 100)) / 100;

test.each([
  ['once', 0, 325 + 375],
  ['once', 1, 325],
  ['once', 2, 0],
  ['each', 1, 325],
] as const)('where options are charged %s and %i is free, two cost %i', async (chargeOptions, free, paid) => {
  const { made, setFree, quote, place } = await make(chargeOptions);
  await setFree(free);
  const { cheese, bacon } = made.modifiers;
  for (const extras of [
    [cheese, bacon],
    [bacon, cheese],
  ]) {
    for (const quantity of [1, 3]) {
      const options = 450 + paid;
      const total = withTax(chargeOptions === 'each' ? quantity * (1800 + options) : quantity * 1800 + options);
      expect((await quote(extras, quantity)).total).toBe(total);
      const { order } = await place(extras, quantity, total);
      const kept = order.cart[0]!.options.filter(({ modifierListId }) => modifierListId === made.lists.extras);
      expect(kept.reduce((sum, { price }) => sum + Math.round(price * 100), 0)).toBe(paid);
    }
  }
});

test('a list that a line names more than once has its allowance once', async () => {
  const { made, setFree } = await make();
  await setFree(1);
  const { modifiers, lists, items } = made;
  const selections = [[modifiers.large], [modifiers.cheese], [modifiers.bacon]].map((modifierIds, index) => ({
    modifierListId: index === 0 ? lists.size : lists.extras,
    modifierIds,
  }));
  const order = pickupOrder(made, [{ itemId: items.burger, modifierList: [], selections, quantity: 1 }], 1);
  const { quote } = await app.call('POST /order/quote-order', { body: order }, made.siteToken);
  expect(quote.total).toBe(withTax(1800 + 450 + 325));
});

test('twenty options are the most of a line, in however many lists they are said', async () => {
  const { made } = await make();
  const { modifiers, lists, items } = made;
  const selections = Array.from({ length: 7 }, () => ({
    modifierListId: lists.extras,
    modifierIds: [modifiers.cheese, modifiers.bacon, modifiers.cheese],
  }));
  const order = orderOf(made, [], 1, 1);
  const body = { ...order, items: [{ itemId: items.burger, modifierList: [], selections, quantity: 1 }] };
  expect(await refusalOf(app.call('POST /order/quote-order', { body }, made.siteToken))).toMatchObject({
    code: 'request.invalid',
    fields: { 'items.0.selections': expect.anything() as unknown },
  });
});

test('a total of before the allowance changed is refused with the fresh quote', async () => {
  const { made, setFree, place } = await make();
  await setFree(1);
  const { cheese } = made.modifiers;
  await place([cheese], 1, withTax(1800 + 450));
  await setFree(0);
  expect(await refusalOf(place([cheese], 1, withTax(1800 + 450)))).toMatchObject({
    code: 'order.price_changed',
    details: { quote: { total: withTax(1800 + 450 + 325) } },
  });
});

test('guests read it where there is one, and an impossible one is refused', async () => {
  const { made, setFree } = await make();
  const lists = async () =>
    (await app.call('GET /site/:slug', { params: { slug: made.slug } })).modifierLists.flatMap((list) =>
      'freeModifiers' in list ? [[list._id, list.freeModifiers]] : [],
    );
  expect(await lists()).toEqual([]);
  await setFree(2);
  await expect.poll(lists).toEqual([[made.lists.extras, 2]]);
  for (const free of [-1, 0.5, 10_000]) {
    expect(await refusalOf(setFree(free))).toMatchObject({ status: 400, code: 'request.invalid' });
  }
});

test.each(['csv', 'json'] as const)('a file of %s carries it', async (format) => {
  const { made, owner, setFree } = await make();
  await setFree(2);
  const call = { params: { id: made.menuId }, query: { format } };
  const { text } = await app.call('GET /menu/export/:id', call, owner.token);
  const other = await makeRestaurant(app.db);
  const { token } = await makeOwner(app.db, other.id);
  const files = { file: new File([text], `menu.${format}`) };
  expect((await app.call('POST /menu/import', { form: { menuName: 'Menu' }, files }, token)).problems).toEqual([]);
  const { ModifierList } = await app.call('GET /menu/get-all-modifier-list', {}, token);
  const free = ModifierList.filter(({ name }) => name.includes(made.canary)).map((list) => list.freeModifiers ?? 0);
  expect(free.toSorted((one, other) => one - other)).toEqual([0, 2]);
});
