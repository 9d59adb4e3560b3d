import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CustomerId, OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isAllowedMove, type OrderStatus, orderStatuses } from '#contract/ordering/order-status.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeMany } from '#server/test/data/make-many.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { whenFree } from '#server/test/data/when-free.ts';
import { testLog } from '#server/test/servers/log.ts';
import { OrderWriter } from '../place/order-writer.ts';
import { placeOrder } from '../place/place-order.ts';
import { BasketFactsCache } from '../quote/basket-facts-cache.ts';
import type { Role } from '#contract/base/enumerations.ts';
const remembered = new BasketFactsCache();

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
  app.clock.stop();
});
afterAll(() => app.close());

type Person = Awaited<ReturnType<typeof makeOwner>>;

let made: TestRestaurant;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
let sara: Person;
let omar: Person;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  guest = await makeCustomer(app.db, made.id);
  sara = await makeOwner(app.db, made.id);
  omar = await makeOwner(app.db, made.id, 'staff');
});

/** Three specials, of which there were ten. */
function newOrder(customerId: CustomerId = guest.customerId): Promise<Order> {
  const order = pickupOrder(made, [{ itemId: made.items.special, quantity: 3 }], 132.3);
  return placeOrder(
    { db: app.db, clock: app.clock.now, remembered, writer: new OrderWriter(app.db, testLog) },
    { restaurantId: made.id, customerId },
    order,
    null,
  );
}

interface Request {
  status: OrderStatus;
  expectedStatus?: OrderStatus;
  reason?: string;
  preparationTime?: number;
}

async function move(order: { _id: OrderId }, request: Request, person: Person = sara): Promise<Order> {
  const body = { orderId: order._id, ...request };
  return (await app.call('POST /order/update-order-status', { body }, person.token)).order;
}

const path: Record<OrderStatus, Request[]> = {
  New: [],
  Confirmed: [{ status: 'Confirmed' }],
  Ready: [{ status: 'Confirmed' }, { status: 'Ready' }],
  Completed: [{ status: 'Confirmed' }, { status: 'Ready' }, { status: 'Completed' }],
  Cancelled: [{ status: 'Cancelled', reason: 'Sold out' }],
};

/** An order that has been in this status for a minute: too long to undo. */
async function orderIn(status: OrderStatus): Promise<Order> {
  let order = await newOrder();
  for (const request of path[status]) order = await move(order, request);
  app.clock.advance(60_000);
  return order;
}

const read = async (order: Order, token = sara.token) =>
  (await app.call('GET /order/get-order-details/:id', { params: { id: order._id } }, token)).order;

async function stock(): Promise<number | null> {
  const item = await platformTransaction(app.db, 'seed', (tx) =>
    tx.selectFrom('items').select('quantity').where('id', '=', made.items.special).executeTakeFirstOrThrow(),
  );
  return item.quantity;
}

const eventTypes = async () => {
  const rows = await platformTransaction(app.db, 'seed', (tx) =>
    tx.selectFrom('events').select('type').where('restaurant_id', '=', made.id).orderBy('seq').execute(),
  );
  return rows.map(({ type }) => type);
};

describe('the table of moves', () => {
  const pairs = orderStatuses.flatMap((from) => orderStatuses.map((to) => ({ from, to })));
  describe.each<Role>(['owner', 'manager', 'staff'])('for %s', (role) => {
    test.each(pairs)('$from to $to', async ({ from, to }) => {
      const person = await makeOwner(app.db, made.id, role);
      const order = await orderIn(from);
      const moving = move(order, { status: to, reason: 'Sold out' }, person);
      if (isAllowedMove(from, to)) {
        const moved = await moving;
        expect(moved).toMatchObject({ status: to, version: order.version + 1 });
        expect(moved.history.at(-1)).toMatchObject({ from, to, by: person.name, isUndo: false });
        expect(await read(order)).toEqual(moved);
      } else {
        const code = from === to ? 'order.status_changed' : 'order.move_not_allowed';
        expect(await refusalOf(moving)).toMatchObject({ status: 409, code });
        expect(await read(order)).toMatchObject({ status: from, version: order.version });
      }
    });
  });

  test('has no other status', async () => {
    const order = await newOrder();
    const body = { orderId: order._id, status: 'Delivered' as OrderStatus };
    expect(await refusalOf(app.call('POST /order/update-order-status', { body }, sara.token))).toMatchObject({
      status: 400,
    });
  });
});

