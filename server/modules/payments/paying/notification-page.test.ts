/** Notifications of gateways: genuine ones are a reason to look, forged ones cost next to nothing. */
import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { keyOf, unseal } from '#server/sealing.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { ownersPassword } from '#server/test/data/restaurant.ts';
import { testConfig } from '#server/test/servers/app.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import type { GatewayKeys } from '../gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: PaidOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makePaidOrders(app, gateway);
});

/** The secret that the gateway signs with for the account that is connected now. */
async function signingSecret(): Promise<string> {
  const { id, sealed } = await platformTransaction(app.db, 'seed', (tx) =>
    tx
      .selectFrom('payment_gateways')
      .select(['id', 'sealed'])
      .where('restaurant_id', '=', shop.made.id)
      .where('disconnected_at', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  const keys = unseal(keyOf(testConfig.secret, 'payment gateway'), id, sealed).toString();
  return (JSON.parse(keys) as GatewayKeys).notifications;
}

function signed(body: string, secret: string): string {
  const at = Math.floor(Date.now() / 1000);
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

const eventAbout = (paymentId: string) =>
  JSON.stringify({ id: 'evt_1', object: 'event', data: { object: { metadata: { payment_id: paymentId } } } });

async function post(body: string, signature: string | null, restaurantId: string = shop.made.id, kind = 'stripe') {
  const { statusCode } = await app.app.inject({
    method: 'POST',
    url: `/payments/notify/${kind}/${restaurantId}`,
    headers: { 'content-type': 'application/json', ...(signature !== null && { 'stripe-signature': signature }) },
    payload: body,
  });
  return statusCode;
}

/** Nobody can read which accounts are connected while `work` runs. */
const whileUnreadable = (work: () => Promise<void>) =>
  platformTransaction(app.db, 'seed', async (tx) => {
    await sql`lock table payment_gateways in access exclusive mode`.execute(tx);
    await work();
  });

/** The payments of the restaurant, the first one first. */
const payments = () =>
  platformTransaction(app.db, 'seed', (tx) =>
    tx.selectFrom('payments').select('id').where('restaurant_id', '=', shop.made.id).orderBy('begun_at').execute(),
  );

test('a genuine notification has the payment looked at within seconds, and a forged one does not', async () => {
  const begun = await shop.begin(shop.order());
  gateway.pay(begun.url!);
  const [payment] = await payments();
  const event = eventAbout(payment!.id);
  const secret = await signingSecret();
  expect(await post(event, signed(event, 'another secret'))).toBe(400);
  await shop.letPass(2_000);
  expect(await shop.kitchen()).toEqual([]);
  expect(await post(event, signed(event, secret))).toBe(200);
  await shop.letPass(2_000);
  expect(await shop.kitchen()).toMatchObject([{ status: 'New' }]);
  // About a payment that is none of ours, it is taken and forgotten.
  const other = eventAbout(randomUUID());
  expect(await post(other, signed(other, secret))).toBe(200);
});

test('an account that was disconnected is heard about the payments that went with it', async () => {
  const { orderId } = await shop.pay();
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  const secret = await signingSecret();
  await app.call('POST /restaurant/disconnect-gateway', { body: { password: ownersPassword } }, shop.owner.token);
  const { payment_intent: intent } = await shop.atGateway('GET', `/v1/checkout/sessions/${shop.books()[0]!.sessionId}`);
  await shop.atGateway('POST', '/v1/refunds', `payment_intent=${String(intent)}&amount=1000`);
  const [payment] = await payments();
  const event = eventAbout(payment!.id);
  expect(await post(event, signed(event, 'another secret'))).toBe(400);
  await shop.letPass(2_000);
  expect(await shop.payment(orderId)).toMatchObject({ captured: 44.1, refunded: 0 });
  expect(await post(event, signed(event, secret))).toBe(200);
  await shop.letPass(2_000);
  expect(await shop.payment(orderId)).toMatchObject({ captured: 44.1, refunded: 10 });
});

test('a former account is heard about no payment of the present one', async () => {
  await shop.pay();
  const secret = await signingSecret();
  const secretKey = `sk_test_${randomUUID().replaceAll('-', '')}`;
  const connecting = { kind: 'stripe', secretKey, password: ownersPassword } as const;
  await app.call('POST /restaurant/connect-gateway', { body: connecting }, shop.owner.token);
  const begun = await shop.begin(shop.order());
  gateway.pay(begun.url!);
  const [, payment] = await payments();
  const event = eventAbout(payment!.id);
  expect(await post(event, signed(event, secret))).toBe(200);
  await shop.letPass(2_000);
  // The order of the first payment alone.
  expect(await shop.kitchen()).toHaveLength(1);
});

test('a former account whose keys cannot be read silences none but itself', async () => {
  // With a payment, it keeps a row of its own.
  await shop.pay();
  const unreadable = await signingSecret();
  await platformTransaction(app.db, 'seed', (tx) =>
    tx
      .updateTable('payment_gateways')
      .set({ sealed: Buffer.from('sealed with another secret') })
      .where('restaurant_id', '=', shop.made.id)
      .execute(),
  );
  const secretKey = `sk_test_${randomUUID().replaceAll('-', '')}`;
  const connecting = { kind: 'stripe', secretKey, password: ownersPassword } as const;
  await app.call('POST /restaurant/connect-gateway', { body: connecting }, shop.owner.token);
  const event = eventAbout(newId());
  expect(await post(event, signed(event, await signingSecret()))).toBe(200);
  expect(await post(event, signed(event, unreadable))).toBe(400);
});

test('a notification without a signature of the gateway is refused before anything is read', async () => {
  const event = eventAbout(newId());
  await whileUnreadable(async () => {
    for (const signature of [null, '', 't=1', `v1=${'0'.repeat(64)}`, `t=1,v1=${'x'.repeat(64)}`])
      expect(await post(event, signature)).toBe(400);
    expect(await post('', `t=1,v1=${'0'.repeat(64)}`, 'no restaurant')).toBe(404);
    expect(await post(event, `t=1,v1=${'0'.repeat(64)}`, shop.made.id, 'paypal')).toBe(404);
    expect(await countWaiting(app.db)).toBe(0);
  });
});

test('forged notifications of one restaurant look for its account once', async () => {
  const event = eventAbout(newId());
  const secret = await signingSecret();
  expect(await post(event, signed(event, secret))).toBe(200);
  await whileUnreadable(async () => {
    const forged = Array.from({ length: 100 }, () => post(event, signed(event, randomUUID())));
    expect(new Set(await Promise.all(forged))).toEqual(new Set([400]));
    expect(await countWaiting(app.db)).toBe(0);
  });
});

test('forged notifications of many restaurants take one connection, and leave the others to orders', async () => {
  const event = eventAbout(newId());
  const answers: number[] = [];
  let forged: Promise<void>[] = [];
  await whileUnreadable(async () => {
    forged = Array.from({ length: 60 }, async () => {
      answers.push(await post(event, signed(event, randomUUID()), newId()));
    });
    // One looks, sixteen wait for it, and all others are refused at once.
    await expect.poll(() => answers.length).toBe(43);
    expect(new Set(answers)).toEqual(new Set([503]));
    expect(await countWaiting(app.db)).toBe(1);
  });
  await Promise.all(forged);
  expect(answers.filter((status) => status === 404).length).toBeGreaterThanOrEqual(1);
});
