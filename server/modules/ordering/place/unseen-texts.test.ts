/** Texts of marks that show nothing, as they come along from contacts, chats and maps, in the fields of an order. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { deliveryOrder } from '#server/test/data/orders.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let app: TestApp;
let made: TestRestaurant;
let token: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  ({ token } = await makeCustomer(app.db, made.id));
});

const unseen = '\u200f\u200b\u061c';
/** An order as clients send it, before anything has read it. */
const orderWith = (address: object) => ({
  ...deliveryOrder(made, [{ itemId: made.items.water, quantity: 6 }], 39.65),
  items: [{ itemId: made.items.water, quantity: 6, note: unseen, guestName: unseen }],
  address: { location: '4 Harbour Road', floor: '12', instruction: unseen, nickName: unseen, ...address },
  specialInstruction: unseen,
  postcode: unseen,
  offerCode: unseen,
});
const place = (order: ReturnType<typeof orderWith>) => app.call('POST /order/create-order', { body: { order } }, token);

test('an order with nothing but marks in what nobody has to give is one without it', async () => {
  const { order } = await place(orderWith({}));
  expect(order).toMatchObject({
    address: { location: '4 Harbour Road', floor: '12', instruction: '', nickName: 'Home' },
    specialInstruction: '',
    cart: [{ note: '', guestName: '' }],
  });
  expect(order.address).not.toHaveProperty('postcode');
});

test('an order with nothing but marks for its floor is asked for it', async () => {
  await expect(place(orderWith({ floor: unseen }))).rejects.toMatchObject({
    answer: { code: 'request.invalid', fields: { 'order.address.floor': { code: 'required' } } },
  });
});
