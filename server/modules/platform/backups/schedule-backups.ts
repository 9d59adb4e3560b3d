import { DAY, MINUTE } from '#contract/base/time.ts';
import { bucketStore } from '#server/db/backup/wal/bucket-store.ts';
import { storePlaceOf } from '#server/db/backup/wal/open-store.ts';
import { ListShipping } from '#server/db/backup/wal/ship-lists.ts';
import { timedStore } from '#server/db/backup/wal/timed-store.ts';
import { isBackupLate, readVerifiedAt } from '#server/db/backup/verified-backup.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { listNames } from '#server/modules/customers/privacy/erasure-list.ts';
import { enqueue } from '#server/modules/outbound/jobs/enqueue.ts';
import { backupLateMail, mailAdmins } from './backup-mails.ts';

/** The first look waits until the screens are back after a restart. */
const everyMs = 60_000;

/** The age of the last backup, for those who watch the server. */
interface BackupState {
  verifiedAt: Date | null;
  isLate: boolean;
}

interface BackupSchedule {
  /** Null where this server makes none. */
  state(): BackupState | null;
  /** Looks once, now. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Has a backup made for each day's moment, also when the server was not running then. The job of a moment has a key, so
 * that several servers have one made together.
 */
export function scheduleBackups({
  db,
  config,
  clock,
  log,
}: Pick<Deps, 'db' | 'config' | 'clock' | 'log'>): BackupSchedule {
  const { atMinute } = config.scheduledBackups;
  const isOn = storePlaceOf(config) !== undefined && atMinute !== undefined;
  const stopping = new AbortController();
  const lists = isOn ? listsToShip(config, stopping.signal) : null;
  const since = clock();
  let state: BackupState = { verifiedAt: null, isLate: false };
  let looking = Promise.resolve();
  let isLooking = false;

  async function see(now: Date): Promise<void> {
    const verifiedAt = await readVerifiedAt(db);
    state = { verifiedAt, isLate: isBackupLate(verifiedAt, since, now) };
  }

  async function schedule(): Promise<void> {
    const now = clock();
    await see(now);
    const moment = lastMoment(now, atMinute!);
    const { verifiedAt, isLate } = state;
    const isMade = verifiedAt !== null && verifiedAt >= moment && verifiedAt <= now;
    if (isMade) return;
    const key = moment.toISOString();
    await platformTransaction(db, 'outbox', async (tx) => {
      await enqueue(
        tx,
        { restaurantId: null, queue: 'backup', payload: { kind: 'backup' }, key, usefulForMs: DAY },
        now,
      );
      if (isLate) await mailAdmins(tx, { config, clock }, `late ${key}`, (admin) => backupLateMail(admin, verifiedAt));
    });
    if (isLate) log.warn({ verifiedAt }, 'The last backup is more than a day and a half old');
  }

  function attempt(work: () => Promise<void>): Promise<void> {
    looking = looking.then(work).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, 'Backups could not be scheduled; trying again');
    });
    return looking;
  }

  const look = async () => {
    await attempt(schedule);
    if (lists !== null) await attempt(() => lists.ship());
  };
  // A bucket that takes its time is not waited for twice.
  const lookAgain = () => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => (isLooking = false));
  };
  const timer = isOn ? setInterval(lookAgain, everyMs).unref() : undefined;
  if (isOn) void attempt(() => see(clock()));

  return {
    state: () => (isOn ? state : null),
    look,
    stop() {
      clearInterval(timer);
      stopping.abort();
      return looking;
    },
  };
}

/**
 * The lists of those who were erased, for a bucket: whoever restores a backup on another machine erases them again. Beside the
 * embedded database they go there with its log.
 */
function listsToShip(
  { backupBucket, backupRecipient, databaseUrl, dataDir, erasuresFolder }: Config,
  signal: AbortSignal,
) {
  if (backupBucket === undefined || (databaseUrl === undefined && process.platform !== 'win32')) return null;
  const folders = [...new Set([dataDir, erasuresFolder])];
  const store = timedStore(bucketStore(backupBucket, { signal }), MINUTE);
  return new ListShipping({ folders, names: listNames }, store, [backupRecipient!]);
}

/** The newest moment of the schedule that is not after now. */
export function lastMoment(now: Date, atMinute: number): Date {
  const today = Math.floor(now.getTime() / DAY) * DAY + atMinute * MINUTE;
  return new Date(today <= now.getTime() ? today : today - DAY);
}
