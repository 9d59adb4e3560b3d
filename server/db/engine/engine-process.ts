import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/log.ts';
import { canReach, type EngineUser, lastStartFile, makePrivateFolder, program } from './engine-files.ts';
import { startArguments } from './start-arguments.ts';

/** A database cluster on disk, and how to run it. */
export interface Cluster {
  /** Folder of `postgres`, `initdb`, `pg_ctl`. */
  programs: string;
  /** Their user, unless it is this process's own. */
  user: EngineUser | undefined;
  /** Folder of everything that belongs to the cluster: data, socket, log. */
  home: string;
  data: string;
}

interface Running {
  pid: number;
  port: number;
  /** Empty on Windows, where the engine listens on the loopback address. */
  socketFolder: string;
}

const onWindows = process.platform === 'win32';
/** The engine inherits no variables of this process; Node adds those that Windows needs. */
const environment = { LC_ALL: 'C', TZ: 'UTC' };

/** Creates an empty cluster under a temporary name, so that a crash leaves nothing that looks complete. */
export async function makeCluster(cluster: Cluster, password: string | undefined): Promise<void> {
  const unfinished = `${cluster.data}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await makePrivateFolder(unfinished, cluster.user);
  const settings = [
    '-E',
    'UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '-U',
    'om',
    '--no-instructions',
  ];
  const passwordFile = `${cluster.data}.password`;
  if (password !== undefined) await writeFile(passwordFile, password, { mode: 0o600 });
  const access = password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  try {
    await run(cluster, 'initdb', ['-D', unfinished, ...settings, ...access]);
    await rename(unfinished, cluster.data);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The engine that runs on this data, once it accepts connections; null if there is none. */
export async function findRunning(data: string): Promise<Running | null> {
  const claim = await readClaim(data);
  return claim && isEngineOn(claim.pid, data) ? waitUntilReady(data, claim.pid) : null;
}

/**
 * PostgreSQL does not start while the process in its predecessor's `postmaster.pid` seems to live: a zombie that nobody
 * reaps, or another process that got the number after a restart of the machine or container. This replaces the number
 * with one that no process has. The rest of the file stays, because it guards the shared memory against orphans of the
 * predecessor. The caller holds the folder's lock.
 */
async function voidClaim(data: string): Promise<void> {
  const claim = await readClaim(data);
  if (claim === null) return removeEmptyClaim(data);
  if (!isTaken(claim.pid) || isEngineOn(claim.pid, data)) return;
  // In place and no longer than before: a full disk or a kill could leave a file that was written anew empty.
  const file = await open(claimFile(data), 'r+');
  try {
    const [digits = ''] = /^\d+/.exec(await file.readFile('utf8')) ?? [];
    await file.write(freePid(digits.length), 0);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether a process has the number, even one that has ended and that nobody reaps. */
function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The number of no process, with so many digits. */
function freePid(digits: number): string {
  for (let pid = 10 ** digits - 1; pid >= 10 ** (digits - 1); pid--) if (!isTaken(pid)) return String(pid);
  throw new Error('Every process number is taken');
}

/**
 * Removes a claim without a number, which a full disk or a power cut can leave: PostgreSQL refuses to start beside it, by
 * itself and for ever. It stays while an engine runs on this data all the same, or an orphan of one.
 */
async function removeEmptyClaim(data: string): Promise<void> {
  const text = await readFile(claimFile(data), 'utf8').catch(() => null);
  if (text === null || text.trim() !== '' || runsAnyEngineOn(data)) return;
  await rm(claimFile(data), { force: true });
}

function runsAnyEngineOn(data: string): boolean {
  if (onWindows) return false;
  if (process.platform !== 'linux') return spawnSync('pgrep', ['-f', `-D ${data}`]).status === 0;
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && worksIn(Number(name), data));
}

/** Whether the folder is the process's own: that of an engine and its children is their data. */
function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder && isAlive(pid);
  } catch {
    return false;
  }
}

/**
 * Starts the engine in a process group of its own, so that Ctrl-C reaches only this process, and waits until it accepts
 * connections. `onWaiting` is called as the wait begins.
 */
export async function launch(
  cluster: Cluster,
  log: Log,
  {
    usedSocketFolder,
    onWaiting,
    tries = 4,
  }: { usedSocketFolder?: string; onWaiting?: () => void; tries?: number } = {},
): Promise<Running> {
  for (let attempts = 1; ; attempts++) {
    try {
      const folder = onWindows ? '' : await makeSocketFolder(cluster, usedSocketFolder);
      return await launchOnce(cluster, folder, log, onWaiting);
    } catch (error) {
      // The file of the last start says that these programs run here: the next start shall ask them.
      await rm(lastStartFile(cluster.data), { force: true }).catch(() => undefined);
      // Orphans of a killed engine hold its memory for a moment, during which a new one refuses to start.
      if (attempts === tries) throw error;
      await sleep(250 * attempts);
    }
  }
}

async function launchOnce(
  cluster: Cluster,
  socketFolder: string,
  log: Log,
  onWaiting: (() => void) | undefined,
): Promise<Running> {
  await voidClaim(cluster.data);
  if (!onWindows) await rm(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
  const output = await openLog(cluster.home);
  const child = spawn(program(cluster.programs, 'postgres'), await startArguments(cluster.data, socketFolder), {
    ...cluster.user,
    cwd: cluster.home,
    env: environment,
    detached: true,
    windowsHide: true,
    // Files instead of pipes, because the engine outlives a killed server and the next start adopts it.
    stdio: ['ignore', output.fd, output.fd],
  });
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  failed.catch(() => undefined);
  child.unref();
  await output.close();
  const { pid } = child;
  if (pid === undefined) return failed;
  log.debug({ enginePid: pid }, 'The database engine starts');
  onWaiting?.();
  try {
    return await waitUntilReady(cluster.data, pid);
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${await endOfLog(cluster.home)}`, { cause: error });
  }
}

