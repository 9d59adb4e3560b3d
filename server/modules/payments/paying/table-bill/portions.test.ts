/** Guests who share a line by its portions, and outlets that take online payments in some modes alone. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mode } from '#contract/base/enumerations.ts';
import type { TableSession } from '#contract/dining/table-sessions.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { makeBills } from '#server/test/data/bills.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { omar, sara } from '#server/test/data/table-sessions.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: Awaited<ReturnType<typeof makeBills>>;
let tableSession: TableSession;
let order: Order;
/** Three waters that Sara has ordered: 16.50 and 5 % are 17.33, of which the first two portions cost 5.78 and the last one 5.77. */
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makeBills(app, gateway);
  const { phones } = shop;
  tableSession = await phones.join(sara);
  await phones.join(omar);
  await phones.share(tableSession, sara, [phones.water('s1', 3)]);
  order = await phones.order(await phones.read(tableSession, sara), sara, 17.33);
});

const portions = (...places: number[]) => [{ orderId: order._id, lineNumber: 1, portions: places }];
const all = () => [{ orderId: order._id, lineNumber: 1 }];
const lineOf = async (key: string) => (await shop.bill(tableSession, key)).orders[0]!.lines[0]!;
async function pay(key: string, lines: ReturnType<typeof all>) {
  const begun = await shop.payBill(tableSession, key, lines);
  gateway.pay(begun.url!);
  return shop.lookAt(begun);
}

