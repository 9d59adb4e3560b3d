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
  stop(): Promise<void>;
}

/** Starts the server on `dataDir`, or on a new folder. `seed` fills an empty database. */
export async function startProduct(seed: 'demo' | 'none', dataDir = newFolder()): Promise<Product> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: projectFolder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...serverEnvironment,
      PORT: String(port),
      DATA_DIR: dataDir,
      SEED: seed,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
  });
  await untilReady(url, child);
  return {
    url,
    dataDir,
    startedInMs: performance.now() - started,
    memoryMb: () => memoryOf(child.pid!),
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

function memoryOf(serverPid: number): { server: number; database: number } {
  const database = processes().filter(({ parent, name }) => name === 'postgres' && belongsTo(parent, serverPid));
  return {
    server: proportionalMb(serverPid),
    database: database.reduce((sum, { pid }) => sum + proportionalMb(pid), 0),
  };
}

function belongsTo(pid: number, ancestor: number): boolean {
  for (let at = pid; at > 1; at = processes().find((one) => one.pid === at)?.parent ?? 0) {
    if (at === ancestor) return true;
  }
  return false;
}

function processes(): { pid: number; parent: number; name: string }[] {
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
