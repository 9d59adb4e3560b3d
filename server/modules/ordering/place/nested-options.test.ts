/** Lists that are asked only where an option of another one is chosen (decision 106). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { ItemId, ModifierListId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type RestaurantOverrides } from '#server/test/data/restaurant.ts';
import { linesOf, omar, phonesAt, sara } from '#server/test/data/table-sessions.ts';
import { makeTables, openDineIn, tableOrder } from '#server/test/data/tables.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

type ItemForm = CallInput<'POST /menu/update-items-modifier/:id'>['form'];
type ListBody = CallInput<'POST /menu/update-modifier-list/:id'>['body'];

/**
 * A burger costs 1800; regular nothing, large 450, cheese 325, bacon 375, onion nothing. A large one asks for extras, of which one is
 * required, and cheese asks how it is to be melted: soft, nothing, or crisp, 100.
 */
async function make(overrides: RestaurantOverrides = {}) {
  const made = await makeRestaurant(app.db, overrides);
  const [guest, owner] = [await makeCustomer(app.db, made.id), await makeOwner(app.db, made.id)];
  const addModifier = async (name: string, price: number) => {
    const form = { type: 'modifier' as const, name, price, sku: `${name} ${made.canary}` };
    return (await app.call('POST /menu/add-items-modifier', { form }, owner.token)).item._id;
  };
  const [soft, crisp] = [await addModifier('Soft', 0), await addModifier('Crisp', 1)];
  const body = {
    name: `melted ${made.canary}`,
    displayName: 'How is it melted?',
    minModifier: 1,
    maxModifier: 1,
    modifierList: [soft, crisp],
    itemList: [made.items.burger],
  };
  const { modifierList: melted } = await app.call('POST /menu/add-modifier-list', { body }, owner.token);
  const setList = (id: ModifierListId, changes: ListBody) =>
    app.call('POST /menu/update-modifier-list/:id', { params: { id }, body: changes }, owner.token);
  await setList(made.lists.extras, { optional: false, minModifier: 1, maxModifier: 2 });
  const saveBurger = (form: ItemForm) =>
    app.call('POST /menu/update-items-modifier/:id', { params: { id: made.items.burger }, form }, owner.token);
  const nestedLists = [
    { modifierListId: made.lists.extras, parentListId: made.lists.size, modifierIds: [made.modifiers.large] },
    { modifierListId: melted._id, parentListId: made.lists.extras, modifierIds: [made.modifiers.cheese] },
  ];
  await saveBurger({ nestedLists });
  const major = (subtotal: number) => (subtotal + Math.floor((subtotal * 5 + 50) / 100)) / 100;
  const orderOf = (modifierList: ItemId[], subtotal: number) =>
    pickupOrder(made, [{ itemId: made.items.burger, modifierList, quantity: 1 }], major(subtotal));
  return {
    made,
    owner,
    guest,
    melted: melted._id,
    modifiers: { ...made.modifiers, soft, crisp },
    nestedLists,
    setList,
    saveBurger,
    major,
    quote: async (modifierList: ItemId[]) =>
      (await app.call('POST /order/quote-order', { body: orderOf(modifierList, 1) }, made.siteToken)).quote,
    place: async (modifierList: ItemId[], subtotal: number) =>
      (await app.call('POST /order/create-order', { body: orderOf(modifierList, subtotal) }, guest.token)).order,
  };
}

const codesOf = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code);

test('a list that is not opened need not and cannot be chosen from, one that is open has its bounds', async () => {
  const { modifiers, quote, place } = await make();
  const { regular, large, cheese, bacon, soft, crisp } = modifiers;
  for (const [chosen, codes] of [
    [[regular], []],
    [[large, bacon], []],
    [[large, cheese, soft], []],
    [[large, bacon, cheese, crisp], []],
    // Nothing is chosen of a list that is open.
    [[large], ['order.options_invalid']],
    [[large, cheese], ['order.options_invalid']],
    // Something is chosen of one that is not.
    [[regular, bacon], ['order.options_invalid']],
    [[regular, cheese, soft], ['order.options_invalid']],
    [[regular, soft], ['order.options_invalid']],
    [[large, bacon, soft], ['order.options_invalid']],
    // Too many of one that is.
    [[large, cheese, soft, crisp], ['order.options_invalid']],
    [[large, bacon, cheese, modifiers.onion, soft], ['order.options_invalid']],
  ] as [ItemId[], string[]][]) {
    expect([chosen, codesOf(await quote(chosen))]).toEqual([chosen, codes]);
    if (codes.length > 0) expect(await refusalOf(place(chosen, 1800))).toMatchObject({ code: codes[0] });
  }
});

