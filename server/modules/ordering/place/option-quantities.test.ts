/** Options that are chosen more than once: one engine for quote, order, stock, change, ticket and report (decision 97). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import type { CallInput } from '#contract/base/client.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type RestaurantOverrides } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type ListBody = CallInput<'POST /menu/update-modifier-list/:id'>['body'];

/** A burger costs 1800, large 450, cheese 325 and bacon 375, in minor units; 5 % on top. */
async function make(overrides: RestaurantOverrides = {}) {
  const made = await makeRestaurant(app.db, overrides);
  const [guest, owner] = [await makeCustomer(app.db, made.id), await makeOwner(app.db, made.id)];
  const digits = { JPY: 0, KWD: 3 }[made.currency] ?? 2;
  const major = (subtotal: number) => (subtotal + Math.floor((subtotal * 5 + 50) / 100)) / 10 ** digits;
  const orderOf = (extras: ItemId[], quantity: number, subtotal: number) =>
    pickupOrder(
      made,
      [{ itemId: made.items.burger, modifierList: [made.modifiers.large, ...extras], quantity }],
      major(subtotal),
    );
  return {
    made,
    owner,
    guest,
    major,
    setList: (body: ListBody) =>
      app.call('POST /menu/update-modifier-list/:id', { params: { id: made.lists.extras }, body }, owner.token),
    quote: async (extras: ItemId[], quantity = 1) =>
      (await app.call('POST /order/quote-order', { body: orderOf(extras, quantity, 1) }, made.siteToken)).quote,
    place: async (extras: ItemId[], quantity: number, subtotal: number, token = guest.token) =>
      (await app.call('POST /order/create-order', { body: orderOf(extras, quantity, subtotal) }, token)).order,
    setStock: (id: ItemId, quantity: number) =>
      platformTransaction(app.db, 'seed', (tx) =>
        tx.updateTable('items').set({ quantity }).where('id', '=', id).execute(),
      ),
    stockOf: (id: ItemId) =>
      platformTransaction(app.db, 'seed', async (tx) => {
        const item = await tx.selectFrom('items').select('quantity').where('id', '=', id).executeTakeFirstOrThrow();
        return item.quantity;
      }),
  };
}

test('an option is chosen once or not at all, unless its list says how often', async () => {
  const { made, setList, quote, place, major } = await make();
  const { cheese } = made.modifiers;
  const codes = async (extras: ItemId[]) => (await quote(extras)).problems.map(({ code }) => code);
  expect(await codes([cheese, cheese])).toEqual(['order.options_invalid']);
  await setList({ maxPerModifier: 2 });
  expect(await codes([cheese, cheese])).toEqual([]);
  expect(await codes([cheese, cheese, cheese])).toEqual(['order.options_invalid']);
  const order = await place([cheese, cheese], 1, 1800 + 450 + 650);
  expect(order.totalPrice).toBe(major(2900));
  const [line] = order.cart;
  expect(line!.modifierList).toEqual([made.modifiers.large, cheese, cheese]);
  expect(line!.options.map(({ _id, price }) => [_id, price])).toEqual([
    [made.modifiers.large, 4.5],
    [cheese, 3.25],
    [cheese, 3.25],
  ]);
  for (const maxPerModifier of [0, -1, 1.5, 11]) {
    expect(await refusalOf(setList({ maxPerModifier }))).toMatchObject({ status: 400, code: 'request.invalid' });
  }
});

test('the most of a list counts every time', async () => {
  const { made, setList, quote } = await make();
  const { cheese, bacon } = made.modifiers;
  await setList({ maxPerModifier: 3, minModifier: 3, maxModifier: 3, optional: false });
  const problems = async (extras: ItemId[]) => (await quote(extras)).problems.length;
  expect(await problems([cheese, cheese, bacon])).toBe(0);
  expect(await problems([cheese, cheese, cheese])).toBe(0);
  expect(await problems([cheese, bacon])).toBe(1);
  expect(await problems([cheese, cheese, bacon, bacon])).toBe(1);
});

