import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Database } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import type { EventLog } from '#server/events/event-log.ts';
import type { EventStream, StreamEvent } from '#server/http/streams/event-stream.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { openEvents } from '#server/test/servers/events.ts';
import { testLog } from '#server/test/servers/log.ts';
import { RestaurantStreams } from './restaurant-streams.ts';

let database: Database;
let events: EventLog;
beforeAll(async () => {
  database = await freshDatabase();
  events = openEvents(database);
});
afterAll(async () => {
  await events.close();
  await database.close();
});

const change = (restaurantId: RestaurantId) =>
  transaction(database.db, restaurantId, (tx) =>
    appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, new Date()),
  );

/** A stream that collects what it is sent. */
function streamAfter(lastEventId: number) {
  const sent: StreamEvent[] = [];
  const stream: EventStream = {
    lastEventId: String(lastEventId),
    isClosed: false,
    send: (event) => void sent.push(event),
    onClose: () => undefined,
    close: () => undefined,
  };
  return { stream, ids: () => sent.map(({ id }) => id) };
}

const kitchen = { customerId: null, orderId: null, outletIds: null, audience: 'merchant' } as const;
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('screens that come back together share one reading of what they missed', async () => {
  const { id: restaurantId } = await makeRestaurant(database.db);
  for (let written = 0; written < 20; written++) await change(restaurantId);
  const readAfter = vi.spyOn(events, 'readAfter');
  const streams = new RestaurantStreams(restaurantId, { db: database.db, events, log: testLog }, () => undefined);
  const follow = async (seen: number) => {
    const screen = streamAfter(seen);
    await streams.follow(kitchen, screen.stream);
    return screen;
  };
  const screens = await Promise.all([10, ...Array<number>(99).fill(10), 12, 15].map(follow));
  expect(readAfter).toHaveBeenCalledTimes(1);
  for (const screen of screens.slice(0, 100)) expect(screen.ids()).toEqual(upTo(10, 20));
  expect(screens.slice(100).map((screen) => screen.ids())).toEqual([upTo(12, 20), upTo(15, 20)]);

  // Screens that missed more, or come back after something happened, are told all of it.
  expect((await follow(4)).ids()).toEqual(upTo(4, 20));
  await change(restaurantId);
  await expect.poll(() => screens[0]!.ids()).toEqual(upTo(10, 21));
  expect((await follow(10)).ids()).toEqual(upTo(10, 21));
  expect(readAfter).toHaveBeenCalledTimes(3);
});
