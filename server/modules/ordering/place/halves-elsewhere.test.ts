/** Half and half (decision 97) on the ways of an order that have rules of their own: a table's basket, a payment online, a change. */
import { afterAll, describe, expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { SharedLine, TableSession } from '#contract/dining/table-sessions.ts';
import { MINUTE } from '#contract/base/time.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { makeBills } from '#server/test/data/bills.ts';
import { makeChangedOrders } from '#server/test/data/changed-orders.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePaidOrders } from '#server/test/data/paid-orders.ts';
import { makeCustomer, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { omar, sara } from '#server/test/data/table-sessions.ts';
import { tableOrder } from '#server/test/data/tables.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

/**
 * The extras become halves. In minor units a burger costs 1800, large 450, cheese 325, bacon 375 and onion nothing, options once and 5 %
 * on top: with cheese and bacon 1800 + 450 + 375 = 2625, and 131 of VAT.
 */
async function halve({ lists }: TestRestaurant, token: string, isHalved = true): Promise<void> {
  const body = { halves: isHalved, allowMultipleSelection: true, minModifier: 0, maxModifier: 2, optional: true };
  await app.call('POST /menu/update-modifier-list/:id', { params: { id: lists.extras }, body }, token);
}

const chosen = ({ lists, modifiers }: TestRestaurant, extras: ItemId[]) => [
  { modifierListId: lists.size, modifierIds: [modifiers.large] },
  { modifierListId: lists.extras, modifierIds: extras },
];

/** The options after the size, as everybody reads them. */
const halvesOf = ({ cart }: Pick<Order, 'cart'>, index = 0) =>
  cart[index]!.options.slice(1).map(({ _id, price, isHalf = false }) => [_id, price, isHalf]);

async function count(ids: ItemId[], quantity: number): Promise<() => Promise<(number | null)[]>> {
  const change = platformTransaction(app.db, 'seed', (tx) =>
    tx.updateTable('items').set({ quantity }).where('id', 'in', ids).execute(),
  );
  await change;
  return () =>
    platformTransaction(app.db, 'seed', async (tx) => {
      const rows = await tx.selectFrom('items').select(['id', 'quantity']).where('id', 'in', ids).execute();
      return ids.map((id) => rows.find((row) => row.id === id)!.quantity);
    });
}

describe('at a table', () => {
  async function openTable() {
    const shop = await makeBills(app, gateway);
    await halve(shop.made, shop.owner.token);
    const { cheese, bacon } = shop.made.modifiers;
    const line = (id: string, extras: ItemId[], quantity = 1): SharedLine => ({
      id,
      itemId: shop.made.items.burger,
      selections: chosen(shop.made, extras),
      quantity,
      note: '',
    });
    const join = async () => {
      const seen = await shop.phones.join(sara);
      await shop.phones.join(omar);
      await shop.phones.share(seen, sara, [line('s1', [bacon, cheese])], 'Sara');
      return shop.phones.share(seen, omar, [line('o1', [cheese, bacon], 2)], 'Omar');
    };
    const order = async (seen: TableSession, totalPrice: number, items = itemsOf(seen)) => {
      const { token } = await makeCustomer(app.db, shop.made.id);
      const sharedBasket = { tableSessionId: seen._id, participantKey: omar, version: seen.version };
      const body = tableOrder(shop.made, shop.table.code, items, totalPrice, { sharedBasket });
      return (await app.call('POST /order/create-order', { body }, token)).order;
    };
    return { ...shop, cheese, bacon, join, order };
  }
  const itemsOf = ({ participants }: TableSession) =>
    participants.flatMap(({ name, lines }) =>
      lines.map(({ itemId, selections, quantity }) => ({ itemId, selections, quantity, guestName: name })),
    );

  test('each phone keeps its left and right half, and the table pays the dearer one of each', async () => {
    const { join, order, cheese, bacon } = await openTable();
    const seen = await join();
    expect(seen.participants.map(({ lines }) => lines[0]!.selections[1]!.modifierIds)).toEqual([
      [bacon, cheese],
      [cheese, bacon],
    ]);
    // 26.25 and 2 x 18.00 + 8.25: 70.50, and 3.53 of VAT.
    const placed = await order(seen, 74.03);
    expect([halvesOf(placed, 0), halvesOf(placed, 1)]).toEqual([
      [
        [bacon, 3.75, true],
        [cheese, 0, true],
      ],
      [
        [cheese, 0, true],
        [bacon, 3.75, true],
      ],
    ]);
    expect(placed.cart.map(({ totalPrice, guestName }) => [guestName, totalPrice])).toEqual([
      ['Sara', 26.25],
      ['Omar', 44.25],
    ]);
  });

  test('a whole in the place of two halves is another basket, and a total of both halves another price', async () => {
    const { join, order, cheese } = await openTable();
    const seen = await join();
    // 26.25 - 0.50 for Sara: 70.00, and 3.50 of VAT.
    const items = itemsOf(seen).map((item, index) =>
      index === 0
        ? { ...item, selections: [item.selections[0]!, { ...item.selections[1]!, modifierIds: [cheese] }] }
        : item,
    );
    expect(await refusalOf(order(seen, 73.5, items))).toMatchObject({ code: 'order.table_basket_changed' });
    expect(await refusalOf(order(seen, 80.85))).toMatchObject({
      code: 'order.price_changed',
      details: { quote: { total: 74.03 } },
    });
    expect((await order(seen, 74.03)).totalPrice).toBe(74.03);
  });

  test('a guest pays the portions of their halves, and the table is left with the rest to the last fil', async () => {
    const shop = await openTable();
    const { join, order, lookAt, books } = shop;
    const seen = await join();
    const placed = await order(seen, 74.03);
    const before = await shop.bill(seen, sara);
    expect(before.orders[0]!.lines.map(({ quantity, state }) => [quantity, state])).toEqual([
      [1, 'open'],
      [2, 'open'],
    ]);
    const own = await shop.payBill(seen, sara, [{ orderId: placed._id, lineNumber: 1 }]);
    gateway.pay(own.url!);
    await lookAt(own);
    const rest = await shop.payBill(seen, omar, [{ orderId: placed._id, lineNumber: 2 }]);
    gateway.pay(rest.url!);
    await lookAt(rest);
    const amounts = books().map(({ authorised, captured }) => Math.max(authorised, captured));
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(7403);
    // 26.25 with its 1.31 of VAT; rounding a part up or down is for whoever pays last.
    expect(Math.min(...amounts)).toBeGreaterThanOrEqual(2756);
    expect(Math.min(...amounts)).toBeLessThanOrEqual(2757);
    expect(await shop.staffSees()).toMatchObject({ total: 74.03, paid: 74.03, paying: 0 });
  });
});

describe('paid online', () => {
  async function openShop() {
    const shop = await makePaidOrders(app, gateway);
    await halve(shop.made, shop.owner.token);
    const { cheese, bacon } = shop.made.modifiers;
    const left = await count([cheese, bacon], 5);
    const order = (extras: ItemId[], quantity: number, totalPrice: number) =>
      shop.order({
        items: [
          {
            itemId: shop.made.items.burger,
            modifierList: [],
            selections: chosen(shop.made, extras),
            quantity,
          },
        ],
        totalPrice,
      });
    return { shop, cheese, bacon, left, order };
  }

  test('an order is held and written with its halves, whatever becomes of the list meanwhile', async () => {
    const { shop, cheese, bacon, left, order } = await openShop();
    // 2 x 18.00 + 8.25 = 44.25, and 2.21 of VAT.
    const begun = await shop.begin(order([cheese, bacon], 2, 46.46));
    expect(await left()).toEqual([3, 3]);
    await halve(shop.made, shop.owner.token, false);
    gateway.pay(begun.url!);
    await shop.look(begun);
    const [placed] = await shop.kitchen();
    expect(placed).toMatchObject({ totalPrice: 46.46 });
    expect(halvesOf(placed!)).toEqual([
      [cheese, 0, true],
      [bacon, 3.75, true],
    ]);
    expect(shop.books()).toMatchObject([{ authorised: 4646 }]);
    expect(await left()).toEqual([3, 3]);
  });

  test('a payment that nobody makes gives the portion of each half back', async () => {
    const { shop, cheese, bacon, left, order } = await openShop();
    const begun = await shop.begin(order([cheese, bacon], 1, 27.56));
    expect(await left()).toEqual([4, 4]);
    app.clock.advance(11 * MINUTE);
    expect(await shop.look(begun)).toMatchObject({ state: 'lapsed' });
    expect(await left()).toEqual([5, 5]);
  });

  test('a change from the dearer half to the cheaper whole gives back exactly the difference, and one portion', async () => {
    const { shop, cheese, bacon, left, order } = await openShop();
    const { orderId } = await shop.pay(order([cheese, bacon], 1, 27.56));
    await shop.move(orderId, 'Confirmed');
    const propose = (extras: ItemId[]) => {
      const dish = { itemId: shop.made.items.burger, selections: chosen(shop.made, extras) };
      const body = { orderId, lines: [{ lineNumber: 1, quantity: 1, dish }] };
      return app.call('POST /order/propose-change', { body }, shop.owner.token);
    };
    await propose([cheese]);
    const answer = { orderId, number: 1, isAccepted: true };
    const { order: changed } = await app.call('POST /order/answer-change', { body: answer }, shop.guest.token);
    // 18.00 + 4.50 + 3.25 = 25.75, and 1.29 of VAT.
    expect([changed.totalPrice, halvesOf(changed)]).toEqual([27.04, [[cheese, 3.25, false]]]);
    await shop.letPass();
    await shop.letPass(60_000);
    expect(shop.books()).toMatchObject([{ captured: 2756, refunded: 52 }]);
    expect(await left()).toEqual([4, 5]);
    expect(await refusalOf(propose([cheese, bacon]))).toMatchObject({ code: 'order.change_costs_more' });
  });
});

describe('a change with consent', () => {
  async function place(extras: 'halves' | 'none' = 'halves') {
    const shop = await makeChangedOrders(app);
    const { made, owner } = shop;
    const { cheese, bacon } = made.modifiers;
    await halve(made, owner.token);
    const selections = chosen(made, extras === 'halves' ? [cheese, bacon] : []);
    // 2 x 18.00 + 8.25 + 5.50 = 49.75 with 2.49 of VAT; without extras 46.00 with 2.30. The water is not made, so the order is not ready.
    const { _id } = await shop.place({
      items: [
        { itemId: made.items.burger, modifierList: [], selections, quantity: 2 },
        { itemId: made.items.water, modifierList: [], quantity: 1 },
      ],
      totalPrice: extras === 'halves' ? 52.24 : 48.3,
    });
    await shop.move(_id, 'Confirmed');
    await app.call('POST /order/bump-lines', { body: { orderId: _id, lines: [1] } }, owner.token);
    const dish = (given: ItemId[]) => ({ itemId: made.items.burger, selections: chosen(made, given) });
    const isMade = async () => (await shop.read(_id)).cart[0]!.madeAt !== null;
    const propose = (quantity: number, given?: ItemId[]) =>
      shop.propose(_id, [
        { lineNumber: 1, quantity, ...(given !== undefined && { dish: dish(given) }) },
        { lineNumber: 2, quantity: 1 },
      ]);
    return { shop, orderId: _id, cheese, bacon, propose, isMade };
  }

  test('keeps the halves of a line that stays, and what of it is made', async () => {
    const { shop, orderId, cheese, bacon, propose, isMade } = await place();
    // The list is no longer of halves; the line keeps the price and the halves of then.
    await halve(shop.made, shop.owner.token, false);
    const { changes } = await propose(1);
    for (const facts of [changes[0]!.before, changes[0]!.after]) {
      expect(halvesOf(facts)).toEqual([
        [cheese, 0, true],
        [bacon, 3.75, true],
      ]);
    }
    const changed = await shop.answer(orderId, 1, true);
    expect([changed.totalPrice, await isMade()]).toEqual([33.34, true]);
    expect(halvesOf(await shop.read(orderId, shop.guest.token))).toEqual([
      [cheese, 0, true],
      [bacon, 3.75, true],
    ]);
  });

  test('swapping the halves changes nothing that is paid, and has the dish made anew', async () => {
    const { shop, orderId, cheese, bacon, propose, isMade } = await place();
    expect(await refusalOf(propose(2, [cheese, bacon]))).toMatchObject({
      code: 'order.change_is_none',
    });
    await propose(2, [bacon, cheese]);
    const changed = await shop.answer(orderId, 1, true);
    expect([changed.totalPrice, halvesOf(changed), await isMade()]).toEqual([
      52.24,
      [
        [bacon, 3.75, true],
        [cheese, 0, true],
      ],
      false,
    ]);
  });

  test('from halves to wholes of the same names is one, and has the dish made anew', async () => {
    const { shop, orderId, cheese, bacon, propose, isMade } = await place();
    await halve(shop.made, shop.owner.token, false);
    await propose(2, [cheese, bacon]);
    // 2 x 18.00 + 4.50 + 3.25 + 3.75 + 5.50 = 53.00, and 2.65 of VAT.
    const changed = await shop.answer(orderId, 1, true);
    expect([changed.totalPrice, halvesOf(changed), await isMade()]).toEqual([
      55.65,
      [
        [cheese, 3.25, false],
        [bacon, 3.75, false],
      ],
      false,
    ]);
  });

  test('makes a whole a half at the price of the dearer one', async () => {
    const { shop, orderId, cheese, bacon, propose } = await place('none');
    await propose(2, [bacon]);
    expect((await shop.answer(orderId, 1, true)).totalPrice).toBe(52.24);
    await propose(2, [bacon, cheese]);
    const changed = await shop.answer(orderId, 2, true);
    expect([changed.totalPrice, halvesOf(changed)]).toEqual([
      52.24,
      [
        [bacon, 3.75, true],
        [cheese, 0, true],
      ],
    ]);
  });
});
