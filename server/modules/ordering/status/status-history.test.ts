/**
 * Guests and staff act at random in parallel, with lost answers and repeated requests; afterwards everything
 * acknowledged must have happened, once and legally (R57).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CustomerId, ItemId, OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isAllowedMove, orderStatuses } from '#contract/ordering/order-status.ts';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { DatabaseUnavailable } from '#server/db/unavailable.ts';
import type { EventLog, StoredEvent } from '#server/events/event-log.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { testConfig } from '#server/test/servers/app.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { openEvents } from '#server/test/servers/events.ts';
import { type OrderInput, pickupOrder, type TestLine } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { untilAnswered } from '#server/test/data/when-free.ts';
import { testLog } from '#server/test/servers/log.ts';
import { changeOrderStatus } from './change-order-status.ts';
import { OrderWriter } from '../place/order-writer.ts';
import { placeOrder } from '../place/place-order.ts';
import { findOrder, listOrdersById, type StoredOrder } from '../queries.ts';
import { BasketFactsCache } from '../quote/basket-facts-cache.ts';

/** Actions of each of twelve guests and six members of staff. */
const timesEach = 40;

let database: Database;
let log: EventLog;
beforeAll(async () => {
  database = await freshDatabase();
  log = openEvents(database);
});
afterAll(async () => {
  await log.close();
  await database.close();
});

/** An order that a guest requested, maybe several times, with the answers. */
interface Attempt {
  customerId: CustomerId;
  key: string;
  order: OrderInput;
  answers: Order[];
}

/** The clients' observations. */
interface Seen {
  attempts: Attempt[];
  moves: { orderId: OrderId; version: number }[];
  refusals: Set<string>;
  /** Answers that no client may ever get. */
  surprises: string[];
}

test('everything acknowledged happened, once and legally', async () => {
  const made = await makeRestaurant(database.db, { stock: 200 });
  const initial = new Map<ItemId, number>([
    [made.items.special, 200],
    [made.modifiers.cheese, 200],
  ]);
  await platformTransaction(database.db, 'seed', (tx) =>
    tx.updateTable('items').set({ quantity: 200 }).where('id', '=', made.modifiers.cheese).execute(),
  );
  const heard: StoredEvent[] = [];
  await log.subscribe(
    made.id,
    (event) => heard.push(event),
    () => undefined,
  );

  const seen = await actAtOnce(made);

  expect(seen.surprises).toEqual([]);
  const stored = await readEverything(made);
  expect(stored.orders.length).toBeGreaterThan(50);
  expect(seen.moves.length).toBeGreaterThan(50);
  checkAcknowledged(seen, stored.orders);
  stored.orders.forEach(checkHistory);
  stored.orders.forEach(checkMoney);
  checkStock(initial, stored);
  await vi.waitFor(async () => expect(heard.length).toBe(await log.lastSeq(made.id)), { timeout: 10_000 });
  checkEvents(heard, stored.orders);
});

