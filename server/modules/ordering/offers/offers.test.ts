/** Offers as restaurants write them and guests use them: what is taken off, for whom, how often, and what an order keeps of it. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import { hoursOf } from '#contract/outlets/test/hours-of.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { daysAround } from '#server/test/data/days-around.ts';
import { deliveryOrder, largeBurger, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { makePng } from '#server/test/data/png.ts';
import { makeTables, openDineIn, tableOrder } from '#server/test/data/tables.ts';
import { makeMany } from '#server/test/data/make-many.ts';
import { whenFree } from '#server/test/data/when-free.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import { startApp } from '#server/test/servers/app.ts';

const app = await startApp();
afterAll(() => app.close());

let made: TestRestaurant;
let guest: string;
let owner: string;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  ({ token: guest } = await makeCustomer(app.db, made.id));
  ({ token: owner } = await makeOwner(app.db, made.id));
});

const harbourOutlet = {
  name: 'Harbour',
  timeZone: 'Asia/Dubai',
  email: 'harbour@example.test',
  phone: '+971501234567',
  orderingSchedule: { sameDate: true, nextDate: true },
  taxDetails: { taxRate: 5, taxInclusive: false },
};
type OfferBody = NonNullable<Parameters<typeof app.call<'POST /offer/add-offer'>>[1]>['body'];
const fifth: OfferBody = { name: 'A fifth off', benefit: { kind: 'percent', percent: 20 } };
const addOffer = async (body: OfferBody) => (await app.call('POST /offer/add-offer', { body }, owner)).offer;
/** 43.75 without offers; 5 % tax, and 5.00 for the way of a delivery. */
const picked = (total: number, more: Partial<NewOrder> = {}) => pickupOrder(made, [largeBurger(made, 2)], total, more);
const delivered = (total: number) => deliveryOrder(made, [largeBurger(made, 2)], total);
const place = async (order: NewOrder, token = guest) =>
  (await app.call('POST /order/create-order', { body: { order }, idempotencyKey: randomUUID() }, token)).order;
const quote = async (order: NewOrder, token = made.siteToken) =>
  (await app.call('POST /order/quote-order', { body: order }, token)).quote;
const usesOf = async () => (await app.call('GET /offer/get-offers', {}, owner)).offers.map(({ uses }) => uses);
const move = (orderId: OrderId, status: 'Cancelled' | 'New') =>
  app.call('POST /order/update-order-status', { body: { orderId, status, reason: 'Kitchen closed' } }, owner);

describe('an offer that applies by itself', () => {
  test('lowers subtotal and VAT, is kept with the order, and stands on receipt, history and reports', async () => {
    await addOffer({ ...fifth, nameTranslations: { ar: 'خصم الخمس' } });
    // 43.75 less 8.75, and 5 % of 35.00.
    const applied = {
      discount: 8.75,
      offers: [{ name: 'A fifth off', nameTranslations: { ar: 'خصم الخمس' }, code: null, amount: 8.75, off: 'basket' }],
    };
    expect(await quote(picked(36.75))).toMatchObject({ ...applied, subtotal: 43.75, tax: 1.75, total: 36.75 });
    const order = await place(picked(36.75));
    expect(order).toMatchObject({ ...applied, subtotal: 43.75, taxAmount: 1.75, totalPrice: 36.75 });
    const { receipt } = await app.call('GET /order/get-receipt/:id', { params: { id: order._id } }, guest);
    expect(receipt.order).toMatchObject({ ...applied, totalPrice: 36.75 });
    const { text } = await rawCall(app.app, 'GET /order/export-history', { query: {} }, owner);
    const [heads, row] = text
      .trim()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(row![heads!.indexOf('Discount')]).toBe('8.75');
    const sales = await app.call('GET /report/sales', { query: daysAround(order.createdAt) }, owner);
    expect(sales.total).toMatchObject({ net: 35, tax: 1.75, total: 36.75, discounts: 8.75 });
    expect(await usesOf()).toEqual([1]);
  });

  test('stays with the order when it is changed, paused and deleted later', async () => {
    const offer = await addOffer(fifth);
    const order = await place(picked(36.75));
    const change = { params: { id: offer._id }, body: { ...fifth, name: 'Less', isPaused: true, version: 1 } };
    expect((await app.call('POST /offer/update-offer/:id', change, owner)).offer).toMatchObject({
      name: 'Less',
      version: 2,
      uses: 1,
    });
    expect(await quote(picked(45.94))).toMatchObject({ discount: 0, offers: [], total: 45.94 });
    await app.call('DELETE /offer/delete-offer/:id', { params: { id: offer._id } }, owner);
    const { order: read } = await app.call('GET /order/get-order-details/:id', { params: { id: order._id } }, guest);
    expect(read.offers).toEqual(order.offers);
  });

  test('takes off the whole fee of a delivery, which carries no tax', async () => {
    await addOffer({ name: 'We bring it', benefit: { kind: 'free_delivery' } });
    const order = await place(delivered(45.94));
    expect(order).toMatchObject({ discount: 0, deliveryFee: 0, taxAmount: 2.19, totalPrice: 45.94 });
    expect(order.offers).toMatchObject([{ name: 'We bring it', amount: 5, off: 'delivery' }]);
  });

  test('is not in orders that were sent with another total: the guest is asked, with the new one', async () => {
    await addOffer(fifth);
    expect(await refusalOf(place(picked(45.94)))).toMatchObject({
      code: 'order.price_changed',
      details: { quote: { total: 36.75, discount: 8.75 } },
    });
    expect(await usesOf()).toEqual([0]);
  });

  test('says how much is missing for its minimum', async () => {
    await addOffer({ ...fifth, minimumSubtotal: 50 });
    expect(await quote(picked(45.94))).toMatchObject({
      offers: [],
      refusedOffers: [{ name: 'A fifth off', code: null, reason: 'below_minimum', missing: 6.25 }],
    });
  });

  test('for named dishes takes nothing off others, and sees categories', async () => {
    const { items } = made;
    await addOffer({ ...fifth, scope: { categories: [], items: [items.water] } });
    expect(await quote(picked(45.94))).toMatchObject({ discount: 0 });
    const { rows } = await transaction(app.db, made.id, (tx) =>
      sql<{ id: never }>`select category_id as id from category_items where item_id = ${items.burger}`.execute(tx),
    );
    await addOffer({ ...fifth, name: 'Burgers', scope: { categories: [rows[0]!.id], items: [] } });
    expect(await quote(picked(36.75))).toMatchObject({ discount: 8.75, offers: [{ name: 'Burgers' }] });
  });
});