/** The least that a guest pays: every choice of so many free ones is tried. */
function leastByTrying([price, ...others]: readonly number[], free: number): number {
  if (price === undefined) return 0;
  const paid = price + leastByTrying(others, free);
  return free === 0 ? paid : Math.min(paid, leastByTrying(others, free - 1));
}

test.each(['AED', 'KWD', 'JPY'])('in %s quote and order add up to the minor unit, with free ones', async (currency) => {
  for (const chargeOptions of ['once', 'each'] as const) {
    const { made, setList, quote, place, major } = await make({ currency, chargeOptions });
    const { cheese, bacon } = made.modifiers;
    for (const [free, extras] of [
      [0, [cheese, cheese]],
      [1, [cheese, bacon, cheese]],
      [2, [bacon, cheese, bacon, bacon]],
    ] as [number, ItemId[]][]) {
      await setList({ maxPerModifier: 3, freeModifiers: free });
      const paid = leastByTrying(
        extras.map((id) => (id === cheese ? 325 : 375)),
        free,
      );
      const options = 450 + paid;
      const subtotal = chargeOptions === 'each' ? 3 * (1800 + options) : 3 * 1800 + options;
      expect((await quote(extras, 3)).total).toBe(major(subtotal));
      expect((await place(extras, 3, subtotal)).totalPrice).toBe(major(subtotal));
    }
  }
});

test('an option that was chosen twice takes two portions of each dish, and the last ones go to one guest', async () => {
  const { made, setList, quote, place, setStock, stockOf } = await make();
  const { cheese } = made.modifiers;
  await setList({ maxPerModifier: 2 });
  await setStock(cheese, 3);
  expect((await quote([cheese, cheese], 2)).problems).toMatchObject([{ code: 'order.sold_out', left: 3, line: 0 }]);
  const others = await Promise.all([1, 2, 3, 4].map(() => makeCustomer(app.db, made.id)));
  const results = await Promise.allSettled(others.map(({ token }) => place([cheese, cheese], 1, 2900, token)));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  expect(await stockOf(cheese)).toBe(1);
  expect(await refusalOf(place([cheese, cheese], 1, 2900))).toMatchObject({
    code: 'order.sold_out',
    details: { left: 1 },
  });
  await place([cheese], 1, 1800 + 450 + 325);
  expect(await stockOf(cheese)).toBe(0);
});

test('a change of the order moves the portions, and cancelling gives all of them back', async () => {
  const { made, owner, guest, setList, place, setStock, stockOf } = await make();
  const { cheese, large } = made.modifiers;
  const { size, extras } = made.lists;
  await setList({ maxPerModifier: 3 });
  await setStock(cheese, 10);
  const { _id: orderId } = await place([cheese, cheese], 2, 2 * 1800 + 450 + 650);
  expect(await stockOf(cheese)).toBe(6);
  const selections = [
    { modifierListId: size, modifierIds: [large] },
    { modifierListId: extras, modifierIds: [cheese, cheese, cheese] },
  ];
  const lines = [{ lineNumber: 1, quantity: 2, dish: { itemId: made.items.burger, selections } }];
  await app.call('POST /order/propose-change', { body: { orderId, lines } }, owner.token);
  const answer = { body: { orderId, number: 1, isAccepted: true } };
  const { order } = await app.call('POST /order/answer-change', answer, guest.token);
  expect(order.cart[0]).toMatchObject({ modifierList: [large, cheese, cheese, cheese], totalPrice: 50.25 });
  expect(await stockOf(cheese)).toBe(4);
  const cancel = { body: { orderId, status: 'Cancelled' as const, reason: 'too_busy' } };
  await app.call('POST /order/update-order-status', cancel, owner.token);
  expect(await stockOf(cheese)).toBe(10);
});

