/** Orders that change with their guest's consent: proposed, answered, overtaken (decision 89). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/ordering/orders.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { type ChangedOrders, makeChangedOrders } from '#server/test/data/changed-orders.ts';
import { largeBurger, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner } from '#server/test/data/restaurant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let shop: ChangedOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makeChangedOrders(app);
});

const bothAsOrdered = [
  { lineNumber: 1, quantity: 2 },
  { lineNumber: 2, quantity: 1 },
];
/** One special instead of two: 42.00 + 25.75, with 3.39 of VAT. */
const oneSpecial = [
  { lineNumber: 1, quantity: 1 },
  { lineNumber: 2, quantity: 1 },
];

const minutesOf = ({ proposedAt, answerBy }: Order['changes'][number]) =>
  (Date.parse(answerBy) - Date.parse(proposedAt)) / 60_000;

test('an accepted change of dishes leaves a time that was told meanwhile', async () => {
  const { _id } = await shop.place();
  await shop.move(_id, 'Confirmed');
  await shop.propose(_id, oneSpecial);
  const body = { orderId: _id, preparationTime: 90 };
  const { order } = await app.call('POST /order/change-time', { body }, shop.owner.token);
  const { promisedAt, totalPrice } = await shop.answer(_id, 1, true);
  expect([promisedAt, totalPrice]).toEqual([order.promisedAt, 71.14]);
});