describe('a code', () => {
  const coded: OfferBody = { ...fifth, code: 'burger 20' };

  test('applies however it is typed, and to nobody without it', async () => {
    expect(await addOffer(coded)).toMatchObject({ code: 'BURGER20' });
    expect(await quote(picked(45.94))).toMatchObject({ discount: 0, refusedOffers: [] });
    for (const offerCode of ['burger20', ' Burger ٢٠'])
      expect(await quote(picked(36.75, { offerCode }))).toMatchObject({ discount: 8.75, refusedOffers: [] });
    expect(await place(picked(36.75, { offerCode: 'burger20' }))).toMatchObject({ offers: [{ code: 'BURGER20' }] });
  });

  test('that does not apply says why, and keeps nobody from ordering', async () => {
    const reason = async (offerCode: string, token?: string) =>
      (await quote(picked(45.94, { offerCode }), token)).refusedOffers.map((refused) => [refused.code, refused.reason]);
    await addOffer({ ...coded, code: 'OVER', until: '2020-01-01T00:00:00Z' });
    await addOffer({ ...coded, code: 'PAUSED', isPaused: true });
    await addOffer({ ...coded, code: 'LATER', from: '2120-01-01T00:00:00Z' });
    await addOffer({ ...coded, code: 'BROUGHT', modes: ['delivery'] });
    await addOffer({ ...coded, code: 'WATER', scope: { categories: [], items: [made.items.water] } });
    expect([
      await reason('over'),
      await reason('paused'),
      await reason('later'),
      await reason('brought'),
      await reason('water'),
      await reason('no such'),
    ]).toEqual([
      [['OVER', 'ended']],
      [['PAUSED', 'ended']],
      [['LATER', 'not_yet']],
      [['BROUGHT', 'other_mode']],
      [['WATER', 'nothing_to_take_off']],
      [['NOSUCH', 'unknown']],
    ]);
    expect(await place(picked(45.94, { offerCode: 'no such' }))).toMatchObject({ offers: [], totalPrice: 45.94 });
  });

  test('belongs to one offer of a restaurant, and to any of another one', async () => {
    await addOffer(coded);
    expect(await refusalOf(addOffer({ ...coded, name: 'Other', code: 'BURGER 20' }))).toMatchObject({
      status: 409,
      code: 'offer.code_taken',
      details: { name: 'A fifth off' },
    });
    const other = await makeRestaurant(app.db);
    const { token } = await makeOwner(app.db, other.id);
    await app.call('POST /offer/add-offer', { body: coded }, token);
    const theirs = (await app.call('GET /offer/get-offers', {}, token)).offers[0]!;
    const takeOver = { params: { id: theirs._id }, body: { ...coded, version: 1 } };
    expect(await refusalOf(app.call('POST /offer/update-offer/:id', takeOver, owner))).toMatchObject({ status: 404 });
  });
});

