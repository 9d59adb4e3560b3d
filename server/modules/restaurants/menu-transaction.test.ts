import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { whenFree } from '#server/test/data/when-free.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';
import { lockMenu } from './queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

test('three changes of one menu wait with a connection, the others without, and none is lost', async () => {
  const place = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, place.id);
  const { water, burger } = place.items;
  const changes = [
    () => server.call('POST /menu/update-items-modifier/:id', { params: { id: water }, form: { price: 2 } }, token),
    () => server.call('POST /menu/update-items-modifier/:id', { params: { id: burger }, form: { name: 'Bun' } }, token),
  ];
  let waiting: Promise<unknown[]> = Promise.resolve([]);
  await transaction(server.db, place.id, async (tx) => {
    await lockMenu(tx, place.id);
    waiting = Promise.all(
      Array.from({ length: 6 }, () => changes)
        .flat()
        .map((change) => whenFree<unknown>(change)),
    );
    waiting.catch(() => undefined);
    await expect.poll(() => countWaiting(tx)).toBe(3);
    await sleep(100);
    expect(await countWaiting(tx)).toBe(3);
  });
  expect(await waiting).toHaveLength(12);
});
