import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '#contract/ordering/orders.ts';
import { limits } from '#contract/base/limits.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { largeBurger, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
let sara: Awaited<ReturnType<typeof makeOwner>>;
let omar: Awaited<ReturnType<typeof makeOwner>>;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  [guest, sara, omar] = await Promise.all([
    makeCustomer(app.db, made.id),
    makeOwner(app.db, made.id),
    makeOwner(app.db, made.id, 'staff'),
  ]);
});

/** Three lines: a large burger with cheese, two specials, a water. */
async function inKitchen(): Promise<Order> {
  const { items } = made;
  const lines = [largeBurger(made), { itemId: items.special, quantity: 2 }, { itemId: items.water, quantity: 1 }];
  const body = pickupOrder(made, lines, 121.01);
  const { order } = await app.call('POST /order/create-order', { body }, guest.token);
  return move(order, 'Confirmed');
}

async function move(order: Pick<Order, '_id'>, status: Order['status'], reason?: string): Promise<Order> {
  const body = { orderId: order._id, status, reason };
  return (await app.call('POST /order/update-order-status', { body }, sara.token)).order;
}

async function bump({ _id }: Order, lines: number[], { token } = omar): Promise<Order> {
  return (await app.call('POST /order/bump-lines', { body: { orderId: _id, lines } }, token)).order;
}

async function recall({ _id }: Order, lines: number[], { token } = omar): Promise<Order> {
  return (await app.call('POST /order/recall-lines', { body: { orderId: _id, lines } }, token)).order;
}

const read = async ({ _id }: Order, token = sara.token) =>
  (await app.call('GET /order/get-order-details/:id', { params: { id: _id } }, token)).order;

/** The state of each line: 'made', 'again' after a recall, or 'waiting'. */
const linesOf = ({ cart }: Order) =>
  cart.map(({ madeAt, recalledAt }) => (madeAt !== null ? 'made' : recalledAt !== null ? 'again' : 'waiting'));

const events = async () => {
  const rows = await platformTransaction(app.db, 'seed', (tx) =>
    tx.selectFrom('events').select('type').where('restaurant_id', '=', made.id).orderBy('seq').execute(),
  );
  return rows.map(({ type }) => type).filter((type) => type !== 'catalogue.changed');
};

describe('a bump', () => {
  test('keeps the order in the kitchen while lines are left, and tells the other screens', async () => {
    const order = await inKitchen();
    expect(linesOf(order)).toEqual(['waiting', 'waiting', 'waiting']);
    const bumped = await bump(order, [2]);
    expect(linesOf(bumped)).toEqual(['waiting', 'made', 'waiting']);
    expect(bumped).toMatchObject({ status: 'Confirmed', version: order.version + 1, history: order.history });
    expect(bumped.cart.map(({ lineNumber }) => lineNumber)).toEqual([1, 2, 3]);
    expect(await read(order)).toEqual(bumped);
    expect(await events()).toEqual(['order.placed', 'order.status_changed', 'order.bumped']);
  });

  test('makes the order Ready with its last line, by the person who bumped it', async () => {
    const order = await inKitchen();
    await bump(order, [1, 3]);
    const ready = await bump(order, [2]);
    expect(ready.status).toBe('Ready');
    expect(linesOf(ready)).toEqual(['made', 'made', 'made']);
    expect(ready.history.at(-1)).toMatchObject({ from: 'Confirmed', to: 'Ready', by: omar.name, isUndo: false });
    expect(ready.promisedAt).toBe(order.promisedAt);
    expect(await read(order)).toEqual(ready);
    // The bump and the resulting move are one event.
    expect((await events()).slice(2)).toEqual(['order.bumped', 'order.status_changed']);
  });

  test('counts once when it is repeated', async () => {
    const order = await inKitchen();
    const first = await bump(order, [1]);
    app.clock.advance(60_000);
    expect(await bump(order, [1])).toEqual(first);
    const ready = await bump(order, [1, 2, 3]);
    expect(ready.cart[0]!.madeAt).toBe(first.cart[0]!.madeAt);
    expect(await bump(order, [1, 2, 3])).toEqual(ready);
    expect(await events()).toHaveLength(4);
  });

  test('is not told to the guest', async () => {
    const order = await inKitchen();
    await bump(order, [1]);
    expect(linesOf(await read(order, guest.token))).toEqual(['waiting', 'waiting', 'waiting']);
  });

  test('is refused for an order that has left the kitchen, naming the person who moved it', async () => {
    const order = await inKitchen();
    await move(order, 'Cancelled', 'Too busy');
    expect(await refusalOf(bump(order, [1]))).toMatchObject({
      status: 409,
      code: 'order.status_changed',
      msg: `${sara.name} moved this order to Cancelled already.`,
    });
    const body = pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 5.78);
    const { order: fresh } = await app.call('POST /order/create-order', { body }, guest.token);
    expect(await refusalOf(bump(fresh, [1]))).toMatchObject({ status: 409, code: 'order.move_not_allowed' });
    expect(await refusalOf(recall(fresh, [1]))).toMatchObject({ status: 409, code: 'order.move_not_allowed' });
  });

  test('is refused for an unknown line', async () => {
    const order = await inKitchen();
    expect(await refusalOf(bump(order, [1, 4]))).toMatchObject({ status: 404, code: 'order.line_not_found' });
    expect(linesOf(await read(order))).toEqual(['waiting', 'waiting', 'waiting']);
  });

  test("finds nothing in another restaurant's order", async () => {
    const order = await inKitchen();
    const other = await makeOwner(app.db, (await makeRestaurant(app.db)).id);
    expect(await refusalOf(bump(order, [1], other))).toMatchObject({ status: 404, code: 'order.not_found' });
    expect(await refusalOf(recall(order, [1], other))).toMatchObject({ status: 404, code: 'order.not_found' });
  });
});

