import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { slowness } from '#server/test/servers/slowness.ts';
import { ask } from './ask.ts';
import { freePort, type Machine, makeMachine } from './machine.ts';
import { aWhile, auditNow, beginService, endService, median, type Service, usualAndMost } from './service.ts';

const secondServers = 2;

test('a second server on the data folder gives up, and the first does not notice', async ({ annotate }) => {
  const machine = await makeMachine();
  onTestFinished(() => machine.remove());
  const { server } = await machine.startReady();
  const service = await beginService(machine);
  const gaveUpAfterMs: number[] = [];
  for (let round = 1; round <= secondServers; round++) {
    const started = performance.now();
    const second = machine.start({ port: await freePort() });
    expect(await second.ended).toBe(1);
    gaveUpAfterMs.push(performance.now() - started);
    expect(second.output().trim()).toBe(
      `The data folder ${machine.dataDir} is in use by another Order Manager (process ${server.pid}). Stop that one, or set DATA_DIR.`,
    );
  }
  await service.crowd.untilMore(20);
  const { faults, orders } = await endService(service);
  expect(faults).toEqual([]);
  await annotate(`${orders} orders, gave up after ${usualAndMost(gaveUpAfterMs)}`);
  expect(median(gaveUpAfterMs)).toBeLessThan(5_000 * slowness());
  const { cut, notTaken, refusedAfterMs } = service.crowd;
  expect([cut, notTaken, refusedAfterMs]).toEqual([0, 0, []]);
});

test('a start beside a server that is stopping waits for its end, and then has the folder', async () => {
  const machine = await makeMachine();
  onTestFinished(() => machine.remove());
  const { server: first } = await machine.startReady();
  // A request that does not end keeps the server from stopping at once.
  const dripping = connect(machine.port, '127.0.0.1');
  dripping.on('error', () => undefined);
  dripping.write(
    'POST /api/v1/user/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  await expect.poll(async () => (await ask(`${machine.url}/healthz`)).status).toBe(200);
  first.child.kill('SIGTERM');
  const port = await freePort();
  const second = machine.start({ port });
  await expect
    .poll(() => second.output(), { timeout: 60_000 })
    .toContain('an Order Manager that is stopping; waiting for its end');
  expect([first.isRunning(), second.isRunning()]).toEqual([true, true]);
  dripping.destroy();
  expect(await first.ended).toBe(0);
  const isReady = async () => (await ask(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status;
  await expect.poll(isReady, { timeout: 60_000 }).toBe(200);
  // It is not stopping, so nobody waits for it.
  const third = machine.start({ port: await freePort() });
  expect(await third.ended).toBe(1);
  expect(third.output()).toContain(`in use by another Order Manager (process ${second.pid}). Stop that one`);
});

/** The process that gets the signal, the signal, and the exit code. */
const ways = [
  ['itself', 'SIGTERM', 0],
  ['itself', 'SIGINT', 0],
  ['starter', 'SIGTERM', 0],
  ['starter', 'SIGKILL', 'SIGKILL'],
  ['shell', 'SIGKILL', 'SIGKILL'],
] as const;

test('a stopped server answers what it has begun, and starts again cleanly', async ({ annotate }) => {
  const machine = await makeMachine();
  onTestFinished(() => machine.remove());
  let service: Service | undefined;
  const stoppedAfterMs: number[] = [];
  for (const [by, signal, code] of ways) {
    const { server } = await machine.startReady({ by });
    service ??= await beginService(machine);
    await service.crowd.untilMore(20);
    await aWhile(0, 300);
    const asked = performance.now();
    server.child.kill(signal);
    expect(await server.ended).toBe(code);
    stoppedAfterMs.push(performance.now() - asked);
    await expectNothingRuns(machine);
    const { faults, orders } = await auditNow(service);
    expect(faults).toEqual([]);
    // Every request that was read was answered: no order exists without an answer.
    expect(orders).toBe(service.crowd.acknowledged.length);
  }
  expect(await machine.databaseLog()).not.toContain('was not properly shut down');
  await machine.startReady();
  const { faults, orders } = await endService(service!);
  expect(faults).toEqual([]);
  await annotate(`${orders} orders, stopped after ${usualAndMost(stoppedAfterMs)}`);
  expect(Math.max(...stoppedAfterMs)).toBeLessThan(15_000 * slowness());
}, 480_000);

async function expectNothingRuns(machine: Machine): Promise<void> {
  expect(machine.databaseProcesses()).toEqual([]);
  await expect(fetch(`${machine.url}/healthz`)).rejects.toThrow();
}
