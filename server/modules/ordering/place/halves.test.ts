/** Half and half: one option for the whole, or two at the price of the dearer one (decision 97). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { ItemId } from '#contract/base/ids.ts';
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
const halves = { halves: true, allowMultipleSelection: true, minModifier: 1, maxModifier: 2, optional: false };

/** A burger costs 1800, large 450, cheese 325, bacon 375 and onion nothing, in minor units; 5 % on top. */
async function make(overrides: RestaurantOverrides = {}) {
  const made = await makeRestaurant(app.db, overrides);
  const [guest, owner] = [await makeCustomer(app.db, made.id), await makeOwner(app.db, made.id)];
  const digits = { JPY: 0, KWD: 3 }[made.currency] ?? 2;
  const major = (subtotal: number) => (subtotal + Math.floor((subtotal * 5 + 50) / 100)) / 10 ** digits;
  const setList = (body: ListBody) =>
    app.call('POST /menu/update-modifier-list/:id', { params: { id: made.lists.extras }, body }, owner.token);
  await setList(halves);
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
    setList,
    quote: async (extras: ItemId[], quantity = 1) =>
      (await app.call('POST /order/quote-order', { body: orderOf(extras, quantity, 1) }, made.siteToken)).quote,
    place: async (extras: ItemId[], quantity: number, subtotal: number) =>
      (await app.call('POST /order/create-order', { body: orderOf(extras, quantity, subtotal) }, guest.token)).order,
  };
}

test('one is the whole, two are a half each, and nothing else is a choice', async () => {
  const { made, setList, quote } = await make();
  const { cheese, bacon, onion } = made.modifiers;
  const codes = async (extras: ItemId[]) => (await quote(extras)).problems.map(({ code }) => code);
  expect(await codes([])).toEqual(['order.options_invalid']);
  expect(await codes([cheese])).toEqual([]);
  expect(await codes([cheese, bacon])).toEqual([]);
  expect(await codes([cheese, cheese])).toEqual(['order.options_invalid']);
  expect(await codes([cheese, bacon, onion])).toEqual(['order.options_invalid']);
  await setList({ optional: true, minModifier: 0 });
  expect(await codes([])).toEqual([]);
});

test.each(['AED', 'KWD', 'JPY'])('in %s the dearer half is charged, whichever it is', async (currency) => {
  for (const chargeOptions of ['once', 'each'] as const) {
    const { made, quote, place, major } = await make({ currency, chargeOptions });
    const { cheese, bacon, onion } = made.modifiers;
    for (const [extras, paid] of [
      [[cheese, bacon], 375],
      [[bacon, cheese], 375],
      [[onion, cheese], 325],
      [[cheese], 325],
    ] as [ItemId[], number][]) {
      const subtotal = chargeOptions === 'each' ? 3 * (1800 + 450 + paid) : 3 * 1800 + 450 + paid;
      expect((await quote(extras, 3)).total).toBe(major(subtotal));
      const order = await place(extras, 3, subtotal);
      expect(order.totalPrice).toBe(major(subtotal));
      const chosen = order.cart[0]!.options.slice(1);
      expect(chosen.map(({ _id, isHalf = false }) => [_id, isHalf])).toEqual(
        extras.map((id) => [id, extras.length === 2]),
      );
    }
  }
});

test('an order keeps its halves in their order, however it is written and read, and the menu moves nothing of it', async () => {
  const { made, owner, guest, setList, place } = await make();
  const { cheese, bacon } = made.modifiers;
  const together = await Promise.all([place([bacon, cheese], 1, 2625), place([cheese, bacon], 1, 2625)]);
  await setList({ halves: false, maxModifier: 0 });
  for (const [index, { _id }] of together.entries()) {
    for (const { token } of [owner, guest]) {
      const { order } = await app.call('GET /order/get-order-details/:id', { params: { id: _id } }, token);
      const read = order.cart[0]!.options.map((option) => [option._id, option.price, option.isHalf]);
      const [first, second] = index === 0 ? [bacon, cheese] : [cheese, bacon];
      expect(read).toEqual([
        [made.modifiers.large, 4.5, undefined],
        [first, first === bacon ? 3.75 : 0, true],
        [second, second === bacon ? 3.75 : 0, true],
      ]);
    }
  }
});

