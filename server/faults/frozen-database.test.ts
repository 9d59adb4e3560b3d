import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { slowness } from '#server/test/servers/slowness.ts';
import { ask } from './ask.ts';
import { makeMachine } from './machine.ts';
import { beginService, endService, median, usualAndMost } from './service.ts';

const frozenMs = 10_000;

test('requests to a frozen database are refused in time, and served again when it thaws', async ({ annotate }) => {
  const machine = await makeMachine();
  onTestFinished(() => machine.remove());
  const { server } = await machine.startReady();
  // More guests than there are connections to the database.
  const service = await beginService(machine, 24);
  const { crowd } = service;
  await crowd.untilMore(30);

  machine.signalDatabase('SIGSTOP');
  const healthAfterMs: number[] = [];
  for (const end = performance.now() + frozenMs; performance.now() < end; await sleep(250)) {
    const asked = performance.now();
    expect((await ask(`${machine.url}/healthz`)).status).toBe(200);
    healthAfterMs.push(performance.now() - asked);
  }
  expect((await ask(`${machine.url}/readyz`)).status).toBe(503);
  machine.signalDatabase('SIGCONT');

  const thawed = performance.now();
  await crowd.untilMore(50);
  const backAfterMs = performance.now() - thawed;
  const { faults, orders } = await endService(service);
  expect(faults).toEqual([]);
  const { refusedAfterMs } = crowd;
  await annotate(
    `${orders} orders, ${refusedAfterMs.length} refusals after ${usualAndMost(refusedAfterMs)}, ` +
      `health after ${usualAndMost(healthAfterMs)}, back after ${Math.round(backAfterMs)} ms`,
  );
  expect(refusedAfterMs.length).toBeGreaterThan(24);
  // 2 s for a turn or a connection, then 7 s for an answer on one (R54).
  expect(median(refusedAfterMs)).toBeLessThan(2_000 + 1_000 * slowness());
  expect(Math.max(...refusedAfterMs)).toBeLessThan(9_000 + 1_000 * slowness());
  expect(median(healthAfterMs)).toBeLessThan(1_000 * slowness());
  // The machine itself may stall once.
  expect(Math.max(...healthAfterMs)).toBeLessThan(3_000 + 1_000 * slowness());
  expect(backAfterMs).toBeLessThan(10_000 * slowness());
  expect(server.isRunning()).toBe(true);
  expect([crowd.cut, crowd.notTaken]).toEqual([0, 0]);
});