const placeWhenFree = (offerCode: string, token: string) => whenFree(() => place(picked(36.75, { offerCode }), token));

describe('limits', () => {
  test('the last ten uses go to ten of two hundred guests, and the others are asked about the full price', async () => {
    await addOffer({ ...fifth, code: 'TEN', usesMax: 10 });
    const guests = await makeMany(200, () => makeCustomer(app.db, made.id));
    const placed = await Promise.allSettled(guests.map(({ token }) => placeWhenFree('ten', token)));
    expect(placed.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    const codes = new Set(
      await Promise.all(
        placed.flatMap((one) => (one.status === 'rejected' ? [refusalOf(Promise.reject(one.reason as Error))] : [])),
      ).then((refused) => refused.map(({ code }) => code)),
    );
    expect([...codes]).toEqual(['order.price_changed']);
    expect(await usesOf()).toEqual([10]);
    const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
      sql<{ uses: number; orders: number }>`
        select (select count(*)::int from offer_uses where restaurant_id = ${made.id}) as uses,
          (select count(*)::int from orders where restaurant_id = ${made.id} and offers is not null) as orders`.execute(
        tx,
      ),
    );
    expect(rows[0]).toEqual({ uses: 10, orders: 10 });
  });

  test('a guest who sends twice at once uses an offer of one use once', async () => {
    await addOffer({ ...fifth, usesOfGuestMax: 1 });
    const placed = await Promise.allSettled([place(picked(36.75)), place(picked(36.75))]);
    expect(placed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await quote(picked(45.94), guest)).toMatchObject({ total: 45.94 });
    // Somebody who has not signed in may be anybody.
    expect(await quote(picked(36.75))).toMatchObject({ total: 36.75 });
  });

  test('an offer for first orders is for guests without orders, and for those whose only one was cancelled', async () => {
    await addOffer({ ...fifth, isForFirstOrder: true });
    const first = await place(picked(36.75));
    expect(await refusalOf(place(picked(36.75)))).toMatchObject({ code: 'order.price_changed' });
    await move(first._id, 'Cancelled');
    expect(await usesOf()).toEqual([0]);
    await place(picked(36.75));
    expect(await usesOf()).toEqual([1]);
  });

  test('a cancelled order gives its use back, and takes it again when that is undone', async () => {
    await addOffer({ ...fifth, usesMax: 1 });
    const order = await place(picked(36.75));
    await move(order._id, 'Cancelled');
    expect(await usesOf()).toEqual([0]);
    await move(order._id, 'New');
    expect(await usesOf()).toEqual([1]);
    const { token } = await makeCustomer(app.db, made.id);
    expect(await refusalOf(place(picked(36.75), token))).toMatchObject({ code: 'order.price_changed' });
  });

  test('a repeated request is one order and one use', async () => {
    await addOffer(fifth);
    const sent = { body: { order: picked(36.75) }, idempotencyKey: randomUUID() };
    const [one, other] = await Promise.all([0, 1].map(() => app.call('POST /order/create-order', sent, guest)));
    expect(one!.order._id).toBe(other!.order._id);
    expect(await usesOf()).toEqual([1]);
  });
});

test('a guest who was erased: an undone cancelling has no guest, and an order on its way none to be of', async () => {
  await addOffer(fifth);
  const order = await place(picked(36.75));
  await move(order._id, 'Cancelled');
  await app.call('POST /auth/delete-customer', {}, guest);
  await move(order._id, 'New');
  const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
    sql<{
      customer: string | null;
    }>`select customer_id as customer from offer_uses where restaurant_id = ${made.id}`.execute(tx),
  );
  expect([await usesOf(), rows]).toEqual([[1], [{ customer: null }]]);
});