describe('a move', () => {
  test('names the person, and when the order will be ready', async () => {
    const order = await newOrder();
    const before = app.clock.now().getTime();
    const confirmed = await move(order, { status: 'Confirmed', preparationTime: 25 }, omar);
    const changedAt = Date.parse(confirmed.statusChangedAt);
    expect(changedAt).toBeGreaterThanOrEqual(before);
    expect(Date.parse(confirmed.promisedAt!) - changedAt).toBe(25 * 60_000);
    expect(confirmed.history).toEqual([
      { from: null, to: 'New', at: order.createdAt, by: guest.name, reason: null, isUndo: false },
      { from: 'New', to: 'Confirmed', at: confirmed.statusChangedAt, by: omar.name, reason: null, isUndo: false },
    ]);
    expect((await read(order, guest.token)).history.map(({ by }) => by)).toEqual([null, null]);
    expect(await eventTypes()).toEqual(['order.placed', 'order.status_changed']);
  });

  test('promises the minutes of the mode by default', async () => {
    const confirmed = await move(await newOrder(), { status: 'Confirmed' });
    expect(Date.parse(confirmed.promisedAt!) - Date.parse(confirmed.statusChangedAt)).toBe(15 * 60_000);
  });

  test('is refused with who was faster when it expects another status', async () => {
    const order = await newOrder();
    await move(order, { status: 'Confirmed' }, omar);
    const late = await refusalOf(move(order, { status: 'Cancelled', reason: 'Busy', expectedStatus: 'New' }));
    expect(late).toMatchObject({
      status: 409,
      code: 'order.status_changed',
      details: { name: omar.name, status: 'Confirmed' },
      msg: `${omar.name} moved this order to Confirmed already.`,
    });
    const same = await refusalOf(move(order, { status: 'Confirmed', expectedStatus: 'New' }));
    expect(same).toMatchObject({ code: 'order.status_changed', details: { name: omar.name } });
  });

  test('can be repeated when its answer was lost', async () => {
    const order = await newOrder();
    const first = await move(order, { status: 'Confirmed', expectedStatus: 'New' });
    expect(await move(order, { status: 'Confirmed', expectedStatus: 'New' })).toEqual(first);
    expect(await eventTypes()).toEqual(['order.placed', 'order.status_changed']);
  });

  test('to Cancelled needs a reason', async () => {
    const order = await newOrder();
    expect(await refusalOf(move(order, { status: 'Cancelled' }))).toMatchObject({
      status: 400,
      code: 'order.reason_required',
    });
    const cancelled = await move(order, { status: 'Cancelled', reason: 'The fryer broke' });
    expect(cancelled).toMatchObject({ status: 'Cancelled', cancelReason: 'The fryer broke' });
    expect((await read(order, guest.token)).cancelReason).toBe('The fryer broke');
  });

  test('finds no order of another restaurant', async () => {
    const order = await newOrder();
    const stranger = await makeOwner(app.db, (await makeRestaurant(app.db)).id);
    const refusal = await refusalOf(move(order, { status: 'Confirmed' }, stranger));
    const unknown = await refusalOf(move({ _id: crypto.randomUUID() as OrderId }, { status: 'Confirmed' }, stranger));
    expect(refusal).toEqual({ ...unknown, requestId: refusal.requestId });
    expect(refusal).toMatchObject({ status: 404, code: 'order.not_found' });
    expect(await read(order)).toMatchObject({ status: 'New', version: 1 });
  });

  test('is not for guests', async () => {
    const order = await newOrder();
    const body = { orderId: order._id, status: 'Cancelled' as const, reason: 'Changed my mind' };
    expect(await refusalOf(app.call('POST /order/update-order-status', { body }, guest.token))).toMatchObject({
      status: 403,
    });
  });
});

