import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerId, ItemId } from '#contract/base/ids.ts';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { makeMany } from '#server/test/data/make-many.ts';
import { deliveryOrder, type OrderInput, pickupOrder, type TestLine } from '#server/test/data/orders.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { untilAnswered } from '#server/test/data/when-free.ts';
import { testLog } from '#server/test/servers/log.ts';
import { countDeadlocks, countWaiting } from '#server/test/servers/waiting.ts';
import { OrderWriter } from './order-writer.ts';
import { placeOrder } from './place-order.ts';
import { BasketFactsCache } from '../quote/basket-facts-cache.ts';
const remembered = new BasketFactsCache();

let database: Database;
let writer: OrderWriter;
beforeAll(async () => {
  database = await freshDatabase();
  writer = new OrderWriter(database.orderDb, testLog);
});
afterAll(() => database.close());

const clock = () => new Date();

/** Places orders without the HTTP server, whose overload protection would refuse some of such a crowd. */
const placeOnce = ({ id: restaurantId }: TestRestaurant, customerId: CustomerId, order: OrderInput, key?: string) =>
  placeOrder({ db: database.db, clock, remembered, writer }, { restaurantId, customerId }, order, key ?? null);

/** Comes again, as a guest does, where the server has too much to do. */
const place = (...[made, customerId, order, key]: Parameters<typeof placeOnce>) =>
  untilAnswered(() => placeOnce(made, customerId, order, key), { hasKey: key !== undefined });

/** Does all the work, a fixed number at once; more would wait for a connection longer than a request may. */
async function crowd<T>(work: (() => Promise<T>)[], atOnce = 25): Promise<PromiseSettledResult<T>[]> {
  const results: PromiseSettledResult<T>[] = [];
  const left = [...work.entries()];
  const one = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, run] = next;
      [results[index]] = await Promise.allSettled([run()]);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return results;
}

/** The number of each outcome: 'placed' or the code of the refusal. */
async function outcomes(orders: (() => Promise<unknown>)[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const result of await crowd(orders)) {
    const outcome = result.status === 'fulfilled' ? 'placed' : codeOf(result.reason);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

function codeOf(error: unknown): string {
  return error instanceof Refusal ? error.code : String(error);
}

const makeGuests = (made: TestRestaurant, count: number) =>
  makeMany(count, async () => (await makeCustomer(database.db, made.id)).customerId);

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function countOf(made: TestRestaurant) {
  return platformTransaction(database.db, 'seed', async (tx) => {
    const orders = await tx.selectFrom('orders').select('order_number').where('restaurant_id', '=', made.id).execute();
    const lines = await tx.selectFrom('order_lines').select('quantity').where('restaurant_id', '=', made.id).execute();
    const items = await tx
      .selectFrom('items')
      .select(['id', 'quantity'])
      .where('restaurant_id', '=', made.id)
      .execute();
    const events = await tx
      .selectFrom('events')
      .select(['seq', 'type'])
      .where('restaurant_id', '=', made.id)
      .orderBy('seq')
      .execute();
    return {
      numbers: orders.map(({ order_number }) => order_number).sort((a, b) => a - b),
      lines: lines.length,
      left: new Map(items.map(({ id, quantity }) => [id, quantity])),
      events,
    };
  });
}

test('50 parallel retries with one key are one order and 50 equal answers', async () => {
  const made = await makeRestaurant(database.db);
  const [guest] = await makeGuests(made, 1);
  const order = pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1);
  const answers = await crowd(
    upTo(50).map(() => () => place(made, guest!, order, 'key')),
    50,
  );
  expect(answers[0]).toMatchObject({ status: 'fulfilled', value: { orderNumber: 1 } });
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  const { numbers, lines, left, events } = await countOf(made);
  expect({ numbers, lines, left: left.get(made.items.special) }).toEqual({ numbers: [1], lines: 1, left: 9 });
  expect(events).toEqual([{ seq: 1, type: 'order.placed' }]);
});

test('50 keys, 20 times each in parallel, are 50 orders', async () => {
  const made = await makeRestaurant(database.db);
  const guests = await makeGuests(made, 10);
  const order = pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 5.78);
  const calls = upTo(1000).map((call) => ({ guest: call % 10, key: `key-${call % 50}` }));
  const answers = await crowd(
    calls.map(
      ({ guest, key }) =>
        () =>
          place(made, guests[guest]!, order, key),
    ),
  );
  const firstOfKey = new Map(calls.map(({ key }, index) => [key, answers[index]]));
  for (const [index, { key }] of calls.entries()) expect(answers[index]).toEqual(firstOfKey.get(key));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set(['fulfilled']));
  expect((await countOf(made)).numbers).toEqual(upTo(50));
});

