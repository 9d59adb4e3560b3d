/** Problems and answers that come at once, and money that goes back through the gateway once. */
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { whenFree } from '#server/test/data/when-free.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: PaidOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makePaidOrders(app, gateway);
});
afterAll(() => gateway.setFaults({ cut: 0 }));

/** One special for 44.10, paid online and handed over. */
async function completed(): Promise<OrderId> {
  const { orderId } = await shop.pay();
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  for (const status of ['Ready', 'Completed'] as const) await shop.move(orderId, status);
  return orderId;
}

const report = async (orderId: OrderId, kind: 'missing' | 'late' = 'missing'): Promise<Order> => {
  const form = { orderId, kind, wish: 'refund' as const, lines: [{ lineNumber: 1, quantity: 1 }] };
  return (await whenFree(() => app.call('POST /order/report-problem', { form }, shop.guest.token))).order;
};
type Answer = Parameters<typeof app.call<'POST /order/answer-problem'>>[1]['body']['answer'];
const answer = async (orderId: OrderId, given: Answer, token = shop.owner.token): Promise<Order> => {
  const body = { orderId, version: 1, answer: given };
  return (await whenFree(() => app.call('POST /order/answer-problem', { body }, token))).order;
};
const refund: Answer = { kind: 'refund', amount: 44.1, note: 'Cold' };
const fulfilled = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled');
const vouchers = () =>
  platformTransaction(app.db, 'seed', (tx) =>
    tx
      .selectFrom('offers')
      .select('code')
      .where('restaurant_id', '=', shop.made.id)
      .where('customer_id', 'is not', null)
      .execute(),
  );

test('money that was paid online goes back once, however often the answer is sent', async () => {
  const orderId = await completed();
  await report(orderId);
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => answer(orderId, refund)));
  expect(outcomes[0]!.problem!.answer).toMatchObject({ kind: 'refund', amount: 44.1, isByHand: false });
  await shop.letPass(2_000);
  await answer(orderId, refund);
  await shop.letPass(2_000);
  expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4410 }]);
  expect((await shop.payment(orderId))!.movements.filter(({ kind }) => kind === 'refunded')).toMatchObject([
    { amount: 44.1, by: 'Sara Khan', reason: 'problem_missing' },
  ]);
});

test('the words of an answer go with the guest, also where money went back with them', async () => {
  const orderId = await completed();
  await report(orderId);
  await answer(orderId, { ...refund, note: 'Sorry, Mona, about the nuts' });
  await shop.letPass(2_000);
  await app.call('POST /auth/delete-customer', {}, shop.guest.token);
  const { rows } = await platformTransaction(app.db, 'seed', (tx) =>
    sql<{ kept: string }>`
      select to_jsonb(refund)::text as kept from payment_refunds as refund where restaurant_id = ${shop.made.id}
      union all select to_jsonb(movement)::text from payment_movements as movement where restaurant_id = ${shop.made.id}
      union all select to_jsonb(entry)::text from audit_log_entries as entry where restaurant_id = ${shop.made.id}
      union all select to_jsonb(problem)::text from order_problems as problem where restaurant_id = ${shop.made.id}`.execute(
      tx,
    ),
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(({ kept }) => kept.includes('Mona'))).toEqual([]);
});

test('a gateway that breaks off in between is asked again, and pays once', async () => {
  const orderId = await completed();
  await report(orderId);
  gateway.setFaults({ cut: 1 });
  await answer(orderId, refund);
  await shop.letPass(2_000).catch(() => undefined);
  gateway.setFaults({ cut: 0 });
  await shop.letPass(120_000);
  expect(shop.books()).toMatchObject([{ refunded: 4410 }]);
});

test('one of ten people who answer at once does, and the others read who', async () => {
  const orderId = await completed();
  await report(orderId);
  const people = await Promise.all(Array.from({ length: 10 }, () => makeOwner(app.db, shop.made.id)));
  const answers: Answer[] = [refund, { kind: 'voucher', amount: 5, days: 30 }, { kind: 'reply', note: 'Sorry' }];
  const outcomes = await Promise.allSettled(
    people.map(({ token }, index) => answer(orderId, answers[index % 3]!, token)),
  );
  expect(fulfilled(outcomes)).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({
        answer: { code: 'problem.answered_by', msg: 'Sara Khan has answered this already.' },
      });
  await shop.letPass(2_000);
  const won = outcomes.findIndex(({ status }) => status === 'fulfilled') % 3;
  expect(shop.books()).toMatchObject([{ refunded: won === 0 ? 4410 : 0 }]);
  expect(await vouchers()).toHaveLength(won === 1 ? 1 : 0);
});

test('a double tap makes one report', async () => {
  const orderId = await completed();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => report(orderId)));
  expect(new Set(outcomes.map(({ problem }) => problem!.version))).toEqual(new Set([1]));
  const { orders } = await app.call('GET /order/get-problems', { query: {} }, shop.owner.token);
  expect(orders).toHaveLength(1);
});

test('a change of the report and its answer come one after the other, and the second is told', async () => {
  for (let round = 0; round < 5; round += 1) {
    const orderId = await completed();
    await report(orderId);
    const [changed, answered] = await Promise.allSettled([
      report(orderId, 'late'),
      answer(orderId, { kind: 'reply', note: 'Sorry' }),
    ]);
    expect(fulfilled([changed, answered])).toHaveLength(1);
    const lost = changed.status === 'rejected' ? changed : (answered as PromiseRejectedResult);
    expect(['problem.answered', 'problem.changed']).toContain(
      (lost.reason as { answer: { code: string } }).answer.code,
    );
  }
});

test('an answer and the same money given back by the order’s page never pay more than was taken', async () => {
  const orderId = await completed();
  await report(orderId);
  const body = { amount: 44.1, reason: 'Cold' };
  const outcomes = await Promise.allSettled([
    answer(orderId, refund),
    whenFree(() => app.call('POST /order/refund/:id', { params: { id: orderId }, body }, shop.owner.token)),
  ]);
  expect(fulfilled(outcomes)).toHaveLength(1);
  await shop.letPass(2_000);
  expect(shop.books()).toMatchObject([{ refunded: 4410 }]);
  const { problem } = (
    await app.call('GET /order/get-order-details/:id', { params: { id: orderId } }, shop.owner.token)
  ).order;
  if (problem!.answer === null)
    expect(await refusalOf(answer(orderId, refund))).toMatchObject({ code: 'problem.amount_changed' });
});

test('a report that meets the erasure of its guest leaves no words behind', async () => {
  for (let round = 0; round < 4; round += 1) {
    const orderId = await completed();
    const form = { orderId, kind: 'other', wish: 'none', note: 'My words' } as const;
    const { token } = shop.guest;
    await Promise.allSettled([
      whenFree(() => app.call('POST /order/report-problem', { form }, token)),
      whenFree(() => app.call('POST /auth/delete-customer', {}, token)),
    ]);
    const { order } = await app.call('GET /order/get-order-details/:id', { params: { id: orderId } }, shop.owner.token);
    expect(order.customerName).toBe('');
    expect(order.problem?.note ?? '').toBe('');
    shop = await makePaidOrders(app, gateway);
  }
});
