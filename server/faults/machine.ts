/** A machine to break: a data folder, a port, and the product's processes on them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './ask.ts';

const root = join(import.meta.dirname, '..', '..');
const program = join(root, 'server', 'test', 'servers', 'serve-api.ts');

const starter = [process.execPath, join(root, 'scripts', 'run.mjs'), program];
const commands = {
  itself: [process.execPath, program],
  starter,
  shell: ['/bin/sh', '-c', '"$0" "$@"; true', ...starter],
} satisfies Record<string, string[]>;

export interface ServerProcess {
  child: ChildProcess;
  pid: number;
  /** Everything printed so far. */
  output(): string;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  isRunning(): boolean;
}

interface StartOptions {
  port?: number;
  /**
   * The process to start and kill: the server, its `npm start` parent, the shell that npm starts above that, or another
   * program.
   */
  by?: keyof typeof commands | { program: string; user?: number };
  /** Added to the environment of every server here. */
  environment?: Record<string, string>;
}

export class Machine {
  readonly dataDir: string;
  readonly port: number;
  readonly url: string;
  /** The machine is gone, so nobody needs to wait for it. */
  isRemoved = false;
  readonly #servers: ServerProcess[] = [];

  constructor(dataDir: string, port: number) {
    this.dataDir = dataDir;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  start({ port = this.port, by = 'itself', environment }: StartOptions = {}): ServerProcess {
    const [command, ...args] = typeof by === 'string' ? commands[by] : [by.program];
    const user = typeof by === 'string' ? undefined : by.user;
    const child = spawn(command!, args, {
      cwd: typeof by === 'string' ? root : this.dataDir,
      ...(user === undefined ? {} : { uid: user, gid: user }),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: this.dataDir,
        SEED: 'none',
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        ...environment,
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const server: ServerProcess = {
      child,
      pid: child.pid!,
      output: () => output,
      ended: once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals),
      isRunning: () => child.exitCode === null && child.signalCode === null,
    };
    this.#servers.push(server);
    return server;
  }

  /** Starts a server and waits until it is ready; also returns how long that took. */
  async startReady(options?: StartOptions): Promise<{ server: ServerProcess; tookMs: number }> {
    const started = performance.now();
    const server = this.start(options);
    await this.untilReady(server);
    return { server, tookMs: performance.now() - started };
  }

  async untilReady(server: ServerProcess): Promise<void> {
    for (;;) {
      if (!server.isRunning()) throw new Error(`The server ended: ${server.output()}`);
      const answer = await ask(`${this.url}/readyz`).catch(() => null);
      if (answer?.status === 200) return;
      await sleep(10);
    }
  }

  /** All processes of the database: their working folder is the data folder. */
  databaseProcesses(): number[] {
    return processesIn(join(this.dataDir, 'pg18'));
  }

  /** Signals these processes of the database, by default all; one may have ended since they were listed. */
  signalDatabase(signal: NodeJS.Signals, pids = this.databaseProcesses()): number[] {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended together with one killed before, or by itself.
      }
    }
    return pids;
  }

  databaseLog(): Promise<string> {
    return readFile(join(this.dataDir, 'postgres.log'), 'utf8');
  }

  /** Ends all processes on the data folder, and removes it. */
  async remove(): Promise<void> {
    this.isRemoved = true;
    for (const server of this.#servers) {
      if (server.isRunning()) server.child.kill('SIGKILL');
      await server.ended;
    }
    while (this.signalDatabase('SIGKILL').length > 0) await sleep(20);
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

/** A machine with an empty data folder that the database's user can enter. */
export async function makeMachine(parent = tmpdir()): Promise<Machine> {
  const dataDir = await mkdtemp(join(parent, 'om-fault-'));
  await chmod(dataDir, 0o711);
  return new Machine(dataDir, await freePort());
}

/**
 * A free port below those that the system gives to outgoing connections. Guests try to connect all the time while the
 * server is away, and one that gets the server's own port as its source would connect to itself and hold it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((done) => {
      probe.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}

/** The processes whose working folder this is. */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter(isNumber)
    .filter((pid) => workingFolder(pid) === folder)
    .map(Number);
}

function isNumber(name: string): boolean {
  return /^\d+$/.test(name);
}

function workingFolder(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // The process has ended.
    return null;
  }
}
