import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { PoolClient } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { openEvents } from '#server/test/servers/events.ts';
import { appendEvent } from './append-event.ts';
import type { EventLog } from './event-log.ts';

let app: TestApp;
let log: EventLog;
const statements: string[] = [];
beforeAll(async () => {
  app = await startApp();
  const counted = new WeakSet<PoolClient>();
  app.pool.on('acquire', (client) => {
    if (counted.has(client)) return;
    counted.add(client);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [asked] = args as [string | { text: string }];
      statements.push(typeof asked === 'string' ? asked : asked.text);
      return query(...args);
    }) as typeof client.query;
  });
  log = openEvents({ db: app.db, pool: app.pool });
});
afterAll(async () => {
  await log.close();
  await app.close();
});

test('a thousand idle restaurants with open screens cost fewer than 20 statements a second', async () => {
  const restaurants = Array.from({ length: 1_000 }, () => newId<RestaurantId>());
  const busy = await makeRestaurant(app.db);
  const heard: number[] = [];
  const all = [...restaurants, busy.id];
  const follow = (id: RestaurantId) =>
    log.subscribe(
      id,
      ({ seq }) => heard.push(seq),
      () => undefined,
    );
  for (let first = 0; first < all.length; first += 40) await Promise.all(all.slice(first, first + 40).map(follow));
  statements.length = 0;
  const since = performance.now();
  await sleep(8_000);
  // A busy machine wakes it late.
  const seconds = (performance.now() - since) / 1_000;
  const readings = statements.filter((text) => text.includes('as read_to'));
  // The log of the product and this one, each once in five seconds: at most twice in eight.
  expect(readings.length).toBeLessThanOrEqual(2 * (Math.floor(seconds / 5) + 1));
  expect(readings.length).toBeGreaterThan(0);
  expect(statements.length / seconds).toBeLessThan(20);

  await transaction(app.db, busy.id, (tx) => appendEvent(tx, busy.id, { type: 'catalogue.changed' }, new Date()));
  await expect.poll(() => heard).toEqual([1]);
});
