import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/log.ts';
import { DiskWatch } from './disk-watch.ts';
import { type DatabaseState, type Engine, foreignEngine, type Target } from './engine.ts';
import { canReach, type EngineUser, engineUser, findPrograms, requireMajor } from './engine-files.ts';
import { type Cluster, findRunning, isAlive, launch, makeCluster, stopEngine } from './engine-process.ts';
import { asFolderProblem } from './folder-problem.ts';
import { type FolderLock, lockFile } from './folder-lock.ts';
import { noteHolder, readHolder } from './holder.ts';

/** Part of the folder's name, because another major version cannot read the data. */
export const major = 18;
const clusterFolder = `pg${major}`;
/** Location of the data when the engine's user cannot enter the data folder (a checkout below a private home). */
const publicHome = '/var/lib/order-manager';

interface StartOptions {
  join: boolean;
  /** Breaks the wait for another server's end off. */
  signal?: AbortSignal | undefined;
  onWaiting?: () => void;
  /** Called as a new database is begun, which takes a second or two. */
  onMaking?: () => void;
  /** The folder of other programs than the installed ones (POSTGRES_BIN). */
  programs?: string | undefined;
}

/**
 * Starts PostgreSQL on the data folder as a supervised child, or adopts the one that a killed process left running. It
 * is restarted when it dies. One process owns a folder; the kernel holds the lock, so it cannot become stale (R52).
 * @throws an `Error` with a sentence for the operator.
 */
export async function startEmbedded(dataDir: string, log: Log, options: StartOptions): Promise<Engine> {
  try {
    return await startInFolder(resolve(dataDir), log, options);
  } catch (error) {
    throw asFolderProblem(error);
  }
}

async function startInFolder(folder: string, log: Log, options: StartOptions): Promise<Engine> {
  await makeFolder(folder);
  const held =
    lockFile(join(folder, 'lock')) ??
    (options.join ? await joinRunning(folder, log) : await awaitLock(folder, log, options.signal));
  if (held === null) throw new Error(await describeHolder(folder));
  if ('target' in held) return held;
  try {
    await noteHolder(folder, options.join);
    const cluster = await prepareCluster(folder, log, options);
    return await supervise(cluster, held, log, options.onWaiting);
  } catch (error) {
    held.release();
    throw error;
  }
}

/**
 * Makes the database of a data folder that has none yet, in the way of the caller. Nobody else holds the folder meanwhile.
 * @throws an `Error` with a sentence for the operator.
 */
export async function makeEmbedded<T>(
  { dataDir, programs }: { dataDir: string; programs: string | undefined },
  log: Log,
  make: (cluster: Cluster) => Promise<T>,
): Promise<T> {
  const folder = resolve(dataDir);
  await makeFolder(folder);
  const lock = lockFile(join(folder, 'lock'));
  if (!lock) throw new Error(await describeHolder(folder));
  try {
    await noteHolder(folder, true);
    const cluster = await findCluster(folder, log, programs);
    if (await exists(join(cluster.data, 'PG_VERSION')))
      throw new Error(`${folder} has a database already. Restore into a new folder: set DATA_DIR.`);
    return await make(cluster);
  } finally {
    lock.release();
  }
}

async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  await openPassage(folder);
}

/** The product's own files in a data folder. */
const ownFiles =
  /^(lock|secret(\.\d+\.new)?|server\.pid|postgres\.log.*|erasures(-.+)?\.jsonl|backup-under-way|engine-.*|socket|pg\d+(\.new)?)$/;

/**
 * Lets the engine's user pass through a data folder that only root can enter, such as a fresh volume, so that the
 * database stays in it. A folder with other files is left unchanged.
 */
async function openPassage(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, mode } = await stat(folder);
  if (uid !== 0 || (mode & 0o001) !== 0) return;
  const names = await readdir(folder);
  if (names.every((name) => ownFiles.test(name))) await chmod(folder, (mode & 0o777) | 0o011);
}

/** Milliseconds for which a start waits for a folder whose holder is stopping: longer than a stop takes. */
const waitForStopMs = 30_000;
const tellAgainMs = 60_000;

/**
 * A supervisor starts a server again before the former one has ended, or while a command has the folder, for as long as that
 * runs. Null at once while another server has it.
 */
async function awaitLock(folder: string, log: Log, signal: AbortSignal | undefined): Promise<FolderLock | null> {
  const holder = await readHolder(folder);
  if (!holder.isStopping && !holder.isCommand) return null;
  const by = holder.isStopping ? 'an Order Manager that is stopping' : `a command (process ${holder.pid})`;
  const tell = () => log.warn({ folder }, `The data folder ${folder} is in use by ${by}; waiting for its end`);
  tell();
  const until = Date.now() + waitForStopMs;
  // A command may wait for somebody who has left its window: whoever looks at the log shall see it.
  let tellAt = Date.now() + tellAgainMs;
  while (Date.now() < until || (await readHolder(folder)).isCommand) {
    const lock = lockFile(join(folder, 'lock'));
    if (lock) return lock;
    if (Date.now() > tellAt) {
      tell();
      tellAt += tellAgainMs;
    }
    await sleep(100);
    signal?.throwIfAborted();
  }
  return null;
}

async function describeHolder(folder: string): Promise<string> {
  const { pid } = await readHolder(folder);
  return `The data folder ${folder} is in use by another Order Manager${pid && ` (process ${pid})`}. Stop that one, or set DATA_DIR.`;
}

/** Milliseconds for which a command waits for the database of a server that is starting: longer than the first start takes. */
const waitForEngineMs = 60_000;

/**
 * Connects to an engine that another process owns, and never stops it; the lock instead where that process ends before its engine runs.
 */
