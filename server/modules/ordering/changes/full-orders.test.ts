/** Orders of as many lines as an order can have, or had: a dish that is added needs a number, and all have been given. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import { limits } from '#contract/base/limits.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { type ChangedOrders, makeChangedOrders } from '#server/test/data/changed-orders.ts';
import { startApp } from '#server/test/servers/app.ts';

type WantedLine = CallInput<'POST /order/propose-change'>['body']['lines'][number];

const app = await startApp();
afterAll(() => app.close());

let shop: ChangedOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makeChangedOrders(app);
});

const most = limits.basketLinesMax;
const water = (): WantedLine => ({ quantity: 1, dish: { itemId: shop.made.items.water } });
const special = (): WantedLine => ({ quantity: 1, dish: { itemId: shop.made.items.special } });
const lines = (from: number, to: number): WantedLine[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({ lineNumber: from + index, quantity: 1 }));
const numbers = ({ cart }: Pick<Order, 'cart'>) => cart.map(({ lineNumber }) => lineNumber);
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

/** Everything that shows the lines of an order, and of its changes. */
async function expectShown(order: Order): Promise<void> {
  const params = { id: order._id };
  expect((await app.call('GET /order/get-all-orders', { query: {} }, shop.owner.token)).order).toEqual([order]);
  expect(await shop.read(order._id)).toEqual(order);
  const { receipt } = await app.call('GET /order/get-receipt/:id', { params }, shop.guest.token);
  expect(numbers(receipt.order)).toEqual(numbers(order));
}

test('in a full order, a dish that is added takes the number of one that is taken off', async () => {
  const items = upTo(most).map(() => ({ itemId: shop.made.items.water, quantity: 1, modifierList: [] }));
  // Fifty times 5.50, and 13.75 of VAT.
  const { _id } = await shop.place({ items, totalPrice: 288.75 });
  const wanted = [...lines(1, 6), ...lines(8, most), special()];
  const body = { orderId: _id, lines: wanted };
  const { after } = await app.call('POST /order/preview-change', { body }, shop.owner.token);
  expect(numbers(after)).toEqual(upTo(most));
  await expectShown(await shop.propose(_id, wanted));
  const changed = await shop.answer(_id, 1, true, shop.owner.token);
  expect(numbers(changed)).toEqual(upTo(most));
  expect(changed.cart[6]).toMatchObject({ lineNumber: 7, itemId: shop.made.items.special, totalPrice: 42 });
  // 49 times 5.50 and 42.00, and 15.58 of VAT.
  expect(changed).toMatchObject({ subtotal: 311.5, totalPrice: 327.08 });
  await expectShown(changed);
});

test('once an order was full, a dish that is added takes the highest numbers that no line has', async () => {
  const { _id } = await shop.place();
  const ordered = [
    { lineNumber: 1, quantity: 2 },
    { lineNumber: 2, quantity: 1 },
  ];
  await shop.propose(_id, [...ordered, ...upTo(most - 2).map(water)]);
  await shop.answer(_id, 1, true, shop.owner.token);
  await shop.propose(_id, ordered);
  await shop.answer(_id, 2, true, shop.owner.token);
  await shop.propose(_id, [{ lineNumber: 2, quantity: 1 }, water(), special()]);
  const changed = await shop.answer(_id, 3, true, shop.owner.token);
  const { burger, water: still, special: dish } = shop.made.items;
  expect(changed.cart.map(({ lineNumber, itemId }) => [lineNumber, itemId])).toEqual([
    [2, burger],
    [most - 1, still],
    [most, dish],
  ]);
  // 25.75 + 5.50 + 42.00, and 3.66 of VAT.
  expect(changed).toMatchObject({ subtotal: 73.25, totalPrice: 76.91 });
  await expectShown(changed);
});
