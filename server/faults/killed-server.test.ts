import { expect, onTestFinished, test } from 'vitest';
import { slowness } from '#server/test/servers/slowness.ts';
import { makeMachine } from './machine.ts';
import { aWhile, auditNow, beginService, endService, median, usualAndMost } from './service.ts';

/** SERVER_KILLS=50 is the long form (R49). */
const rounds = Number(process.env['SERVER_KILLS'] ?? 8);
const roundsWithDatabase = 2;
const guestCount = 12;

test('a killed server loses no order, doubles none and leaves none in parts', async ({ annotate }) => {
  const machine = await makeMachine();
  onTestFinished(() => machine.remove());
  let { server } = await machine.startReady();
  const service = await beginService(machine, guestCount);
  const readyAfterMs: number[] = [];
  for (let round = 1; round <= rounds + roundsWithDatabase; round++) {
    const [{ faults }] = await Promise.all([auditNow(service), aWhile(200, 800)]);
    expect(faults).toEqual([]);
    server.child.kill('SIGKILL');
    if (round > rounds) machine.signalDatabase('SIGKILL');
    await server.ended;
    let tookMs: number;
    ({ server, tookMs } = await machine.startReady());
    readyAfterMs.push(tookMs);
  }
  const { faults, orders } = await endService(service);
  expect(faults).toEqual([]);
  const { cut } = service.crowd;
  await annotate(`${orders} orders, ${cut} answers cut off, ready after ${usualAndMost(readyAfterMs)}`);
  // Each kill hit a guest in the middle of an order.
  expect(cut).toBeGreaterThanOrEqual(rounds);
  expect(median(readyAfterMs)).toBeLessThan(5_000 * slowness());
}, 900_000);
