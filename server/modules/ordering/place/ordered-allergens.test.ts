/** An order keeps what was declared of its dishes and options when it was placed, whatever the menu says later. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Allergen, Diet } from '#contract/base/enumerations.ts';
import type { ItemId, OrderId } from '#contract/base/ids.ts';
import { foodsOfLine } from '#contract/menu/allergens.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { largeBurger, pickupOrder } from '#server/test/data/orders.ts';
import { makeToldOrders, type ToldOrders } from '#server/test/data/told-orders.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let orders: ToldOrders;
beforeEach(async () => {
  orders = await makeToldOrders(app);
  const { items, modifiers } = orders.made;
  await declare(items.burger, ['gluten', 'egg'], ['halal']);
  await declare(modifiers.cheese, ['milk'], ['vegetarian', 'halal']);
});

const declare = (id: ItemId, allergens: Allergen[], diets: Diet[] = []) =>
  app.call('POST /menu/update-items-modifier/:id', { params: { id }, form: { allergens, diets } }, orders.owner.token);

const burger = () =>
  orders.place({ ...pickupOrder(orders.made, [largeBurger(orders.made)], 27.04, { language: 'en' }) });

async function read(id: OrderId): Promise<Order> {
  return (await app.call('GET /order/get-order-details/:id', { params: { id } }, orders.guest.token)).order;
}

/** The declarations of each part of the only line. */
const declared = ({ cart: [line] }: Order) =>
  [line!, ...line!.options].map(({ name, allergens, diets }) => [name.split(' ')[0], allergens, diets]);

const asOrdered = [
  ['burger', ['gluten', 'egg'], ['halal']],
  ['large', undefined, undefined],
  ['cheese', ['milk'], ['vegetarian', 'halal']],
];

test('a later edit of a dish or an option changes no order, in no answer, and new orders have the new words', async () => {
  const placed = await burger();
  expect(declared(placed)).toEqual(asOrdered);
  await declare(orders.made.items.burger, ['nuts']);
  await declare(orders.made.modifiers.cheese, [], []);
  expect(declared(await read(placed._id))).toEqual(asOrdered);
  const { receipt } = await app.call('GET /order/get-receipt/:id', { params: { id: placed._id } }, orders.guest.token);
  expect(declared(receipt.order)).toEqual(asOrdered);
  const live = await app.call('GET /order/get-all-orders', { query: { scope: 'live' } }, orders.owner.token);
  expect(live.order.map(declared)).toEqual([asOrdered]);
  const next = await burger();
  expect(foodsOfLine(next.cart[0]!)).toEqual({ allergens: ['nuts'], diets: [] });
});

test('an order that is written alone keeps them as one of a batch does', async () => {
  const { order } = await app.call('POST /order/place-test-order', { body: {} }, orders.owner.token);
  expect(declared(order)).toEqual([
    ['burger', ['gluten', 'egg'], ['halal']],
    ['regular', undefined, undefined],
  ]);
});

test('the guest is told with the confirmation, once for the same dish, in the language of the order', async () => {
  const { made } = orders;
  const texts: string[] = [];
  const lines = [largeBurger(made), largeBurger(made), { itemId: made.items.special, quantity: 1 }];
  for (const language of ['en', 'ar'] as const) {
    app.mails.length = 0;
    const order = pickupOrder(made, lines, 98.18, { language });
    const { _id } = (await app.call('POST /order/create-order', { body: order }, orders.guest.token)).order;
    await orders.move(_id, 'Confirmed');
    await orders.letMessagesOut();
    texts.push(...orders.mails().map(({ text }) => text.split('\n\n')[2]!));
  }
  expect(texts).toEqual([
    `What it contains, as the restaurant declares it: burger ${made.canary}: gluten, egg, milk.`,
    `ما تحتوي عليه الأطباق كما صرّح به المطعم: burger ar ${made.canary}: الغلوتين، البيض، الحليب.`,
  ]);
});