test('an order keeps its options as they were asked, each below what opened it, whatever order they came in', async () => {
  const { made, owner, guest, modifiers, place, saveBurger } = await make();
  const { large, cheese, bacon, crisp } = modifiers;
  const ids = [crisp, bacon, large, cheese];
  const total = 1800 + 450 + 325 + 375 + 100;
  const [one, other] = await Promise.all([place(ids, total), place(ids.toReversed(), total)]);
  await saveBurger({ nestedLists: [] });
  for (const [order, extras] of [
    [
      one,
      [
        [bacon, 1],
        [cheese, 1],
        [crisp, 2],
      ],
    ],
    [
      other,
      [
        [cheese, 1],
        [crisp, 2],
        [bacon, 1],
      ],
    ],
  ] as const) {
    for (const { token } of [owner, guest]) {
      const read = await app.call('GET /order/get-order-details/:id', { params: { id: order._id } }, token);
      const options = read.order.cart[0]!.options.map(({ _id, depth }) => [_id, depth ?? 0]);
      expect(options).toEqual([[large, 0], ...extras]);
    }
  }
  expect(one.cart[0]!.options.every((option) => option.depth !== 0)).toBe(true);
  expect(made.items.burger).toBe(one.cart[0]!.itemId);
});

test('selections by list are judged alike, and a list of another dish is none', async () => {
  const { made, modifiers, melted, guest, major } = await make();
  const { size, extras } = made.lists;
  const quote = async (selections: [ModifierListId, ItemId[]][]) => {
    const items = [
      {
        itemId: made.items.burger,
        quantity: 1,
        selections: selections.map(([modifierListId, modifierIds]) => ({ modifierListId, modifierIds })),
      },
    ];
    const body = pickupOrder(made, items, major(1800));
    return codesOf((await app.call('POST /order/quote-order', { body }, guest.token)).quote);
  };
  expect(
    await quote([
      [size, [modifiers.regular]],
      [extras, []],
    ]),
  ).toEqual([]);
  expect(
    await quote([
      [melted, [modifiers.soft]],
      [extras, [modifiers.cheese]],
      [size, [modifiers.large]],
    ]),
  ).toEqual([]);
  expect(
    await quote([
      [size, [modifiers.regular]],
      [melted, [modifiers.soft]],
    ]),
  ).toEqual(['order.options_invalid']);
  const theirs = await makeRestaurant(app.db);
  expect(
    await quote([
      [size, [modifiers.regular]],
      [theirs.lists.size, [theirs.modifiers.large]],
    ]),
  ).toEqual(['order.options_invalid']);
});

test('an option that opens what cannot be completed is sold out with it, and the dish where nothing else is left', async () => {
  const { made, modifiers, quote, setList } = await make();
  const { regular, large, cheese, bacon, onion, soft, crisp } = modifiers;
  const setStock = (ids: ItemId[], quantity: number | null) =>
    platformTransaction(app.db, 'seed', (tx) =>
      tx.updateTable('items').set({ quantity }).where('id', 'in', ids).execute(),
    );
  await setStock([soft, crisp], 0);
  expect(codesOf(await quote([large, cheese, soft]))).toEqual(['order.sold_out']);
  expect(codesOf(await quote([large, bacon]))).toEqual([]);
  await setStock([bacon, onion], 0);
  expect(codesOf(await quote([large, bacon]))).toEqual(['order.sold_out']);
  expect(codesOf(await quote([regular]))).toEqual([]);
  await setStock([regular], 0);
  const { problems } = await quote([regular]);
  expect(problems.map(({ code, left }) => [code, left])).toEqual([['order.sold_out', 0]]);
  await setStock([soft], null);
  expect(codesOf(await quote([large, cheese, soft]))).toEqual([]);
  await setList(made.lists.extras, { optional: true, minModifier: 0 });
  await setStock([soft], 0);
  expect(codesOf(await quote([large]))).toEqual([]);
});

test('a deleted option or list opens nothing, and opens again when it is restored', async () => {
  const { made, owner, modifiers, quote } = await make();
  const { large, cheese, bacon, soft } = modifiers;
  const call = (verb: 'delete' | 'restore', kind: 'items-modifier' | 'modifier-list', id: string) =>
    verb === 'delete'
      ? app.call(`DELETE /menu/delete-${kind}/:id`, { params: { id: id as never } }, owner.token)
      : app.call(`POST /menu/restore-${kind}/:id`, { params: { id: id as never } }, owner.token);
  await call('delete', 'items-modifier', cheese);
  expect(codesOf(await quote([large, bacon, soft]))).toEqual(['order.options_invalid']);
  expect(codesOf(await quote([large, bacon]))).toEqual([]);
  await call('restore', 'items-modifier', cheese);
  expect(codesOf(await quote([large, cheese, soft]))).toEqual([]);
  await call('delete', 'modifier-list', made.lists.extras);
  expect(codesOf(await quote([large]))).toEqual([]);
  expect(codesOf(await quote([large, soft]))).toEqual(['order.options_invalid']);
  await call('restore', 'modifier-list', made.lists.extras);
  expect(codesOf(await quote([large]))).toEqual(['order.options_invalid']);
  expect(codesOf(await quote([large, cheese, soft]))).toEqual([]);
});