async function actAtOnce(made: TestRestaurant): Promise<Seen> {
  const deps = {
    db: database.db,
    clock: () => new Date(),
    config: testConfig,
    remembered: new BasketFactsCache(),
    writer: new OrderWriter(database.orderDb, testLog),
  };
  const { id: restaurantId } = made;
  const guests = await Promise.all(upTo(6).map(() => makeCustomer(database.db, restaurantId)));
  const staff = await Promise.all(upTo(3).map(() => makeOwner(database.db, restaurantId, 'staff')));
  const seen: Seen = { attempts: [], moves: [], refusals: new Set(), surprises: [] };
  const read = (id: OrderId) => transaction(database.db, restaurantId, (tx) => findOrder(tx, restaurantId, id));

  async function send(attempt: Attempt, isAnswerLost: boolean): Promise<void> {
    const { customerId, key, order } = attempt;
    const answer = await placeOrder(deps, { restaurantId, customerId }, order, key);
    if (!isAnswerLost) attempt.answers.push(answer);
    if ((await read(answer._id)) === null) seen.surprises.push(`${answer._id} was placed and is not there`);
  }

  /** Requests a new order, or repeats an earlier one; once or twice in parallel. */
  async function buy(customerId: CustomerId): Promise<void> {
    const isRepeated = seen.attempts.length > 0 && Math.random() < 0.3;
    const attempt = isRepeated ? oneOf(seen.attempts) : newAttempt(made, customerId);
    if (!isRepeated) seen.attempts.push(attempt);
    await Promise.all(upTo(oneOf([1, 1, 2, 3])).map(() => noted(send(attempt, Math.random() < 0.2))));
  }

  async function move({ userId, name }: (typeof staff)[number]): Promise<void> {
    // Waits for a placed order, however slow the machine is.
    await vi.waitUntil(() => seen.attempts.some(({ answers }) => answers.length > 0), { timeout: 30_000 });
    const order = oneOf(seen.attempts.flatMap(({ answers }) => answers.slice(0, 1)).slice(-20));
    const current = await read(order._id);
    const request = {
      status: oneOf([
        ...orderStatuses.filter((to) => isAllowedMove(current?.status ?? 'New', to)),
        oneOf(orderStatuses),
      ]),
      expectedStatus: oneOf([undefined, undefined, current?.status, oneOf(orderStatuses)]),
      reason: 'Busy',
    };
    const { version } = await changeOrderStatus(deps, { restaurantId, userId, name }, order._id, request);
    seen.moves.push({ orderId: order._id, version });
    if (((await read(order._id))?.status_version ?? 0) < version) seen.surprises.push(`${order._id} went back in time`);
  }

  /** A refusal is an ordinary answer, and so is that of a server that has too much to do; any other error is not. */
  async function noted(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => {
      if (error instanceof Refusal) seen.refusals.add(error.code);
      else if (error instanceof DatabaseUnavailable && !error.outcomeUnknown) seen.refusals.add('server.unavailable');
      else seen.surprises.push(String(error));
    });
  }

  const keepDoing = async (work: () => Promise<void>) => {
    for (let times = 0; times < timesEach; times++) {
      await noted(work());
      await sleep(Math.random() * 20);
    }
  };
  await Promise.all([
    ...guests.flatMap(({ customerId }) => upTo(2).map(() => keepDoing(() => buy(customerId)))),
    ...staff.flatMap((person) => upTo(2).map(() => keepDoing(() => move(person)))),
  ]);
  // A client whose answer was lost asks once more.
  for (const attempt of seen.attempts)
    if (attempt.answers.length === 0) await noted(untilAnswered(() => send(attempt, false), { hasKey: true }));
  return seen;
}

/** One to three dishes with their price computed by hand: options once a line, 5 % tax half up. */
function newAttempt(made: TestRestaurant, customerId: CustomerId): Attempt {
  const { items, modifiers } = made;
  const quantity = oneOf([1, 2]);
  const special: TestLine = { itemId: items.special, quantity };
  const burger: TestLine = { itemId: items.burger, modifierList: [modifiers.large, modifiers.cheese], quantity };
  const lines = oneOf([[special], [burger], [special, burger], [burger, special, special]]);
  const subtotal = lines.reduce(
    (sum, line) => sum + quantity * (line === special ? 4200 : 1800) + (line === special ? 0 : 775),
    0,
  );
  const total = subtotal + Math.floor((subtotal * 5 + 50) / 100);
  return { customerId, key: crypto.randomUUID(), order: pickupOrder(made, lines, total / 100), answers: [] };
}

function readEverything({ id }: TestRestaurant) {
  return transaction(database.db, id, async (tx) => {
    const rows = await tx.selectFrom('orders').select('id').where('restaurant_id', '=', id).execute();
    const orders = await listOrdersById(
      tx,
      id,
      rows.map((row) => row.id),
    );
    const counted = await tx
      .selectFrom('items')
      .select(['id', 'quantity'])
      .where('restaurant_id', '=', id)
      .where('quantity', 'is not', null)
      .execute();
    return { orders, counted };
  });
}

