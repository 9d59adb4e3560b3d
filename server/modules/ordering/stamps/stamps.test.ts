/** Stamp cards: what earns a stamp, what a full card gives, and what becomes of both when an order comes to nothing (decision 83). */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { CustomerId, OrderId } from '#contract/base/ids.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { daysAround } from '#server/test/data/days-around.ts';
import { largeBurger, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { makeTables, openDineIn, tableOrder } from '#server/test/data/tables.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import { startApp } from '#server/test/servers/app.ts';
import { expireStamps } from './expire-stamps.ts';

const app = await startApp();
afterAll(() => app.close());

let made: TestRestaurant;
let guest: { token: string; customerId: CustomerId };
let owner: string;
beforeEach(async () => {
  app.clock.set(new Date('2026-06-10T12:00:00Z'));
  made = await makeRestaurant(app.db);
  guest = await makeCustomer(app.db, made.id);
  ({ token: owner } = await makeOwner(app.db, made.id));
});

type OfferBody = NonNullable<Parameters<typeof app.call<'POST /offer/add-offer'>>[1]>['body'];
/** Ten dirhams off the fourth order. */
const card: OfferBody = { name: 'Regulars', benefit: { kind: 'amount', amount: 10 }, stamps: { needed: 3 } };
const addCard = async (more: Partial<OfferBody> = {}) =>
  (await app.call('POST /offer/add-offer', { body: { ...card, ...more } }, owner)).offer;
/** 43.75 and 5 %; with the reward 33.75. */
const full = (more: Partial<NewOrder> = {}) => pickupOrder(made, [largeBurger(made, 2)], 45.94, more);
const rewarded = (more: Partial<NewOrder> = {}) =>
  pickupOrder(made, [largeBurger(made, 2)], 35.44, { usesStampCard: true, ...more });
const place = async (order: NewOrder, token = guest.token) =>
  (await app.call('POST /order/create-order', { body: { order }, idempotencyKey: randomUUID() }, token)).order;
const move = (orderId: OrderId, status: OrderStatus) =>
  app.call('POST /order/update-order-status', { body: { orderId, status, reason: 'Kitchen closed' } }, owner);
async function complete(orderId: OrderId) {
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const) await move(orderId, status);
}
const completed = async (order = full(), token = guest.token) => {
  const { _id } = await place(order, token);
  await complete(_id);
  return _id;
};
const shown = async (token = guest.token) => (await app.call('GET /order/stamp-card', {}, token)).card;
const stamps = async () => (await shown())!.stamps;
const quote = async (order: NewOrder, token = guest.token) =>
  (await app.call('POST /order/quote-order', { body: order }, token)).quote;
const correct = (by: number, token = owner, reason = 'Two dinners before') =>
  app.call(
    'POST /customer/correct-stamps/:id',
    { params: { id: guest.customerId }, body: { stamps: by, reason } },
    token,
  );
const page = () => app.call('GET /customer/get-customer/:id', { params: { id: guest.customerId } }, owner);
const movements = async () =>
  (await page()).stampCard!.movements.map(({ kind, stamps: by }) => [kind, by]).toReversed();
/** The sums of the ledger beside what the cards say. */
const books = async () => {
  const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
    sql<{ stamps: number; sum: number }>`
      select stamps, coalesce((select sum(moved.stamps) from stamp_movements as moved
        where moved.restaurant_id = stamp_cards.restaurant_id and moved.offer_id = stamp_cards.offer_id
          and moved.customer_id = stamp_cards.customer_id), 0)::int as sum
      from stamp_cards where restaurant_id = ${made.id}`.execute(tx),
  );
  return rows.map(({ stamps: kept, sum }) => [kept, sum]);
};