test('a change of the order carries them with consent, and refuses what is not opened', async () => {
  const { made, owner, guest, modifiers, place, melted } = await make();
  const { regular, large, cheese, bacon, crisp } = modifiers;
  const { _id: orderId } = await place([large, cheese, crisp], 1800 + 450 + 325 + 100);
  const propose = (selections: [ModifierListId, ItemId[]][]) =>
    app.call(
      'POST /order/propose-change',
      {
        body: {
          orderId,
          lines: [
            {
              lineNumber: 1,
              quantity: 1,
              dish: {
                itemId: made.items.burger,
                selections: selections.map(([modifierListId, modifierIds]) => ({ modifierListId, modifierIds })),
              },
            },
          ],
        },
      },
      owner.token,
    );
  const { size, extras } = made.lists;
  expect(
    await refusalOf(
      propose([
        [size, [regular]],
        [melted, [crisp]],
      ]),
    ),
  ).toMatchObject({ code: 'order.options_invalid' });
  await propose([
    [size, [large]],
    [melted, [crisp]],
    [extras, [bacon, cheese]],
  ]);
  const answer = { body: { orderId, number: 1, isAccepted: true } };
  const { order } = await app.call('POST /order/answer-change', answer, guest.token);
  const optionsIn = (cart: typeof order.cart) => cart[0]!.options.map(({ _id, depth = 0 }) => [_id, depth]);
  expect(optionsIn(order.cart)).toEqual([
    [large, 0],
    [bacon, 1],
    [cheese, 1],
    [crisp, 2],
  ]);
  expect(optionsIn(order.changes[0]!.before.cart)).toEqual([
    [large, 0],
    [cheese, 1],
    [crisp, 2],
  ]);
});

test("a table's basket keeps what each guest chose in the lists that opened, and orders it", async () => {
  const { made, guest, modifiers, melted } = await make();
  const { large, cheese, crisp } = modifiers;
  const owner = await openDineIn(app, made);
  const [table] = await makeTables(app, { token: owner, outletId: made.outletId, names: ['12'] });
  const phones = phonesAt(app, made, table!.code);
  const selections = [
    { modifierListId: made.lists.size, modifierIds: [large] },
    { modifierListId: made.lists.extras, modifierIds: [cheese] },
    { modifierListId: melted, modifierIds: [crisp] },
  ];
  const joined = await phones.join(sara);
  await phones.join(omar);
  const dish = { itemId: made.items.burger, selections, quantity: 1 };
  await phones.share(joined, sara, [{ id: 's1', note: '', ...dish }], 'Sara');
  const seen = await phones.share(joined, omar, [phones.water('o1')], 'Omar');
  expect(linesOf(seen)).toEqual([
    ['Sara', ['s1 1']],
    ['Omar', ['o1 1']],
  ]);
  expect(seen.participants[0]!.lines[0]!.selections).toEqual(selections);
  const items = [
    { ...dish, guestName: 'Sara' },
    { itemId: made.items.water, quantity: 1, guestName: 'Omar' },
  ];
  const order = (totalPrice: number, lines = items) => {
    const sharedBasket = { tableSessionId: seen._id, participantKey: omar, version: seen.version };
    const body = tableOrder(made, table!.code, lines, totalPrice, { sharedBasket });
    return app.call('POST /order/create-order', { body }, guest.token);
  };
  // 18.00, 4.50, 3.25 and 1.00, and a water of 5.50: 32.25, and 1.61 of VAT. Melted in another way it is another basket.
  const soft = [...selections.slice(0, 2), { modifierListId: melted, modifierIds: [modifiers.soft] }];
  const others = [{ ...dish, selections: soft, guestName: 'Sara' }, ...items.slice(1)];
  expect(await refusalOf(order(32.81, others))).toMatchObject({ code: 'order.table_basket_changed' });
  const { order: placed } = await order(33.86);
  expect(
    placed.cart.map(({ guestName, options }) => [guestName, options.map(({ _id, depth = 0 }) => [_id, depth])]),
  ).toEqual([
    [
      'Sara',
      [
        [large, 0],
        [cheese, 1],
        [crisp, 2],
      ],
    ],
    ['Omar', []],
  ]);
});

test('a test order chooses for the lists that its own choices open', async () => {
  const { made, owner, modifiers } = await make();
  await platformTransaction(app.db, 'seed', async (tx) => {
    await tx.updateTable('items').set({ quantity: 0 }).where('id', '=', modifiers.regular).execute();
    await tx.updateTable('category_items').set({ position: -1 }).where('item_id', '=', made.items.burger).execute();
  });
  const { order } = await app.call('POST /order/place-test-order', { body: {} }, owner.token);
  expect(order.cart[0]!.options.map(({ _id }) => _id)).toEqual([modifiers.large, modifiers.cheese, modifiers.soft]);
});

test('guests read what opens a list, and a dish without nested lists reads as before', async () => {
  const { made, nestedLists } = await make();
  const items = async () => (await app.call('GET /site/:slug', { params: { slug: made.slug } })).items;
  await expect.poll(async () => (await items()).map((item) => item.nestedLists)).toContainEqual(nestedLists);
  const water = (await items()).find(({ _id }) => _id === made.items.water)!;
  expect(Object.keys(water)).not.toContain('nestedLists');
});
