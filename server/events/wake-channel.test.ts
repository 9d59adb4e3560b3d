import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Database } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { openStandingConnection } from '#server/db/standing-connection.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { openWakeChannel } from './wake-channel.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

/** Stands for a process of its own. */
async function openProcess() {
  const woken: RestaurantId[] = [];
  const onOpen = vi.fn<() => void>();
  const connection = openStandingConnection(database.pool, testLog);
  const channel = openWakeChannel(connection, { onWake: (id) => woken.push(id), onOpen });
  open.push(channel, connection);
  await expect.poll(() => onOpen).toHaveBeenCalledTimes(1);
  return { channel, woken, notify: vi.spyOn(connection, 'notify') };
}

const ids = (count: number) => Array.from({ length: count }, () => newId<RestaurantId>());

test('the other processes are woken once, and the sending one is not', async () => {
  const [first, second, third] = [await openProcess(), await openProcess(), await openProcess()];
  const told = ids(450);
  for (const id of [...told, ...told]) first.channel.send(id);
  for (const { woken } of [second, third]) {
    await expect.poll(() => woken).toHaveLength(450);
    expect(new Set(woken)).toEqual(new Set(told));
  }
  expect(first.woken).toEqual([]);
});

test('a rush is told at most every 25 ms, and all of it also where the channel is closed meanwhile', async () => {
  const [first, second] = [await openProcess(), await openProcess()];
  const told = ids(100);
  const begun = performance.now();
  for (const id of told) {
    first.channel.send(id);
    await sleep(2);
  }
  await first.channel.close();
  const most = (performance.now() - begun) / 24 + 2;
  expect(first.notify.mock.calls.length).toBeGreaterThan(1);
  expect(first.notify.mock.calls.length).toBeLessThanOrEqual(most);
  await expect.poll(() => new Set(second.woken)).toEqual(new Set(told));
});
