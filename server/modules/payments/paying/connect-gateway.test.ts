/** The gateway that a restaurant connects, and its keys. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { filesOf } from '#server/test/data/zip-files.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import { findGatewayRow, lockAccount } from '../gateway-keys.ts';

/** Calls whose path begins so fail while `setFaults` gives them a share. */
const unlucky = '/v1/checkout/sessions/';
const random = (path = '') => (path.startsWith(unlucky) ? 0 : 0.99);
/** Happens while somebody who connects waits for the gateway. */
let meanwhile: (path: string) => Promise<void> = async () => undefined;
const { app, gateway, close } = await startPayingApp({ random, before: (path) => meanwhile(path) });
afterAll(close);

let shop: PaidOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makePaidOrders(app, gateway);
});

describe('the gateway of a restaurant', () => {
  const connect = (secretKey: string) =>
    app.call(
      'POST /restaurant/connect-gateway',
      { body: { kind: 'stripe', secretKey, password: ownersPassword } },
      shop.owner.token,
    );
  const newKey = () => `sk_test_${randomUUID().replaceAll('-', '')}`;
  /** Does something, so many times, each time that somebody who connects asks the gateway; what is done then may connect itself. */
  function whileAsked(times: number, act: () => Promise<unknown>): void {
    let isInside = false;
    meanwhile = async (path) => {
      if (path !== '/v1/balance' || isInside || times === 0) return;
      isInside = true;
      times -= 1;
      await act();
      isInside = false;
    };
    onTestFinished(() => void (meanwhile = async () => undefined));
  }
  const disconnect = () =>
    app.call('POST /restaurant/disconnect-gateway', { body: { password: ownersPassword } }, shop.owner.token);

  test('has its key in no answer, no table and no line of the log', async () => {
    const { gateway: connected } = await app.call('GET /restaurant/get-gateway', {}, shop.owner.token);
    expect(connected).toMatchObject({ kind: 'stripe', isTest: true, keyEnd: shop.secretKey.slice(-4) });
    await shop.pay();
    const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
      sql<{
        row: string;
      }>`select to_jsonb(g)::text || (select string_agg(to_jsonb(p)::text, '') from payments as p) as row
        from payment_gateways as g where restaurant_id = ${shop.made.id}`.execute(tx),
    );
    expect(rows[0]!.row).toContain(shop.secretKey.slice(-4));
    expect(rows[0]!.row).not.toContain(shop.secretKey);
    expect(app.log.join('')).not.toContain(shop.secretKey);
  });

  test('is in the audit log with the end of its key, and of the one that it replaces', async () => {
    const key = newKey();
    await connect(key);
    await disconnect();
    await connect(key);
    const { entries } = await app.call('GET /audit/entries', { query: {} }, shop.owner.token);
    const isTest = { after: true };
    const keyEnd = key.slice(-4);
    expect(entries.slice(0, 3).map(({ action, subject, details }) => [action, subject, details])).toEqual([
      ['gateway.connected', 'stripe', { isTest, keyEnd }],
      ['gateway.disconnected', 'stripe', {}],
      ['gateway.connected', 'stripe', { isTest, keyEnd: { before: shop.secretKey.slice(-4), after: keyEnd } }],
    ]);
  });

  test('has its key in no export of the restaurant, not even sealed', async () => {
    await shop.pay();
    const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
      sql<{
        sealed: Buffer;
      }>`select sealed from payment_gateways where restaurant_id = ${shop.made.id}`.execute(tx),
    );
    const reply = await app.app.inject({
      method: 'POST',
      url: '/api/v1/restaurant/export',
      headers: { authorization: `Bearer ${shop.owner.token}` },
      payload: { password: ownersPassword },
    });
    const text = [...filesOf(reply.rawPayload).values()].join('\n');
    // The payment is in it, by the account that took it.
    expect(text).toContain('"state":"authorised"');
    const { sealed } = rows[0]!;
    const forms = ['hex', 'base64', 'latin1'] as const;
    const secrets = [shop.secretKey, ...forms.map((form) => sealed.toString(form))];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });

  test('is disconnected at once, and what was paid with it is refunded all the same', async () => {
    const { orderId } = await shop.pay();
    await shop.move(orderId, 'Confirmed');
    await shop.letPass();
    expect(await disconnect()).toMatchObject({ gateway: null });
    expect(await refusalOf(shop.begin(shop.order()))).toMatchObject({ code: 'order.payment_not_available' });
    await shop.move(orderId, 'Cancelled', 'too_busy');
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4410 }]);
  });

  test('gives the money of a problem back after it was disconnected', async () => {
    const { orderId } = await shop.pay();
    await shop.move(orderId, 'Confirmed');
    await shop.letPass();
    for (const status of ['Ready', 'Completed'] as const) await shop.move(orderId, status);
    await disconnect();
    const lines = [{ lineNumber: 1, quantity: 1 }];
    const form = { orderId, kind: 'missing', wish: 'refund', lines } as const;
    await app.call('POST /order/report-problem', { form }, shop.guest.token);
    const { terms } = await app.call('GET /order/answer-terms/:id', { params: { id: orderId } }, shop.owner.token);
    expect(terms).toMatchObject({ isByHand: false, whole: 44.1, lines: 44.1 });
    const answer = { kind: 'refund', amount: 44.1, note: '' } as const;
    await app.call('POST /order/answer-problem', { body: { orderId, version: 1, answer } }, shop.owner.token);
    await shop.letPass(2_000);
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4410 }]);
  });

  test('says after it was disconnected which amounts it cannot give back', async () => {
    shop = await makePaidOrders(app, gateway, { currency: 'KWD' });
    const { special, water } = shop.made.items;
    const items = [
      { itemId: special, quantity: 1, modifierList: [] },
      { itemId: water, quantity: 4, modifierList: [] },
    ];
    const { orderId } = await shop.pay(shop.order({ items, totalPrice: 6.72 }));
    await shop.move(orderId, 'Confirmed');
    await shop.letPass();
    await disconnect();
    // One water less: 5.850 and 0.293 of VAT.
    const lines = [
      { lineNumber: 1, quantity: 1 },
      { lineNumber: 2, quantity: 3 },
    ];
    const change = app.call('POST /order/propose-change', { body: { orderId, lines } }, shop.owner.token);
    expect(await refusalOf(change)).toMatchObject({
      code: 'order.change_not_refundable',
      details: { amount: 'KWD\u00a00.577' },
    });
    const refund = (amount: number) =>
      app.call(
        'POST /order/refund/:id',
        { params: { id: orderId }, body: { amount, reason: 'Cold soup' }, idempotencyKey: randomUUID() },
        shop.owner.token,
      );
    expect(await refusalOf(refund(1.005))).toMatchObject({ code: 'request.invalid' });
    await refund(1.01);
    await shop.letPass(2_000);
    expect(await shop.payment(orderId)).toMatchObject({ captured: 6.72, refunded: 1.01, pendingRefund: 0 });
  });

  test('another account takes new payments, and the former one keeps its own', async () => {
    const { orderId } = await shop.pay();
    await connect(`sk_test_${randomUUID().replaceAll('-', '')}`);
    const begun = await shop.begin(shop.order());
    expect(shop.books()).toHaveLength(1);
    gateway.pay(begun.url!);
    expect(await shop.look(begun)).toMatchObject({ state: 'authorised' });
    await shop.move(orderId, 'Cancelled', 'too_busy');
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ released: 4410 }]);
  });

  test('another key of the same account goes on with the payments of before', async () => {
    const begun = await shop.begin(shop.order());
    await connect(shop.secretKey);
    gateway.pay(begun.url!);
    expect(await shop.look(begun)).toMatchObject({ state: 'authorised' });
    const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
      sql`select from payment_gateways where restaurant_id = ${shop.made.id}`.execute(tx),
    );
    expect(rows).toHaveLength(1);
  });

  test('another key of an account goes on with its payments after another account was connected', async () => {
    const { orderId } = await shop.pay();
    await shop.move(orderId, 'Confirmed');
    await shop.letPass();
    await connect(newKey());
    const rolled = newKey();
    gateway.rollKey(shop.secretKey, rolled);
    await connect(rolled);
    await shop.move(orderId, 'Cancelled', 'too_busy');
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4410 }]);
    // The one in between has no payments, and its row is free for the next account.
    await connect(newKey());
    const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
      sql`select from payment_gateways where restaurant_id = ${shop.made.id}`.execute(tx),
    );
    expect(rows).toHaveLength(2);
  });

  test('is not connected with a key that lacks a right which connecting needs', async () => {
    const key = newKey();
    gateway.restrictKey(key, 'POST /v1/webhook_endpoints');
    expect(await refusalOf(connect(key))).toMatchObject({
      code: 'payment.keys_refused',
      details: { gateway: 'Stripe' },
    });
    expect((await app.call('GET /restaurant/get-gateway', {}, shop.owner.token)).gateway).toMatchObject({
      keyEnd: shop.secretKey.slice(-4),
    });
  });

  test('is another account by a key that lacks the right to read payments', async () => {
    await shop.pay();
    const key = newKey();
    gateway.restrictKey(key, 'GET /v1/checkout/sessions');
    expect(await connect(key)).toMatchObject({ gateway: { keyEnd: key.slice(-4), refusedSince: null } });
    const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
      sql`select from payment_gateways where restaurant_id = ${shop.made.id}`.execute(tx),
    );
    expect(rows).toHaveLength(2);
  });

  test('is not taken for another account while it does not answer about its payments', async () => {
    const { orderId } = await shop.pay();
    gateway.setFaults({ readFailing: 0.5 });
    onTestFinished(() => gateway.setFaults({ readFailing: 0 }));
    expect(await refusalOf(connect(shop.secretKey))).toMatchObject({ code: 'payment.gateway_unavailable' });
    gateway.setFaults({ readFailing: 0 });
    await connect(shop.secretKey);
    const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
      sql`select from payment_gateways where restaurant_id = ${shop.made.id}`.execute(tx),
    );
    expect(rows).toHaveLength(1);
    await shop.move(orderId, 'Cancelled', 'too_busy');
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ released: 4410 }]);
  });

  test('is one account where two are connected at once, and its notifications come once', async () => {
    // With a payment, the account of before keeps a row of its own.
    await shop.pay();
    const [first, second] = [newKey(), newKey()];
    whileAsked(1, () => connect(second));
    await connect(first);
    const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
      sql<{ keyEnd: string; isConnected: boolean }>`
        select key_end as "keyEnd", disconnected_at is null as "isConnected" from payment_gateways
        where restaurant_id = ${shop.made.id} order by 2, 1`.execute(tx),
    );
    expect(rows).toEqual([
      { keyEnd: shop.secretKey.slice(-4), isConnected: false },
      { keyEnd: first.slice(-4), isConnected: true },
    ]);
    // The first one has asked twice.
    for (const key of [first, second]) {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(`${gateway.url}/v1/webhook_endpoints`, { headers });
      expect(((await answer.json()) as { data: object[] }).data).toHaveLength(1);
    }
  });

  test('keeps the keys of the first payment of an account, which begins while another account is connected', async () => {
    let begun: Awaited<ReturnType<typeof shop.begin>> | null = null;
    whileAsked(1, async () => (begun = await shop.begin(shop.order())));
    await connect(newKey());
    gateway.pay(begun!.url!);
    expect(await shop.look(begun!)).toMatchObject({ state: 'authorised', orderName: '1' });
    expect(await shop.kitchen()).toHaveLength(1);
  });

  test('keeps the keys of the first payment of an account, whose page is opened while another account is connected', async () => {
    const opened = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    meanwhile = async (path) => {
      if (path !== '/v1/checkout/sessions') return;
      asked.resolve();
      await opened.promise;
    };
    onTestFinished(() => void (meanwhile = async () => undefined));
    const beginning = shop.begin(shop.order());
    await asked.promise;
    await connect(newKey());
    opened.resolve();
    const begun = await beginning;
    gateway.pay(begun.url!);
    expect(await shop.look(begun)).toMatchObject({ state: 'authorised', orderName: '1' });
  });

  test('is disconnected after a payment that begins there is written', async () => {
    const ends: string[] = [];
    let disconnecting: Promise<unknown> = Promise.resolve();
    await transaction(app.db, shop.made.id, async (tx) => {
      const row = await findGatewayRow(tx, shop.made.id);
      await lockAccount(tx, shop.made.id, row!.id);
      disconnecting = disconnect().then(() => ends.push('disconnected'));
      await expect.poll(() => countWaiting(tx)).toBe(1);
      ends.push('begun');
    });
    await disconnecting;
    expect(ends).toEqual(['begun', 'disconnected']);
  });

  test('is given up after the third time that somebody else has connected meanwhile', async () => {
    const others = [newKey(), newKey(), newKey()];
    const left = [...others];
    whileAsked(3, () => connect(left.shift()!));
    expect(await refusalOf(connect(newKey()))).toMatchObject({ code: 'payment.gateway_unavailable' });
    const { gateway: connected } = await app.call('GET /restaurant/get-gateway', {}, shop.owner.token);
    expect(connected).toMatchObject({ keyEnd: others[2]!.slice(-4) });
  });

  test('is told to guests as a test', async () => {
    const { slug } = shop.made;
    const { restaurant } = await app.call('GET /site/:slug', { params: { slug } });
    expect(restaurant).toMatchObject({ onlinePayment: { isTest: true } });
  });
});