test('each half takes a portion, and a change to the whole gives one back', async () => {
  const { made, owner, guest, place } = await make();
  const { cheese, bacon, large } = made.modifiers;
  const stock = platformTransaction(app.db, 'seed', (tx) =>
    tx.updateTable('items').set({ quantity: 5 }).where('id', 'in', [cheese, bacon]).execute(),
  );
  await stock;
  const left = () =>
    platformTransaction(app.db, 'seed', async (tx) => {
      const rows = await tx.selectFrom('items').select(['id', 'quantity']).where('id', 'in', [cheese, bacon]).execute();
      return [cheese, bacon].map((id) => rows.find((row) => row.id === id)!.quantity);
    });
  const { _id: orderId } = await place([cheese, bacon], 2, 2 * 1800 + 450 + 375);
  expect(await left()).toEqual([3, 3]);
  const ask = async (modifierIds: ItemId[], number: number) => {
    const selections = [
      { modifierListId: made.lists.size, modifierIds: [large] },
      { modifierListId: made.lists.extras, modifierIds },
    ];
    const lines = [{ lineNumber: 1, quantity: 2, dish: { itemId: made.items.burger, selections } }];
    await app.call('POST /order/propose-change', { body: { orderId, lines } }, owner.token);
    const answer = { body: { orderId, number, isAccepted: true } };
    return (await app.call('POST /order/answer-change', answer, guest.token)).order;
  };
  const whole = await ask([cheese], 1);
  expect(whole.cart[0]!.options.map(({ isHalf }) => isHalf)).toEqual([undefined, undefined]);
  expect(whole.totalPrice).toBe(45.94);
  expect(await left()).toEqual([3, 5]);
  const again = await ask([bacon, cheese], 2);
  expect(again.cart[0]!.options.map(({ isHalf }) => isHalf)).toEqual([undefined, true, true]);
  expect(again.changes.map(({ before }) => before.cart[0]!.options.at(-1)!.isHalf)).toEqual([true, undefined]);
  expect(await left()).toEqual([3, 3]);
});

test('halves are free together, and a total of both is refused with the fresh quote', async () => {
  const { made, setList, quote, place, major } = await make();
  const { cheese, bacon } = made.modifiers;
  expect(await refusalOf(place([cheese, bacon], 1, 1800 + 450 + 325 + 375))).toMatchObject({
    code: 'order.price_changed',
    details: { quote: { total: major(2625) } },
  });
  await setList({ freeModifiers: 1 });
  expect((await quote([cheese, bacon])).total).toBe(major(2250));
});

test('guests read which list it is, and a single choice has no halves', async () => {
  const { made, setList, quote } = await make();
  const lists = async () =>
    (await app.call('GET /site/:slug', { params: { slug: made.slug } })).modifierLists.flatMap((list) =>
      list.halves ? [list._id] : [],
    );
  await expect.poll(lists).toEqual([made.lists.extras]);
  await setList({ allowMultipleSelection: false, maxModifier: 1 });
  const { cheese, bacon } = made.modifiers;
  expect((await quote([cheese, bacon])).problems.map(({ code }) => code)).toEqual(['order.options_invalid']);
});

test.each(['csv', 'json'] as const)('a file of %s carries it', async (format) => {
  const { made, owner } = await make();
  const call = { params: { id: made.menuId }, query: { format } };
  const { text } = await app.call('GET /menu/export/:id', call, owner.token);
  const other = await makeRestaurant(app.db);
  const { token } = await makeOwner(app.db, other.id);
  const files = { file: new File([text], `menu.${format}`) };
  expect((await app.call('POST /menu/import', { form: { menuName: 'Menu' }, files }, token)).problems).toEqual([]);
  const { ModifierList } = await app.call('GET /menu/get-all-modifier-list', {}, token);
  const halved = ModifierList.filter(({ name }) => name.includes(made.canary)).map((list) => list.halves ?? false);
  expect([halved.length, halved.filter(Boolean).length]).toEqual([2, 1]);
});
