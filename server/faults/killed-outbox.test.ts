/** Servers killed while they send: no message is lost, and none that has a key arrives twice. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject, expect, onTestFinished, test } from 'vitest';
import { testConfig } from '#server/test/servers/app.ts';
import { freshDatabase, targetOf, urlOf } from '#server/test/servers/database.ts';
import { writeText } from '#server/test/data/messages.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { startGateway } from './gateway.ts';

/** OUTBOX_KILLS=100 is the long form. */
const killCount = Number(process.env['OUTBOX_KILLS'] ?? 6);
const messagesPerKill = 5;

test(`${killCount} kills of the elected server lose no message and double none`, async ({ annotate }) => {
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  const gateway = await startGateway();
  onTestFinished(gateway.close);
  const processes: ChildProcess[] = [];
  onTestFinished(() => processes.forEach((one) => one.kill('SIGKILL')));
  const start = async () => {
    const program = join(import.meta.dirname, '..', 'test', 'servers', 'run-jobs.ts');
    const databaseUrl = urlOf(targetOf(inject('engine'), rows[0]!.name));
    const child = spawn(process.execPath, [program, databaseUrl, gateway.url, testConfig.secret], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    processes.push(child);
    await once(child.stdout, 'data');
    return child;
  };
  const { id: restaurantId } = await makeRestaurant(database.db);
  const keys: string[] = [];
  // The second one takes over each time.
  let [elected, following] = [await start(), await start()];
  for (let kill = 0; kill < killCount; kill++) {
    for (let n = 0; n < messagesPerKill; n++) keys.push(await writeText(database.db, restaurantId));
    const before = gateway.arrived.length;
    await expect.poll(() => gateway.arrived.length, { timeout: 30_000, interval: 1 }).toBeGreaterThan(before);
    // Somewhere between the request to the gateway and the end of the job.
    await sleep(Math.random() * 60);
    elected.kill('SIGKILL');
    await once(elected, 'close');
    [elected, following] = [following, await start()];
  }
  // Messages under way at a kill come again when their lease is over.
  await expect.poll(() => gateway.sent.size, { timeout: 60_000, interval: 100 }).toBe(keys.length);
  expect([...gateway.sent.keys()].toSorted()).toEqual(keys.toSorted());
  expect([...gateway.sent.entries()].every(([key, text]) => text === key)).toBe(true);
  await annotate(`${gateway.arrived.length} requests for ${keys.length} messages, ${killCount} kills`);
}, 900_000);
