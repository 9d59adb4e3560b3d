import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CustomerId } from '#contract/base/ids.ts';
import { LiveEvent } from '#contract/kitchen/live.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { OrderWriter } from '#server/modules/ordering/place/order-writer.ts';
import { placeOrder } from '#server/modules/ordering/place/place-order.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { type LiveReader, readLive } from '#server/test/servers/live.ts';
import { goBackTo } from '#server/test/data/go-back.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { BasketFactsCache } from '#server/modules/ordering/quote/basket-facts-cache.ts';
import { testLog } from '#server/test/servers/log.ts';
import { slowness } from '#server/test/servers/slowness.ts';
const remembered = new BasketFactsCache();

let app: TestApp;
let origin: string;
beforeAll(async () => {
  app = await startApp();
  origin = await app.listen();
});
afterAll(() => app.close());

let made: TestRestaurant;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
let owner: Awaited<ReturnType<typeof makeOwner>>;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  guest = await makeCustomer(app.db, made.id);
  owner = await makeOwner(app.db, made.id);
});

const readers: LiveReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close();
});

/** An open stream that has been told where it begins. */
async function follow(token: string, options: Parameters<typeof readLive>[2] = {}) {
  const reader = await readLive(origin, token, options);
  readers.push(reader);
  await expect.poll(() => reader.events.length).toBeGreaterThan(0);
  return reader;
}

function place(customerId: CustomerId = guest.customerId, restaurant = made): Promise<Order> {
  const order = pickupOrder(restaurant, [{ itemId: restaurant.items.water, quantity: 1 }], 5.78);
  return placeOrder(
    { db: app.db, clock: app.clock.now, remembered, writer: new OrderWriter(app.db, testLog) },
    { restaurantId: restaurant.id, customerId },
    order,
    null,
  );
}

async function confirm(order: Order): Promise<Order> {
  const body = { orderId: order._id, status: 'Confirmed' as const };
  return (await app.call('POST /order/update-order-status', { body }, owner.token)).order;
}

const changeCatalogue = (restaurantId = made.id) =>
  transaction(app.db, restaurantId, (tx) => appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, new Date()));

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const shortly = { timeout: 10_000 };
const kinds = ({ events }: LiveReader) => events.map(({ type, id }) => `${type} ${id}`);

describe('the stream of a restaurant', () => {
  test('begins where the list of orders ended, and tells everything after that', async () => {
    await place();
    const { lastEvent } = await app.call('GET /order/get-all-orders', {}, owner.token);
    expect(lastEvent).toBe(1);
    const second = await place();
    const reader = await follow(owner.token, { lastEventId: lastEvent });
    const confirmed = await confirm(second);
    await changeCatalogue();
    await vi.waitFor(() => expect(reader.events).toHaveLength(4), shortly);
    expect(kinds(reader)).toEqual(['ready 1', 'order.placed 2', 'order.status_changed 3', 'catalogue.changed 4']);
    expect(reader.events[2]).toMatchObject({ seq: 3, order: confirmed });
    for (const { id, receivedAt, ...event } of reader.events) {
      expect([id, LiveEvent.parse(event)]).toEqual([event.seq, event]);
      expect(receivedAt).toBeGreaterThan(0);
    }
  });

  test('begins now without a number', async () => {
    await place();
    const reader = await follow(owner.token);
    await place();
    await vi.waitFor(() => expect(kinds(reader)).toEqual(['ready 1', 'order.placed 2']), shortly);
  });

  test('names the outlet that changed', async () => {
    const reader = await follow(owner.token);
    await transaction(app.db, made.id, (tx) =>
      appendEvent(tx, made.id, { type: 'outlet.changed', data: { outletId: made.outletId } }, new Date()),
    );
    await vi.waitFor(
      () => expect(reader.events[1]).toMatchObject({ type: 'outlet.changed', outletId: made.outletId }),
      shortly,
    );
  });

  test('can be limited to one order', async () => {
    const [first, second] = [await place(), await place()];
    const reader = await follow(owner.token, { orderId: second._id });
    await confirm(first);
    await confirm(second);
    await vi.waitFor(() => expect(kinds(reader)).toEqual(['ready 2', 'order.status_changed 4']), shortly);
  });

  test('resumes after every lost connection without a gap or a repetition', async () => {
    const seen: number[] = [];
    const writers = Promise.all(
      upTo(4).map(async () => {
        for (let written = 0; written < 30; written++) await place();
      }),
    );
    let lastEventId = 0;
    while (seen.length < 120) {
      const reader = await follow(owner.token, { lastEventId });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 60));
      reader.close();
      await reader.ended;
      const [begin, ...events] = reader.events;
      expect(begin).toMatchObject({ type: 'ready', id: lastEventId });
      seen.push(...events.map(({ id }) => id));
      lastEventId = reader.events.at(-1)!.id;
    }
    await writers;
    expect(seen).toEqual(upTo(120));
  });

  test.each([
    { why: 'is from a database that was replaced', lastEventId: 999 },
    { why: 'is no number', lastEventId: 'yesterday' },
    { why: 'is too old', lastEventId: 0 },
  ])('says reload when the last number $why', async ({ lastEventId }) => {
    for (let written = 0; written < 4; written++) await changeCatalogue();
    await platformTransaction(app.db, 'clean-up', (tx) =>
      tx.deleteFrom('events').where('restaurant_id', '=', made.id).where('seq', '<', 3).execute(),
    );
    const reader = await follow(owner.token, { lastEventId });
    await changeCatalogue();
    await vi.waitFor(() => expect(kinds(reader)).toEqual(['reload 4', 'catalogue.changed 5']), shortly);
  });

  test('says reload rather than tell more than 200 events', async () => {
    await transaction(app.db, made.id, async (tx) => {
      for (let written = 0; written < 201; written++) {
        await appendEvent(tx, made.id, { type: 'catalogue.changed' }, new Date());
      }
    });
    expect(kinds(await follow(owner.token, { lastEventId: 0 }))).toEqual(['reload 201']);
    const reader = await follow(owner.token, { lastEventId: 1 });
    await vi.waitFor(() => expect(reader.events).toHaveLength(201), shortly);
    expect(reader.events.map(({ id }) => id)).toEqual(upTo(201));
  });
});

