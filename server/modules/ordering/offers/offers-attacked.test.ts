/** Offers under attack: guessed codes, other currencies, offers larger than the basket, edits under open baskets, and the borders of hours. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewOrder } from '#contract/ordering/orders.ts';
import { hoursOf } from '#contract/outlets/test/hours-of.ts';
import { deliveryOrder, largeBurger, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { makeTables, openDineIn, tableOrder } from '#server/test/data/tables.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
let made: TestRestaurant;
let guest: string;
let owner: string;
beforeAll(async () => {
  app = await startApp({ config: { rateLimits: true } });
});
afterAll(() => app.close());

async function open(currency = 'AED', deliveryFee = 500) {
  made = await makeRestaurant(app.db, { currency, deliveryFee });
  ({ token: guest } = await makeCustomer(app.db, made.id));
  ({ token: owner } = await makeOwner(app.db, made.id));
}
beforeEach(() => open());

type OfferBody = Parameters<typeof addOffer>[0];
async function addOffer(body: NonNullable<Parameters<typeof app.call<'POST /offer/add-offer'>>[1]>['body']) {
  return (await app.call('POST /offer/add-offer', { body }, owner)).offer;
}
const fifth: OfferBody = { name: 'A fifth off', benefit: { kind: 'percent', percent: 20 } };
const picked = (total: number, more: Partial<NewOrder> = {}) => pickupOrder(made, [largeBurger(made, 2)], total, more);
const quote = async (order: NewOrder, token = made.siteToken) =>
  (await app.call('POST /order/quote-order', { body: order }, token)).quote;
const place = async (order: NewOrder, token = guest) =>
  (await app.call('POST /order/create-order', { body: { order }, idempotencyKey: randomUUID() }, token)).order;

describe('codes that are guessed', () => {
  test('are not told right from wrong after thirty wrong ones in an hour, in quotes and orders of this guest alone', async () => {
    await addOffer({ ...fifth, code: '4711' });
    const reasonOf = async (offerCode: string, token = guest) =>
      (await quote(picked(45.94, { offerCode }), token)).refusedOffers.map(({ reason }) => reason)[0] ?? 'right';
    // The same wrong code stays in a basket that the guest goes on filling.
    for (let again = 0; again < 40; again += 1) await reasonOf('0000');
    expect(await reasonOf('4711')).toBe('right');
    for (let guess = 1; guess < 30; guess += 1) await reasonOf(String(guess).padStart(4, '0'));
    expect([await reasonOf('4711'), await reasonOf('9999')]).toEqual(['too_many_tries', 'too_many_tries']);
    expect(await refusalOf(place(picked(0, { offerCode: '4711' })))).toMatchObject({
      code: 'order.price_changed',
      details: { quote: { total: 45.94, refusedOffers: [{ code: '4711', reason: 'too_many_tries' }] } },
    });
    const { token: other } = await makeCustomer(app.db, made.id);
    expect(await reasonOf('4711', other)).toBe('right');
    // Without the code the guest orders as always.
    expect(await place(picked(45.94))).toMatchObject({ totalPrice: 45.94 });
    app.clock.advance(3_600_001);
    const order = await place(picked(36.75, { offerCode: '4711' }));
    expect(order).toMatchObject({ discount: 8.75 });
  });

  test('are counted in orders as well, and by address for those who have not signed in', async () => {
    await addOffer({ ...fifth, code: '4711' });
    for (let guess = 1; guess <= 30; guess += 1) {
      const offerCode = `10${guess}`;
      await refusalOf(place(picked(0, { offerCode })));
      await quote(picked(0, { offerCode }));
    }
    const codes = async (token?: string) =>
      (await quote(picked(0, { offerCode: '4711' }), token)).refusedOffers.map(({ reason }) => reason);
    expect([await codes(guest), await codes()]).toEqual([['too_many_tries'], ['too_many_tries']]);
  });

  test('are counted at a table for those alone who have its code', async () => {
    await addOffer({ ...fifth, code: '4711' });
    const token = await openDineIn(app, made);
    const [own, other] = await makeTables(app, { token, outletId: made.outletId, names: ['6', '7'] });
    const register = async (table: string) =>
      (await app.call('POST /auth/register-at-table', { body: { table } }, made.siteToken)).token;
    const water = [{ itemId: made.items.water, quantity: 1 }];
    const placeAt = async (code: string, offerCode: string, total: number, placer: string) =>
      place({ ...tableOrder(made, code, water, total), offerCode }, placer);
    const forged = other!.code.replace(/-.*/, '-AAAAAAAAAAAAAAAA');
    const attacker = await register(own!.code);
    for (let guess = 1; guess <= 30; guess += 1) {
      expect(await refusalOf(placeAt(forged, `10${guess}`, 0, attacker))).toMatchObject({
        code: 'order.table_invalid',
      });
    }
    // By hand: a fifth off 5.50 is 4.40, and 5 % of it is 0.22.
    const neighbour = await register(other!.code);
    expect(await placeAt(other!.code, '4711', 4.62, neighbour)).toMatchObject({ totalPrice: 4.62 });
  });
});