/**
 * Fast shutdown: sessions end, everything is on disk. An engine that does not end within 20 s is killed, and recovers
 * later.
 */
export async function stopEngine(cluster: Cluster, running: Running): Promise<void> {
  if (onWindows) {
    await run(cluster, 'pg_ctl', ['stop', '-D', cluster.data, '-m', 'fast', '-t', '20']).catch(() => undefined);
    return;
  }
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!isAlive(running.pid)) break;
    process.kill(running.pid, signal);
    for (const end = Date.now() + 20_000; Date.now() < end && isAlive(running.pid);) await sleep(10);
  }
  if (!running.socketFolder.startsWith(cluster.home)) await rm(running.socketFolder, { recursive: true, force: true });
}

/** Whether the process runs and is not a zombie, which nobody reaps in a container without an init. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
    return state !== 'Z' && state !== 'X';
  } catch {
    return false;
  }
}

function isEngineOn(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data);
  } catch {
    return false;
  }
}

/** The contents of `postmaster.pid`: process, address and state of the engine on this data. */
async function readClaim(data: string): Promise<(Running & { isReady: boolean }) | null> {
  const text = await readFile(claimFile(data), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', isReady: lines[7]?.startsWith('ready') ?? false };
}

function claimFile(data: string): string {
  return join(data, 'postmaster.pid');
}

/** After a crash the engine first replays its log; this waits as long as it lives. */
async function waitUntilReady(data: string, pid: number): Promise<Running> {
  for (;;) {
    const claim = await readClaim(data);
    if (claim?.pid === pid && claim.isReady) return { pid, port: claim.port, socketFolder: claim.socketFolder };
    if (!isAlive(pid)) throw new Error(`The database engine (process ${pid}) ended`);
    await sleep(10);
  }
}

/** Systems limit a socket's path to about 100 bytes (104 on macOS). */
const longestSocketFolder = 100 - '/.s.PGSQL.5432.lock'.length;

/**
 * A folder for the socket that only the engine's user and root can enter: in the home, or elsewhere if that path is too
 * long.
 */
async function makeSocketFolder(cluster: Cluster, used: string | undefined): Promise<string> {
  const own = used ?? join(cluster.home, 'socket');
  if (used !== undefined || Buffer.byteLength(own) <= longestSocketFolder) {
    await makePrivateFolder(own, cluster.user);
    return own;
  }
  for (const base of [tmpdir(), '/tmp']) {
    if (Buffer.byteLength(base) > longestSocketFolder - 10 || !(await canReach(base, cluster.user))) continue;
    const folder = await mkdtemp(join(base, 'om-'));
    await makePrivateFolder(folder, cluster.user);
    return folder;
  }
  throw new Error(
    `There is no folder with a path short enough for the database's socket; set DATA_DIR to a shorter one than ${own}`,
  );
}

const largestLog = 5 * 2 ** 20;

async function openLog(home: string) {
  const path = join(home, 'postgres.log');
  const facts = await stat(path).catch(() => undefined);
  if (facts && facts.size > largestLog) await rename(path, `${path}.1`);
  return open(path, 'a', 0o600);
}

/** The engine's reason for giving up, if it logged one; later lines only add detail. */
async function endOfLog(home: string): Promise<string> {
  const text = await readFile(join(home, 'postgres.log'), 'utf8').catch(() => '');
  const lines = text.trim().split('\n').slice(-20);
  const reason = lines.findLast((line) => /(FATAL|PANIC):  (?!the database system is)/.test(line));
  return reason ?? lines.slice(-3).join(' | ');
}

async function run(cluster: Cluster, name: 'initdb' | 'pg_ctl', args: string[]): Promise<void> {
  const child = spawn(program(cluster.programs, name), args, {
    ...cluster.user,
    cwd: cluster.home,
    env: environment,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0) throw new Error(`${name} failed: ${said.trim()}`);
}
