/** Guests are told of money that went back: how much, by the channels that are on, each refund once. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { GuestChannel } from '#contract/ordering/guest-events.ts';
import type { OrderId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: PaidOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makePaidOrders(app, gateway);
  await allow('sms', true);
});
afterEach(() => {
  gateway.setFaults({ cut: 0 });
});

const allow = (channel: GuestChannel, isOn: boolean) =>
  app.call('POST /order/switch-guest-message', { body: { event: 'refunded', channel, isOn } }, shop.owner.token);

async function captured(order = shop.order()): Promise<OrderId> {
  const { orderId } = await shop.pay(order);
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  return orderId;
}

async function refund(id: OrderId, amount: number): Promise<void> {
  const body = { amount, reason: 'Cold soup' };
  await app.call('POST /order/refund/:id', { params: { id }, body, idempotencyKey: randomUUID() }, shop.owner.token);
  await shop.letPass(2_000);
  await sent();
}

/** Waits until no message that is due waits. */
async function sent(): Promise<void> {
  const waiting = () =>
    platformTransaction(app.db, 'seed', async (tx) => {
      const { count } = await tx
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('restaurant_id', '=', shop.made.id)
        .where('done_at', 'is', null)
        .where('dead_at', 'is', null)
        .where('due_at', '<=', app.clock.now())
        .executeTakeFirstOrThrow();
      return count;
    });
  await expect.poll(waiting, { timeout: 10_000 }).toBe(0);
}

const isRefund = (text: string) => text.includes('refunded') || text.includes('أُعيد');
const texts = () =>
  app.sms
    .filter(({ to, text }) => to === shop.guest.phone && isRefund(text))
    .map(({ text }) => text.replace(/^.*?: /, ''));
const mails = () => app.mails.filter(({ text }) => text.includes(shop.made.slug) && isRefund(text));

test('two refunds are two messages, the later one with the sum of both', async () => {
  const orderId = await captured();
  await refund(orderId, 4.1);
  await refund(orderId, 2);
  expect(texts()).toEqual([
    'AED\u00a04.10 was refunded for your order #1. Your bank may take a few days to show it.',
    'AED\u00a02.00 was refunded for your order #1. That makes AED\u00a06.10 of AED\u00a044.10. Your bank may take a few days to show it.',
  ]);
  expect(mails().map(({ subject }) => subject.replace(/^.*?: /, ''))).toEqual([
    'refund for your order #1',
    'refund for your order #1',
  ]);
  const { messages } = await app.call('GET /order/guest-messages/:id', { params: { id: orderId } }, shop.owner.token);
  expect(messages.filter(({ event }) => event === 'refunded').map(({ channel, state }) => [channel, state])).toEqual([
    ['mail', 'sent'],
    ['sms', 'sent'],
    ['mail', 'sent'],
    ['sms', 'sent'],
  ]);
});

test('a refund whose answer was lost is told once, when it is found', async () => {
  const orderId = await captured();
  gateway.setFaults({ cut: 1 });
  const body = { amount: 10, reason: 'Cold soup' };
  await app.call(
    'POST /order/refund/:id',
    { params: { id: orderId }, body, idempotencyKey: randomUUID() },
    shop.owner.token,
  );
  await expect.poll(() => shop.books()[0]!.refunded).toBe(1000);
  expect(texts()).toEqual([]);
  gateway.setFaults({ cut: 0 });
  await shop.letPass(60_000);
  await shop.letPass(60_000);
  await sent();
  expect(shop.books()).toMatchObject([{ refunded: 1000 }]);
  expect(texts()).toEqual(['AED\u00a010.00 was refunded for your order #1. Your bank may take a few days to show it.']);
  expect(mails()).toHaveLength(1);
});

test('a guest who ordered in Arabic reads the dinars of a cancelled order in Arabic, all decimals of them', async () => {
  shop = await makePaidOrders(app, gateway, { currency: 'KWD' });
  await allow('sms', true);
  const orderId = await captured(shop.order({ totalPrice: 4.41, language: 'ar' }));
  await shop.move(orderId, 'Cancelled', 'too_busy');
  await shop.letPass();
  await sent();
  expect(texts()).toEqual(['أُعيد إليك \u200f4.410\u00a0د.ك.\u200f من طلبك رقم 1. قد يحتاج مصرفك أيامًا قليلة لإظهاره.']);
  expect(mails()[0]).toMatchObject({ html: expect.stringContaining('<html lang="ar" dir="rtl">') });
});

test('a channel that is off says nothing, nor does money that was held and let go', async () => {
  await allow('sms', false);
  await allow('mail', false);
  const orderId = await captured();
  await refund(orderId, 4.1);
  const { orderId: rejected } = await shop.pay();
  await allow('sms', true);
  await shop.move(rejected, 'Cancelled', 'too_busy');
  await shop.letPass();
  await sent();
  expect([texts(), mails()]).toEqual([[], []]);
  expect(shop.books()).toMatchObject([{ refunded: 410 }, { released: 4410 }]);
});