describe('amounts', () => {
  // By hand: 12.35 % of 43.75 is 5.403125, and 5 % of 38.35 is 1.9175.
  test('from a percentage are rounded to the fils of a dirham', async () => {
    await addOffer({ ...fifth, benefit: { kind: 'percent', percent: 12.35 } });
    expect(await quote(picked(0))).toMatchObject({ discount: 5.4, tax: 1.92, total: 40.27 });
  });

  test('from a percentage are rounded to the fils of a Kuwaiti dinar, a thousandth', async () => {
    await open('KWD');
    const { subtotal } = await quote(picked(0));
    await addOffer({ ...fifth, benefit: { kind: 'percent', percent: 12.35 } });
    const discount = Math.round((Math.round(subtotal * 1000) * 1235) / 10_000);
    const net = Math.round(subtotal * 1000) - discount;
    const tax = Math.floor((net * 500 + 5000) / 10_000);
    const expected = { discount: discount / 1000, tax: tax / 1000, total: (net + tax) / 1000 };
    expect(await quote(picked(0))).toMatchObject(expected);
  });

  test('in yen have no decimals, and an offer with some is refused', async () => {
    await open('JPY');
    const before = await quote(picked(0));
    await addOffer({ ...fifth, benefit: { kind: 'percent', percent: 33.33 } });
    const after = await quote(picked(0));
    expect(after.discount).toBe(Math.round((before.subtotal * 3333) / 10_000));
    expect(after.total).toBe(
      after.subtotal - after.discount + Math.round(((after.subtotal - after.discount) * 5) / 100),
    );
    const half = addOffer({ name: 'Half a yen', benefit: { kind: 'amount', amount: 0.5 } });
    expect(await refusalOf(half)).toMatchObject({ fields: { benefit: { code: 'no_decimals' } } });
  });

  test('larger than the basket make it free, with no VAT, and leave fee and tip', async () => {
    await addOffer({ name: 'Thousand off', benefit: { kind: 'amount', amount: 1000 } });
    expect(await quote(deliveryOrder(made, [largeBurger(made, 2)], 0))).toMatchObject({
      subtotal: 43.75,
      discount: 43.75,
      tax: 0,
      deliveryFee: 5,
      total: 5,
    });
    expect(await place(picked(0))).toMatchObject({ discount: 43.75, totalPrice: 0 });
  });
});

test('a code for free delivery says at a pickup that it is for another way of ordering', async () => {
  await addOffer({ name: 'We bring it', code: 'BRING', benefit: { kind: 'free_delivery' } });
  expect((await quote(picked(0, { offerCode: 'bring' }))).refusedOffers).toMatchObject([{ reason: 'other_mode' }]);
  const brought = deliveryOrder(made, [largeBurger(made, 2)], 0, { offerCode: 'bring' });
  expect(await quote(brought)).toMatchObject({ deliveryFee: 0, refusedOffers: [] });
});