describe('a line of three portions', () => {
  test('is paid by two guests, and their payments add up to it', async () => {
    expect(await lineOf(omar)).toMatchObject({
      quantity: 3,
      amount: 17.33,
      state: 'open',
      portions: [
        { amount: 5.78, state: 'open' },
        { amount: 5.78, state: 'open' },
        { amount: 5.77, state: 'open' },
      ],
    });
    expect(await pay(omar, portions(2))).toMatchObject({ state: 'captured', amount: 5.77 });
    expect(await lineOf(sara)).toMatchObject({
      state: 'open',
      portions: [{ state: 'open' }, { state: 'open' }, { state: 'paid' }],
    });
    expect(await shop.bill(tableSession, sara)).toMatchObject({ total: 17.33, paid: 5.77 });
    expect(await shop.staffSees()).toMatchObject({ total: 17.33, paid: 5.77 });
    // A phone that knows no portions pays lines whole, and nothing twice.
    expect(await refusalOf(shop.payBill(tableSession, sara, all()))).toMatchObject({ code: 'table.lines_not_open' });
    expect(await pay(sara, portions(1, 0, 1))).toMatchObject({ amount: 11.56 });
    expect(await lineOf(sara)).toMatchObject({ state: 'paid' });
    expect(shop.books().map(({ captured }) => captured)).toEqual([577, 1156]);
    expect((await shop.tablePayments(order)).map(({ captured }) => captured)).toEqual([5.77, 11.56]);
  });

  test('has each portion in one payment, whoever presses at once', async () => {
    const pressed = await Promise.allSettled([
      shop.payBill(tableSession, sara, portions(0, 1)),
      shop.payBill(tableSession, omar, portions(1, 2)),
    ]);
    expect(pressed.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = pressed.flatMap((one) => (one.status === 'rejected' ? [one.reason as { answer: unknown }] : []));
    expect(refused.map(({ answer }) => answer)).toMatchObject([{ code: 'table.lines_not_open' }]);
    // Another choice of the same phone is another payment, which takes the place of the first.
    const [own] = pressed[0].status === 'fulfilled' ? [sara] : [omar];
    expect(await shop.payBill(tableSession, own, portions(1))).toMatchObject({ amount: 5.78 });
    expect(shop.books().map(({ status }) => status)).toEqual(['expired', 'open']);
  });

  test('is refunded by what each guest paid when its order is cancelled', async () => {
    await pay(omar, portions(0));
    await pay(sara, portions(1, 2));
    await shop.move(order._id, 'Cancelled', 'too_busy');
    await shop.letPass();
    expect(shop.books().map(({ captured, refunded }) => [captured, refunded])).toEqual([
      [578, 578],
      [1155, 1155],
    ]);
  });

  test.each([[[3]], [[0, 3]]])('has no portion %j', async (places) => {
    expect(await refusalOf(shop.payBill(tableSession, sara, portions(...places)))).toMatchObject({
      code: 'table.lines_not_open',
    });
  });
});

describe('a line that an offer leaves less than a minor unit for each portion', () => {
  /** Three waters, 16.50 less 16.49: the first portion costs 0.01, and the other two nothing. */
  async function orderNearlyFree(): Promise<Order> {
    const terms = { name: 'Farewell', benefit: { kind: 'amount', amount: 16.49 } } as const;
    await app.call('POST /offer/add-offer', { body: terms }, shop.owner.token);
    await shop.phones.share(tableSession, sara, [shop.phones.water('s2', 3)]);
    return shop.phones.order(await shop.phones.read(tableSession, sara), sara, 0.01);
  }
  const whole = ({ _id }: Order) => [{ orderId: _id, lineNumber: 1 }];

  test('is paid whole by its portion that costs something, once', async () => {
    const cheap = await orderNearlyFree();
    const read = async () => (await shop.bill(tableSession, sara)).orders[1]!.lines[0]!;
    expect(await read()).toMatchObject({
      amount: 0.01,
      state: 'open',
      portions: [
        { amount: 0.01, state: 'open' },
        { amount: 0, state: 'paid' },
        { amount: 0, state: 'paid' },
      ],
    });
    expect(await pay(sara, whole(cheap))).toMatchObject({ state: 'captured', amount: 0.01 });
    expect(await read()).toMatchObject({ state: 'paid' });
    expect(await refusalOf(shop.payBill(tableSession, omar, whole(cheap)))).toMatchObject({
      code: 'table.lines_not_open',
    });
  });
});

describe('an outlet that takes no online payments', () => {
  const switchTo = (mode: Mode, takesOnline: boolean, token = shop.owner.token) =>
    app.call(
      'POST /outlet/update-ordering-modes/:id',
      { params: { id: shop.made.outletId }, body: { mode, takesOnline } },
      token,
    );

  test('at tables shows the bill, to be paid to a waiter, and takes them elsewhere', async () => {
    await switchTo('dine-in', false);
    expect(await shop.bill(tableSession, sara)).toMatchObject({ total: 17.33, canPay: false });
    expect(await refusalOf(shop.payBill(tableSession, sara, all()))).toMatchObject({
      code: 'order.payment_not_available',
    });
    expect(await shop.staffSees()).toBeNull();
    expect(await shop.pay()).toMatchObject({ state: 'authorised' });
    await switchTo('dine-in', true);
    expect(await pay(sara, all())).toMatchObject({ state: 'captured' });
  });

  test('for pickup refuses them there, tells guests so, and takes them at tables', async () => {
    const { orderingMode } = await switchTo('pickup', false);
    expect(orderingMode).toMatchObject({ mode: 'pickup', takesOnline: false, paymentMethod: { cashOnDelivery: true } });
    expect(await refusalOf(shop.begin(shop.order()))).toMatchObject({ code: 'order.payment_not_available' });
    const { outlets } = await app.call('GET /site/:slug', { params: { slug: shop.made.slug } });
    expect(outlets[0]!.modes).toMatchObject({ pickup: { takesOnline: false }, delivery: { takesOnline: true } });
    expect(await pay(omar, all())).toMatchObject({ state: 'captured' });
  });

  test('is made so by people who set outlets up, and by none of another restaurant', async () => {
    const staff = await makeOwner(app.db, shop.made.id, 'staff');
    expect(await refusalOf(switchTo('pickup', false, staff.token))).toMatchObject({ status: 403 });
    const stranger = await makeBills(app, gateway);
    expect(await refusalOf(switchTo('pickup', false, stranger.owner.token))).toMatchObject({ status: 404 });
    expect(await shop.pay()).toMatchObject({ state: 'authorised' });
  });
});
