import { expect, onTestFinished, test } from 'vitest';
import { slowness } from '#server/test/servers/slowness.ts';
import { ask } from './ask.ts';
import { type Machine, makeMachine } from './machine.ts';
import { aWhile, auditNow, beginService, endService, usualAndMost } from './service.ts';

/** DATABASE_KILLS=50 is the long form (R50). */
const rounds = Number(process.env['DATABASE_KILLS'] ?? 8);
const guestCount = 12;
/** More orders than the guests can have in progress, which proves that the service continues. */
const enoughOrders = guestCount + 1;

const blows: [what: string, times: number, strike: (machine: Machine) => void][] = [
  ['all of it', rounds, (machine) => machine.signalDatabase('SIGKILL')],
  [
    'only its first process',
    2,
    (machine) => machine.signalDatabase('SIGKILL', machine.databaseProcesses().slice(0, 1)),
  ],
  ['only its last process', 2, (machine) => machine.signalDatabase('SIGKILL', machine.databaseProcesses().slice(-1))],
];

test('a killed database is back within 15 s, and nothing is lost, doubled or answered wrongly', async ({
  annotate,
}) => {
  const machine = await makeMachine();
  onTestFinished(() => machine.remove());
  const { server } = await machine.startReady();
  const service = await beginService(machine, guestCount);
  const { crowd } = service;
  const backAfterMs: number[] = [];
  for (const [, times, strike] of blows) {
    for (let round = 1; round <= times; round++) {
      const [{ faults }] = await Promise.all([auditNow(service), aWhile(200, 800)]);
      expect(faults).toEqual([]);
      strike(machine);
      const struck = performance.now();
      expect((await ask(`${machine.url}/healthz`)).status).toBe(200);
      await crowd.untilMore(enoughOrders);
      backAfterMs.push(performance.now() - struck);
    }
  }
  const { faults, orders } = await endService(service);
  expect(faults).toEqual([]);
  await annotate(
    `${orders} orders, ${crowd.refusedAfterMs.length} refusals after ${usualAndMost(crowd.refusedAfterMs)}, ` +
      `back after ${usualAndMost(backAfterMs)}`,
  );
  expect(Math.max(...backAfterMs)).toBeLessThan(15_000 * slowness());
  // The server process stayed the same, and no client lost a connection to it.
  expect(server.isRunning()).toBe(true);
  expect([crowd.cut, crowd.notTaken]).toEqual([0, 0]);
}, 900_000);
