import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { platformTransaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import type { Order } from '#contract/ordering/orders.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
let sara: Awaited<ReturnType<typeof makeOwner>>;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  guest = await makeCustomer(app.db, made.id);
  sara = await makeOwner(app.db, made.id);
});

/** Three specials, of which there were ten. */
async function newOrder(): Promise<Order> {
  const body = pickupOrder(made, [{ itemId: made.items.special, quantity: 3 }], 132.3);
  return (await app.call('POST /order/create-order', { body }, guest.token)).order;
}

const cancel = async ({ _id: orderId }: Order, token = guest.token) =>
  (await app.call('POST /order/cancel-own-order', { body: { orderId } }, token)).order;

const accept = async ({ _id: orderId }: Order) =>
  (
    await app.call(
      'POST /order/update-order-status',
      { body: { orderId, status: 'Confirmed', expectedStatus: 'New' } },
      sara.token,
    )
  ).order;

const read = async (order: Order) =>
  (await app.call('GET /order/get-order-details/:id', { params: { id: order._id } }, sara.token)).order;

async function portions(): Promise<number | null> {
  const item = await platformTransaction(app.db, 'seed', (tx) =>
    tx.selectFrom('items').select('quantity').where('id', '=', made.items.special).executeTakeFirstOrThrow(),
  );
  return item.quantity;
}

async function messages(order: Order): Promise<number> {
  const rows = await platformTransaction(app.db, 'seed', (tx) =>
    tx.selectFrom('guest_messages').select('id').where('order_id', '=', order._id).execute(),
  );
  return rows.length;
}

test('a guest takes back an order that nobody has accepted: its portions return, and the restaurant reads who it was', async () => {
  const order = await newOrder();
  expect(await portions()).toBe(7);
  const cancelled = await cancel(order);
  expect(cancelled).toMatchObject({ status: 'Cancelled', cancelReason: 'guest_cancelled', version: order.version + 1 });
  expect(await portions()).toBe(10);
  const seen = await read(order);
  expect(seen.history.at(-1)).toEqual({
    from: 'New',
    to: 'Cancelled',
    at: seen.statusChangedAt,
    by: order.customerName,
    reason: 'guest_cancelled',
    isUndo: false,
  });
  // The guest did it, and needs no message that says so.
  expect(await messages(order)).toBe(0);
});

test('a repeated request is answered with the cancelled order, and gives nothing back twice', async () => {
  const order = await newOrder();
  const [first, ...others] = await Promise.all([cancel(order), cancel(order), cancel(order)]);
  for (const other of others) expect(other).toEqual(first);
  expect(await portions()).toBe(10);
  expect((await read(order)).history).toHaveLength(2);
});

test('staff cannot undo it', async () => {
  const order = await newOrder();
  await cancel(order);
  const body = { orderId: order._id, status: 'New' as const };
  expect(await refusalOf(app.call('POST /order/update-order-status', { body }, sara.token))).toMatchObject({
    status: 409,
    code: 'order.move_not_allowed',
  });
  expect(await portions()).toBe(10);
});

test("an accepted order is the restaurant's to cancel", async () => {
  const order = await newOrder();
  await accept(order);
  expect(await refusalOf(cancel(order))).toMatchObject({ status: 409, code: 'order.already_accepted' });
  expect(await read(order)).toMatchObject({ status: 'Confirmed' });
  expect(await portions()).toBe(7);
});

test('nobody cancels the order of another guest', async () => {
  const order = await newOrder();
  const other = await makeCustomer(app.db, made.id);
  expect(await refusalOf(cancel(order, other.token))).toMatchObject({ status: 404, code: 'order.not_found' });
  expect(await read(order)).toMatchObject({ status: 'New' });
});

test('a guest who cancels while the kitchen accepts wins or loses whole', async () => {
  const ended: string[] = [];
  for (let round = 0; round < 8; round++) {
    const order = await newOrder();
    const moves = round % 2 === 0 ? [cancel(order), accept(order)] : [accept(order), cancel(order)];
    const outcomes = await Promise.allSettled(moves);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const after = await read(order);
    expect(after.history).toHaveLength(2);
    ended.push(after.status);
    if (after.status === 'Confirmed') {
      const body = { orderId: order._id, status: 'Cancelled' as const, reason: 'too_busy' };
      await app.call('POST /order/update-order-status', { body }, sara.token);
    }
    expect(await portions()).toBe(10);
  }
  for (const status of ended) expect(['Confirmed', 'Cancelled']).toContain(status);
});
