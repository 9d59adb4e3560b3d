/** Machines that are gone at any second, with their disks: what a new one has from the log in the folder of the backups. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { makeKey } from '#server/db/encryption.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { childrenOf } from '#server/test/servers/processes.ts';
import { ask } from './ask.ts';
import { auditOrders } from './audit.ts';
import { type Acknowledged, beside, makeKitchens, OrderingGuests } from './guests.ts';
import { type Machine, makeMachine, type ServerProcess } from './machine.ts';
import { aWhile, delayEscalation } from './service.ts';

/** LOST_MACHINES=4 is the long form. Each machine is made from what the one before has shipped. */
const rounds = Number(process.env['LOST_MACHINES'] ?? 1);
const guestCount = 6;
/** Milliseconds of orders that may be lost with a machine. */
const lostMaxMs = 60_000;

test('a machine that is gone takes no order along that was told to be safe, or is older than a minute', async ({
  annotate,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'om-lost-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { key, recipient } = await makeKey();
  const keyFile = join(folder, 'key.txt');
  await writeFile(keyFile, key);
  const environment = { BACKUP_DIR: join(folder, 'backups'), BACKUP_RECIPIENT: recipient };
  const restored = (at: string) => restoredMachine(environment, at, keyFile);

  let machine = await newMachine();
  let { server } = await machine.startReady({ environment });
  const { restaurants, guests } = await makeKitchens(machine, 2, guestCount);
  for (const { id } of restaurants) await beside(machine, ({ db }) => delayEscalation(db, id));
  const kept: (Acknowledged & { at: number })[] = [];
  const facts: string[] = [];
  let moment = 0;
  for (let round = 1; round <= rounds; round++) {
    const crowd = new OrderingGuests(machine, guests);
    const told = withTimes(crowd);
    // Some orders are safe: else the round shows nothing.
    const safeOrders = (safeAt: string | null) => told().filter(({ at }) => safeAt !== null && at < Date.parse(safeAt));
    const countSafe = async () => safeOrders(await readSafeAt(machine)).length;
    await expect.poll(countSafe, { timeout: 120_000 }).toBeGreaterThan(0);
    await aWhile(2_000, rounds === 1 ? 8_000 : 14_000);
    if (round === 1) moment = Date.now();
    await aWhile(1_000, 2_000);
    const safeAt = await readSafeAt(machine);
    const diedAt = Date.now();
    destroy(machine, server);
    await machine.remove();
    const { machine: next, tookMs } = await restored('latest');
    machine = next;
    ({ server } = await machine.startReady({ environment }));
    const safe = safeOrders(safeAt);
    expect(safe).not.toEqual([]);
    expect((await auditOrders(machine, restaurants, [...kept, ...safe])).faults).toEqual([]);
    const keys = await readKeys(machine);
    const lost = told().filter((one) => !keys.has(one.key));
    const lostMs = lost.length === 0 ? 0 : diedAt - Math.min(...lost.map(({ at }) => at));
    expect(lostMs).toBeLessThan(lostMaxMs);
    kept.push(...told().filter((one) => keys.has(one.key)));
    facts.push(
      `${lost.length} of ${told().length} orders of ${(lostMs / 1_000).toFixed(1)} s, restored in ${tookMs.toFixed(0)} ms`,
    );
    expect((await auditOrders(machine, restaurants, kept)).faults).toEqual([]);
  }

  // A moment in the log of the first machine, when another has begun its own.
  const { machine: earlier, newest } = await restored(new Date(moment).toISOString());
  expect(Date.parse(newest)).toBeLessThanOrEqual(moment);
  await earlier.startReady();
  const { faults } = await auditOrders(
    earlier,
    restaurants,
    kept.filter(({ at }) => at < moment),
  );
  expect(faults).toEqual([]);
  await annotate(facts.join('; '));
}, 480_000);

async function newMachine(): Promise<Machine> {
  const machine = await makeMachine();
  onTestFinished(() => machine.remove());
  return machine;
}

async function restoredMachine(environment: Record<string, string>, at: string, keyFile: string) {
  const machine = await newMachine();
  const cli = join(import.meta.dirname, '..', 'cli.ts');
  const begun = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [cli, 'restore', '--at', at, '--key', keyFile], {
    env: { ...process.env, ...environment, DATA_DIR: machine.dataDir },
  });
  return { machine, tookMs: performance.now() - begun, newest: /newest change is of (\S+)\./.exec(stdout)![1]! };
}

/** Everything at once: the server, the process that ships the log, the database. */
function destroy(machine: Machine, { pid }: ServerProcess): void {
  for (const child of [pid, ...childrenOf(pid)]) process.kill(child, 'SIGKILL');
  machine.signalDatabase('SIGKILL');
}

/** The acknowledged orders with the time at which each was. */
function withTimes({ acknowledged }: OrderingGuests): () => (Acknowledged & { at: number })[] {
  const times: number[] = [];
  const push = acknowledged.push.bind(acknowledged);
  acknowledged.push = (...added) => {
    times.push(...added.map(() => Date.now()));
    return push(...added);
  };
  return () => acknowledged.map((one, index) => ({ ...one, at: times[index]! }));
}

async function readSafeAt({ url }: Machine): Promise<string | null> {
  return (JSON.parse((await ask(`${url}/readyz`)).body) as { log: { safeAt: string | null } }).log.safeAt;
}

function readKeys(machine: Machine): Promise<Set<string>> {
  return beside(machine, async ({ db }) => {
    const { rows } = await platformTransaction(db, 'administration', (tx) =>
      sql<{ key: string }>`select key from idempotency_keys`.execute(tx),
    );
    return new Set(rows.map((row) => row.key));
  });
}