async function joinRunning(folder: string, log: Log): Promise<Engine | FolderLock> {
  const until = Date.now() + waitForEngineMs;
  for (let isTold = false; Date.now() < until; await sleep(100)) {
    const home = await findHome(folder, await engineUser(join(folder, clusterFolder)));
    const running = await findRunning(join(home, clusterFolder));
    if (running) return foreignEngine(await targetOf(home, running.port, running.socketFolder));
    const lock = lockFile(join(folder, 'lock'));
    if (lock) return lock;
    if (!isTold) log.info({ folder }, `The database of ${folder} is not running yet; waiting for it`);
    isTold = true;
  }
  throw new Error(`${await describeHolder(folder)} Its database is not running; try again in a moment.`);
}

async function prepareCluster(folder: string, log: Log, { programs, onMaking }: StartOptions): Promise<Cluster> {
  const cluster = await findCluster(folder, log, programs);
  const { data } = cluster;
  if (await exists(join(data, 'PG_VERSION'))) return cluster;
  if ((await readdir(data).catch(nothingThere)).length > 0) {
    throw new Error(
      `${data} is not a whole database: its file PG_VERSION is missing. Restore a backup into another, empty DATA_DIR; nothing was changed here.`,
    );
  }
  onMaking?.();
  await makeCluster(cluster, await makePassword(cluster.home));
  return cluster;
}

async function findCluster(folder: string, log: Log, given: string | undefined): Promise<Cluster> {
  const user = await engineUser(join(folder, clusterFolder));
  const home = await findHome(folder, user);
  if (home !== folder) {
    await mkdir(home, { recursive: true, mode: 0o711 });
    log.info({ folder: home }, `The database's user cannot enter ${folder}; the database is in ${home}`);
  }
  await refuseOtherMajor(home);
  if (given !== undefined) requireMajor(given, user, major);
  const data = join(home, clusterFolder);
  const programs = given ?? (await findPrograms(user, home === folder ? folder : publicHome, { data }));
  return { programs, user, home, data };
}

function nothingThere(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** The folder of the cluster; for a new cluster, the data folder or, if its user cannot enter it, a public one. */
async function findHome(folder: string, user: EngineUser | undefined): Promise<string> {
  const key = createHash('sha256').update(folder).digest('hex').slice(0, 8);
  const elsewhere = join(publicHome, `${basename(folder)}-${key}`);
  for (const home of [folder, elsewhere]) {
    if (await exists(join(home, clusterFolder, 'PG_VERSION'))) {
      if (await canReach(join(home, clusterFolder), user)) return home;
      throw new Error(
        `The database's user cannot enter ${home} any more. Allow it to pass (chmod o+x on the folders above).`,
      );
    }
  }
  return (await canReach(folder, user)) ? folder : elsewhere;
}

async function refuseOtherMajor(home: string): Promise<void> {
  for (let other = 15; other < 40; other++) {
    if (other === major || !(await exists(join(home, `pg${other}`, 'PG_VERSION')))) continue;
    throw new Error(
      `${home} holds a database of PostgreSQL ${other}; this version runs PostgreSQL ${major}. With the version that made it, run ` +
        `"npm run cli -- backup <file>"; then with this one, on an empty DATA_DIR, "npm run cli -- restore <file>".`,
    );
  }
}

/**
 * On Windows the engine listens on the loopback address, which every user of the machine can reach, so it needs a
 * password.
 */
async function makePassword(home: string): Promise<string | undefined> {
  if (process.platform !== 'win32') return undefined;
  const password = randomBytes(24).toString('base64url');
  await writeFile(join(home, 'engine-password'), password, { mode: 0o600 });
  return password;
}

export async function targetOf(home: string, port: number, socketFolder: string): Promise<Target> {
  const common = { port, user: 'om', database: 'postgres' };
  if (process.platform !== 'win32') return { ...common, host: socketFolder };
  return { ...common, host: '127.0.0.1', password: await readFile(join(home, 'engine-password'), 'utf8') };
}

const watchEveryMs = 200;
const longestBackOffMs = 5_000;

async function supervise(
  cluster: Cluster,
  lock: FolderLock,
  log: Log,
  onWaiting: (() => void) | undefined,
): Promise<Engine> {
  let running = (await findRunning(cluster.data)) ?? (await launch(cluster, log, { onWaiting }));
  let status: DatabaseState['status'] = 'ready';
  const disk = new DiskWatch(cluster.home, log);
  const stopping = new AbortController();

  async function watch(): Promise<void> {
    for (let failures = 0; ;) {
      await sleep(failures === 0 ? watchEveryMs : Math.min(100 * 2 ** failures, longestBackOffMs), null, {
        ref: false,
        signal: stopping.signal,
      });
      if (status === 'ready' && isAlive(running.pid)) continue;
      if (status === 'ready') log.error({ enginePid: running.pid }, 'The database died; it is being started again');
      status = 'recovering';
      try {
        running = await launch(cluster, log, { usedSocketFolder: running.socketFolder });
        status = 'ready';
        failures = 0;
        log.info({ enginePid: running.pid }, 'The database is back');
      } catch (error) {
        failures += 1;
        log.error({ err: error }, 'The database could not be started; trying again');
      }
    }
  }

  const watched = watch().catch(() => undefined);
  return {
    target: await targetOf(cluster.home, running.port, running.socketFolder),
    status: () => status,
    isDiskLow: () => disk.isLow,
    space: () => disk.space,
    stop: async () => {
      disk.stop();
      stopping.abort();
      await watched;
      await stopEngine(cluster, running);
      lock.release();
    },
  };
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
