import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { deliveryOrder, largeBurger, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

async function make(country = 'AE') {
  const made = await makeRestaurant(server.db, { country });
  const [owner, guest] = await Promise.all([makeOwner(server.db, made.id), makeCustomer(server.db, made.id)]);
  // 43.75, 5 % tax and 5.00 delivery fee.
  const order = deliveryOrder(made, [largeBurger(made, 2)], 50.94);
  const place = async () =>
    (await server.call('POST /order/create-order', { body: order, idempotencyKey: crypto.randomUUID() }, guest.token))
      .order;
  const receiptOf = async (id: OrderId, token = guest.token) =>
    (await server.call('GET /order/get-receipt/:id', { params: { id } }, token)).receipt;
  const change = (body: { legalName?: string; taxNumber?: string; taxAddress?: string }) =>
    server.call('POST /restaurant/update-settings', { body }, owner.token);
  return { made, owner, guest, place, receiptOf, change };
}

const registered = {
  legalName: 'Harbour Foods LLC',
  taxNumber: '100 1234 5678 9012',
  taxAddress: 'Office 4, Dubai Marina, Dubai',
};
const supplier = {
  legalName: 'Harbour Foods LLC',
  taxNumber: '100123456789012',
  address: 'Office 4, Dubai Marina, Dubai',
};

test('a receipt is a tax invoice once the restaurant names its issuer, and shows what the order shows', async () => {
  const { guest, owner, place, receiptOf, change } = await make();
  const before = await place();
  server.clock.advance(1000);
  const { settings } = await change(registered);
  expect(settings).toMatchObject({ ...registered, taxNumber: '100123456789012' });
  server.clock.advance(1000);
  const order = await place();
  expect(await receiptOf(before._id)).toMatchObject({ supplier: null, isTaxInvoice: false });
  const receipt = await receiptOf(order._id);
  expect(receipt).toMatchObject({
    supplier,
    isTaxInvoice: true,
    order: { subtotal: 43.75, taxRate: 5, taxAmount: 2.19, deliveryFee: 5, totalPrice: 50.94 },
  });
  const asGuest = await server.call('GET /order/get-order-details/:id', { params: { id: order._id } }, guest.token);
  expect(receipt.order).toEqual(asGuest.order);
  expect(await receiptOf(order._id, owner.token)).toMatchObject({ supplier, isTaxInvoice: true });

  // Later changes do not affect earlier receipts.
  server.clock.advance(1000);
  await change({ legalName: 'Other Foods LLC', taxNumber: '' });
  expect(await receiptOf(order._id)).toEqual(receipt);
  const later = await place();
  expect(await receiptOf(later._id)).toMatchObject({ supplier: { legalName: 'Other Foods LLC' }, isTaxInvoice: false });
});

test('a cancelled order has no tax invoice', async () => {
  const { owner, place, receiptOf, change } = await make();
  await change(registered);
  const order = await place();
  const move = { orderId: order._id, status: 'Cancelled' as const, expectedStatus: 'New' as const, reason: 'Too busy' };
  await server.call('POST /order/update-order-status', { body: move }, owner.token);
  expect(await receiptOf(order._id)).toMatchObject({ supplier, isTaxInvoice: false });
});

test('another guest gets no receipt of the order', async () => {
  const { made, place, receiptOf } = await make();
  const order = await place();
  const other = await makeCustomer(server.db, made.id);
  expect(await refusalOf(receiptOf(order._id, other.token))).toMatchObject({ status: 404, code: 'order.not_found' });
});

test.each([
  ['AE', { ...registered, taxNumber: '12345' }, 'taxNumber'],
  ['AE', { ...registered, taxNumber: 'DE123456789' }, 'taxNumber'],
  ['AE', { ...registered, legalName: '' }, 'legalName'],
  ['AE', { ...registered, legalName: 'x'.repeat(201) }, 'legalName'],
])('in %s %j is refused at %s', async (country, body, field) => {
  const { change } = await make(country);
  const refused = await refusalOf(change(body));
  expect(refused).toMatchObject({ status: 400, code: 'request.invalid' });
  expect(refused.fields).toHaveProperty(field);
});

test('in other countries a tax number is any text', async () => {
  const { change } = await make('GB');
  expect((await change({ ...registered, taxNumber: 'GB 123 4567 89' })).settings.taxNumber).toBe('GB 123 4567 89');
});