describe('a stamp', () => {
  test('is earned when an order is completed, and not before', async () => {
    await addCard({ stamps: { needed: 3, minimum: 40 }, nameTranslations: { ar: 'الزبائن الدائمون' } });
    const { _id } = await place(full());
    expect(await shown()).toEqual({
      name: 'Regulars',
      nameTranslations: { ar: 'الزبائن الدائمون' },
      stamps: 0,
      needed: 3,
      minimum: 40,
      expiresAt: null,
      off: 10,
    });
    await move(_id, 'Confirmed');
    await move(_id, 'Ready');
    expect(await stamps()).toBe(0);
    await move(_id, 'Completed');
    expect([await stamps(), await movements()]).toEqual([1, [['earned', 1]]]);
  });

  test('goes when completing is undone, and comes once when the order is completed again', async () => {
    await addCard();
    const orderId = await completed();
    await move(orderId, 'Ready');
    expect(await stamps()).toBe(0);
    await move(orderId, 'Completed');
    expect(await movements()).toEqual([
      ['earned', 1],
      ['taken_back', -1],
      ['earned', 1],
    ]);
    expect(await books()).toEqual([[1, 1]]);
  });

  test('that paid for a reward stays used when completing that order is undone', async () => {
    await addCard();
    await correct(3);
    const orderId = await completed(rewarded());
    await move(orderId, 'Ready');
    await move(orderId, 'Completed');
    expect((await movements()).join(' ')).toBe('granted,3 used,-3');
    expect(await books()).toEqual([[0, 0]]);
  });

  test.each<[string, Partial<OfferBody>]>([
    ['below the minimum after discounts', { stamps: { needed: 3, minimum: 43.76 } }],
    ['while the card is paused', { isPaused: true }],
    ['before the card begins', { from: '2026-06-11T00:00:00Z' }],
    ['when the card is over', { until: '2026-06-10T12:00:00Z' }],
    ['in another mode than those of the card', { modes: ['delivery'] }],
  ])('is not earned %s', async (_when, more) => {
    await addCard(more);
    await completed();
    expect((await page()).stampCard).toMatchObject({ stamps: 0, movements: [] });
  });

  test('is for guests with a number: others at tables have no card', async () => {
    await addCard();
    const token = await openDineIn(app, made);
    const [table] = await makeTables(app, { token, outletId: made.outletId, names: ['12'] });
    const atTable = await app.call('POST /auth/register-at-table', { body: { table: table!.code } }, made.siteToken);
    const order = tableOrder(made, table!.code, [{ itemId: made.items.water, quantity: 1 }], 5.78);
    await completed(order, atTable.token);
    expect([await shown(atTable.token), await books()]).toEqual([null, []]);
    expect(await quote({ ...order, usesStampCard: true }, atTable.token)).toMatchObject({
      refusedOffers: [{ reason: 'number_needed' }],
    });
  });

  test('expires with its card, whose time begins anew with each stamp', async () => {
    await addCard({ stamps: { needed: 3, months: 2 } });
    await completed();
    app.clock.set(new Date('2026-08-09T12:00:00Z'));
    await completed();
    const card = await shown();
    expect(card).toMatchObject({ stamps: 2, expiresAt: expect.stringMatching(/^2026-10-09T12:00:/) as string });
    app.clock.set(new Date(card!.expiresAt!));
    expect(await shown()).toMatchObject({ stamps: 0, expiresAt: null });
    await expireStamps(app.db, app.clock.now());
    await expireStamps(app.db, app.clock.now());
    expect([await movements(), await books()]).toEqual([
      [
        ['earned', 1],
        ['earned', 1],
        ['expired', -2],
      ],
      [[0, 0]],
    ]);
  });
});