describe('a recall', () => {
  test('brings a line back', async () => {
    const order = await inKitchen();
    await bump(order, [1, 2]);
    const recalled = await recall(order, [2]);
    expect(linesOf(recalled)).toEqual(['made', 'again', 'waiting']);
    expect(recalled).toMatchObject({ status: 'Confirmed', version: order.version + 2 });
    // A line that is not made cannot be recalled.
    expect(await recall(order, [2, 3])).toEqual(recalled);
    expect(linesOf(await bump(order, [2]))).toEqual(['made', 'made', 'waiting']);
  });

  test('takes the order back to the kitchen while its move can be undone', async () => {
    const order = await inKitchen();
    await bump(order, [1, 2, 3]);
    app.clock.advance(limits.undoSeconds * 1000 - 1000);
    const recalled = await recall(order, [1, 2, 3], sara);
    expect(recalled.status).toBe('Confirmed');
    expect(linesOf(recalled)).toEqual(['again', 'again', 'again']);
    expect(recalled.promisedAt).toBe(order.promisedAt);
    expect(recalled.history.at(-1)).toMatchObject({ from: 'Ready', to: 'Confirmed', by: sara.name, isUndo: true });
    expect((await bump(order, [1, 2, 3])).status).toBe('Ready');
  });

  test('leaves the order Ready once the guest was told, with the lines to be made again', async () => {
    const order = await inKitchen();
    await bump(order, [1, 2, 3]);
    app.clock.advance(limits.undoSeconds * 1000 + 1000);
    const recalled = await recall(order, [2]);
    expect(recalled.status).toBe('Ready');
    expect(linesOf(recalled)).toEqual(['made', 'again', 'made']);
    const again = await bump(order, [2]);
    expect(again.status).toBe('Ready');
    expect(linesOf(again)).toEqual(['made', 'made', 'made']);
    expect(again.history).toEqual(recalled.history);
  });

  test('is refused once the order is completed', async () => {
    const order = await inKitchen();
    await bump(order, [1, 2, 3]);
    await move(order, 'Completed');
    expect(await refusalOf(recall(order, [1]))).toMatchObject({ status: 409, code: 'order.status_changed' });
  });
});

test('an order that was moved back by hand can be bumped to Ready again', async () => {
  const order = await inKitchen();
  await bump(order, [1, 2, 3], sara);
  await move(order, 'Confirmed');
  expect(linesOf(await read(order))).toEqual(['made', 'made', 'made']);
  expect((await bump(order, [1])).status).toBe('Ready');
});

describe('two tablets at once', () => {
  test('bump the same line once', async () => {
    const order = await inKitchen();
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((turn) => bump(order, [1], turn % 2 ? sara : omar)));
    expect(new Set(answers.map(({ cart }) => cart[0]!.madeAt)).size).toBe(1);
    expect((await read(order)).version).toBe(order.version + 1);
    expect((await events()).filter((type) => type === 'order.bumped')).toHaveLength(1);
  });

  test('bump different lines, and the order is Ready once', async () => {
    const order = await inKitchen();
    await Promise.all([bump(order, [1], sara), bump(order, [2]), bump(order, [3], sara), bump(order, [1, 2, 3])]);
    const after = await read(order);
    expect(linesOf(after)).toEqual(['made', 'made', 'made']);
    expect(after.history.map(({ to }) => to)).toEqual(['New', 'Confirmed', 'Ready']);
  });

  test('bump while the order is moved by hand, and it is Ready once', async () => {
    const order = await inKitchen();
    const [, moved] = await Promise.allSettled([bump(order, [1, 2, 3]), move(order, 'Ready')]);
    // A second move by hand is refused with the reason; a second bump finds nothing left to do.
    if (moved.status === 'rejected') {
      expect(await refusalOf(Promise.reject(moved.reason as Error))).toMatchObject({ code: 'order.status_changed' });
    }
    const after = await read(order);
    expect(after.status).toBe('Ready');
    expect(linesOf(after)).toEqual(['made', 'made', 'made']);
    expect(after.history.map(({ to }) => to)).toEqual(['New', 'Confirmed', 'Ready']);
  });
});
