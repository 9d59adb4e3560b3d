import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
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
  await expect.poll(() => onOpen).toHaveBeenCalledTimes(1);
  return { channel, woken, onOpen };
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

test('a lost connection is opened again', async () => {
  const [first, second] = [await openProcess(), await openProcess()];
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  await administer(
    inject('engine'),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${rows[0]!.name}' and query like 'listen%'`,
  );
  for (const { onOpen } of [first, second]) {
    await vi.waitFor(() => expect(onOpen).toHaveBeenCalledTimes(2), { timeout: 10_000 });
  }
  const [id] = ids(1);
  first.channel.send(id!);
  await expect.poll(() => second.woken).toEqual([id]);
});

describe('a connection that died without a word is opened again', () => {
  test.each([
    { by: 'a message that is not taken', queryTimeoutMs: 300, echoWithinMs: 60_000 },
    { by: 'an own message that does not come back', queryTimeoutMs: 60_000, echoWithinMs: 300 },
  ])('by $by', async ({ queryTimeoutMs, echoWithinMs }) => {
    const listening = await openProcess();
    const sockets: Socket[] = [];
    const { options } = database.pool;
    const pool = new Pool({
      ...options,
      password: options.password,
      query_timeout: queryTimeoutMs,
      stream: () => {
        const socket = new Socket();
        sockets.push(socket);
        return socket;
      },
    });
    const onOpen = vi.fn<() => void>();
    const channel = openWakeChannel(pool, testLog, { onWake: () => undefined, onOpen }, echoWithinMs);
    await expect.poll(() => onOpen).toHaveBeenCalledTimes(1);

    // From now on it hears nothing, as after a firewall has forgotten it.
    sockets[0]!.pause();
    const [lost, told] = ids(2);
    channel.send(lost!);
    await vi.waitFor(() => expect(onOpen).toHaveBeenCalledTimes(2), { timeout: 10_000 });
    channel.send(told!);
    await expect.poll(() => listening.woken).toContain(told);
    await channel.close();
    await pool.end();
  });
});

test('a quiet connection that lives is kept', async () => {
  const onOpen = vi.fn<() => void>();
  const channel = openWakeChannel(database.pool, testLog, { onWake: () => undefined, onOpen }, 100);
  open.push(channel);
  await sleep(600);
  expect(onOpen).toHaveBeenCalledTimes(1);
});