describe('a full card', () => {
  beforeEach(() => addCard());

  test('is used when the guest asks for it, is a discount before VAT, and earns no stamp', async () => {
    await correct(4);
    expect(await quote(full())).toMatchObject({ discount: 0, offers: [], refusedOffers: [] });
    // 33.75 and 5 % of it.
    expect(await quote(rewarded())).toMatchObject({ discount: 10, tax: 1.69, total: 35.44 });
    const order = await place(rewarded());
    expect(order).toMatchObject({ discount: 10, totalPrice: 35.44, offers: [{ name: 'Regulars', amount: 10 }] });
    expect(await stamps()).toBe(1);
    await complete(order._id);
    expect(await movements()).toEqual([
      ['granted', 4],
      ['used', -3],
    ]);
    const sales = await app.call('GET /report/sales', { query: daysAround(order.createdAt) }, owner);
    expect(sales.total).toMatchObject({ net: 33.75, tax: 1.69, discounts: 10 });
  });

  test('that is not full says so, and takes nothing off', async () => {
    await correct(2);
    expect(await quote(rewarded())).toMatchObject({
      total: 45.94,
      refusedOffers: [{ name: 'Regulars', reason: 'card_not_full' }],
    });
    expect(await refusalOf(place(rewarded()))).toMatchObject({ code: 'order.price_changed' });
    // Somebody who has not signed in has no card.
    expect(await quote(rewarded(), made.siteToken)).toMatchObject({ total: 45.94 });
  });

  test('never takes the total below zero, and goes where something better is taken off', async () => {
    await correct(3);
    const water = pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 0, { usesStampCard: true });
    expect(await quote(water)).toMatchObject({ discount: 5.5, tax: 0, total: 0 });
    await app.call(
      'POST /offer/add-offer',
      { body: { name: 'Half', benefit: { kind: 'percent', percent: 50 } } },
      owner,
    );
    expect(await quote(rewarded())).toMatchObject({
      offers: [{ name: 'Half' }],
      refusedOffers: [{ name: 'Regulars', reason: 'nothing_to_take_off' }],
    });
    await place(full({ usesStampCard: true, totalPrice: (await quote(rewarded())).total }));
    expect(await stamps()).toBe(3);
  });

  test('is used once by two phones of its guest, and by a repeated request', async () => {
    await correct(5);
    const placed = await Promise.allSettled(Array.from({ length: 4 }, () => place(rewarded())));
    expect(placed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect([await stamps(), await books()]).toEqual([2, [[2, 2]]]);
    await correct(1);
    const sent = { body: { order: rewarded() }, idempotencyKey: randomUUID() };
    const answers = await Promise.all([0, 1].map(() => app.call('POST /order/create-order', sent, guest.token)));
    expect(new Set(answers.map(({ order }) => order._id)).size).toBe(1);
    expect([await stamps(), await books()]).toEqual([0, [[0, 0]]]);
  });

  test('comes back once from a cancelled order, and is used again when that is undone', async () => {
    await correct(3);
    const { _id } = await place(rewarded());
    const cancelled = await Promise.allSettled([move(_id, 'Cancelled'), move(_id, 'Cancelled')]);
    expect(cancelled.some(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await stamps()).toBe(3);
    await move(_id, 'New');
    expect(await stamps()).toBe(0);
    await move(_id, 'Cancelled');
    expect(await movements()).toEqual([
      ['granted', 3],
      ['used', -3],
      ['returned', 3],
      ['used', -3],
      ['returned', 3],
    ]);
  });

  test('is never below zero, whatever is taken back after it was used', async () => {
    await correct(2);
    const third = await completed();
    await place(rewarded());
    await move(third, 'Ready');
    expect([await stamps(), await books()]).toEqual([0, [[0, 0]]]);
    await move(third, 'Completed');
    expect(await stamps()).toBe(0);
  });

  test('that gives a dish makes the cheapest of the chosen ones free', async () => {
    const { offers } = await app.call('GET /offer/get-offers', {}, owner);
    const body: OfferBody = {
      ...card,
      benefit: { kind: 'free_item' },
      scope: { categories: [], items: [made.items.water] },
    };
    await app.call(
      'POST /offer/update-offer/:id',
      { params: { id: offers[0]!._id }, body: { ...body, version: 1 } },
      owner,
    );
    await correct(3);
    const lines = [largeBurger(made, 1), { itemId: made.items.water, quantity: 2 }];
    expect(await quote(pickupOrder(made, lines, 0, { usesStampCard: true }))).toMatchObject({ discount: 5.5 });
    expect(await shown()).toMatchObject({ off: null });
  });
});

describe('people of the restaurant', () => {
  test('give and take stamps with a reason, never more than there are, and the audit log names no guest', async () => {
    await addCard();
    const manager = (await makeOwner(app.db, made.id, 'manager')).token;
    expect((await correct(2, manager)).stampCard).toMatchObject({
      stamps: 2,
      movements: [{ kind: 'granted', stamps: 2, by: 'Sara Khan', reason: 'Two dinners before' }],
    });
    await correct(-1, owner, 'Pressed twice');
    expect(await refusalOf(correct(-2))).toMatchObject({
      code: 'customer.too_few_stamps',
      msg: 'Stamps on this card: 1. No more can be taken.',
    });
    expect(await refusalOf(correct(0))).toMatchObject({ fields: { stamps: { code: 'required' } } });
    const staff = (await makeOwner(app.db, made.id, 'staff')).token;
    expect(await refusalOf(correct(1, staff))).toMatchObject({ status: 403 });
    const { entries } = await app.call('GET /audit/entries', { query: {} }, owner);
    expect(
      entries
        .filter(({ action }) => action === 'guest.stamps_corrected')
        .map(({ subject, details }) => [subject, details]),
    ).toEqual([
      ['Regulars', { stamps: -1 }],
      ['Regulars', { stamps: 2 }],
    ]);
  });

  test('correct a card at once, one after the other', async () => {
    await addCard();
    await correct(3);
    const taken = await Promise.allSettled(Array.from({ length: 4 }, () => correct(-2)));
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await books()).toEqual([[1, 1]]);
  });

  test('have one card, and not the guests of others', async () => {
    const first = await addCard();
    expect(await refusalOf(addCard({ name: 'Another' }))).toMatchObject({ status: 409, code: 'offer.card_exists' });
    const other = await makeOwner(app.db, (await makeRestaurant(app.db)).id);
    expect(await refusalOf(correct(1, other.token))).toMatchObject({ status: 404 });
    await app.call('DELETE /offer/delete-offer/:id', { params: { id: first._id } }, owner);
    expect(await refusalOf(correct(1))).toMatchObject({ status: 404 });
    expect([await shown(), (await page()).stampCard]).toEqual([null, null]);
    await addCard({ name: 'Another' });
  });
});