describe('an undo', () => {
  test.each<{ from: OrderStatus; to: OrderStatus }>([
    { from: 'New', to: 'Confirmed' },
    { from: 'Confirmed', to: 'Ready' },
    { from: 'Ready', to: 'Completed' },
    { from: 'New', to: 'Cancelled' },
    { from: 'Confirmed', to: 'Cancelled' },
    { from: 'Ready', to: 'Cancelled' },
  ])('takes $to back to $from within 15 seconds, and is stored as one', async ({ from, to }) => {
    const order = await orderIn(from);
    await move(order, { status: to, reason: 'Sold out' });
    app.clock.advance(15_000);
    const undone = await move(order, { status: from }, omar);
    expect(undone).toMatchObject({
      status: from,
      version: order.version + 2,
      cancelReason: null,
      promisedAt: order.promisedAt,
    });
    expect(undone.history.at(-1)).toMatchObject({ from: to, to: from, by: omar.name, isUndo: true });
    expect(await read(order)).toEqual(undone);
    expect(await stock()).toBe(7);
  });

  test('is too late after 15 seconds', async () => {
    const order = await newOrder();
    await move(order, { status: 'Confirmed' });
    app.clock.advance(15_001);
    expect(await refusalOf(move(order, { status: 'New' }))).toMatchObject({ code: 'order.move_not_allowed' });
  });

  test('goes back to the former status, nowhere else, and once', async () => {
    const order = await orderIn('Confirmed');
    await move(order, { status: 'Cancelled', reason: 'Busy' });
    expect(await refusalOf(move(order, { status: 'Ready' }))).toMatchObject({ code: 'order.move_not_allowed' });
    await move(order, { status: 'Confirmed' });
    expect(await refusalOf(move(order, { status: 'New' }))).toMatchObject({ code: 'order.move_not_allowed' });
  });

  test('is refused for a cancellation whose portions are gone', async () => {
    const order = await newOrder();
    await move(order, { status: 'Cancelled', reason: 'Busy' });
    await platformTransaction(app.db, 'seed', (tx) =>
      tx.updateTable('items').set({ quantity: 2 }).where('id', '=', made.items.special).execute(),
    );
    const refusal = await refusalOf(move(order, { status: 'New' }));
    expect(refusal).toMatchObject({
      status: 409,
      code: 'order.sold_out',
      details: { item: `special ${made.canary}`, left: 2 },
    });
    expect(await read(order)).toMatchObject({ status: 'Cancelled' });
    expect(await stock()).toBe(2);
  });
});

describe('stock', () => {
  test('comes back once when an order is cancelled, and menus are told when it was sold out', async () => {
    await platformTransaction(app.db, 'seed', (tx) =>
      tx.updateTable('items').set({ quantity: 3 }).where('id', '=', made.items.special).execute(),
    );
    const order = await newOrder();
    expect(await stock()).toBe(0);
    await move(order, { status: 'Cancelled', reason: 'Busy' });
    expect(await stock()).toBe(3);
    await move(order, { status: 'New' });
    expect(await stock()).toBe(0);
    const changed = ['order.status_changed', 'catalogue.changed'];
    expect(await eventTypes()).toEqual(['order.placed', 'catalogue.changed', ...changed, ...changed]);
  });

  test('is not given back when it was uncounted at the time of the order', async () => {
    const count = (quantity: number | null) =>
      platformTransaction(app.db, 'seed', (tx) =>
        tx.updateTable('items').set({ quantity }).where('id', '=', made.items.special).execute(),
      );
    await count(null);
    const order = await newOrder();
    await count(5);
    await move(order, { status: 'Cancelled', reason: 'Busy' });
    expect(await stock()).toBe(5);
  });
});

describe('parallel changes', () => {
  test('by 20 people move an order once, and its history is a legal path', async () => {
    for (let round = 0; round < 10; round++) {
      const order = await newOrder();
      const people = await makeMany(20, () => makeOwner(app.db, made.id));
      const results = await Promise.allSettled(
        people.map((person, index) => {
          const request: Request = index % 2 === 0 ? { status: 'Confirmed' } : { status: 'Cancelled', reason: 'Busy' };
          return whenFree(() => move(order, { ...request, expectedStatus: 'New' }, person));
        }),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const refused = await Promise.all(
        results.flatMap((result) => (result.status === 'rejected' ? [refusalOf(Promise.reject(result.reason))] : [])),
      );
      expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['order.status_changed']));
      const { history, version } = await read(order);
      expect(version).toBe(2);
      expect(history.map(({ from, to }) => [from, to])).toEqual([
        [null, 'New'],
        ['New', history[1]!.to],
      ]);
      await platformTransaction(app.db, 'seed', (tx) =>
        tx.updateTable('items').set({ quantity: 10 }).where('id', '=', made.items.special).execute(),
      );
    }
  });

  test('with 50 cancellations give the stock back once', async () => {
    const order = await newOrder();
    expect(await stock()).toBe(7);
    const people = await makeMany(50, () => makeOwner(app.db, made.id));
    const request: Request = { status: 'Cancelled', reason: 'Busy' };
    const results = await Promise.allSettled(people.map((person) => whenFree(() => move(order, request, person))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await stock()).toBe(10);
    expect((await read(order)).history).toHaveLength(2);
  });
});
