import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from '#server/config.ts';
import { openStore, storePlaceOf } from '#server/db/backup/wal/open-store.ts';
import type { WalNews } from '#server/db/backup/wal/ship-wal.ts';
import { dropSlots } from '#server/db/backup/wal/slots.ts';
import type { WalOrder } from '#server/db/backup/wal/wal-worker.ts';
import type { Database } from '#server/db/connect.ts';
import { leastFreeBytes, type Space } from '#server/db/engine/disk-watch.ts';
import { listNames } from '#server/modules/customers/privacy/erasure-list.ts';
import type { Log } from '#server/log.ts';

/** How far the log of the database has come. */
interface ShippedLog {
  /** Everything that was committed until then can be restored; null before the first. */
  safeAt: Date | null;
  isLate: boolean;
}

export interface LogShipping {
  state(): ShippedLog;
  stop(): Promise<void>;
}

/** Milliseconds of orders that may be lost with the machine. */
const lateAfterMs = 60_000;
const stopWithinMs = 5_000;
const lookEveryMs = 1_000;

/**
 * Ships the log of the embedded database into the bucket or the folder of the backups, where they are made by themselves. The log of
 * another PostgreSQL is its owner's. The programs of Windows were never tried with it.
 */
export function openLogShipping(
  database: Pick<Database, 'target' | 'space'>,
  config: Config,
  log: Log,
): LogShipping | null {
  const { databaseUrl, backupRecipient, secret, scheduledBackups } = config;
  const place = storePlaceOf(config);
  if (databaseUrl !== undefined) return null;
  const { target } = database;
  if (place === undefined || scheduledBackups.atMinute === undefined || process.platform === 'win32') {
    // The engine would keep its log for a server that comes no more. The start does not wait for the end of the slots; a stop leaves them
    // to the next start.
    void dropSlots(target).catch((error: unknown) => log.warn({ err: error }, 'The log of the database is still kept'));
    return null;
  }
  const sealing = backupRecipient === undefined ? undefined : { recipient: backupRecipient, secret };
  // A folder of backups has the lists of erasures in it.
  const lists = 'bucket' in place ? { folders: [config.dataDir, config.erasuresFolder], names: listNames } : undefined;
  const order = { target, place, sealing, keepDays: scheduledBackups.keep.days, lists };
  return shipLog(order, () => database.space(), log);
}

/** Ships the write-ahead log of the embedded database, in a process that is started again when it ends. */
function shipLog(order: WalOrder, space: () => Space | null, log: Log): LogShipping {
  const file = fileURLToPath(new URL('../../../db/backup/wal/wal-worker.ts', import.meta.url));
  const { place } = openStore(order.place);
  let worker: ChildProcess | undefined;
  const stopping = new AbortController();
  let safeAt: Date | null = null;
  let wasLate = false;
  let problem = '';
  let base = 0;
  const since = Date.now();
  let progressAt = since;
  let givingUp: Promise<void> | undefined;
  const isLate = () => Date.now() - (safeAt?.getTime() ?? since) > lateAfterMs;

  function hear(news: WalNews): void {
    if (news.kind === 'stored') {
      progressAt = Date.now();
      // A new chain has no base for a while; the end of the former can still be restored.
      safeAt = news.safeAt ?? safeAt;
      problem = '';
    } else if (news.kind === 'problem') {
      if (news.error.message === problem) return;
      problem = news.error.message;
      log.warn({ err: news.error, place }, 'The log of the database could not be shipped; trying again');
    } else if (news.finishedAt.getTime() !== base) {
      base = news.finishedAt.getTime();
      log.info({ place, chain: news.chain, finishedAt: news.finishedAt }, 'The log of the database is being shipped');
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      worker = fork(file, { execArgv: [], serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      worker.on('message', (news: WalNews) => hear(news));
      worker.on('error', () => worker?.kill('SIGKILL'));
      worker.send(order, () => undefined);
      worker.unref();
      worker.channel?.unref();
      await once(worker, 'exit').catch(() => undefined);
      if (!stopping.signal.aborted) await sleep(1_000, undefined, { ref: false });
      await givingUp;
    }
  }

  /** The log that waits for its place gives way to orders. A process that hangs there could not do it. */
  async function giveUp(room: Space): Promise<void> {
    log.error(
      { place, ...room },
      'The disk is nearly full: the log of the database that waits for its place is given up',
    );
    worker?.kill('SIGKILL');
    await dropSlots(order.target);
  }

  const watch = setInterval(() => {
    if (isLate() && !wasLate)
      log.error(
        { place, safeAt, problem },
        'The log of the database is not shipped: newer orders would be lost with this machine',
      );
    if (!isLate() && wasLate) log.info({ place, safeAt }, 'The log of the database is shipped again');
    wasLate = isLate();
    const room = space();
    const isStuck = Date.now() - progressAt > lateAfterMs;
    if (isStuck && room !== null && room.free < 2 * leastFreeBytes(room.size)) {
      progressAt = Date.now();
      givingUp = giveUp(room).catch((error: unknown) =>
        log.error({ err: error }, 'The log of the database is still kept'),
      );
    }
  }, lookEveryMs).unref();
  const running = run();

  return {
    state: () => ({ safeAt, isLate: isLate() }),
    async stop() {
      clearInterval(watch);
      stopping.abort();
      worker?.ref();
      worker?.send('stop', () => undefined);
      const late = setTimeout(() => worker?.kill('SIGKILL'), stopWithinMs);
      await running;
      clearTimeout(late);
    },
  };
}