describe('a guest who leaves', () => {
  test('takes the card along, and an order of theirs that is completed after earns nothing', async () => {
    await addCard();
    await correct(3);
    const { _id } = await place(rewarded());
    const { text } = await rawCall(app.app, 'GET /auth/export-customer', {}, guest.token);
    expect((JSON.parse(text) as { stamps: object[] }).stamps).toMatchObject([
      { kind: 'used', stamps: -3 },
      { kind: 'granted', stamps: 3, reason: 'Two dinners before' },
    ]);
    expect(text).not.toContain('Sara Khan');
    await move(_id, 'Cancelled');
    await app.call('POST /auth/delete-customer', {}, guest.token);
    await move(_id, 'New');
    await complete(_id);
    const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
      sql`select id from stamp_movements where restaurant_id = ${made.id}`.execute(tx),
    );
    expect([await books(), rows]).toEqual([[], []]);
  });
});

test.each<[string, Partial<OfferBody>, string, string]>([
  ['a percentage as a reward', { benefit: { kind: 'percent', percent: 10 } }, 'benefit', 'offer.card_reward'],
  ['a card with a code', { code: 'TEN' }, 'code', 'offer.card_has_no_code'],
  ['a card for first orders', { isForFirstOrder: true }, 'isForFirstOrder', 'offer.card_not_first'],
  ['three decimals of a dirham', { stamps: { needed: 3, minimum: 1.005 } }, 'stamps', 'too_many_decimals'],
])('%s is refused', async (_what, more, field, code) => {
  expect(await refusalOf(addCard(more))).toMatchObject({ status: 400, fields: { [field]: { code } } });
});
