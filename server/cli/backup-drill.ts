import { type Config, readConfig } from '#server/config.ts';
import { noteTriedRestore } from '#server/db/backup/tried-restore.ts';
import { type DailyBackup, findDaily } from '#server/db/backup/find-daily.ts';
import { restore } from '#server/db/backup/restore.ts';
import type { BackupStore } from '#server/db/backup/wal/backup-store.ts';
import { readChains } from '#server/db/backup/wal/chains.ts';
import { findRestorable } from '#server/db/backup/wal/find-restorable.ts';
import { segmentBytes } from '#server/db/backup/wal/lsn.ts';
import { openStore, storePlaceOf } from '#server/db/backup/wal/open-store.ts';
import { restoreWal } from '#server/db/backup/wal/restore-wal.ts';
import { openDatabase, openEngine } from '#server/db/connect.ts';
import { readMigrations } from '#server/db/migrate.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { findWrongSums } from '#server/modules/reports/check-sums.ts';
import { readKey } from './backup-key.ts';
import { type Command, commandLog, WrongUsage } from './command.ts';
import { inDrillFolder } from './drill-folder.ts';

export const command: Command = {
  usage: '[--key <file>]',
  help: `Restores what BACKUP_BUCKET or BACKUP_DIR has last, as after the loss of the machine: the shipped log, or else the newest daily backup. It goes into an
empty folder for temporary files (TMPDIR), is started, its sums are compared with its orders, and it is thrown away, also when the command is
broken off. The time is noted
there, and doctor says it. The server may go on serving. --key names the file of the key that backups are sealed for, or - for
the standard input.`,
  options: { key: { type: 'string' } },
  async run({ args, options: { key } }) {
    if (args.length > 0) throw new WrongUsage('Nothing else is needed.');
    const config = readConfig(process.env);
    const place = storePlaceOf(config);
    if (place === undefined)
      throw new WrongUsage('Set BACKUP_DIR to the folder that has the backups, or BACKUP_BUCKET.');
    const opening = typeof key === 'string' ? await readKey(key) : undefined;
    const began = performance.now();
    const store = openStore(place);
    const { backup, bytes } = await findNewest(store, config);
    await inDrillFolder(bytes, async (folder) => {
      const target = { ...config, dataDir: folder, databaseUrl: undefined };
      const { newest, from } = await restoreNewest(store, backup, target, opening);
      const found = await examine(target);
      const seconds = ((performance.now() - began) / 1_000).toFixed(1);
      await noteTriedRestore(store, { triedAt: new Date(), newest });
      console.log(`${from} was restored in ${seconds} s: ${found}. Its newest change is of ${newest.toISOString()}.`);
    });
  },
};

/** A daily backup unpacks to so many times its size with its indexes, more or less; pictures to less. */
const unpackedTimes = 6;

/** The daily backup to restore, null for the log, and how many bytes the database will have, as far as is known. */
async function findNewest(store: BackupStore, config: Config): Promise<{ backup: DailyBackup | null; bytes: number }> {
  const hasLog = [...(await readChains(store)).values()].some(({ bases }) => bases.length > 0);
  if (hasLog) {
    const { base, pieces } = await findRestorable(store, undefined);
    const log = (pieces.at(-1)?.end ?? base.start) - base.start;
    return { backup: null, bytes: (base.bytes ?? 0) + Number(log + segmentBytes) };
  }
  const backup = await findDaily(config, 'latest');
  return { backup, bytes: (backup.bytes ?? 0) * unpackedTimes };
}

/** @returns how old what came back is, and what it came from. */
async function restoreNewest(
  store: BackupStore,
  backup: DailyBackup | null,
  config: Config,
  key: string | undefined,
): Promise<{ newest: Date; from: string }> {
  if (backup === null) {
    const { newest } = await restoreWal(
      {
        dataDir: config.dataDir,
        programs: config.postgresBin,
        store,
        at: undefined,
        key,
        finish: async () => undefined,
      },
      commandLog,
    );
    return { newest, from: `The log in ${store.place}` };
  }
  const engine = await openEngine(config, commandLog);
  try {
    const { takenAt } = await restore(engine.target, backup.source, await readMigrations(), commandLog, key);
    return { newest: takenAt, from: backup.name };
  } finally {
    await engine.stop();
  }
}

/** @throws when the restored database cannot serve, or its sums are not those of its orders. */
async function examine(config: Pick<Config, 'dataDir' | 'databaseUrl' | 'postgresBin'>): Promise<string> {
  const database = await openDatabase(config, commandLog);
  try {
    const wrong = await findWrongSums(database.db);
    if (wrong.length > 0)
      throw new Error(`The restored database is not whole: ${wrong.length} sums differ from its orders`);
    const count = (table: 'restaurants' | 'orders') =>
      platformTransaction(
        database.db,
        'administration',
        (tx) => tx.selectFrom(table).select(tx.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
        { readOnly: true, statementTimeoutMs: 120_000 },
      );
    return `${(await count('restaurants')).count} restaurants, ${(await count('orders')).count} orders`;
  } finally {
    await database.close();
  }
}