test('one order of a guest is their first, whatever their codes', async () => {
  for (const code of ['ONE', 'TWO']) await addOffer({ ...fifth, code, isForFirstOrder: true });
  const placed = await Promise.allSettled(['one', 'two'].map((offerCode) => place(picked(36.75, { offerCode }))));
  expect(placed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a person of another outlet who cancels gives the use back, and is not shown the offer', async () => {
  const offer = await addOffer({ ...fifth, usesMax: 1 });
  const order = await place(picked(36.75));
  const { _id: elsewhere } = (
    await app.call('POST /outlet/add-outlet', { form: harbourOutlet, files: { image: makePng() } }, owner)
  ).outlet;
  const narrowed = { params: { id: offer._id }, body: { ...fifth, usesMax: 1, outlets: [elsewhere], version: 1 } };
  await app.call('POST /offer/update-offer/:id', narrowed, owner);
  const { token } = await makeOwner(app.db, made.id, 'manager', [made.outletId]);
  expect((await app.call('GET /offer/get-offers', {}, token)).offers).toEqual([]);
  const cancel = { orderId: order._id, status: 'Cancelled', reason: 'Kitchen closed' } as const;
  await app.call('POST /order/update-order-status', { body: cancel }, token);
  expect(await usesOf()).toEqual([0]);
});

test('another currency, before the first order, converts what offers take off and their minimums', async () => {
  await addOffer({ ...fifth, minimumSubtotal: 30 });
  await addOffer({ name: 'Two and a half', benefit: { kind: 'amount', amount: 2.5 }, code: 'TWO' });
  const deleted = await addOffer({ name: 'We bring it', benefit: { kind: 'free_delivery' }, minimumSubtotal: 7.25 });
  await app.call('DELETE /offer/delete-offer/:id', { params: { id: deleted._id } }, owner);
  await app.call('POST /restaurant/update-settings', { body: { currency: 'KWD' } }, owner);
  const { offers } = await app.call('GET /offer/get-offers', {}, owner);
  expect(offers.map(({ benefit, minimumSubtotal }) => [benefit, minimumSubtotal])).toEqual([
    [{ kind: 'amount', amount: 2.5 }, 0],
    [{ kind: 'percent', percent: 20 }, 30],
  ]);
  const refused = app.call('POST /restaurant/update-settings', { body: { currency: 'JPY' } }, owner);
  expect(await refusalOf(refused)).toMatchObject({ fields: { currency: { code: 'restaurant.prices_have_decimals' } } });
});

test('guests without a number are told that an offer for each guest needs one, before an amount is asked for', async () => {
  const token = await openDineIn(app, made);
  const [table] = await makeTables(app, { token, outletId: made.outletId, names: ['12'] });
  const atTable = await app.call('POST /auth/register-at-table', { body: { table: table!.code } }, made.siteToken);
  const order = tableOrder(made, table!.code, [{ itemId: made.items.water, quantity: 1 }], 5.78);
  await addOffer({ ...fifth, usesOfGuestMax: 1, minimumSubtotal: 500 });
  expect(await quote(order, atTable.token)).toMatchObject({ refusedOffers: [] });
  await addOffer({ ...fifth, code: 'EACH', usesOfGuestMax: 1, minimumSubtotal: 500 });
  expect(await quote({ ...order, offerCode: 'each' }, atTable.token)).toMatchObject({
    refusedOffers: [{ code: 'EACH', reason: 'number_needed' }],
  });
});

test('a change that is sent again after its answer was lost is made once', async () => {
  const { _id: id } = await addOffer(fifth);
  const hours = hoursOf('Friday 12:00-15:00').map((day) => ({ ...day, periods: [...day.periods] }));
  const scope = { categories: [], items: [made.items.water] };
  const conditions = { hours, scope, from: '2026-12-01T00:00:00Z', minimumSubtotal: 7.5, outlets: [made.outletId] };
  const body = { ...fifth, ...conditions, version: 1 };
  for (let time = 0; time < 2; time++)
    expect((await app.call('POST /offer/update-offer/:id', { params: { id }, body }, owner)).offer.version).toBe(2);
  const { entries } = await app.call('GET /audit/entries', { query: {} }, owner);
  expect(entries.map(({ action }) => action)).toEqual(['offer.changed', 'offer.added']);
});

test('two people who change an offer at once do not overwrite each other', async () => {
  const offer = await addOffer(fifth);
  const change = (name: string) =>
    app.call(
      'POST /offer/update-offer/:id',
      { params: { id: offer._id }, body: { ...fifth, name, version: 1 } },
      owner,
    );
  const changed = await Promise.allSettled([change('One'), change('Two')]);
  expect(changed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await refusalOf(change('Three'))).toMatchObject({ status: 409, code: 'offer.changed' });
});

test.each<[string, Partial<OfferBody>, string, string]>([
  ['groups of no dishes', { benefit: { kind: 'buy_get', buy: 1, get: 1 } }, 'scope', 'offer.dishes_missing'],
  ['dishes that are none', { scope: { categories: [], items: [] } }, 'scope', 'offer.dishes_missing'],
  ['three decimals of a dirham', { benefit: { kind: 'amount', amount: 1.005 } }, 'benefit', 'too_many_decimals'],
  [
    'an end before the beginning',
    { from: '2026-12-02T00:00:00Z', until: '2026-12-01T00:00:00Z' },
    'until',
    'offer.ends_first',
  ],
])('%s are refused', async (_what, more, field, code) => {
  expect(await refusalOf(addOffer({ ...fifth, ...more }))).toMatchObject({
    status: 400,
    fields: { [field]: { code } },
  });
});
