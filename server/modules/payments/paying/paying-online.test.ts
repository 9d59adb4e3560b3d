/** A guest pays online: the order, the kitchen and the money, against the simulated gateway. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#contract/base/time.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { whenFree } from '#server/test/data/when-free.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: PaidOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  gateway.setFaults({ cut: 0, failing: 0, minimum: 0 });
  shop = await makePaidOrders(app, gateway);
});

describe('an order that is paid online', () => {
  test('is not there before it is paid, and rings once it is', async () => {
    const begun = await shop.begin(shop.order());
    expect(begun).toMatchObject({ state: 'begun', orderId: null, orderName: null });
    expect(begun.url).toContain(gateway.url);
    expect(new Date(begun.heldUntil).getTime() - app.clock.now().getTime()).toBeGreaterThan(9 * MINUTE);
    expect(await shop.look(begun)).toMatchObject({ state: 'begun' });
    expect(await shop.kitchen()).toEqual([]);
    expect(await shop.stock()).toBe(99);

    gateway.pay(begun.url!);
    const paid = await shop.look(begun);
    expect(paid).toMatchObject({ state: 'authorised', url: null, orderName: '1' });
    expect(await shop.kitchen()).toMatchObject([
      { _id: paid.orderId, status: 'New', paymentMethod: 'online on pickup', totalPrice: 44.1 },
    ]);
    expect(await shop.stock()).toBe(99);
    expect(shop.books()).toMatchObject([{ authorised: 4410, captured: 0, released: 0 }]);
  });

  test('costs the guest nothing before the kitchen accepts, and is captured once', async () => {
    const { orderId } = await shop.pay();
    await shop.letPass(MINUTE);
    expect(shop.books()).toMatchObject([{ authorised: 4410, captured: 0 }]);
    await shop.move(orderId, 'Confirmed');
    await shop.letPass(10_000);
    expect(shop.books()).toMatchObject([{ captured: 0 }]);
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ authorised: 4410, captured: 4410, released: 0, refunded: 0 }]);
    expect(await shop.payment(orderId)).toMatchObject({
      state: 'captured',
      isTest: true,
      amount: 44.1,
      captured: 44.1,
      movements: [
        { kind: 'authorised', amount: 44.1 },
        { kind: 'captured', amount: 44.1 },
        { kind: 'fee', amount: 1.28 },
      ],
    });
  });

  test('is released when the kitchen rejects it, and the portion is sold again', async () => {
    const { orderId } = await shop.pay();
    await shop.move(orderId, 'Cancelled', 'too_busy');
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ authorised: 4410, captured: 0, released: 4410 }]);
    expect(await shop.payment(orderId, shop.guest.token)).toMatchObject({
      state: 'released',
      movements: [
        { kind: 'authorised', amount: 44.1 },
        { kind: 'released', amount: 44.1, by: null },
      ],
    });
    expect(await shop.stock()).toBe(100);
    const texts = () => app.sms.filter(({ to }) => to === shop.guest.phone).map(({ text }) => text);
    await expect
      .poll(texts)
      .toEqual([expect.stringContaining('Reason: Too busy. What you paid online goes back to you.')]);
  });

  test('keeps its money when rejecting is undone, and is refunded whole when it is cancelled after it was taken', async () => {
    const { orderId } = await shop.pay();
    await shop.move(orderId, 'Cancelled', 'too_busy');
    await shop.move(orderId, 'New');
    await shop.letPass();
    await shop.move(orderId, 'Confirmed');
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ captured: 4410, released: 0 }]);
    await shop.move(orderId, 'Cancelled', 'too_busy');
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4410 }]);
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 44.1, pendingRefund: 0 });
  });

  test('is found by looking alone when nobody comes back and no notification arrives', async () => {
    const begun = await shop.begin(shop.order());
    gateway.pay(begun.url!);
    await shop.letPass(16_000);
    expect(await shop.kitchen()).toMatchObject([{ status: 'New' }]);
  });
});

const refusalCode = async (error: unknown) => (await refusalOf(Promise.reject(error))).code;

describe('at most one order comes of a basket', () => {
  test('asked twice by one key, also at once, it is one payment', async () => {
    const key = randomUUID();
    const begun = await Promise.all([1, 2, 3].map(() => shop.begin(shop.order(), key)));
    expect(new Set(begun.map(({ reference }) => reference)).size).toBe(1);
    expect(new Set(begun.map(({ url }) => url)).size).toBe(1);
    expect(await shop.stock()).toBe(99);
    expect(shop.books()).toHaveLength(1);
  });

  test('a basket that was changed gives the former payment up', async () => {
    const key = randomUUID();
    const first = await shop.begin(shop.order(), key);
    const second = await shop.begin(shop.order({ specialInstruction: 'Hot, please' }), key);
    expect(second.reference).not.toBe(first.reference);
    expect(await shop.look(first)).toMatchObject({ state: 'lapsed', url: null });
    expect(shop.books().map(({ status }) => status)).toEqual(['expired', 'open']);
    expect(await shop.stock()).toBe(99);
  });

  test('two baskets by one key at the same moment leave one payment, as one after the other', async () => {
    const key = randomUUID();
    const { calls } = await platformTransaction(app.db, 'seed', async (tx) => {
      await sql`select from items where id = ${shop.made.items.special} for update`.execute(tx);
      const orders = [shop.order(), shop.order({ specialInstruction: 'Hot, please' })];
      const begin = (order: NewOrder) => whenFree(() => shop.begin(order, key)).then(({ state }) => state, refusalCode);
      const both = Promise.all(orders.map(begin));
      // Neither has found a payment of the key.
      await expect.poll(() => countWaiting(tx)).toBe(2);
      return { calls: both };
    });
    // The former may end while its page is being opened.
    const possible = ['begun', 'payment.gateway_unavailable'];
    expect((await calls).filter((answer) => !possible.includes(answer))).toEqual([]);
    const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
      sql<{ state: string }>`select state from payments where restaurant_id = ${shop.made.id} order by 1`.execute(tx),
    );
    expect(rows).toEqual([{ state: 'begun' }, { state: 'lapsed' }]);
    expect(await shop.stock()).toBe(99);
  });

  test('a basket that was changed after it was paid leads to its order', async () => {
    const key = randomUUID();
    const first = await shop.begin(shop.order(), key);
    gateway.pay(first.url!);
    const second = await shop.begin(shop.order({ specialInstruction: 'Hot, please' }), key);
    expect(second).toMatchObject({ reference: first.reference, state: 'authorised', orderName: '1' });
    expect(await shop.kitchen()).toHaveLength(1);
  });

  test('a basket that was changed after its order was cancelled leads to the payment that went back', async () => {
    const key = randomUUID();
    const first = await shop.begin(shop.order(), key);
    gateway.pay(first.url!);
    const { orderId } = await shop.look(first);
    await shop.move(orderId!, 'Cancelled', 'too_busy');
    await shop.letPass();
    const second = await shop.begin(shop.order({ specialInstruction: 'Hot, please' }), key);
    expect(second).toMatchObject({ reference: first.reference, state: 'released', orderName: '1' });
    expect(shop.books()).toMatchObject([{ authorised: 4410, released: 4410 }]);
    expect(await shop.stock()).toBe(100);
  });

  test('paid at the door instead, the online payment is released', async () => {
    const key = randomUUID();
    const begun = await shop.begin(shop.order(), key);
    const order = shop.order({ paymentMethod: 'cash on pickup' });
    await app.call('POST /order/create-order', { body: { order }, idempotencyKey: key }, shop.guest.token);
    gateway.pay(begun.url!);
    expect(await shop.look(begun)).toMatchObject({ orderId: null });
    await shop.letPass(16_000);
    expect(await shop.kitchen()).toMatchObject([{ paymentMethod: 'cash on pickup' }]);
    expect(shop.books()).toMatchObject([{ authorised: 4410, captured: 0, released: 4410 }]);
    expect(await shop.stock()).toBe(99);
  });

  test('paid online first, it is not placed at the door as well', async () => {
    const key = randomUUID();
    const begun = await shop.begin(shop.order(), key);
    gateway.pay(begun.url!);
    await shop.look(begun);
    const order = shop.order({ paymentMethod: 'cash on pickup' });
    const call = app.call('POST /order/create-order', { body: { order }, idempotencyKey: key }, shop.guest.token);
    expect(await refusalOf(call)).toMatchObject({ code: 'order.key_reused', details: { orderName: '1' } });
    expect(await shop.kitchen()).toHaveLength(1);
  });

  test('placed at the door first, it is not paid online as well', async () => {
    const key = randomUUID();
    const order = shop.order({ paymentMethod: 'cash on pickup' });
    await app.call('POST /order/create-order', { body: { order }, idempotencyKey: key }, shop.guest.token);
    expect(await refusalOf(shop.begin(shop.order(), key))).toMatchObject({
      code: 'order.key_reused',
      details: { orderName: '1', order: { paymentMethod: 'cash on pickup' } },
    });
    expect(shop.books()).toEqual([]);
    expect(await shop.stock()).toBe(99);
  });
});

describe('money that nobody cooks for goes back', () => {
  test('after ten minutes the portions are sold again, and what is paid later is released', async () => {
    const begun = await shop.begin(shop.order());
    await shop.letPass(10 * MINUTE + 6_000);
    expect(await shop.look(begun)).toMatchObject({ state: 'lapsed', orderId: null });
    expect(await shop.stock()).toBe(100);
    expect(shop.books()).toMatchObject([{ status: 'expired', authorised: 0 }]);
  });

  test('the currency stays while the first order is being paid, and can change once nobody pays it', async () => {
    const change = async () =>
      (await app.call('POST /restaurant/update-settings', { body: { currency: 'USD' } }, shop.owner.token)).settings;
    const begun = await shop.begin(shop.order());
    expect(await refusalOf(change())).toMatchObject({ status: 409, code: 'restaurant.currency_fixed' });
    const { settings } = await app.call('GET /restaurant/get-settings', {}, shop.owner.token);
    expect(settings).toMatchObject({ currency: 'AED', currencyIsFixed: true });
    await shop.letPass(11 * MINUTE);
    expect(await shop.look(begun)).toMatchObject({ state: 'lapsed' });
    expect(await change()).toMatchObject({ currency: 'USD', currencyIsFixed: false });
  });

  test('after ten minutes it reads as over also while the gateway is silent', async () => {
    const begun = await shop.begin(shop.order());
    app.clock.advance(10 * MINUTE);
    gateway.setFaults({ failing: 1 });
    expect(await shop.look(begun)).toMatchObject({ state: 'lapsed' });
    expect(await shop.stock()).toBe(100);
  });

  test('a guest who changes the order gets the portions back at once', async () => {
    const begun = await shop.begin(shop.order());
    const { reference } = begun;
    const { payment } = await app.call(
      'POST /order/give-up-payment/:reference',
      { params: { reference }, body: {} },
      shop.guest.token,
    );
    expect(payment).toMatchObject({ state: 'lapsed', url: null });
    expect(await shop.stock()).toBe(100);
  });

  test('giving up comes too late for a payment that is made', async () => {
    const begun = await shop.begin(shop.order());
    gateway.pay(begun.url!);
    const { reference } = begun;
    const { payment } = await app.call(
      'POST /order/give-up-payment/:reference',
      { params: { reference }, body: {} },
      shop.guest.token,
    );
    expect(payment).toMatchObject({ state: 'authorised', orderName: '1' });
  });

  test('a dish that was the last one is kept for whoever pays', async () => {
    shop = await makePaidOrders(app, gateway, { stock: 1 });
    const begun = await shop.begin(shop.order());
    const other = await makeCustomer(app.db, shop.made.id);
    expect(await refusalOf(shop.begin(shop.order(), randomUUID(), other.token))).toMatchObject({
      code: 'order.sold_out',
    });
    gateway.pay(begun.url!);
    expect(await shop.look(begun)).toMatchObject({ state: 'authorised' });
    expect(await shop.stock()).toBe(0);
  });

  test('money that is found hours later goes back: nobody cooks for a guest who ate elsewhere', async () => {
    const begun = await shop.begin(shop.order());
    await platformTransaction(app.db, 'seed', (tx) =>
      sql`delete from jobs where restaurant_id = ${shop.made.id}`.execute(tx),
    );
    gateway.pay(begun.url!);
    app.clock.advance(9 * 60 * MINUTE);
    expect(await shop.look(begun)).toMatchObject({ state: 'released', orderId: null });
    expect(await shop.kitchen()).toEqual([]);
    expect(shop.books()).toMatchObject([{ released: 4410 }]);
    expect(await shop.stock()).toBe(100);
  });

  test('a guest who begins again and again keeps portions from others for an hour at most', async () => {
    for (let n = 0; n < 6; n++) {
      const { reference } = await shop.begin(shop.order());
      await app.call('POST /order/give-up-payment/:reference', { params: { reference }, body: {} }, shop.guest.token);
    }
    expect(await refusalOf(shop.begin(shop.order()))).toMatchObject({ code: 'order.too_many_open' });
    app.clock.advance(61 * MINUTE);
    expect(await shop.begin(shop.order())).toMatchObject({ state: 'begun' });
  });

  test('an amount that the gateway refuses is said to be one, and keeps the guest from no other payment', async () => {
    gateway.setFaults({ minimum: 4411 });
    for (let n = 0; n < 7; n++)
      expect(await refusalOf(shop.begin(shop.order()))).toMatchObject({ code: 'payment.amount_not_possible' });
    expect(await shop.stock()).toBe(100);
    gateway.setFaults({ minimum: 4410 });
    expect(await shop.begin(shop.order())).toMatchObject({ state: 'begun', amount: 44.1 });
  });

  test('an order that nobody has accepted ends with its money', async () => {
    const { orderId } = await shop.pay();
    const { sessionId } = shop.books()[0]!;
    await shop
      .atGateway('GET', `/v1/checkout/sessions/${sessionId}`)
      .then((session) => shop.atGateway('POST', `/v1/payment_intents/${String(session['payment_intent'])}/cancel`));
    await shop.letPass(60 * MINUTE);
    expect(await shop.kitchen()).toMatchObject([{ _id: orderId, status: 'Cancelled' }]);
    expect(await shop.stock()).toBe(100);
  });

  test('a gateway that does not answer leaves nothing behind', async () => {
    gateway.setFaults({ failing: 1 });
    expect(await refusalOf(shop.begin(shop.order()))).toMatchObject({ code: 'payment.gateway_unavailable' });
    expect(await shop.stock()).toBe(100);
    expect(await shop.kitchen()).toEqual([]);
  });
});
