/** Money of a paid order that is given back. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/base/time.ts';
import { daysAround } from '#server/test/data/days-around.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: PaidOrders;
beforeEach(async () => {
  app.clock.set(new Date());
  gateway.setFaults({ failing: 0, stuckRefunds: 0 });
  shop = await makePaidOrders(app, gateway);
});

describe('a refund', () => {
  const refund = (
    orderId: string,
    amount: number,
    {
      key = randomUUID(),
      token = shop.owner.token,
      reason = 'Cold soup',
    }: { key?: string; token?: string; reason?: string } = {},
  ) =>
    app.call(
      'POST /order/refund/:id',
      { params: { id: orderId as never }, body: { amount, reason }, idempotencyKey: key },
      token,
    );

  async function captured(order = shop.order()) {
    const { orderId } = await shop.pay(order);
    await shop.move(orderId, 'Confirmed');
    await shop.letPass();
    return orderId;
  }

  async function refundAtGateway(amount: number) {
    const { sessionId } = shop.books()[0]!;
    const session = await shop.atGateway('GET', `/v1/checkout/sessions/${sessionId}`);
    await shop.atGateway('POST', '/v1/refunds', `payment_intent=${String(session['payment_intent'])}&amount=${amount}`);
  }

  test('gives a part back, with who and why, and never more than was taken', async () => {
    const orderId = await captured();
    // The job of the refund may be done before its answer is written.
    gateway.setFaults({ failing: 1 });
    const { payment } = await refund(orderId, 4.1);
    expect(payment).toMatchObject({ pendingRefund: 4.1, refunded: 0, canRefund: true });
    gateway.setFaults({ failing: 0 });
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 410 }]);
    expect((await shop.payment(orderId))!.movements.at(-1)).toMatchObject({
      kind: 'refunded',
      amount: 4.1,
      by: 'Sara Khan',
      reason: 'Cold soup',
    });
    expect(await refusalOf(refund(orderId, 40.01))).toMatchObject({
      code: 'payment.nothing_to_refund',
      msg: 'At most AED\u00a040.00 can be refunded.',
    });
  });

  test('stands on the receipt with its day and what is left, and the order as it was placed', async () => {
    const orderId = await captured();
    const receipt = async (token = shop.guest.token) =>
      (await app.call('GET /order/get-receipt/:id', { params: { id: orderId } }, token)).receipt;
    expect(await receipt()).toMatchObject({ refunds: [], remaining: 44.1 });
    await refund(orderId, 4.1);
    await shop.letPass(2_000);
    await refund(orderId, 2);
    await shop.letPass(2_000);
    const ledger = (await shop.payment(orderId))!.movements.filter(({ kind }) => kind === 'refunded');
    const expected = {
      refunds: [
        { amount: 4.1, at: ledger[0]!.at },
        { amount: 2, at: ledger[1]!.at },
      ],
      remaining: 38,
      order: { taxAmount: 2.1, totalPrice: 44.1 },
    };
    expect(await receipt()).toMatchObject(expected);
    expect(await receipt(shop.owner.token)).toMatchObject(expected);
    const atDoor = await app.call(
      'POST /order/create-order',
      { body: shop.order({ paymentMethod: 'card on pickup' }) },
      shop.guest.token,
    );
    const { receipt: unpaid } = await app.call(
      'GET /order/get-receipt/:id',
      { params: { id: atDoor.order._id } },
      shop.guest.token,
    );
    expect(unpaid).toMatchObject({ refunds: [], remaining: null });
  });

  test('that the gateway cannot move to its last digit is refused, and keeps nobody from another', async () => {
    shop = await makePaidOrders(app, gateway, { currency: 'KWD' });
    const orderId = await captured(shop.order({ totalPrice: 4.41 }));
    expect(await refusalOf(refund(orderId, 1.005))).toMatchObject({ code: 'request.invalid' });
    await refund(orderId, 4.41);
    await shop.letPass(2_000);
    expect(await shop.payment(orderId)).toMatchObject({ captured: 4.41, refunded: 4.41, pendingRefund: 0 });
  });

  test('asked by ten people at once, gives back what was taken and no more', async () => {
    const orderId = await captured();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => refund(orderId, 10)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    await shop.letPass(2_000);
    expect(shop.books()).toMatchObject([{ refunded: 4000 }]);
  });

  test('that somebody made at the gateway is in the books, and the rest follows when the order is cancelled', async () => {
    const orderId = await captured();
    await refundAtGateway(1000);
    await shop.move(orderId, 'Cancelled', 'too_busy');
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4410 }]);
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 44.1, pendingRefund: 0 });
  });

  test('that is more than the gateway has left is dropped, and keeps nobody from the rest', async () => {
    const orderId = await captured();
    await refundAtGateway(4000);
    await refund(orderId, 40);
    await shop.letPass(2_000);
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 40, pendingRefund: 0, canRefund: true });
    const { entries } = await app.call('GET /audit/entries', { query: {} }, shop.owner.token);
    const moves = entries.filter(({ action }) => action.startsWith('payment.'));
    // Without the reason, which may name the guest.
    expect(moves.map(({ action, actor, subject, details }) => [action, actor.name, subject, details])).toEqual([
      ['payment.refund_dropped', 'Order Manager', orderId, { amount: 'AED\u00a040.00' }],
      ['payment.refunded', 'Sara Khan', orderId, { amount: { after: 'AED\u00a040.00' } }],
    ]);
    await refund(orderId, 1.1);
    await shop.letPass(2_000);
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 41.1, pendingRefund: 0 });
    await shop.move(orderId, 'Cancelled', 'too_busy');
    await shop.letPass();
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4410 }]);
  });

  test('asked again by its key is one', async () => {
    const orderId = await captured();
    const key = randomUUID();
    await Promise.all([refund(orderId, 10, { key }), refund(orderId, 10, { key })]);
    await refund(orderId, 10, { key });
    await shop.letPass(2_000);
    expect(shop.books()).toMatchObject([{ refunded: 1000 }]);
  });

  test('the same amount for another reason is another refund, and is not said to be made by a key of before', async () => {
    const orderId = await captured();
    const key = randomUUID();
    await refund(orderId, 5, { key });
    await shop.letPass(2_000);
    const again = { reason: 'Broken glass' };
    expect(await refusalOf(refund(orderId, 5, { key, ...again }))).toMatchObject({
      status: 422,
      code: 'payment.refund_key_reused',
    });
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 5, pendingRefund: 0 });
    await refund(orderId, 5, again);
    await shop.letPass(2_000);
    expect(shop.books()).toMatchObject([{ refunded: 1000 }]);
  });

  /** The refunds that failed, as the audit log has them. */
  const failures = async () => {
    const { entries } = await app.call('GET /audit/entries', { query: {} }, shop.owner.token);
    return entries
      .filter(({ action }) => action === 'payment.refund_failed')
      .map(({ actor, subject, details }) => [actor.name, subject, details['amount']]);
  };

  test('that the bank returns days later is in no books, and can be asked for again', async () => {
    const orderId = await captured();
    await refund(orderId, 4.1);
    // All looks that follow a beginning are over.
    await shop.letPass(2 * DAY);
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 410 }]);
    gateway.returnRefunds(shop.secretKey);
    await shop.letPass(14 * DAY);
    // A session of the dashboard ends after a day without use.
    app.clock.set(new Date());
    const payment = (await shop.payment(orderId))!;
    expect(payment).toMatchObject({ captured: 44.1, refunded: 0, pendingRefund: 0 });
    expect(payment.movements.map(({ kind }) => kind)).toEqual(['authorised', 'captured', 'fee']);
    const params = { id: orderId };
    const { receipt } = await app.call('GET /order/get-receipt/:id', { params }, shop.guest.token);
    expect(receipt).toMatchObject({ refunds: [], remaining: 44.1 });
    const { from } = daysAround(new Date().toISOString());
    const { to } = daysAround(new Date(Date.now() + 20 * DAY).toISOString());
    const { total } = await app.call('GET /report/payments', { query: { from, to } }, shop.owner.token);
    expect(total).toMatchObject({ online: 44.1, refunds: 0, fees: 1.28, left: 42.82 });
    expect(await failures()).toEqual([['Order Manager', orderId, 'AED\u00a04.10']]);

    await refund(orderId, 44.1);
    await shop.letPass(2_000);
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 44.1, pendingRefund: 0 });
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4410 }]);
  });

  test('is made again for an order that nobody cooks, as often as the bank returns it, until three have failed', async () => {
    const orderId = await captured();
    await shop.move(orderId, 'Cancelled', 'too_busy');
    await shop.letPass();
    for (let made = 1; made <= 3; made++) {
      expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4410 }]);
      gateway.returnRefunds(shop.secretKey);
      await shop.letPass(DAY);
    }
    app.clock.set(new Date());
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 0 }]);
    const payment = (await shop.payment(orderId))!;
    expect(payment).toMatchObject({ refunded: 0, pendingRefund: 0, canRefund: true });
    expect(payment.movements.map(({ kind }) => kind)).toEqual(['authorised', 'captured', 'fee']);
    expect(await failures()).toEqual(Array.from({ length: 3 }, () => ['Order Manager', orderId, 'AED\u00a044.10']));
  });

  test('that fails on its way is ended, and can be asked for again by its key', async () => {
    const orderId = await captured();
    // All looks that follow a beginning are over.
    await shop.letPass(2 * DAY);
    app.clock.set(new Date());
    const key = randomUUID();
    gateway.setFaults({ stuckRefunds: 1 });
    await refund(orderId, 4.1, { key });
    await shop.letPass(2_000);
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 0, pendingRefund: 4.1 });
    gateway.returnRefunds(shop.secretKey);
    await shop.letPass(DAY);
    app.clock.set(new Date());
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 0, pendingRefund: 0, canRefund: true });
    expect(await failures()).toEqual([['Order Manager', orderId, 'AED\u00a04.10']]);

    gateway.setFaults({ stuckRefunds: 0 });
    await refund(orderId, 4.1, { key });
    await shop.letPass(2_000);
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 4.1, pendingRefund: 0 });
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 410 }]);
  });

  test('that fails on its way is made again for an order that nobody cooks, until three have failed', async () => {
    const orderId = await captured();
    gateway.setFaults({ stuckRefunds: 1 });
    await shop.move(orderId, 'Cancelled', 'too_busy');
    await shop.letPass();
    for (let asked = 1; asked <= 3; asked++) {
      expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4410 }]);
      gateway.returnRefunds(shop.secretKey);
      await shop.letPass(DAY);
    }
    app.clock.set(new Date());
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 0 }]);
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 0, pendingRefund: 0, canRefund: true });
    expect(await failures()).toEqual(Array.from({ length: 3 }, () => ['Order Manager', orderId, 'AED\u00a044.10']));
  });

  test('is made although an earlier one stays on its way', async () => {
    const orderId = await captured();
    gateway.setFaults({ stuckRefunds: 1 });
    await refund(orderId, 4.1);
    await shop.letPass(2_000);
    gateway.setFaults({ stuckRefunds: 0 });
    await refund(orderId, 5);
    await shop.letPass(60_000);
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 5, pendingRefund: 4.1 });
    // The books have the one that is on its way as well.
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 910 }]);
  });

  test('is made although an earlier one stays on its way, where its first call failed as its order was cancelled', async () => {
    const orderId = await captured();
    gateway.setFaults({ stuckRefunds: 1 });
    await refund(orderId, 4.1);
    await shop.letPass(2_000);
    gateway.setFaults({ stuckRefunds: 0, failing: 1 });
    await shop.move(orderId, 'Cancelled', 'too_busy');
    app.clock.advance(30_000);
    await expect.poll(async () => (await shop.payment(orderId))!.pendingRefund).toBe(44.1);
    gateway.setFaults({ failing: 0 });
    // The call that failed may end after the time has passed, and is made again after that.
    const later = async () => {
      await shop.letPass(60_000);
      return shop.payment(orderId);
    };
    await expect.poll(later).toMatchObject({ refunded: 40, pendingRefund: 4.1 });
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4410 }]);
  });

  test('is made although the gateway keeps refusing an earlier one, which is tried again', async () => {
    const orderId = await captured();
    // All looks that follow a beginning are over.
    await shop.letPass(2 * DAY);
    app.clock.set(new Date());
    gateway.setFaults({ stuckRefunds: 1 });
    await refundAtGateway(4000);
    gateway.setFaults({ stuckRefunds: 0 });
    await refund(orderId, 10);
    await shop.letPass(2_000);
    await refund(orderId, 4);
    await shop.letPass(2_000);
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 4, pendingRefund: 10 });
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 4400 }]);
    gateway.returnRefunds(shop.secretKey);
    await shop.letPass(60_000);
    expect(await shop.payment(orderId)).toMatchObject({ refunded: 10, pendingRefund: 0 });
    expect(shop.books()).toMatchObject([{ captured: 4410, refunded: 1000 }]);
  });

  test('is for owners and managers, of their own restaurant', async () => {
    const orderId = await captured();
    const staff = await makeOwner(app.db, shop.made.id, 'staff');
    expect(await refusalOf(refund(orderId, 1, { token: staff.token }))).toMatchObject({ code: 'auth.forbidden' });
    const neighbour = await makePaidOrders(app, gateway);
    expect(await refusalOf(refund(orderId, 1, { token: neighbour.owner.token }))).toMatchObject({
      code: 'order.not_found',
    });
    expect(await refusalOf(neighbour.payment(orderId as never))).toMatchObject({ code: 'order.not_found' });
  });
});
