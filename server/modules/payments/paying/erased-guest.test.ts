/** A guest who is erased while they pay, or after: nothing of them stays in the payment, and their money goes back. */
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

test('the reason that staff typed for a refund goes with its guest, and that of the product stays', async () => {
  const shop = await makePaidOrders(app, gateway);
  const { orderId } = await shop.pay();
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  const refund = { params: { id: orderId }, body: { amount: 4.1, reason: 'Mrs Haddad, burnt pizza' } };
  await app.call('POST /order/refund/:id', refund, shop.owner.token);
  await shop.letPass();
  await shop.move(orderId, 'Cancelled', 'too_busy');
  await shop.letPass();
  const reasons = async () => (await shop.payment(orderId))!.movements.map(({ reason }) => reason);
  expect(await reasons()).toEqual([null, null, null, 'Mrs Haddad, burnt pizza', 'not_cooked']);
  await app.call('POST /auth/delete-customer', {}, shop.guest.token);
  expect(await reasons()).toEqual([null, null, null, '', 'not_cooked']);
  const { entries } = await app.call('GET /audit/entries', { query: {} }, shop.owner.token);
  expect(entries.map(({ action }) => action)).toContain('payment.refunded');
  expect(JSON.stringify(entries)).not.toContain('Haddad');
});
