/** A guest's data at a restaurant: exported whole, erased without a trace (AC-09, R90). */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '#contract/base/time.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { findWrongSums } from '#server/modules/reports/check-sums.ts';
import { keepSums } from '#server/modules/reports/keep-sums.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeDriver } from '#server/test/data/drivers.ts';
import { deliveryOrder, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makePng } from '#server/test/data/png.ts';
import { rawCall } from '#server/test/servers/raw-call.ts';
import { makeCustomer, makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
const call: TestApp['call'] = (route, input, token) => server.call(route, input, token);

/** A guest with an order that holds much personal data. */
async function makeKnownGuest() {
  const made = await makeRestaurant(server.db);
  const guest = await makeCustomer(server.db, made.id);
  const owner = await makeOwner(server.db, made.id);
  const order = {
    ...deliveryOrder(made, [{ itemId: made.items.special, quantity: 1, note: 'Seldom-Word-Note' }], 49.1),
    specialInstruction: 'Seldom-Word-Instruction',
    address: { location: 'Seldom-Word-Road', floor: 'Seldom-Word-Floor', instruction: 'Seldom-Word', nickName: 'Home' },
  };
  await call(
    'POST /auth/save-address',
    {
      body: {
        deliveryAreaId: made.areaId,
        areaName: 'Marina',
        location: 'Seldom-Word-Quay',
        floor: 'Seldom-Word-Deck',
        instruction: 'Seldom-Word-Bell',
        nickName: 'Office',
      },
    },
    guest.token,
  );
  const placed = await call(
    'POST /order/create-order',
    { body: order, idempotencyKey: `key-${made.canary}-again` },
    guest.token,
  );
  return { made, guest, owner, order: placed.order };
}

test('an export has the account and every order whole', async () => {
  const { guest, order } = await makeKnownGuest();
  const reply = await rawCall(server.app, 'GET /auth/export-customer', {}, guest.token);
  expect(reply.status).toBe(200);
  const data = JSON.parse(reply.text) as { customer: object; addresses: object[]; orders: object[] };
  expect(data.customer).toMatchObject({ _id: guest.customerId, name: guest.name, number: guest.phone });
  expect(data.addresses).toMatchObject([{ location: 'Seldom-Word-Quay', nickName: 'Office' }]);
  expect(data.orders).toEqual([
    (await call('GET /order/get-order-details/:id', { params: { id: order._id } }, guest.token)).order,
  ]);
});

test('erasing leaves nothing of the guest, and keeps the amounts', async () => {
  const { made, guest, owner, order } = await makeKnownGuest();
  const words = [guest.name, guest.phone.slice(1), 'Seldom-Word'];
  expect(await findings(made.id, words)).toContain('orders: Seldom-Word');
  const searched = { status: 'Cancelled', name: guest.name, phone: guest.phone, reason: 'Seldom-Word called' };
  expect((await rawCall(server.app, 'GET /order/export-history', { query: searched }, owner.token)).status).toBe(200);
  const [exported] = (await call('GET /audit/entries', { query: {} }, owner.token)).entries;
  expect(exported).toMatchObject({
    action: 'orders.exported',
    details: { status: 'Cancelled', searchedBy: ['name', 'phone', 'reason'] },
  });
  expect(await refusalOf(call('POST /auth/delete-customer', {}, guest.token))).toMatchObject({
    status: 409,
    code: 'customer.order_live',
  });
  // The refusal erased nothing.
  expect((await call('GET /auth/customer', {}, guest.token)).customer.name).toBe(guest.name);
  expect(server.erasures).toEqual([]);
  const move = {
    orderId: order._id,
    status: 'Cancelled' as const,
    expectedStatus: 'New' as const,
    reason: 'Seldom-Word called',
  };
  await call('POST /order/update-order-status', { body: move }, owner.token);
  const afterwards = new Date(server.clock.now().getTime() + 4 * DAY);
  await keepSums(server.db, afterwards);
  expect(await findings(made.id, words)).toContain('report_sums: Seldom-Word');

  await call('POST /auth/delete-customer', {}, guest.token);
  await keepSums(server.db, afterwards);
  expect(await refusalOf(call('GET /auth/customer', {}, guest.token))).toMatchObject({ status: 401 });
  const kept = (await call('GET /order/get-order-details/:id', { params: { id: order._id } }, owner.token)).order;
  expect(kept).toMatchObject({
    totalPrice: order.totalPrice,
    customerName: '',
    phoneNo: '',
    address: null,
    specialInstruction: '',
    cancelReason: 'other',
  });
  expect((await findWrongSums(server.db)).filter(({ restaurantId }) => restaurantId === made.id)).toEqual([]);
  expect(await findings(made.id, words)).toEqual([]);
  expect(server.erasures).toMatchObject([{ restaurantId: made.id, customerId: guest.customerId }]);
});

test('an order that is being written while its guest is erased keeps no name', async () => {
  for (let round = 0; round < 8; round++) {
    const { made, guest, owner, order } = await makeKnownGuest();
    const move = { orderId: order._id, status: 'Cancelled' as const, expectedStatus: 'New' as const, reason: 'No' };
    await call('POST /order/update-order-status', { body: move }, owner.token);
    const body = pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 5.78);
    const placing = call('POST /order/create-order', { body, idempotencyKey: `race-${made.canary}` }, guest.token);
    // Starts a few turns later each round, so that each side wins some of them.
    for (let turns = 0; turns < round * 4; turns++) await setImmediate();
    const erasing = call('POST /auth/delete-customer', {}, guest.token);
    const [placed, erased] = await Promise.allSettled([placing, erasing]);
    const words = await findings(made.id, [guest.name, guest.phone.slice(1)]);
    // A live order prevents the erasure; without one nothing of the guest is left.
    if (erased.status === 'rejected') expect(placed.status).toBe('fulfilled');
    else expect([placed.status, words]).toEqual(['rejected', []]);
  }
});

