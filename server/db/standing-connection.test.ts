/** The one connection of a process that hears others and holds locks: lost, dead without a word, silent, quiet. */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { administer, freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import type { Database } from './connect.ts';
import { OpenWaits } from './open-waits.ts';
import { openStandingConnection, type StandingConnection } from './standing-connection.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const open: StandingConnection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((connection) => connection.close()));
});

const channel = 'order_manager_test';
const lock = 'a lock of the tests';

/** Stands for a process of its own. */
async function openProcess(pool = database.pool, patience = {}) {
  const heard: string[] = [];
  const onOpen = vi.fn<() => void>();
  const connection = openStandingConnection(pool, testLog, patience);
  connection.listen(channel, { onMessage: (message) => heard.push(message), onOpen });
  open.push(connection);
  await expect.poll(() => onOpen).toHaveBeenCalledTimes(1);
  return { connection, heard, onOpen };
}

/** A pool whose connections can be made to hear nothing, as after a firewall has forgotten them. */
function openDeafPool(options: { query_timeout: number }) {
  const sockets: Socket[] = [];
  const pool = new Pool({
    ...database.pool.options,
    password: database.pool.options.password,
    ...options,
    stream: () => {
      const socket = new Socket();
      sockets.push(socket);
      return socket;
    },
  });
  return { pool, sockets };
}

test('a message reaches every process, and a channel that is added later is heard as well', async () => {
  const [first, second] = [await openProcess(), await openProcess()];
  await first.connection.notify(channel, 'one');
  await expect.poll(() => second.heard).toEqual(['one']);
  const later: string[] = [];
  const onOpen = vi.fn<() => void>();
  second.connection.listen('order_manager_later', { onMessage: (message) => later.push(message), onOpen });
  await expect.poll(() => onOpen).toHaveBeenCalledTimes(1);
  await first.connection.notify('order_manager_later', 'two');
  await expect.poll(() => later).toEqual(['two']);
});

test('a channel that is added while the connection is being opened is heard as well', async () => {
  const heard: string[] = [];
  let isAdded = false;
  const connect = async () => {
    const client = await database.pool.connect();
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      if (!isAdded && String(args[0]).startsWith('listen ')) {
        isAdded = true;
        connection.listen('order_manager_meanwhile', { onMessage: (message) => heard.push(message) });
      }
      return query(...args);
    }) as typeof client.query;
    return client;
  };
  const connection = openStandingConnection({ connect } as Database['pool'], testLog);
  open.push(connection);
  const other = await openProcess();
  await expect.poll(() => isAdded).toBe(true);
  await expect
    .poll(async () => {
      await other.connection.notify('order_manager_meanwhile', 'one');
      return heard;
    })
    .toContain('one');
});

test('an answer is waited for by itself, and leaves nothing behind on a connection that lives for days', async () => {
  const waiting = vi.spyOn(OpenWaits.prototype, 'waitFor');
  onTestFinished(() => waiting.mockRestore());
  // No pulse is sent meanwhile.
  const { connection } = await openProcess(database.pool, { echoWithin: 60_000 });
  const racing = vi.spyOn(Promise, 'race');
  onTestFinished(() => racing.mockRestore());
  for (let sent = 0; sent < 20; sent++) await connection.notify(channel, 'one');
  expect(racing).not.toHaveBeenCalled();
  expect(waiting.mock.calls.length).toBeGreaterThanOrEqual(20);
  expect(new Set((waiting.mock.contexts as OpenWaits[]).map(({ count }) => count))).toEqual(new Set([0]));
});

test('a lost connection is opened again, and its lock goes to another process', async () => {
  const [first, second] = [await openProcess(), await openProcess()];
  const held = await first.connection.takeLock(lock);
  expect(held).not.toBeNull();
  expect(await second.connection.takeLock(lock)).toBeNull();
  const { rows } = await database.pool.query<{ name: string; holder: number }>(
    `select current_database() as name, pid as holder from pg_locks
     where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  );
  expect(rows).toHaveLength(1);
  await administer(inject('engine'), `select pg_terminate_backend(${rows[0]!.holder})`);
  await held!.lost;
  await expect.poll(() => second.connection.takeLock(lock)).not.toBeNull();
  await vi.waitFor(() => expect(first.onOpen).toHaveBeenCalledTimes(2), { timeout: 10_000 });
  await second.connection.notify(channel, 'again');
  await expect.poll(() => first.heard).toEqual(['again']);
});

describe('a connection that died without a word is opened again', () => {
  test.each([
    { by: 'a message that is not taken', query_timeout: 1_500, echoWithin: 60_000 },
    { by: 'a pulse that does not come back', query_timeout: 60_000, echoWithin: 1_500 },
  ])('by $by', async ({ query_timeout, echoWithin }) => {
    const other = await openProcess();
    const { pool, sockets } = openDeafPool({ query_timeout });
    const { connection, onOpen } = await openProcess(pool, { echoWithin });
    // A busy machine may have had it opened again before.
    const opened = onOpen.mock.calls.length;
    sockets.at(-1)!.pause();
    await connection.notify(channel, 'lost');
    await vi.waitFor(() => expect(onOpen.mock.calls.length).toBeGreaterThan(opened), { timeout: 30_000 });
    await connection.notify(channel, 'told');
    await expect.poll(() => other.heard).toContain('told');
    await connection.close();
    await pool.end();
  });
});

test('the database ends a connection whose process is silent, and gives its lock to another', async () => {
  const other = await openProcess();
  const silent = await openProcess(database.pool, { echoWithin: 60_000, silentFor: 3_000 });
  const held = await silent.connection.takeLock(lock);
  expect(await other.connection.takeLock(lock)).toBeNull();
  await held!.lost;
  await expect.poll(() => other.connection.takeLock(lock)).not.toBeNull();
});

test('a quiet connection that lives is kept', async () => {
  const { onOpen } = await openProcess(database.pool, { echoWithin: 2_000, silentFor: 4_000 });
  await sleep(6_000);
  expect(onOpen).toHaveBeenCalledTimes(1);
});