test('screens are told to reload when the database has gone back, and hear what follows', async () => {
  for (let written = 0; written < 5; written++) await changeCatalogue();
  const [kitchen, phone] = [await follow(owner.token), await follow(guest.token)];
  await goBackTo(app.db, made.id, 2);
  await vi.waitFor(() => {
    for (const reader of [kitchen, phone]) expect(kinds(reader)).toEqual(['ready 5', 'reload 2']);
  }, shortly);
  await place();
  await vi.waitFor(() => {
    for (const reader of [kitchen, phone]) expect(kinds(reader).slice(2)).toEqual(['order.placed 3']);
  }, shortly);
  // A screen that was away at the time.
  expect(kinds(await follow(owner.token, { lastEventId: 5 }))).toEqual(['reload 3']);
});

describe('the stream of a guest', () => {
  test("tells of the guest's own orders alone, without names of the staff", async () => {
    const other = await makeCustomer(app.db, made.id);
    const reader = await follow(guest.token);
    await place(other.customerId);
    const own = await place();
    await changeCatalogue();
    await confirm(own);
    await vi.waitFor(
      () => expect(kinds(reader)).toEqual(['ready 0', 'order.placed 2', 'order.status_changed 4']),
      shortly,
    );
    expect(reader.text()).not.toContain(owner.name);
    expect(reader.text()).not.toContain(other.name);
    const resumed = await follow(guest.token, { lastEventId: 0 });
    await vi.waitFor(() => expect(resumed.events).toHaveLength(3), shortly);
    expect(resumed.text()).not.toContain(other.name);
  });
});

test('the streams of two restaurants hear nothing of each other', async () => {
  const other = await makeRestaurant(app.db);
  const otherOwner = await makeOwner(app.db, other.id);
  const otherGuest = await makeCustomer(app.db, other.id);
  const follow20 = async (tokens: string[]) =>
    Promise.all(upTo(20).flatMap(() => tokens.map((token) => readLive(origin, token))));
  const mine = await follow20([owner.token, guest.token]);
  const theirs = await follow20([otherOwner.token, otherGuest.token]);
  readers.push(...mine, ...theirs);
  for (let round = 0; round < 5; round++) {
    await Promise.all([place(), place(otherGuest.customerId, other)]);
    await Promise.all([changeCatalogue(), changeCatalogue(other.id)]);
  }
  await vi.waitFor(() => {
    for (const { text } of [...mine, ...theirs]) expect(text().match(/order\.placed"/g)).toHaveLength(5);
  }, shortly);
  expect(mine.some(({ text }) => text().includes(other.canary))).toBe(false);
  expect(theirs.some(({ text }) => text().includes(made.canary))).toBe(false);
});

test('a stream ends when its token does, within 5 seconds', async () => {
  const reader = await follow(owner.token);
  const signedOutAt = performance.now();
  await app.call('POST /auth/signout', {}, owner.token);
  await reader.ended;
  expect(performance.now() - signedOutAt).toBeLessThan(5_000 * slowness());
});

test('300 streams hear of every order once', async () => {
  // A few at a time: a busy server refuses whoever would wait for long.
  const streams: Awaited<ReturnType<typeof readLive>>[] = [];
  while (streams.length < 300) {
    streams.push(...(await Promise.all(upTo(20).map(() => readLive(origin, owner.token)))));
    await vi.waitFor(() => expect(streams.every(({ events }) => events.length === 1)).toBe(true), shortly);
  }
  readers.push(...streams);
  for (let round = 0; round < 5; round++) await place();
  const expected = ['ready 0', ...upTo(5).map((number) => `order.placed ${number}`)];
  await vi.waitFor(() => expect(streams.every(({ events }) => events.length === 6)).toBe(true), { timeout: 40_000 });
  for (const stream of streams) expect(kinds(stream)).toEqual(expected);
});