test('the report of options counts every time it was sold', async () => {
  const { made, owner, setList, place } = await make();
  const { cheese } = made.modifiers;
  await setList({ maxPerModifier: 2, freeModifiers: 1 });
  const { createdAt } = await place([cheese, cheese], 3, 3 * 1800 + 450 + 325);
  const day = createdAt.slice(0, 10);
  const around = [-1, 1].map((days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10));
  const { options } = await app.call('GET /report/items', { query: { from: around[0]!, to: around[1]! } }, owner.token);
  const sold = options.find(({ optionId }) => optionId === cheese);
  expect(sold).toMatchObject({ quantity: 6, orders: 1, total: 3.25 });
});

test('guests read how often where it is more than once', async () => {
  const { made, setList } = await make();
  const lists = async () =>
    (await app.call('GET /site/:slug', { params: { slug: made.slug } })).modifierLists.flatMap((list) =>
      'maxPerModifier' in list ? [[list._id, list.maxPerModifier]] : [],
    );
  expect(await lists()).toEqual([]);
  await setList({ maxPerModifier: 2 });
  await expect.poll(lists).toEqual([[made.lists.extras, 2]]);
});

test.each(['csv', 'json'] as const)('a file of %s carries it, and an import without it leaves it', async (format) => {
  const { made, owner, setList } = await make();
  await setList({ maxPerModifier: 3 });
  const call = { params: { id: made.menuId }, query: { format } };
  const { text } = await app.call('GET /menu/export/:id', call, owner.token);
  const other = await makeRestaurant(app.db);
  const { token } = await makeOwner(app.db, other.id);
  const send = (content: string) => {
    const files = { file: new File([content], `menu.${format}`) };
    return app.call('POST /menu/import', { form: { menuName: 'Menu' }, files }, token);
  };
  const most = async () => {
    const { ModifierList } = await app.call('GET /menu/get-all-modifier-list', {}, token);
    return ModifierList.filter(({ name }) => name.includes(made.canary))
      .map((list) => list.maxPerModifier ?? 1)
      .toSorted((one, two) => one - two);
  };
  expect((await send(text)).problems).toEqual([]);
  expect(await most()).toEqual([1, 3]);
  const without = format === 'csv' ? text.replace('max_each', 'unread') : text.replaceAll(/"maxEach": ?3,?/g, '');
  expect(without).not.toBe(text);
  expect((await send(without)).problems.filter(({ code }) => code !== 'file.column_not_read')).toEqual([]);
  expect(await most()).toEqual([1, 3]);
});

test('an import of before there was such a number is undone, and leaves it', async () => {
  const { made, owner } = await make();
  const file = (title: string) =>
    [
      'type,category,name,price,modifier_lists,list,list_title,min',
      'item,Soups,Lentil,12,Breads,,,',
      `modifier,,Bread,2,,Breads,${title},0`,
    ].join('\n');
  const send = (content: string) =>
    app.call(
      'POST /menu/import',
      { form: { menuId: made.menuId }, files: { file: new File([content], 'menu.csv') } },
      owner.token,
    );
  await send(file('Bread?'));
  const { import: changed } = await send(file('Which bread?'));
  await platformTransaction(app.db, 'seed', async (tx) => {
    const { undo } = await tx
      .selectFrom('menu_imports')
      .select('undo')
      .where('id', '=', changed!._id)
      .executeTakeFirstOrThrow();
    const text = JSON.stringify(undo).replaceAll(/,"(?:max_per_option|free_choices|is_halved)":(?:\d+|false)/g, '');
    await tx.updateTable('menu_imports').set({ undo: text }).where('id', '=', changed!._id).execute();
  });
  await app.call('POST /menu/undo-import/:id', { params: { id: changed!._id } }, owner.token);
  const { ModifierList } = await app.call('GET /menu/get-all-modifier-list', {}, owner.token);
  expect(ModifierList.find(({ name }) => name === 'Breads')).toMatchObject({ displayName: 'Bread?' });
});