test.each<{ how: string; line: (made: TestRestaurant) => TestLine[]; price: number; portions: number }>([
  {
    how: 'of a dish',
    line: ({ items }) => [{ itemId: items.special, quantity: 1 }],
    price: 44.1,
    portions: 1,
  },
  {
    how: 'of an option',
    line: ({ items, modifiers }) => [
      { itemId: items.burger, modifierList: [modifiers.large, modifiers.bacon], quantity: 1 },
    ],
    price: 27.56,
    portions: 1,
  },
  {
    how: 'over two lines of one order',
    line: ({ items }) => [
      { itemId: items.special, quantity: 1 },
      { itemId: items.special, quantity: 1, note: 'Hot' },
    ],
    price: 88.2,
    portions: 2,
  },
])('200 buyers of the last 10 portions $how buy exactly 10', async ({ line, price, portions }) => {
  const made = await makeRestaurant(database.db);
  await platformTransaction(database.db, 'seed', (tx) =>
    tx.updateTable('items').set({ quantity: 10 }).where('id', '=', made.modifiers.bacon).execute(),
  );
  const guests = await makeGuests(made, 20);
  const order = pickupOrder(made, line(made), price);
  const sold = 10 / portions;
  expect(await outcomes(upTo(200).map((buyer) => () => place(made, guests[buyer % 20]!, order)))).toEqual({
    placed: sold,
    'order.sold_out': 200 - sold,
  });
  const { numbers, left, events } = await countOf(made);
  expect(numbers).toEqual(upTo(sold));
  const portionsLeft = [made.items.special, made.modifiers.bacon].map((id) => left.get(id));
  expect(new Set(portionsLeft)).toEqual(new Set([0, 10]));
  // The menus are told when the last portion is sold.
  expect(events.map(({ type }) => type)).toEqual([...upTo(sold).map(() => 'order.placed'), 'catalogue.changed']);
  expect(events.map(({ seq }) => seq)).toEqual(upTo(sold + 1));
});

test('portions that come back while an order waits for them are sold to it', async () => {
  const made = await makeRestaurant(database.db);
  const [guest] = await makeGuests(made, 1);
  const order = pickupOrder(made, [{ itemId: made.items.special, quantity: 3 }], 132.3);
  await place(made, guest!, order);
  const setLeft = (tx: Tx, quantity: number) =>
    tx.updateTable('items').set({ quantity }).where('id', '=', made.items.special).execute();
  await transaction(database.db, made.id, (tx) => setLeft(tx, 1));
  const { waiting } = await transaction(database.db, made.id, async (tx) => {
    await setLeft(tx, 5);
    const waiting = place(made, guest!, order);
    await expect.poll(() => countWaiting(tx)).toBe(1);
    return { waiting };
  });
  expect((await waiting).orderNumber).toBe(2);
  expect((await countOf(made)).left.get(made.items.special)).toBe(2);
});

test('50 clients that order the same dishes in any order never deadlock', async () => {
  const made = await makeRestaurant(database.db);
  const { burger, water, special } = made.items;
  const { large, cheese } = made.modifiers;
  const counted: ItemId[] = [burger, water, special, large, cheese];
  await platformTransaction(database.db, 'seed', (tx) =>
    tx.updateTable('items').set({ quantity: 1_000 }).where('id', 'in', counted).execute(),
  );
  const guests = await makeGuests(made, 50);
  const lines: TestLine[] = [
    { itemId: burger, modifierList: [cheese, large], quantity: 1 },
    { itemId: burger, modifierList: [large], quantity: 1 },
    { itemId: water, quantity: 1 },
    { itemId: special, quantity: 1 },
  ];
  const order = () =>
    deliveryOrder(
      made,
      lines.toSorted(() => Math.random() - 0.5),
      105.54,
    );
  const results = guests.flatMap((guest) => upTo(10).map(() => () => place(made, guest, order())));
  expect(await outcomes(results)).toEqual({ placed: 500 });
  const { numbers, left } = await countOf(made);
  expect(numbers).toEqual(upTo(500));
  expect(counted.map((id) => left.get(id))).toEqual([0, 500, 500, 0, 500]);
  expect(await countDeadlocks(database.db)).toBe(0);
});

test('no order that starts after a pause was acknowledged is accepted', async () => {
  const made = await makeRestaurant(database.db);
  const guests = await makeGuests(made, 4);
  const order = pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 5.78);
  const setAccepting = (accepts_orders: boolean) =>
    transaction(database.db, made.id, (tx) =>
      tx
        .updateTable('outlet_modes')
        .set({ accepts_orders })
        .where('restaurant_id', '=', made.id)
        .where('mode', '=', 'pickup')
        .execute(),
    );
  /** Counts up with each pause that begins or ends; odd during a pause. */
  let pauses = 0;
  const over = new AbortController();
  const counts = { placed: 0, refused: 0, wronglyPlaced: 0 };
  const buy = async (guest: CustomerId) => {
    while (!over.signal.aborted) {
      let startedIn = pauses;
      const start = () => {
        startedIn = pauses;
        return placeOnce(made, guest, order);
      };
      const outcome = await untilAnswered(start, { hasKey: false }).then(() => 'placed', codeOf);
      if (outcome === 'order.mode_not_available') counts.refused++;
      else if (outcome !== 'placed') throw new Error(outcome);
      else if (startedIn % 2 === 1 && startedIn === pauses) counts.wronglyPlaced++;
      else counts.placed++;
    }
  };
  const buyers = Promise.all(guests.map(buy));
  /** Waits, however slow the machine is, for one more order with that outcome. */
  const oneMore = async (outcome: 'placed' | 'refused') => {
    const before = counts[outcome];
    while (counts[outcome] === before && counts.wronglyPlaced === 0) await sleep(1);
  };
  for (let cycle = 0; cycle < 100; cycle++) {
    await setAccepting(false);
    pauses++;
    await oneMore('refused');
    pauses++;
    await setAccepting(true);
    await oneMore('placed');
  }
  over.abort();
  await buyers;
  expect(counts).toEqual({ placed: expect.any(Number), refused: expect.any(Number), wronglyPlaced: 0 });
  expect(Math.min(counts.placed, counts.refused)).toBeGreaterThanOrEqual(100);
});