test('an export has what drivers and couriers kept, without their names, and erasing leaves none of it', async () => {
  const { made, guest, owner, order } = await makeKnownGuest();
  const driver = await makeDriver(server.db, made.id, { name: 'Bilal Rare' });
  const ofOrder = { orderId: order._id };
  const move = (status: 'Confirmed' | 'Ready') =>
    call('POST /order/update-order-status', { body: { ...ofOrder, status } }, owner.token);
  const take = () => call('POST /delivery/take-order', { body: ofOrder }, driver.token);
  const handOver = (form: { name?: string }, files: Record<string, Blob> = {}) =>
    call('POST /delivery/hand-over', { form: { ...ofOrder, ...form }, files }, driver.token);
  const exported = async () => (await rawCall(server.app, 'GET /auth/export-customer', {}, guest.token)).text;
  await move('Confirmed');
  await move('Ready');
  await take();
  await call('POST /delivery/fail-order', { body: { ...ofOrder, reason: 'Seldom-Word-Dog' } }, driver.token);
  await take();
  await handOver({ name: 'Seldom-Word-Neighbour' });
  await move('Ready');
  await take();
  await handOver({}, { photo: makePng() });
  await platformTransaction(server.db, 'seed', (tx) =>
    tx
      .updateTable('deliveries')
      .set({ tracking_url: 'https://couriers.test/Seldom-Word-Door' })
      .where('order_id', '=', order._id)
      .where('outcome', '=', 'failed')
      .execute(),
  );

  const text = await exported();
  const data = JSON.parse(text) as { deliveries: object[]; deliveryPhotos: object[]; missingDeliveryPhotos: string[] };
  const at = expect.stringMatching(/^\d{4}-.*Z$/) as string;
  const delivery = {
    ...ofOrder,
    reason: null,
    proofName: null,
    trackingUrl: null,
    takenAt: at,
    leftAt: null,
    endedAt: at,
  };
  const delivered = { ...delivery, outcome: 'delivered', leftAt: at };
  expect(data.deliveries).toEqual([
    {
      ...delivery,
      outcome: 'failed',
      reason: 'Seldom-Word-Dog',
      proof: null,
      trackingUrl: 'https://couriers.test/Seldom-Word-Door',
    },
    { ...delivered, proof: 'name', proofName: 'Seldom-Word-Neighbour' },
    { ...delivered, proof: 'photo' },
  ]);
  expect(data.deliveryPhotos).toEqual([
    { ...ofOrder, contentType: 'image/png', base64: expect.stringMatching(/^iVBOR/) as string },
  ]);
  expect(data.missingDeliveryPhotos).toEqual([]);
  expect(text).not.toContain('Bilal');

  await call('POST /auth/delete-customer', {}, guest.token);
  expect(await findings(made.id, ['Seldom-Word'])).toEqual([]);
  const photos = await platformTransaction(server.db, 'seed', (tx) =>
    tx.selectFrom('delivery_photos').select('delivery_id').where('restaurant_id', '=', made.id).execute(),
  );
  expect(photos).toEqual([]);
});

/** The tables with a row of the restaurant that contains one of the words. */
async function findings(restaurantId: string, words: string[]): Promise<string[]> {
  return platformTransaction(server.db, 'administration', async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'restaurant_id' order by 1`.execute(tx);
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t where restaurant_id = ${restaurantId}`.execute(tx);
      for (const { row } of rows) for (const word of words) if (row.includes(word)) found.push(`${name}: ${word}`);
    }
    expect(tables.length).toBeGreaterThan(20);
    return found;
  });
}