describe('a proposed change', () => {
  test('changes nothing, and is shown to both with before, after and deadline', async () => {
    const { _id } = await shop.place();
    await shop.move(_id, 'Confirmed');
    const before = await shop.read(_id);
    const proposed = await shop.propose(_id, oneSpecial, { note: 'Only one special is left.' });
    const { changes, version, ...rest } = proposed;
    expect(version).toBe(before.version + 1);
    expect(rest).toEqual((({ changes: _, version: __, ...others }) => others)(before));
    expect(changes).toMatchObject([
      {
        number: 1,
        state: 'proposed',
        note: 'Only one special is left.',
        by: shop.owner.name,
        endedAt: null,
        before: { subtotal: 109.75, taxAmount: 5.49, totalPrice: 115.24, cart: before.cart },
        after: { subtotal: 67.75, taxAmount: 3.39, totalPrice: 71.14 },
      },
    ]);
    expect(minutesOf(changes[0]!)).toBe(10);
    const seen = await shop.read(_id, shop.guest.token);
    expect(seen.changes).toEqual(changes.map((change) => ({ ...change, by: null })));
    expect(await shop.specials()).toBe(8);
  });

  test('is made as its guest agrees: lines, figures and portions, with before and after in the record', async () => {
    const { _id } = await shop.place();
    await shop.move(_id, 'Confirmed');
    const { water } = shop.made.items;
    await shop.propose(_id, [
      { lineNumber: 1, quantity: 1 },
      { lineNumber: 2, quantity: 3, dish: { itemId: water } },
      { quantity: 1, dish: { itemId: water, note: 'Cold' } },
    ]);
    const changed = await shop.answer(_id, 1, true);
    // 42.00 + 16.50 + 5.50, and 3.20 of VAT.
    expect(changed).toMatchObject({ status: 'Confirmed', subtotal: 64, taxAmount: 3.2, totalPrice: 67.2 });
    expect(
      changed.cart.map(({ lineNumber, itemId, quantity, totalPrice }) => [lineNumber, itemId, quantity, totalPrice]),
    ).toEqual([
      [1, shop.made.items.special, 1, 42],
      [2, water, 3, 16.5],
      [3, water, 1, 5.5],
    ]);
    expect(changed.cart[2]!.note).toBe('Cold');
    const [change] = changed.changes;
    expect(change).toMatchObject({ state: 'accepted', endedBy: null });
    expect(Date.parse(change!.endedAt!)).toBeGreaterThanOrEqual(Date.parse(change!.proposedAt));
    expect(change!.after.cart).toEqual(changed.cart);
    expect(await shop.read(_id, shop.guest.token)).toEqual(changed);
    expect(await shop.specials()).toBe(9);
    await shop.move(_id, 'Cancelled', 'too_busy');
    expect(await shop.specials()).toBe(10);
  });

  test('is in the answer to the call that placed the order, when that is repeated', async () => {
    const input = {
      body: pickupOrder(shop.made, [{ itemId: shop.made.items.special, quantity: 2 }, largeBurger(shop.made)], 115.24),
      idempotencyKey: 'one-basket',
    };
    const send = async () => (await app.call('POST /order/create-order', input, shop.guest.token)).order;
    const { _id } = await send();
    await shop.propose(_id, oneSpecial);
    await shop.answer(_id, 1, true);
    await shop.move(_id, 'Confirmed');
    const present = await shop.read(_id, shop.guest.token);
    expect(present).toMatchObject({ status: 'Confirmed', totalPrice: 71.14, changes: [{ state: 'accepted' }] });
    expect(await send()).toEqual(present);
  });

  test('leaves the order as it is when its guest declines, answers too late, or it is taken back', async () => {
    const { _id } = await shop.place();
    await shop.propose(_id, oneSpecial);
    expect((await shop.answer(_id, 1, false)).changes).toMatchObject([{ state: 'declined' }]);
    await shop.propose(_id, oneSpecial);
    expect((await shop.withdraw(_id, 2)).changes[1]).toMatchObject({ state: 'withdrawn', endedBy: shop.owner.name });
    expect(await refusalOf(shop.answer(_id, 2, true))).toMatchObject({ code: 'order.change_over' });
    await shop.propose(_id, oneSpecial);
    app.clock.advance(600_000);
    expect(await refusalOf(shop.answer(_id, 3, true))).toMatchObject({ code: 'order.change_over' });
    const order = await shop.propose(_id, oneSpecial);
    expect(order.changes.map(({ state }) => state)).toEqual(['declined', 'withdrawn', 'expired', 'proposed']);
    expect(order.changes[2]!.endedAt).toBe(order.changes[2]!.answerBy);
    expect(order).toMatchObject({ subtotal: 109.75, totalPrice: 115.24 });
    expect(await shop.specials()).toBe(8);
  });

  test('can be agreed to by staff who have the guest on the telephone, and the record names them', async () => {
    const { _id } = await shop.place();
    await shop.propose(_id, oneSpecial);
    const changed = await shop.answer(_id, 1, true, shop.owner.token);
    expect(changed.changes).toMatchObject([{ state: 'accepted', endedBy: shop.owner.name }]);
    expect(changed.totalPrice).toBe(71.14);
  });

  test('may move the promised time as well', async () => {
    const { _id } = await shop.place();
    await shop.move(_id, 'Confirmed');
    await shop.propose(_id, bothAsOrdered, { preparationTime: 45 });
    const changed = await shop.answer(_id, 1, true);
    expect(new Date(changed.promisedAt!).getTime()).toBeGreaterThanOrEqual(app.clock.now().getTime() + 44 * 60_000);
    expect(changed.totalPrice).toBe(115.24);
  });

  test('gives the guest as long as the outlet has set', async () => {
    const params = { id: shop.made.outletId };
    await app.call('POST /outlet/update-escalation/:id', { params, body: { answerMinutes: 3 } }, shop.owner.token);
    const { _id } = await shop.place();
    const { changes } = await shop.propose(_id, oneSpecial);
    expect(minutesOf(changes[0]!)).toBe(3);
  });

  test('counts the dishes that stay made as made, and any others as to be made', async () => {
    const { _id } = await shop.place();
    await shop.move(_id, 'Confirmed');
    await app.call('POST /order/bump-lines', { body: { orderId: _id, lines: [1] } }, shop.owner.token);
    const { water } = shop.made.items;
    await shop.propose(_id, [...oneSpecial, { quantity: 1, dish: { itemId: water } }]);
    await shop.answer(_id, 1, true);
    expect((await shop.read(_id)).cart.map(({ madeAt }) => madeAt !== null)).toEqual([true, false, false]);
    await shop.propose(_id, [{ lineNumber: 1, quantity: 2 }]);
    await shop.answer(_id, 2, true);
    expect((await shop.read(_id)).cart.map(({ madeAt }) => madeAt !== null)).toEqual([false]);
  });

  test('is previewed with the same figures, and nothing is written', async () => {
    const { _id } = await shop.place();
    const body = { orderId: _id, lines: oneSpecial };
    const { before, after } = await app.call('POST /order/preview-change', { body }, shop.owner.token);
    expect((await shop.read(_id)).changes).toEqual([]);
    expect((await shop.propose(_id, oneSpecial)).changes).toMatchObject([{ before, after }]);
  });
});

