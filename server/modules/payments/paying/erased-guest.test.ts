/** A guest who is erased while they pay: nothing of them stays in the payment, and their money goes back. */
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { makePaidOrders } from '#server/test/data/paid-orders.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

test('an order that waits for its payment is forgotten with its guest, and money that comes then is released', async () => {
  const shop = await makePaidOrders(app, gateway);
  const stored = () =>
    platformTransaction(app.db, 'seed', async (tx) => {
      const { rows } = await sql<{ text: string }>`
        select string_agg(p::text, ' ') as text from payments as p where restaurant_id = ${shop.made.id}`.execute(tx);
      return rows[0]!.text;
    });
  const begun = await shop.begin(shop.order());
  const before = await stored();
  expect(before).toContain(shop.guest.customerId);
  await app.call('POST /auth/delete-customer', {}, shop.guest.token);
  const after = await stored();
  expect(after).not.toContain(shop.guest.customerId);
  gateway.pay(begun.url!);
  await shop.letPass(16_000);
  expect(await shop.look(begun, shop.made.siteToken)).toMatchObject({ state: 'released', orderId: null });
  expect(shop.books()).toMatchObject([{ authorised: 4410, captured: 0, released: 4410 }]);
  expect([await shop.kitchen(), await shop.stock()]).toEqual([[], 100]);
});
