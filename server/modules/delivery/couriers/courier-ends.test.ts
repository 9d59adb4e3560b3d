/** The ends of couriers' deliveries that are no handing over, and the orders that never go with one. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY, MINUTE } from '#contract/base/time.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { type CourierOrders, faultless, makeCourierOrders } from '#server/test/data/courier-orders.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { startCourierApp } from '#server/test/servers/courier-company.ts';
import { removeOldProofs } from '../queries.ts';

const { app, company, origin, close } = await startCourierApp();
afterAll(close);

let shop: CourierOrders;
beforeEach(async () => {
  shop = await makeCourierOrders(app, company, origin);
});

describe('a delivery ends', () => {
  test('with its order: a cancelled order cancels the courier, once no Undo can bring it back', async () => {
    const order = await shop.sending();
    await app.call(
      'POST /order/update-order-status',
      { body: { orderId: order._id, status: 'Cancelled', reason: 'too_busy' } },
      shop.sara.token,
    );
    await shop.settled(16_000);
    expect(shop.lastSent().status).toBe('PENDING');
    await shop.look();
    await shop.look();
    expect(shop.lastSent().status).toBe('CANCELLED');
    expect((await shop.read(order)).delivery).toBeUndefined();
  });

  test('by hand: an order that staff take back, or give to a driver, cancels the courier', async () => {
    const order = await shop.sending();
    await app.call(
      'POST /delivery/assign-order',
      { body: { orderId: order._id, driverId: shop.bilal.driverId } },
      shop.sara.token,
    );
    await shop.look();
    expect(shop.lastSent().status).toBe('CANCELLED');
    expect((await shop.read(order)).delivery).toMatchObject({ driverName: 'Bilal', state: 'taken' });
  });

  test('too late: what the company does not cancel any more is followed, and does not move the order', async () => {
    const order = await shop.sending();
    shop.goOn('ASSIGNED', 'IN_TRANSIT');
    await shop.look();
    await shop.takeBack(order);
    await shop.take(order);
    await shop.look();
    expect(shop.lastSent().status).toBe('IN_TRANSIT');
    shop.goOn('DELIVERED');
    await shop.look();
    expect(await shop.read(order)).toMatchObject({
      status: 'Ready',
      delivery: { driverName: 'Bilal', state: 'taken' },
    });
    expect(await shop.countJobs('all')).toBe(0);
  });

  test('in silence: an order that is never confirmed comes back after ten minutes, and is cancelled if it was made', async () => {
    company.setFaults({ cut: 1, readFailing: 1 });
    const order = await shop.placed();
    await shop.send(order);
    await expect.poll(async () => (await shop.courierOf(order))?.problem, { timeout: 10_000 }).toBe('not_reached');
    app.clock.advance(11 * MINUTE);
    await expect
      .poll(async () => (await shop.read(order)).delivery, { timeout: 10_000 })
      .toMatchObject({ state: 'failed', reason: 'courier_silent' });
    await shop.take(order);
    company.setFaults(faultless);
    app.clock.advance(30_000);
    await shop.settled();
    for (const { status } of shop.sent()) expect(status).toBe('CANCELLED');
    expect((await shop.read(order)).delivery).toMatchObject({ driverName: 'Bilal' });
  });

  test('with the company alone, of an order that staff have completed: its courier is forgotten after 30 days as well', async () => {
    const order = await shop.sending();
    shop.goOn('ASSIGNED');
    await shop.look();
    await shop.move(order._id, 'Completed');
    shop.goOn('CANCELLED');
    await shop.look();
    const kept = { courier_state: 'cancelled', courier_name: 'Karim', courier_phone: '+971509998877' };
    expect(await shop.readCourier(order)).toMatchObject(kept);
    app.clock.advance(29 * DAY);
    await removeOldProofs(app.db, app.clock.now());
    expect(await shop.readCourier(order)).toMatchObject(kept);
    app.clock.advance(2 * DAY);
    await removeOldProofs(app.db, app.clock.now());
    expect(await shop.readCourier(order)).toEqual({
      courier_state: 'cancelled',
      courier_name: null,
      courier_phone: null,
      tracking_url: null,
    });
  });

  test('before the company named a courier: its page is forgotten after 30 days all the same', async () => {
    const order = await shop.sending();
    await shop.move(order._id, 'Completed');
    shop.goOn('CANCELLED');
    await shop.look();
    const page = 'https://couriers.test/follow/1';
    await platformTransaction(app.db, 'seed', (tx) =>
      tx.updateTable('deliveries').set({ tracking_url: page }).where('order_id', '=', order._id).execute(),
    );
    const nobody = { courier_state: 'cancelled', courier_name: null, courier_phone: null };
    app.clock.advance(29 * DAY);
    await removeOldProofs(app.db, app.clock.now());
    expect(await shop.readCourier(order)).toEqual({ ...nobody, tracking_url: page });
    app.clock.advance(2 * DAY);
    await removeOldProofs(app.db, app.clock.now());
    expect(await shop.readCourier(order)).toEqual({ ...nobody, tracking_url: null });
  });

  test('without its page, once the guest of an order that staff have completed is erased', async () => {
    const order = await shop.sending();
    shop.goOn('ASSIGNED');
    await shop.look();
    await shop.move(order._id, 'Completed');
    expect((await shop.readCourier(order)).tracking_url).toMatch(/^https:\/\/couriers\.test\/follow\//);
    await app.call('POST /auth/delete-customer', {}, shop.guest.token);
    const kept = { courier_name: 'Karim', courier_phone: '+971509998877', tracking_url: null };
    await shop.look();
    expect(await shop.readCourier(order)).toEqual({ courier_state: 'assigned', ...kept });
    const { changes } = await shop.readRow(order);
    await shop.look();
    expect((await shop.readRow(order)).changes).toBe(changes);
    shop.goOn('IN_TRANSIT');
    await shop.look();
    expect(await shop.readCourier(order)).toEqual({ courier_state: 'collected', ...kept });
  });

  test('at once, where the company refuses the order', async () => {
    company.setFaults({ refusing: 1 });
    const order = await shop.placed();
    await shop.send(order);
    await shop.settled();
    expect((await shop.read(order)).delivery).toMatchObject({ state: 'failed', reason: 'courier_refused' });
  });
});

describe('sending is refused', () => {
  test.each([
    ['courier.not_here', { away: 1 }],
    ['courier.not_reached', { readFailing: 0, failing: 0 }],
  ] as const)('with %s', async (code, faults) => {
    const order = await shop.placed();
    company.setFaults(faults);
    if (code === 'courier.not_reached') {
      // A port that nobody listens at.
      await shop.changeCompany({ api_url: 'http://127.0.0.1:9' });
    }
    expect(await refusalOf(shop.quote(order))).toMatchObject({ code });
    expect(await refusalOf(shop.send(order))).toMatchObject({ code });
    expect((await shop.read(order)).delivery).toBeUndefined();
  });

  test('at another price than the one that was seen', async () => {
    const order = await shop.placed();
    await shop.quote(order);
    company.setPrice(1500, 'AED', 40);
    expect(await refusalOf(shop.send(order, 12))).toMatchObject({ code: 'courier.price_changed' });
    await shop.send(order, 15);
    expect((await shop.read(order)).delivery?.courier).toMatchObject({ fee: 15, minutes: 40 });
  });

  test('a price in another currency is none', async () => {
    company.setPrice(500, 'BRL', 20);
    const order = await shop.placed();
    expect(await shop.quote(order)).toEqual({ fee: null, minutes: 20 });
  });

  test('where the door is to be paid, the outlet has no address, or the company does not serve it', async () => {
    const order = await shop.placed();
    await shop.changeCompany({ takes_money: false });
    expect(await refusalOf(shop.send(order))).toMatchObject({ code: 'courier.takes_no_money' });
    await shop.changeCompany({ takes_money: true });
    await shop.setAddress(null);
    expect(await refusalOf(shop.send(order))).toMatchObject({ code: 'courier.no_address' });
    await shop.setAddress('4 Kitchen Road');
    await shop.changeCompany({ outlet_ids: [shop.made.id] as never });
    expect(await refusalOf(shop.send(order))).toMatchObject({ code: 'delivery.not_deliverable' });
  });

  test('where a driver has the order', async () => {
    const order = await shop.placed();
    await shop.take(order);
    expect(await refusalOf(shop.send(order))).toMatchObject({ code: 'delivery.taken', details: { name: 'Bilal' } });
  });
});
