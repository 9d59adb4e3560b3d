/** Everything that follows the lines of a changed order: offers, money, messages, paper, reports, and the record as a whole. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/ordering/orders.ts';
import { transaction } from '#server/db/transaction.ts';
import { daysAround } from '#server/test/data/days-around.ts';
import { type ChangedOrders, makeChangedOrders } from '#server/test/data/changed-orders.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePaidOrders } from '#server/test/data/paid-orders.ts';
import { openKitchen } from '#server/test/data/kitchen.ts';
import { makeToldOrders } from '#server/test/data/told-orders.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import { findWrongSums } from '#server/modules/reports/check-sums.ts';
import { keepSums } from '#server/modules/reports/keep-sums.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: ChangedOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makeChangedOrders(app);
});

describe('offers', () => {
  const addOffer = (body: object) => app.call('POST /offer/add-offer', { body: body as never }, shop.owner.token);
  const uses = async () =>
    (await app.call('GET /offer/get-offers', {}, shop.owner.token)).offers.map((offer) => offer.uses);

  test('keep their share of each line that stays, and are given back when nothing is left of them', async () => {
    const items = [shop.made.items.burger];
    await addOffer({
      name: 'Burger week',
      benefit: { kind: 'percent', percent: 20 },
      scope: { categories: [], items },
    });
    // A fifth of 25.75 off: 109.75 - 5.15 = 104.60, and 5.23 of VAT.
    const { _id, discount } = await shop.place({ totalPrice: 109.83 });
    expect(discount).toBe(5.15);
    await shop.propose(_id, [
      { lineNumber: 1, quantity: 1 },
      { lineNumber: 2, quantity: 2 },
    ]);
    // Options once: 36.00 + 7.75 = 43.75, of which a fifth is 8.75; 42.00 + 35.00 and 3.85 of VAT.
    expect(await shop.answer(_id, 1, true)).toMatchObject({ discount: 8.75, subtotal: 85.75, totalPrice: 80.85 });
    expect(await uses()).toEqual([1]);
    await shop.propose(_id, [{ lineNumber: 1, quantity: 1 }]);
    expect(await shop.answer(_id, 2, true)).toMatchObject({ discount: 0, offers: [], totalPrice: 44.1 });
    expect(await uses()).toEqual([0]);
  });

  test('give the stamps of a card back once nothing is left of them, and only then', async () => {
    await addOffer({
      name: 'Regulars',
      benefit: { kind: 'free_item' },
      scope: { categories: [], items: [shop.made.items.burger] },
      stamps: { needed: 3 },
    });
    const { customerId, token } = shop.guest;
    const card = { params: { id: customerId }, body: { stamps: 3, reason: 'Three dinners before' } };
    await app.call('POST /customer/correct-stamps/:id', card, shop.owner.token);
    const stamps = async () => (await app.call('GET /order/stamp-card', {}, token)).card!.stamps;
    // The burger is free with its options, 25.75: 84.00, and 5 % of it.
    const { _id } = await shop.place({ usesStampCard: true, totalPrice: 88.2 });
    expect(await stamps()).toBe(0);
    await shop.propose(_id, [
      { lineNumber: 1, quantity: 1 },
      { lineNumber: 2, quantity: 1 },
    ]);
    expect(await shop.answer(_id, 1, true)).toMatchObject({ discount: 25.75, totalPrice: 44.1 });
    expect(await stamps()).toBe(0);
    await shop.propose(_id, [{ lineNumber: 1, quantity: 1 }]);
    expect(await shop.answer(_id, 2, true)).toMatchObject({ discount: 0, offers: [], totalPrice: 44.1 });
    expect(await stamps()).toBe(3);
    // Cancelled afterwards, the order gives no stamp back a second time.
    await shop.move(_id, 'Cancelled', 'Too busy');
    expect(await stamps()).toBe(3);
  });
});

describe('money that was paid online', () => {
  async function paid() {
    const place = await makePaidOrders(app, gateway);
    const order = place.order({
      items: [{ itemId: place.made.items.special, quantity: 2, modifierList: [] }],
      totalPrice: 88.2,
    });
    const { orderId } = await place.pay(order);
    const propose = (quantity: number, change: { preparationTime?: number } = {}) =>
      app.call(
        'POST /order/propose-change',
        { body: { orderId, lines: [{ lineNumber: 1, quantity }], ...change } },
        place.owner.token,
      );
    const accept = (number: number) =>
      app.call('POST /order/answer-change', { body: { orderId, number, isAccepted: true } }, place.guest.token);
    return { place, orderId, propose, accept };
  }

  test('goes back by how much the order became cheaper, once, and no more is ever taken', async () => {
    const { place, orderId, propose, accept } = await paid();
    await place.move(orderId, 'Confirmed');
    expect(await refusalOf(propose(3))).toMatchObject({
      code: 'order.change_costs_more',
      details: { paid: 'AED\u00a088.20' },
    });
    await propose(1);
    await accept(1);
    await place.letPass();
    await place.letPass(60_000);
    expect(place.books()).toMatchObject([{ captured: 8820, refunded: 4410 }]);
    expect((await place.payment(orderId))!.movements.at(-1)).toMatchObject({
      kind: 'refunded',
      amount: 44.1,
      reason: 'order_changed',
    });
    await place.move(orderId, 'Cancelled', 'too_busy');
    await place.letPass();
    expect(place.books()).toMatchObject([{ captured: 8820, refunded: 8820 }]);
  });

  test('is no refund on the receipt, whose total is less by it, and money that goes back afterwards is one', async () => {
    const { place, orderId, propose, accept } = await paid();
    await place.move(orderId, 'Confirmed');
    await propose(1);
    await accept(1);
    await place.letPass();
    expect(place.books()).toMatchObject([{ captured: 8820, refunded: 4410 }]);
    const receipt = async () =>
      (await app.call('GET /order/get-receipt/:id', { params: { id: orderId } }, place.guest.token)).receipt;
    expect(await receipt()).toMatchObject({
      order: { taxAmount: 2.1, totalPrice: 44.1 },
      refunds: [],
      remaining: 44.1,
    });
    const refund = { amount: 4.1, reason: 'Cold soup' };
    await app.call('POST /order/refund/:id', { params: { id: orderId }, body: refund }, place.owner.token);
    await place.letPass(2_000);
    expect(await receipt()).toMatchObject({ refunds: [{ amount: 4.1 }], remaining: 40 });
  });

  test('stays where it is when an order is moved to another time', async () => {
    const { place, orderId, propose, accept } = await paid();
    await place.move(orderId, 'Confirmed');
    await propose(2, { preparationTime: 60 });
    await accept(1);
    await place.letPass();
    expect(place.books()).toMatchObject([{ captured: 8820, refunded: 0 }]);
  });

  test('is held until the kitchen accepts, also where the order was changed before', async () => {
    const { place, orderId, propose, accept } = await paid();
    await propose(1);
    await accept(1);
    await place.letPass();
    expect(place.books()).toMatchObject([{ captured: 0, refunded: 0 }]);
    await place.move(orderId, 'Cancelled', 'too_busy');
    await place.letPass();
    expect(place.books()).toMatchObject([{ captured: 0, refunded: 0 }]);
    expect(await place.payment(orderId)).toMatchObject({ state: 'released', pendingRefund: 0 });
  });
});

describe('the guest', () => {
  test('is asked by mail and text at once, with the deadline, and not after having answered', async () => {
    const told = await makeToldOrders(app);
    const order = await told.place();
    const ask = (quantity: number) =>
      app.call(
        'POST /order/propose-change',
        { body: { orderId: order._id, lines: [{ lineNumber: 1, quantity }] } },
        told.owner.token,
      );
    await ask(2);
    await expect.poll(() => told.told(order._id)).toEqual(expect.arrayContaining(['change_asked by sms: sent']));
    expect(told.texts().at(-1)).toMatch(
      /^Al Noor Kitchen: The restaurant would like to change your order #\d+ and needs your answer\. Open the order and answer by \d\d:\d\d; without an answer it stays as you ordered it\.$/,
    );
    const body = { orderId: order._id, number: 1, isAccepted: false };
    await app.call('POST /order/answer-change', { body }, told.guest.token);
    await ask(3);
    await expect
      .poll(async () => (await told.told(order._id)).filter((line) => line === 'change_asked by sms: sent'))
      .toHaveLength(2);
  });
});

test('the kitchen gets a new ticket, once, where the former one was printed', async () => {
  const kitchen = await openKitchen(app);
  const { star } = await kitchen.addPrinter();
  const order = await kitchen.placeOrder();
  const change = async (number: number, quantity: number) => {
    const lines = [{ lineNumber: 1, quantity }];
    await app.call('POST /order/propose-change', { body: { orderId: order._id, lines } }, kitchen.owner.token);
    const body = { orderId: order._id, number, isAccepted: true };
    await app.call('POST /order/answer-change', { body }, kitchen.guest.token);
  };
  // Before the ticket was fetched, there is no other paper.
  await change(1, 3);
  expect((await star.printAll()).map((paper) => paper.includes('CHANGED ORDER'))).toEqual([false]);
  // Another server, whose clock is behind, takes the answer.
  app.clock.advance(-30_000);
  await change(2, 1);
  const papers = await star.printAll();
  expect(papers).toHaveLength(1);
  expect(papers[0]).toContain('CHANGED ORDER');
  expect(papers[0]!.some((line) => line.startsWith('1 x'))).toBe(true);
  await kitchen.move(order._id, 'Confirmed');
  expect(await star.printAll()).toEqual([]);
});

test('the kitchen gets a change that is accepted while its printer fetches the ticket', async () => {
  const kitchen = await openKitchen(app);
  const { star } = await kitchen.addPrinter();
  // The first ticket of a process takes longest, and the answer below waits no more than two seconds for its row.
  await kitchen.placeOrder();
  await star.printAll();
  const { _id: orderId } = await kitchen.placeOrder();
  const lines = [{ lineNumber: 1, quantity: 3 }];
  await app.call('POST /order/propose-change', { body: { orderId, lines } }, kitchen.owner.token);
  const { jobToken } = await star.ask();
  const answering: Promise<unknown>[] = [];
  await transaction(app.db, kitchen.made.id, async (tx) => {
    const { id } = kitchen.made;
    await tx.selectFrom('restaurant_counters').selectAll().where('restaurant_id', '=', id).forUpdate().execute();
    const body = { orderId, number: 1, isAccepted: true };
    answering.push(app.call('POST /order/answer-change', { body }, kitchen.guest.token));
    await expect.poll(() => countWaiting(app.db)).toBe(1);
    app.clock.advance(1_000);
    expect((await star.fetchJob(jobToken)).status).toBe(200);
  });
  await Promise.all(answering);
  await star.confirm(jobToken);
  const papers = await star.printAll();
  expect(papers).toHaveLength(1);
  expect(papers[0]).toContain('CHANGED ORDER');
  expect(papers[0]!.some((line) => line.startsWith('3 x'))).toBe(true);
});

test('an erased guest leaves no words in the record of the changes', async () => {
  const lines = [{ itemId: shop.made.items.special, quantity: 1, modifierList: [], note: 'For Layla, no nuts' }];
  const { _id } = await shop.place({ items: lines, totalPrice: 44.1 });
  await shop.propose(_id, [{ lineNumber: 1, quantity: 2 }], { note: 'Layla, one more?' });
  await shop.answer(_id, 1, true);
  await shop.move(_id, 'Cancelled', 'too_busy');
  const params = { id: shop.guest.customerId };
  await app.call('POST /customer/delete-customer/:id', { params }, shop.owner.token);
  const { changes } = await shop.read(_id);
  expect(JSON.stringify(changes)).not.toMatch(/Layla/);
  expect(changes).toMatchObject([{ before: { totalPrice: 44.1 }, after: { totalPrice: 88.2 } }]);
});

/** The figures of lines of specials and waters, counted out by hand: 42.00 and 5.50 with 5 % of VAT, rounded half up. */
function figuresOf(specials: number, waters: number) {
  const subtotal = specials * 4200 + waters * 550;
  const tax = Math.floor((subtotal * 5 + 50) / 100);
  return { subtotal: subtotal / 100, taxAmount: tax / 100, totalPrice: (subtotal + tax) / 100 };
}

