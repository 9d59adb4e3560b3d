import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Database } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { administer, freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { openWakeChannel, type WakeChannel } from './wake-channel.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const open: WakeChannel[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((channel) => channel.close()));
});

/** Stands for a process of its own. */
async function openProcess() {
  const woken: RestaurantId[] = [];
  const onOpen = vi.fn<() => void>();
  const channel = openWakeChannel(database.pool, testLog, { onWake: (id) => woken.push(id), onOpen });
  open.push(channel);
  await vi.waitFor(() => expect(onOpen).toHaveBeenCalledTimes(1));
  return { channel, woken, onOpen };
}

const ids = (count: number) => Array.from({ length: count }, () => newId<RestaurantId>());

test('the other processes are woken once, and the sending one is not', async () => {
  const [first, second, third] = [await openProcess(), await openProcess(), await openProcess()];
  const told = ids(450);
  for (const id of [...told, ...told]) first.channel.send(id);
  for (const { woken } of [second, third]) {
    await vi.waitFor(() => expect(woken).toHaveLength(450));
    expect(new Set(woken)).toEqual(new Set(told));
  }
  expect(first.woken).toEqual([]);
});

test('a lost connection is opened again', async () => {
  const [first, second] = [await openProcess(), await openProcess()];
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  await administer(
    inject('engine'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${rows[0]!.name}' and query like 'listen%'`,
  );
  for (const { onOpen } of [first, second]) {
    await vi.waitFor(() => expect(onOpen).toHaveBeenCalledTimes(2), { timeout: 5_000 });
  }
  const [id] = ids(1);
  first.channel.send(id!);
  await vi.waitFor(() => expect(second.woken).toEqual([id]));
});
