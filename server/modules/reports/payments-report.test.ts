/** The money of the days, with numbers that were added up by hand, and the payments behind each figure. */
import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import type { OrderId, OutletId } from '#contract/base/ids.ts';
import { DAY, MINUTE, wallTime } from '#contract/base/time.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { makeReportedProblems } from '#server/test/data/reported-problems.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';
import { keepSums } from './keep-sums.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

async function captured(shop: PaidOrders, totalPrice: number): Promise<OrderId> {
  const { orderId } = await shop.pay(shop.order({ totalPrice }));
  await shop.move(orderId, 'Confirmed');
  await shop.letPass();
  return orderId;
}

// The special is 42.00, 4.200 or 4200 with 5 %; the gateway keeps 29 per mille.
test.each([
  // 44.10 in cash, 44.10 by card, twice 44.10 online of which 4.10 and 10.00 went back; fees of 1.28 each.
  ['AED', 44.1, [4.1, 10], { cash: 44.1, card: 44.1, online: 88.2, tips: 0, refunds: 14.1, fees: 2.56, left: 159.74 }],
  // 4.410 each; refunds of 1.010 and 0.400; the fee of 0.12789 is 0.130.
  ['KWD', 4.41, [1.01, 0.4], { cash: 4.41, card: 4.41, online: 8.82, tips: 0, refunds: 1.41, fees: 0.26, left: 15.97 }],
  // 4410 each; refunds of 410 and 1000; the fee of 127.89 is 128.
  ['JPY', 4410, [410, 1000], { cash: 4410, card: 4410, online: 8820, tips: 0, refunds: 1410, fees: 256, left: 15974 }],
])('a day in %s adds up, and each figure names its payments', async (currency, price, [first, second], figures) => {
  // The afternoon of the outlet, so that no midnight comes between.
  app.clock.set(new Date(new Date().setUTCHours(10, 0, 0, 0)));
  const shop = await makePaidOrders(app, gateway, { currency });
  const placed = async (paymentMethod: 'cash on pickup' | 'card on pickup') => {
    const body = shop.order({ totalPrice: price, paymentMethod });
    return (await app.call('POST /order/create-order', { body, idempotencyKey: randomUUID() }, shop.guest.token)).order;
  };
  const cash = await placed('cash on pickup');
  await placed('card on pickup');
  // Neither counts: one was cancelled, the money of the other was let go.
  const cancelled = await placed('cash on pickup');
  await shop.move(cancelled._id, 'Cancelled', 'too_busy');
  const { orderId: rejected } = await shop.pay(shop.order({ totalPrice: price }));
  await shop.move(rejected, 'Cancelled', 'too_busy');
  const online = [await captured(shop, price), await captured(shop, price)];
  for (const [index, amount] of [first!, second!].entries()) {
    const body = { amount, reason: 'Cold' };
    await app.call(
      'POST /order/refund/:id',
      { params: { id: online[index]! }, body, idempotencyKey: randomUUID() },
      shop.owner.token,
    );
    await shop.letPass(2_000);
  }
  const today = wallTime(app.clock.now(), cash.outlet.timeZone).date;
  const query = { from: today, to: today };
  const report = await app.call('GET /report/payments', { query }, shop.owner.token);
  expect(report).toEqual({
    currency,
    total: figures,
    days: [{ day: today, ...figures }],
    isTest: true,
    unknownFees: 0,
  });

  // The same once the day was summed up.
  await keepSums(app.db, new Date(app.clock.now().getTime() + 5 * DAY));
  expect(await app.call('GET /report/payments', { query }, shop.owner.token)).toEqual(report);

  const behind = async (kind: 'cash' | 'online' | 'refunds' | 'fees' | 'tips') => {
    const answer = await app.call('GET /report/payments-of-figure', { query: { ...query, kind } }, shop.owner.token);
    expect(answer.total).toBe(answer.payments.length);
    return answer.payments.map(({ orderId, amount }) => [orderId, amount]);
  };
  expect(await behind('cash')).toEqual([[cash._id, price]]);
  expect(await behind('online')).toEqual([
    [online[1], price],
    [online[0], price],
  ]);
  expect(await behind('refunds')).toEqual([
    [online[1], second],
    [online[0], first],
  ]);
  expect(await behind('fees')).toHaveLength(2);
  expect(await behind('tips')).toEqual([]);

  const neighbour = await makePaidOrders(app, gateway, { currency });
  const theirs = await app.call('GET /report/payments', { query }, neighbour.owner.token);
  expect(theirs).toMatchObject({ days: [], isTest: false });
});

test('money that staff gave back by hand is a refund of the day of the answer, in the sums, the file and the list', async () => {
  app.clock.set(new Date(new Date().setUTCHours(10, 0, 0, 0)));
  const shop = await makeReportedProblems(app);
  const { token } = shop.owner;
  // 115.24 in cash each. The vouchers and sentences of other answers move no money.
  const { _id, outlet } = await shop.placeCompleted();
  for (const answer of [
    { kind: 'voucher', amount: 5, days: 30 },
    { kind: 'reply', note: 'Sorry' },
  ] as const) {
    const other = await shop.placeCompleted();
    await shop.report(other._id);
    await shop.answerProblem(other._id, answer);
  }
  const placedOn = wallTime(app.clock.now(), outlet.timeZone).date;
  await shop.report(_id, { lines: [{ lineNumber: 1, quantity: 1 }] });
  // 21:00 in UTC is the next day at the outlet.
  app.clock.advance(11 * 60 * MINUTE);
  const { problem } = await shop.answerProblem(_id, { kind: 'refund', amount: 44.1 });
  const answeredOn = wallTime(app.clock.now(), outlet.timeZone).date;
  expect(Date.parse(answeredOn) - Date.parse(placedOn)).toBe(DAY);

  const none = { cash: 0, card: 0, online: 0, tips: 0, refunds: 0, fees: 0 };
  const query = { from: placedOn, to: answeredOn };
  const report = await app.call('GET /report/payments', { query }, token);
  expect(report).toMatchObject({
    total: { ...none, cash: 345.72, refunds: 44.1, left: 301.62 },
    days: [
      { ...none, day: placedOn, cash: 345.72, left: 345.72 },
      { ...none, day: answeredOn, refunds: 44.1, left: -44.1 },
    ],
    isTest: false,
    unknownFees: 0,
  });
  const ofDay = async (day: string, outletId: OutletId = shop.made.outletId) => {
    const scope = { from: day, to: day, outletId, kind: 'refunds' } as const;
    const { total, payments } = await app.call('GET /report/payments-of-figure', { query: scope }, token);
    return [total, payments.map(({ orderId, amount, at }) => ({ orderId, amount, at }))];
  };
  expect(await ofDay(placedOn)).toEqual([0, []]);
  expect(await ofDay(answeredOn)).toEqual([1, [{ orderId: _id, amount: 44.1, at: problem!.answer!.at }]]);
  expect(await ofDay(answeredOn, randomUUID() as OutletId)).toEqual([0, []]);
  const file = await app.app.inject({
    url: `/api/v1/report/export?table=money&from=${answeredOn}&to=${answeredOn}`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(file.body.trimEnd().split('\r\n').at(-1)).toBe(`${answeredOn},AED,0.00,0.00,0.00,0.00,44.10,0.00,-44.10`);

  // The same once the days were summed up.
  await keepSums(app.db, new Date(app.clock.now().getTime() + 5 * DAY));
  expect(await app.call('GET /report/payments', { query }, token)).toEqual(report);
});