test('nobody is asked to spend more for free delivery where nothing is delivered, or for nothing already', async () => {
  const bring: OfferBody = { name: 'We bring it', benefit: { kind: 'free_delivery' }, minimumSubtotal: 60 };
  const reasonsOf = async (order: NewOrder) => (await quote(order)).refusedOffers.map(({ reason }) => reason);
  const brought = () => deliveryOrder(made, [largeBurger(made, 2)], 0);
  await addOffer(bring);
  await addOffer({ ...bring, code: 'BRING' });
  const token = await openDineIn(app, made);
  const [table] = await makeTables(app, { token, outletId: made.outletId, names: ['12'] });
  expect(await reasonsOf(picked(0))).toEqual([]);
  expect(await reasonsOf(tableOrder(made, table!.code, [largeBurger(made, 2)], 0))).toEqual([]);
  expect(await reasonsOf(picked(0, { offerCode: 'bring' }))).toEqual(['other_mode']);
  expect(await reasonsOf(brought())).toEqual(['below_minimum']);
  await open('AED', 0);
  await addOffer(bring);
  expect(await reasonsOf(brought())).toEqual([]);
});

test('an offer that is edited while a basket is open asks its guest about the new total, and is used on the new terms', async () => {
  const offer = await addOffer(fifth);
  expect(await quote(picked(0), guest)).toMatchObject({ total: 36.75 });
  const change = (more: Partial<OfferBody>, version: number) =>
    app.call(
      'POST /offer/update-offer/:id',
      { params: { id: offer._id }, body: { ...fifth, ...more, version } },
      owner,
    );
  await change({ benefit: { kind: 'percent', percent: 10 } }, 1);
  expect(await refusalOf(place(picked(36.75)))).toMatchObject({
    code: 'order.price_changed',
    details: { quote: { discount: 4.38, total: 41.34 } },
  });
  // Orders and edits at once: each order has the discount of the terms that its guest saw.
  const guests = await Promise.all(Array.from({ length: 6 }, () => makeCustomer(app.db, made.id)));
  const [, ...placed] = await Promise.all([
    change({ benefit: { kind: 'percent', percent: 20 } }, 2),
    ...guests.map(({ token }) => place(picked(41.34), token).catch(() => null)),
  ]);
  for (const order of placed) if (order !== null) expect(order).toMatchObject({ discount: 4.38, totalPrice: 41.34 });
});

test('a happy hour over midnight begins and ends with its minute, also for an outlet that is closed until tomorrow', async () => {
  await addOffer({
    ...fifth,
    hours: hoursOf('Friday 22:00-01:00').map((day) => ({ ...day, periods: [...day.periods] })),
  });
  const discountAt = async (instant: string) => {
    app.clock.set(new Date(instant));
    return (await quote(picked(0))).discount;
  };
  // Dubai is four hours ahead.
  expect([
    await discountAt('2026-11-27T17:59:59Z'),
    await discountAt('2026-11-27T18:00:00Z'),
    await discountAt('2026-11-27T20:59:00Z'),
    await discountAt('2026-11-27T21:00:00Z'),
  ]).toEqual([0, 8.75, 8.75, 0]);
  app.clock.set(new Date());
});

test('a guest who erased themself is a new guest to an offer for first orders, and to no other order of it', async () => {
  await addOffer({ ...fifth, isForFirstOrder: true, usesMax: 2 });
  const first = await place(picked(36.75));
  await app.call('POST /order/update-order-status', { body: { orderId: first._id, status: 'Confirmed' } }, owner);
  for (const status of ['Ready', 'Completed'] as const)
    await app.call('POST /order/update-order-status', { body: { orderId: first._id, status } }, owner);
  await app.call('POST /auth/delete-customer', {}, guest);
  const again = await makeCustomer(app.db, made.id);
  await place(picked(36.75), again.token);
  const { token } = await makeCustomer(app.db, made.id);
  expect(await refusalOf(place(picked(36.75), token))).toMatchObject({
    details: { quote: { refusedOffers: [] } },
  });
  const { offers } = await app.call('GET /offer/get-offers', {}, owner);
  expect(offers).toMatchObject([{ uses: 2 }]);
});
