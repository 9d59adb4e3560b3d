/** The product as its users run it: the server's process on a data folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverEnvironment } from '../scripts/run.mjs';
import { send } from './load.ts';

const projectFolder = join(import.meta.dirname, '..');

/** Milliseconds of CPU. */
export interface Cpu {
  server: number;
  database: number;
}

export interface Product {
  url: string;
  dataDir: string;
  /** Milliseconds from the start of the process to the first 200 of /readyz. */
  startedInMs: number;
  /**
   * Memory of the server's process and of all PostgreSQL processes, in MB. PostgreSQL's shared memory counts once
   * (PSS).
   */
  memoryMb(): { server: number; database: number };
  /** CPU that the server's process, and all PostgreSQL processes, have used so far, in milliseconds. */
  cpu(): Cpu;
  stop(): Promise<void>;
}

/**
 * Starts the server that is built in `folder`, on `dataDir`, or on a new folder. `seed` fills an empty database.
 */
export async function startProduct(
  seed: 'demo' | 'none',
  dataDir = newFolder(),
  folder = projectFolder,
  environment: Record<string, string> = {},
): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...serverEnvironment,
      PORT: String(port),
      DATA_DIR: dataDir,
      SEED: seed,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...environment,
    },
  });
  await untilReady(url, child);
  return {
    url,
    dataDir,
    startedInMs: performance.now() - started,
    memoryMb: () => memoryOf(child.pid!),
    cpu: () => ({ server: cpuOf(child.pid!), database: sum(databasesOf(child.pid!).map(({ pid }) => cpuOf(pid))) }),
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Placed in the temporary folder, which the database's user can enter. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'om-bench-'));
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) done(address.port);
        else fail(new Error('There is no free port'));
      });
    });
  });
}

export async function untilReady(url: string, child: ChildProcess, path = '/readyz'): Promise<void> {
  for (let waited = 0; waited < 120_000; waited += 20) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`);
    const answer = await send('GET', url + path).catch(() => null);
    if (answer?.status === 200) return;
    await sleep(20);
  }
  throw new Error('The server did not become ready within two minutes');
}

export function subtractCpu(after: Cpu, before: Cpu): Cpu {
  return { server: after.server - before.server, database: after.database - before.database };
}

function memoryOf(serverPid: number): { server: number; database: number } {
  return {
    server: proportionalMb(serverPid),
    database: sum(databasesOf(serverPid).map(({ pid }) => proportionalMb(pid))),
  };
}

function databasesOf(serverPid: number): RunningProcess[] {
  const all = processes();
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const belongs = (pid: number): boolean => pid === serverPid || (pid > 1 && belongs(parents.get(pid) ?? 0));
  return all.filter(({ parent, name }) => name === 'postgres' && belongs(parent));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

interface RunningProcess {
  pid: number;
  parent: number;
  name: string;
}

/** Linux counts in hundredths of a second. Includes children that have ended, such as a closed connection's process. */
export function cpuOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum(fields.slice(11, 15).map(Number)) * 10;
  } catch {
    return 0;
  }
}

function processes(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [, command = '', rest = ''] = /\((.*)\) (.*)/s.exec(stat) ?? [];
        return [{ pid: Number(name), parent: Number(rest.split(' ')[1]), name: command }];
      } catch {
        // The process ended while its children were listed.
        return [];
      }
    });
}

/** Proportional memory of a process; 0 if it has ended. */
function proportionalMb(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}
