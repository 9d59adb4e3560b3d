import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { appendEvent, type EventType } from '#server/events/append-event.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

const shortly = { timeout: 20_000 };

let cache: Server | undefined;
let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  cache?.closeAllConnections();
  cache?.close();
});

/** A cache that answers with these statuses in turn, then with 200, and the purges that it was asked for. */
async function start(...statuses: number[]) {
  const asked: { headers: IncomingMessage['headers']; body: unknown }[] = [];
  cache = createServer((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      asked.push({ headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) as unknown });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => cache!.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge`;
  const started = await startApp({ config: { purge: { url, authorization: 'Key abc' } } });
  app = started;
  const restaurant = await makeRestaurant(started.db);
  const tell = (type: EventType) =>
    transaction(started.db, restaurant.id, (tx) => appendEvent(tx, restaurant.id, { type }, started.clock.now()));
  return { asked, restaurant, tell };
}

test('a cache is told of a changed site once, with its addresses and the configured authorization', async () => {
  const { asked, restaurant, tell } = await start();
  await tell('catalogue.changed');
  await expect.poll(() => asked.length, shortly).toBe(1);
  expect(asked[0]).toMatchObject({
    headers: { authorization: 'Key abc', 'idempotency-key': `${restaurant.slug}-1` },
    body: {
      site: restaurant.slug,
      addresses: [`http://localhost/${restaurant.slug}`, `http://localhost/api/v1/site/${restaurant.slug}`],
    },
  });
  await tell('order.bumped');
  // Two more looks.
  await sleep(2_500);
  expect(asked).toHaveLength(1);
  await tell('outlet.changed');
  await expect.poll(() => asked.length, shortly).toBe(2);
});

test('a cache that does not accept a purge is told again', async () => {
  const { asked, restaurant, tell } = await start(500, 500, 503);
  await tell('catalogue.changed');
  await expect.poll(() => asked.length, shortly).toBe(4);
  expect(asked.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(4).fill(`${restaurant.slug}-1`));
});
