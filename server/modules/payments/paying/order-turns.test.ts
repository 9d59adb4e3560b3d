/** Orders that are paid online take their turns with all others of the restaurant. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makePaidOrders } from '#server/test/data/paid-orders.ts';
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { whenFree } from '#server/test/data/when-free.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

test('four orders of a restaurant are in the database at a time, those that are paid online among them', async () => {
  const shop = await makePaidOrders(app, gateway);
  const guests = await Promise.all(Array.from({ length: 10 }, () => makeCustomer(app.db, shop.made.id)));
  const atDoor = pickupOrder(shop.made, [{ itemId: shop.made.items.special, quantity: 1 }], 44.1);
  let sent: Promise<unknown>[] = [];
  await platformTransaction(app.db, 'seed', async (tx) => {
    await sql`lock table items in access exclusive mode`.execute(tx);
    sent = guests.map(({ token }, n) => {
      const idempotencyKey = crypto.randomUUID();
      if (n % 2 === 0) return whenFree(() => shop.begin(shop.order(), idempotencyKey, token));
      return whenFree(() => app.call('POST /order/create-order', { body: { order: atDoor }, idempotencyKey }, token));
    });
    await expect.poll(() => countWaiting(tx)).toBe(4);
    await sleep(200);
    expect(await countWaiting(tx)).toBe(4);
  });
  await Promise.all(sent);
  expect(await shop.stock()).toBe(90);
});
