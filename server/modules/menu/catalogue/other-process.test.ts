import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalogue } from '#contract/menu/catalogue.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import type { EventLog } from '#server/events/event-log.ts';
import { changeOutlet } from '#server/modules/outlets/change-outlet.ts';
import { emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { openEvents } from '#server/test/servers/events.ts';
import { testLog } from '#server/test/servers/log.ts';
import { makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { slowness } from '#server/test/servers/slowness.ts';

let folder: string;
let database: Database;
let drop: () => Promise<void>;
let events: EventLog;
let made: TestRestaurant;
let other: ChildProcess;
let origin: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-other-'));
  const empty = await emptyDatabase();
  drop = empty.drop;
  database = await openDatabase({ databaseUrl: urlOf(empty.target), dataDir: folder }, testLog);
  // This process's half of the events that wake the other one.
  events = openEvents(database);
  made = await makeRestaurant(database.db);
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  other = spawn(process.execPath, [join(import.meta.dirname, '../../../test/servers/serve-api.ts')], {
    env: { ...process.env, DATABASE_URL: urlOf(empty.target), DATA_DIR: folder, PORT: String(port), SEED: 'none' },
    stdio: 'ignore',
  });
  while (!(await isReady())) await sleep(50);
});
afterAll(async () => {
  const gone = once(other, 'exit');
  other.kill();
  await gone;
  await events.close();
  await database.close();
  await drop();
  await rm(folder, { recursive: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

const isReady = () =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function acceptsDelivery(): Promise<boolean> {
  const response = await fetch(`${origin}/api/v1/site/${made.slug}`);
  return ((await response.json()) as Catalogue).outlets[0]!.modes.delivery.acceptsOrders;
}

test('a change is on the site of every process, without waiting for the next poll of the events (P6)', async () => {
  const times: number[] = [];
  for (let round = 0; round < 6; round++) {
    const delivery = round % 2 === 1;
    expect(await acceptsDelivery()).toBe(!delivery);
    await transaction(database.db, made.id, (tx) => changeOutlet(tx, made.id, made.outletId, { delivery }, new Date()));
    const committed = performance.now();
    while ((await acceptsDelivery()) !== delivery) await sleep(2);
    times.push(performance.now() - committed);
  }
  // Polling every second would take 500 ms on average.
  expect(Math.min(...times)).toBeLessThan(100 * slowness());
});
