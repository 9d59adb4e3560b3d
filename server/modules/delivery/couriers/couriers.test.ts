/** Orders that go with a courier company, against one that keeps its deliveries, loses answers and says things twice. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type CourierOrders, faultless, makeCourierOrders } from '#server/test/data/courier-orders.ts';
import { makeOwner } from '#server/test/data/restaurant.ts';
import { startCourierApp } from '#server/test/servers/courier-company.ts';

const { app, company, origin, close } = await startCourierApp();
afterAll(close);

let shop: CourierOrders;
beforeEach(async () => {
  shop = await makeCourierOrders(app, company, origin);
});

describe('a courier', () => {
  test('is asked for a price, and ordered with the doors, the guest and what is due', async () => {
    const order = await shop.placed();
    expect(await shop.quote(order)).toMatchObject({ fee: 12, minutes: 35 });
    expect(shop.sent()).toEqual([]);
    const { order: answered } = await shop.send(order);
    expect(answered.delivery).toMatchObject({
      state: 'taken',
      driverName: 'Swift',
      courier: { companyId: shop.companyId, state: 'asked', fee: 12, minutes: 35, name: null, problem: null },
    });
    expect(answered.delivery).not.toHaveProperty('driverId');
    await shop.settled();
    expect(shop.sent()).toMatchObject([
      {
        status: 'PENDING',
        isReady: true,
        body: {
          merchantId: 'harbour-1',
          origin: { street: '4 Kitchen Road', city: 'Marina', coordinates: { latitude: 25.2, longitude: 55.27 } },
          destination: { street: '4 Harbour Road', coordinates: { latitude: 25.21, longitude: 55.27 } },
          observations: expect.stringMatching(/^#1 · AED\s50\.94 \(cash\)$/),
        },
      },
    ]);
    expect(await shop.courierOf(order)).toMatchObject({ state: 'pending' });
  });

  test('comes, collects and delivers: kitchen and guest see it as of an own driver', async () => {
    const order = await shop.sending();
    shop.goOn('ASSIGNED');
    await shop.look();
    expect(await shop.courierOf(order)).toMatchObject({
      state: 'assigned',
      name: 'Karim',
      phone: '+971509998877',
      trackingUrl: `https://couriers.test/follow/${shop.lastSent().orderId}`,
    });
    expect((await shop.read(order, shop.guest.token)).delivery).toBeUndefined();
    shop.goOn('IN_TRANSIT');
    await shop.look();
    expect((await shop.read(order)).delivery?.state).toBe('out');
    const seen = (await shop.read(order, shop.guest.token)).delivery!;
    expect(Object.keys(seen).toSorted()).toEqual(['endedAt', 'leftAt', 'state', 'takenAt']);
    const { tracking } = await app.call(
      'GET /delivery/track-order/:id',
      { params: { id: order._id } },
      shop.guest.token,
    );
    expect(tracking).toEqual({
      leftAt: seen.leftAt,
      code: '',
      position: null,
      trackingUrl: `https://couriers.test/follow/${shop.lastSent().orderId}`,
    });
    shop.goOn('DELIVERED');
    await shop.look();
    const done = await shop.read(order);
    expect([done.status, done.delivery?.state, done.delivery?.proof]).toEqual(['Completed', 'delivered', 'courier']);
    expect(done.history.at(-1)).toMatchObject({ to: 'Completed', by: 'Swift' });
  });

  test('that delivers before the kitchen has pressed anything completes the order', async () => {
    const order = await shop.sending('Confirmed');
    expect(shop.lastSent().isReady).toBe(false);
    shop.goOn('ASSIGNED', 'IN_TRANSIT', 'DELIVERED');
    await shop.look();
    expect((await shop.read(order)).history.map(({ to }) => to)).toEqual(['New', 'Confirmed', 'Ready', 'Completed']);
  });

  test.each([
    ['control characters', 'A\u0007li\u0000', 'Ali'],
    [
      'a letter of two halves at the end of what is kept',
      `${'a'.repeat(99)}\u{1f6f5}\u{1f6f5}`,
      `${'a'.repeat(99)}\u{1f6f5}`,
    ],
    ['half a letter', 'Ali\ud83d', 'Ali'],
  ])('is named and delivers, also with %s in the name', async (_, given, kept) => {
    const order = await shop.sending();
    shop.goOn('ASSIGNED');
    shop.lastSent().courier!.name = given;
    await shop.look();
    expect(await shop.courierOf(order)).toMatchObject({ state: 'assigned', name: kept });
    const before = await shop.countEvents(order);
    await shop.look();
    expect(await shop.countEvents(order)).toBe(before);
    shop.goOn('IN_TRANSIT', 'DELIVERED');
    await shop.look();
    expect((await shop.read(order)).status).toBe('Completed');
  });

  test('is told that the food is ready, and not again and again', async () => {
    const order = await shop.sending('Confirmed');
    const told = () =>
      company.calls.filter(({ path }) => path === `/logistics/delivery/${shop.lastSent().orderId}/ready-for-pickup`);
    expect(told()).toEqual([]);
    await shop.move(order._id, 'Ready');
    await shop.look();
    expect(shop.lastSent().isReady).toBe(true);
    const calls = told().length;
    await shop.look();
    await shop.look();
    expect(told()).toHaveLength(calls);
  });

  test.each([401, 403, 404, 501])(
    'is told that the food is ready once where the company answers %i',
    async (status) => {
      company.setFaults({ unready: status });
      const order = await shop.sending('Confirmed');
      const told = () =>
        company.calls.filter(({ path }) => path.endsWith(`${shop.lastSent().orderId}/ready-for-pickup`));
      const before = await shop.countEvents(order);
      await shop.move(order._id, 'Ready');
      await shop.look();
      const [{ changes }, calls] = [await shop.readRow(order), told().length];
      // After a 401 with a fresh token once more, by the job and by a look that meets it.
      expect(calls).toBeLessThanOrEqual(4);
      for (let looks = 0; looks < 3; looks++) await shop.look();
      // The move, and the problem.
      expect((await shop.countEvents(order)) - before).toBe(2);
      expect(await shop.readRow(order)).toMatchObject({ changes, courier_problem: 'ready_refused' });
      expect(told()).toHaveLength(calls);
      shop.goOn('ASSIGNED');
      await shop.look();
      expect(await shop.courierOf(order)).toMatchObject({ state: 'assigned', problem: 'ready_refused' });
      shop.goOn('IN_TRANSIT');
      await shop.look();
      expect(await shop.courierOf(order)).toMatchObject({ state: 'collected', problem: null });
      shop.goOn('DELIVERED');
      await shop.look();
      expect((await shop.read(order)).status).toBe('Completed');
    },
  );

  test.each([
    ['answers 503', { readFailing: 1 }, company.url],
    ['cannot be reached', {}, 'http://127.0.0.1:9'],
  ])('that was not told of ready stays known to staff when the company %s for a while', async (_, faults, url) => {
    company.setFaults({ unready: 404 });
    const order = await shop.sending('Confirmed');
    await shop.move(order._id, 'Ready');
    await shop.look();
    const refused = await shop.readRow(order);
    expect(refused.courier_problem).toBe('ready_refused');
    const before = await shop.countEvents(order);
    company.setFaults({ ...faultless, ...faults });
    await shop.changeCompany({ api_url: url });
    for (let looks = 0; looks < 3; looks++) await shop.look();
    expect(await shop.readRow(order)).toEqual(refused);
    company.setFaults(faultless);
    await shop.changeCompany({ api_url: company.url });
    await shop.settled(5 * 60_000);
    expect(await shop.readRow(order)).toEqual(refused);
    expect(await shop.countEvents(order)).toBe(before);
    shop.goOn('ASSIGNED', 'IN_TRANSIT');
    await shop.look();
    expect(await shop.courierOf(order)).toMatchObject({ state: 'collected', problem: null });
  });

  test('is told again while the company does not answer, and staff read so once', async () => {
    company.setFaults({ unready: 503 });
    const order = await shop.sending('Confirmed');
    const before = await shop.countEvents(order);
    await shop.move(order._id, 'Ready');
    await shop.look();
    const { changes } = await shop.readRow(order);
    for (let looks = 0; looks < 3; looks++) await shop.look();
    expect((await shop.countEvents(order)) - before).toBe(2);
    expect(await shop.readRow(order)).toMatchObject({ changes, courier_problem: 'not_reached' });
    company.setFaults({ unready: 0 });
    // One look of each minute says it.
    for (let looks = 0; looks < 3; looks++) await shop.look();
    expect(shop.lastSent().isReady).toBe(true);
    expect(await shop.courierOf(order)).toMatchObject({ state: 'pending', problem: null });
    expect((await shop.countEvents(order)) - before).toBe(3);
  });

  test('is told once a minute while only that is not answered, and staff read in the end that it was not heard', async () => {
    company.setFaults({ unready: 503 });
    const order = await shop.sending('Confirmed');
    const told = () =>
      company.calls.filter(({ path }) => path.endsWith(`${shop.lastSent().orderId}/ready-for-pickup`)).length;
    const look = async (minutes: number) => {
      for (let thirds = 0; thirds < 3 * minutes; thirds++) await shop.look();
    };
    const before = await shop.countEvents(order);
    await shop.move(order._id, 'Ready');
    await look(1);
    const often = told();
    expect(often).toBeGreaterThanOrEqual(3);
    await look(7);
    expect(told()).toBe(often + 7);
    expect(await shop.courierOf(order)).toMatchObject({ problem: 'not_reached' });
    // Staff see meanwhile what the courier does.
    shop.goOn('ASSIGNED');
    await look(1);
    expect(told()).toBe(often + 8);
    expect(await shop.courierOf(order)).toMatchObject({ state: 'assigned', problem: 'not_reached' });
    await look(1);
    expect(told()).toBe(often + 9);
    // Ten minutes after the first call, not after the order was ready.
    await shop.look();
    expect(await shop.courierOf(order)).toMatchObject({ state: 'assigned', problem: 'ready_refused' });
    await look(5);
    expect(told()).toBe(often + 10);
    // The move, the problem, the courier, and the end of it.
    expect((await shop.countEvents(order)) - before).toBe(4);
    shop.goOn('IN_TRANSIT', 'DELIVERED');
    await shop.look();
    expect((await shop.read(order)).status).toBe('Completed');
  });

  test.each([
    ['CANCELLED', 'courier_gave_up', ['ASSIGNED', 'CANCELLED']],
    ['FAILED', 'courier_failed', ['ASSIGNED', 'IN_TRANSIT', 'FAILED']],
  ] as const)('whose delivery ends %s leaves the order to the own drivers', async (_, reason, statuses) => {
    const order = await shop.sending();
    shop.goOn(...statuses);
    await shop.look();
    expect((await shop.read(order)).delivery).toMatchObject({ state: 'failed', reason });
    const { run } = await app.call('GET /delivery/get-run', {}, shop.bilal.token);
    expect(run.waiting).toMatchObject([{ _id: order._id, failedReason: reason }]);
    await shop.take(order);
    expect((await shop.read(order)).delivery).toMatchObject({ state: 'taken', driverName: 'Bilal' });
    // And it can be sent again: a delivery of its own at the company.
    await shop.takeBack(order);
    await shop.send(order);
    await shop.settled();
    expect(shop.sent().map(({ status }) => status)).toEqual([statuses.at(-1), 'PENDING']);
  });
});

describe('one courier comes', () => {
  test('where two people send at once, and neither is refused', async () => {
    const order = await shop.placed();
    const omar = await makeOwner(app.db, shop.made.id, 'staff');
    const answers = await Promise.all([shop.send(order), shop.send(order, 12, omar.token), shop.send(order)]);
    expect(new Set(answers.map(({ order: one }) => one.delivery?._id)).size).toBe(1);
    await shop.settled();
    expect(shop.sent()).toHaveLength(1);
  });

  test('where the answer to the order is lost', async () => {
    company.setFaults({ cut: 1 });
    const order = await shop.placed('Confirmed');
    await shop.send(order);
    await expect.poll(() => shop.sent().length).toBe(1);
    // The failed try is noted by the clock of that moment, so before the clock is set on.
    await shop.settled();
    expect((await shop.courierOf(order))?.state).toBe('asked');
    company.setFaults({ cut: 0 });
    app.clock.advance(30_000);
    await shop.settled();
    expect(shop.sent()).toHaveLength(1);
    expect(await shop.courierOf(order)).toMatchObject({ state: 'pending', problem: null });
  });

  test('where calls fail again and again', async () => {
    company.setFaults({ failing: 0.5, cut: 0.3 });
    const order = await shop.placed();
    await shop.send(order);
    for (let tries = 0; tries < 12; tries++) await shop.settled(20_000);
    company.setFaults(faultless);
    // One look of each minute says ready.
    for (let looks = 0; looks < 3; looks++) await shop.look();
    expect(shop.sent()).toHaveLength(1);
    expect(await shop.courierOf(order)).toMatchObject({ state: 'pending' });
    expect(shop.lastSent().isReady).toBe(true);
  });

  test('or an own driver, never both', async () => {
    for (let round = 0; round < 4; round++) {
      const order = await shop.placed();
      const before = shop.sent().length;
      const [bySend, byTake] = await Promise.allSettled([shop.send(order), shop.take(order)]);
      expect([bySend.status, byTake.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      await shop.settled();
      const { delivery } = await shop.read(order);
      expect([delivery?.driverName, shop.sent().length - before]).toEqual(
        bySend.status === 'fulfilled' ? ['Swift', 1] : ['Bilal', 0],
      );
      const { run } = await app.call('GET /delivery/get-run', {}, shop.bilal.token);
      expect(run.waiting).toEqual([]);
    }
  });
});

describe('a notification', () => {
  test('is a hint: doubled, shuffled, dropped and forged ones change what a look shows, and nothing else', async () => {
    company.setFaults({ copies: 3, shuffled: 1, notificationDelayMs: 300, forged: 1, dropped: 0.3 });
    const order = await shop.sending();
    shop.goOn('ASSIGNED', 'PENDING', 'ASSIGNED');
    await shop.settled(2_000);
    expect((await shop.read(order)).status).toBe('Ready');
    await shop.look();
    expect(await shop.courierOf(order)).toMatchObject({ state: 'assigned' });
    shop.goOn('IN_TRANSIT', 'DELIVERED');
    await shop.settled(2_000);
    await shop.look();
    const { history, delivery } = await shop.read(order);
    expect(history.map(({ to }) => to)).toEqual(['New', 'Confirmed', 'Ready', 'Completed']);
    expect(delivery).toMatchObject({ state: 'delivered' });
  });

  test('brings a change within a second or two, without waiting for the next look', async () => {
    const order = await shop.sending();
    shop.goOn('ASSIGNED');
    await shop.settled(1_000);
    await shop.settled(1_000);
    expect(await shop.courierOf(order)).toMatchObject({ state: 'assigned' });
  });

  test('that is signed by somebody else is refused', async () => {
    await shop.sending();
    const post = async (signature: string, id: string = shop.companyId) => {
      const headers = { 'content-type': 'application/json', 'x-app-signature': signature };
      const body = JSON.stringify({ orderId: shop.lastSent().orderId, status: 'DELIVERED' });
      const answer = await fetch(`${origin}/delivery/courier-events/${shop.made.id}/${id}`, {
        method: 'POST',
        headers,
        body,
      });
      return answer.status;
    };
    expect(await post('')).toBe(400);
    expect(await post('0'.repeat(64))).toBe(400);
    expect(await post('0'.repeat(64), shop.made.id)).toBe(404);
  });
});
