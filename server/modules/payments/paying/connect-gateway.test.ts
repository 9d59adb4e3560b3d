/** The gateway that a restaurant connects, and its keys. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { filesOf } from '#server/test/data/zip-files.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

/** Calls whose path begins so fail while `setFaults` gives them a share. */
const unlucky = '/v1/checkout/sessions/';
const random = (path = '') => (path.startsWith(unlucky) ? 0 : 0.99);
const { app, gateway, close } = await startPayingApp({ random });
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

  test('is told to guests as a test', async () => {
    const { slug } = shop.made;
    const { restaurant } = await app.call('GET /site/:slug', { params: { slug } });
    expect(restaurant).toMatchObject({ onlinePayment: { isTest: true } });
  });
});