test('in any sequence of changes and answers the record is a chain, and figures, stock and reports follow it', async () => {
  let seed = 7;
  const any = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 3; round++) {
    const first = [{ itemId: shop.made.items.special, quantity: 2, modifierList: [] }];
    let order: Order = await shop.place({ items: first, totalPrice: 88.2 });
    await shop.move(order._id, 'Confirmed');
    let [specials, waters] = [2, 0];
    for (let step = 1; step <= 12; step++) {
      const [wantedSpecials, wantedWaters] = [any(11), 1 + any(5)];
      const special = order.cart.find(({ itemId }) => itemId === shop.made.items.special);
      const water = order.cart.find(({ itemId }) => itemId === shop.made.items.water);
      const lineOf = (line: typeof special, itemId: typeof shop.made.items.water, quantity: number) =>
        quantity === 0
          ? []
          : [line === undefined ? { quantity, dish: { itemId } } : { lineNumber: line.lineNumber, quantity }];
      const lines = [
        ...lineOf(special, shop.made.items.special, wantedSpecials),
        ...lineOf(water, shop.made.items.water, wantedWaters),
      ];
      const number = order.changes.length + 1;
      if (wantedSpecials === specials && wantedWaters === waters) continue;
      await shop.propose(order._id, lines);
      const isAccepted = any(3) > 0;
      order = await shop.answer(order._id, number, isAccepted);
      if (isAccepted) [specials, waters] = [wantedSpecials, wantedWaters];
      expect(order).toMatchObject(figuresOf(specials, waters));
      expect(await shop.specials()).toBe(10 - specials);
      expect(order.changes.at(-1)!.after).toMatchObject(figuresOf(wantedSpecials, wantedWaters));
    }
    const { changes } = await shop.read(order._id);
    let present = figuresOf(2, 0);
    for (const change of changes) {
      expect(change.before).toMatchObject(present);
      if (change.state === 'accepted')
        present = (({ subtotal, taxAmount, totalPrice }) => ({ subtotal, taxAmount, totalPrice }))(change.after);
    }
    expect(order).toMatchObject(present);
    await shop.move(order._id, 'Ready');
    await shop.move(order._id, 'Completed');
    const { total } = await app.call('GET /report/sales', { query: daysAround(order.createdAt) }, shop.owner.token);
    expect(total).toMatchObject({
      orders: 1,
      net: present.subtotal,
      tax: present.taxAmount,
      total: present.totalPrice,
    });
    shop = await makeChangedOrders(app);
  }
  await keepSums(app.db, new Date(app.clock.now().getTime() + 3 * 86_400_000));
  expect(await findWrongSums(app.db)).toEqual([]);
});