describe('a change is refused', () => {
  test('while another one waits, and where there is none', async () => {
    const { _id } = await shop.place();
    expect(await refusalOf(shop.propose(_id, bothAsOrdered))).toMatchObject({ code: 'order.change_is_none' });
    await shop.propose(_id, oneSpecial);
    expect(await refusalOf(shop.propose(_id, oneSpecial))).toMatchObject({ code: 'order.change_open' });
  });

  test('for lines that the order has not, dishes that are not there, and more than there are', async () => {
    const { _id } = await shop.place();
    const { special, burger } = shop.made.items;
    const refused = async (lines: Parameters<typeof shop.propose>[1]) =>
      (await refusalOf(shop.propose(_id, lines))).code;
    expect(await refused([{ lineNumber: 3, quantity: 1 }])).toBe('order.line_not_found');
    expect(await refused([oneSpecial[0]!, oneSpecial[0]!])).toBe('order.line_not_found');
    expect(await refused([{ lineNumber: 1, quantity: 11 }])).toBe('order.sold_out');
    expect(await refused([...bothAsOrdered, { quantity: 9, dish: { itemId: special } }])).toBe('order.sold_out');
    expect(await refused([...bothAsOrdered, { quantity: 1, dish: { itemId: burger } }])).toBe('order.options_invalid');
    expect(await refused([{ quantity: 1, dish: { itemId: _id as never } }])).toBe('order.item_gone');
    // The portions that it gives back can be had again.
    expect(await shop.propose(_id, [{ lineNumber: 1, quantity: 10, dish: { itemId: special } }])).toMatchObject({
      changes: [{ state: 'proposed' }],
    });
  });

  test('once the order is ready, which ends the question', async () => {
    const { _id } = await shop.place();
    await shop.move(_id, 'Confirmed');
    await shop.propose(_id, oneSpecial);
    const ready = await shop.move(_id, 'Ready');
    expect(ready.changes).toMatchObject([{ state: 'withdrawn', endedBy: null }]);
    expect(await refusalOf(shop.answer(_id, 1, true))).toMatchObject({ code: 'order.change_over' });
    expect(await refusalOf(shop.propose(_id, oneSpecial))).toMatchObject({
      code: 'order.change_too_late',
      details: { status: 'Ready' },
    });
  });

  test('to everybody but its guest and its restaurant', async () => {
    const { _id } = await shop.place();
    await shop.propose(_id, oneSpecial);
    const stranger = await makeCustomer(app.db, shop.made.id);
    expect(await refusalOf(shop.answer(_id, 1, true, stranger.token))).toMatchObject({ code: 'order.not_found' });
    const other = await makeChangedOrders(app);
    const theirs = await makeOwner(app.db, other.made.id);
    expect(await refusalOf(shop.answer(_id, 1, true, theirs.token))).toMatchObject({ code: 'order.not_found' });
    expect(await refusalOf(shop.answer(_id, 2, true))).toMatchObject({ code: 'order.change_not_found' });
  });

  test('where its dishes have run out while the guest thought about it, and nothing of it is made', async () => {
    const { _id } = await shop.place();
    await shop.propose(_id, [{ lineNumber: 1, quantity: 10 }]);
    await shop.place({ items: [{ itemId: shop.made.items.special, quantity: 1, modifierList: [] }], totalPrice: 44.1 });
    expect(await refusalOf(shop.answer(_id, 1, true))).toMatchObject({ code: 'order.sold_out' });
    expect(await shop.read(_id)).toMatchObject({ totalPrice: 115.24, changes: [{ state: 'proposed' }] });
    expect(await shop.specials()).toBe(7);
  });
});

describe('at once', () => {
  test('an answer and a move to Ready end in one of the two, never half', async () => {
    for (let round = 0; round < 6; round++) {
      const { _id } = await shop.place({
        items: [{ itemId: shop.made.items.special, quantity: 2, modifierList: [] }],
        totalPrice: 88.2,
      });
      await shop.move(_id, 'Confirmed');
      await shop.propose(_id, [{ lineNumber: 1, quantity: 1 }]);
      const racers = [() => shop.answer(_id, 1, true), () => shop.move(_id, 'Ready')];
      await Promise.allSettled((round % 2 === 0 ? racers : racers.toReversed()).map((run) => run()));
      const { status, totalPrice, changes, cart } = await shop.read(_id);
      expect(status).toBe('Ready');
      const isChanged = changes[0]!.state === 'accepted';
      expect(changes[0]!.state).toBe(isChanged ? 'accepted' : 'withdrawn');
      expect(totalPrice).toBe(isChanged ? 44.1 : 88.2);
      expect(cart.map(({ quantity }) => quantity)).toEqual([isChanged ? 1 : 2]);
      await shop.move(_id, 'Cancelled', 'too_busy');
      expect(await shop.specials()).toBe(10);
    }
  });

  test('agreeing, declining and taking back end in the first of them', async () => {
    const { _id } = await shop.place();
    await shop.propose(_id, oneSpecial);
    const outcomes = await Promise.allSettled([
      shop.answer(_id, 1, true),
      shop.answer(_id, 1, false),
      shop.withdraw(_id, 1),
      shop.answer(_id, 1, true),
    ]);
    const { changes, totalPrice } = await shop.read(_id);
    const { state } = changes[0]!;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(state === 'accepted' ? 2 : 1);
    expect(totalPrice).toBe(state === 'accepted' ? 71.14 : 115.24);
    expect(await shop.specials()).toBe(state === 'accepted' ? 9 : 8);
  });

  test('two members of staff ask one question', async () => {
    const { _id } = await shop.place();
    const outcomes = await Promise.allSettled([shop.propose(_id, oneSpecial), shop.propose(_id, oneSpecial)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await shop.read(_id)).changes).toHaveLength(1);
  });
});