/** Each answered key has one order, no order lacks a key, and every answer is its order as it was at a moment. */
function checkAcknowledged({ attempts, moves }: Seen, orders: readonly StoredOrder[]): void {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const answered = attempts.filter(({ answers }) => answers.length > 0);
  expect(new Set(answered.map(({ answers }) => answers[0]!._id))).toEqual(new Set(byId.keys()));
  for (const { answers, customerId, order } of answered) {
    const kept = byId.get(answers[0]!._id)!;
    for (const answer of answers) checkAnswer(answer, kept);
    expect(kept).toMatchObject({ customer_id: customerId, order_number: answers[0]!.orderNumber });
    expect(kept.total_minor).toBe(Math.round(order.totalPrice * 100));
  }
  expect(orders.map((order) => order.order_number).toSorted((a, b) => a - b)).toEqual(upTo(orders.length));
  for (const { orderId, version } of moves) expect(byId.get(orderId)!.status_version).toBeGreaterThanOrEqual(version);
}

function checkAnswer({ _id, orderNumber, totalPrice, status, history }: Order, kept: StoredOrder): void {
  expect([_id, orderNumber, totalPrice]).toEqual([kept.id, kept.order_number, kept.total_minor / 100]);
  const moves = kept.history.slice(0, history.length);
  expect(history.map(({ to, at }) => [to, at])).toEqual(
    moves.map(({ to_status, changed_at }) => [to_status, changed_at.toISOString()]),
  );
  expect(status).toBe(moves.at(-1)!.to_status);
}

/** The history goes from New by legal moves, or back by an undo of the last move. */
function checkHistory({ history, status, status_version }: StoredOrder): void {
  expect(history.map(({ version }) => version)).toEqual(upTo(status_version));
  expect(history[0]).toMatchObject({ from_status: null, to_status: 'New', is_undo: false });
  expect(history.at(-1)!.to_status).toBe(status);
  for (const [index, change] of history.entries()) {
    if (index === 0) continue;
    const before = history[index - 1]!;
    expect(change.from_status).toBe(before.to_status);
    if (change.is_undo) expect(change.to_status).toBe(before.from_status);
    else expect(isAllowedMove(before.to_status, change.to_status)).toBe(true);
  }
}

function checkMoney(order: StoredOrder): void {
  let subtotal = 0;
  for (const line of order.lines) {
    const options = line.options.reduce((sum, option) => sum + option.price_minor, 0);
    expect(line.total_minor).toBe(options + line.quantity * line.unit_price_minor);
    subtotal += line.total_minor;
  }
  expect(order.subtotal_minor).toBe(subtotal);
  expect(order.total_minor).toBe(subtotal + order.tax_minor);
}

/** The stock left and the portions of valid orders add up to the initial stock. */
function checkStock(
  initial: Map<ItemId, number>,
  { orders, counted }: Awaited<ReturnType<typeof readEverything>>,
): void {
  const expected = new Map(initial);
  for (const { lines, status } of orders) {
    if (status === 'Cancelled') continue;
    for (const { item_id, options, quantity } of lines) {
      for (const id of [item_id, ...options.map((option) => option.item_id)]) {
        if (expected.has(id)) expected.set(id, expected.get(id)! - quantity);
      }
    }
  }
  expect(new Map(counted.map(({ id, quantity }) => [id, quantity]))).toEqual(expected);
}

/** The events are numbered without a gap; each order has one for each change, in their order. */
function checkEvents(heard: readonly StoredEvent[], orders: readonly StoredOrder[]): void {
  expect(heard.map(({ seq }) => seq)).toEqual(upTo(heard.length));
  for (const { id, history } of orders) {
    const types = heard.filter(({ orderId }) => orderId === id).map(({ type }) => type);
    expect(types).toEqual(['order.placed', ...history.slice(1).map(() => 'order.status_changed')]);
  }
}

function oneOf<T>(list: readonly T[]): T {
  return list[Math.floor(Math.random() * list.length)]!;
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
