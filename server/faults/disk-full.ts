/**
 * A disk that fills up while guests order, and has room again (R53). It mounts a small disk, so it needs root, is run
 * by hand and is not part of `npm test`: node server/faults/disk-full.ts
 */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { open, mkdtemp, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openEngine } from '#server/db/connect.ts';
import { testLog } from '#server/test/servers/log.ts';
import { ask } from './ask.ts';
import { placeOrder } from './guests.ts';
import { type Machine, makeMachine } from './machine.ts';
import { auditNow, aWhile, beginService, endService, type Service, usualAndMost } from './service.ts';

const rounds = 21;
const diskMb = 256;
const fullForMs = 5_000;
/**
 * Free space after filling: so little that the product stops writing by itself, none at all, none in the middle of the
 * log.
 */
const fillings = [
  { leftMb: 8, breaksLog: false },
  { leftMb: 0, breaksLog: false },
  { leftMb: 0, breaksLog: true },
];

const disk = await mkdtemp(join(tmpdir(), 'om-disk-'));
run('mount', '-t', 'tmpfs', '-o', `size=${diskMb}m,mode=711`, 'tmpfs', disk);
const machine = await makeMachine(disk);
try {
  await fillAgainAndAgain(machine);
} finally {
  await machine.remove();
  run('umount', disk);
  await rmdir(disk);
}

async function fillAgainAndAgain(machine: Machine): Promise<void> {
  const { server } = await machine.startReady();
  const service = await beginService(machine);
  const { crowd } = service;
  const healthAfterMs: number[] = [];
  const backAfterMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [{ faults }] = await Promise.all([auditNow(service), aWhile(500, 1_500)]);
    must(faults.length === 0, faults.join('\n'));
    const ballast = join(disk, 'ballast');
    const { leftMb, breaksLog } = fillings[round % fillings.length]!;
    await fill(ballast, leftMb);
    if (breaksLog) await exhaustLog(machine);
    for (const end = performance.now() + fullForMs; performance.now() < end; await sleep(200)) {
      const asked = performance.now();
      must((await ask(`${machine.url}/healthz`)).status === 200, 'health');
      healthAfterMs.push(performance.now() - asked);
    }
    const read = await readOrders(service);
    must(read === 200 || breaksLog, `a list was answered ${read}`);
    const { status } = await placeOrder(machine, service.guests[0]!, randomUUID());
    must(status === 503, `an order was answered ${status} on a full disk`);
    await rm(ballast);
    const freed = performance.now();
    await crowd.untilMore(service.guests.length + 1);
    backAfterMs.push(performance.now() - freed);
    say(`${round + 1} of ${rounds}: ${crowd.acknowledged.length} orders, a list was answered ${read}`);
  }
  must(server.isRunning(), 'the server ended');
  const { faults, orders } = await endService(service);
  must(faults.length === 0, faults.join('\n'));
  say(`${orders} orders, none lost or doubled`);
  must(crowd.cut + crowd.notTaken === 0, 'a connection was lost');
  say(`${crowd.refusedAfterMs.length} refusals after ${usualAndMost(crowd.refusedAfterMs)}`);
  say(`health after ${usualAndMost(healthAfterMs)}, writing again after ${usualAndMost(backAfterMs)}`);
  const stops = (await machine.databaseLog()).match(/PANIC: .*No space left on device/g) ?? [];
  say(`the database ran out of room ${stops.length} times`);
}

/** Fills the disk up to this much free space. */
async function fill(path: string, left: number): Promise<void> {
  const file = await open(path, 'w');
  const block = Buffer.alloc(2 ** 20, 1);
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(disk);
      const free = bavail * bsize - left * 2 ** 20;
      if (free <= 0) return;
      await file.write(block, 0, Math.min(free, block.length));
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  } finally {
    await file.close();
  }
}

/** Makes the engine request log segments until there is no room for one, which stops it in the middle of its work. */
async function exhaustLog({ dataDir }: Machine): Promise<void> {
  const { target } = await openEngine({ dataDir, databaseUrl: undefined }, testLog, { join: true });
  const useOne = `select pg_logical_emit_message(false, 'ballast', ''); select pg_switch_wal();`;
  const client = new Client(target);
  client.on('error', () => undefined);
  await client.connect();
  const isStopped = await client.query(useOne.repeat(20)).then(
    () => false,
    () => true,
  );
  must(isStopped, 'the log had room for more');
}

async function readOrders({ machine, staffTokens }: Service): Promise<number> {
  const { status } = await ask(`${machine.url}/api/v1/order/get-all-orders`, {
    authorization: `Bearer ${staffTokens[0]}`,
  });
  return status;
}

function run(command: string, ...args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
}

function must(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
