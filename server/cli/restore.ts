import { dirname, resolve } from 'node:path';
import { type Config, readConfig } from '#server/config.ts';
import { connect, openEngine } from '#server/db/connect.ts';
import { foreignEngine, type Target } from '#server/db/engine/engine.ts';
import { applyMigrations, readMigrations } from '#server/db/migrate.ts';
import { findDaily } from '#server/db/backup/find-daily.ts';
import { restore } from '#server/db/backup/restore.ts';
import { openStore, storePlaceOf } from '#server/db/backup/wal/open-store.ts';
import { type RestoredWal, restoreWal } from '#server/db/backup/wal/restore-wal.ts';
import { readShippedLists } from '#server/db/backup/wal/ship-lists.ts';
import { repeatRestaurantErasures } from '#server/modules/restaurants/offboarding/erase-restaurant.ts';
import { repeatErasures } from '#server/modules/customers/privacy/erase-guest.ts';
import { type Erasure, erasuresIn, readErasures } from '#server/modules/customers/privacy/erasure-list.ts';
import { secretFile, writeSecretFile } from '#server/secret-file.ts';
import { readKey } from './backup-key.ts';
import { type Command, commandLog, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '<file> [--key <file>], or --daily <name> [--key <file>], or --at <moment> [--key <file>]',
  help: `Puts a backup into an empty database: that of a new DATA_DIR, or of DATABASE_URL. All or nothing; the digest of every table is
checked. A backup of an older version is brought up to date; one of a newer version is refused. The server must not be running.
No server starts on a database whose restore was broken off: run it once more, with the same backup.
--daily takes a backup that the server has made by itself from BACKUP_BUCKET, or else from BACKUP_DIR, by its name (scheduled-....omb), or the
newest (--daily latest).
--at makes the embedded database of a new DATA_DIR as it was at a moment, such as 2026-11-22T19:04Z, or as it was last (--at latest), from
the log that the server has shipped into BACKUP_BUCKET or BACKUP_DIR.
--key names the file of the key that a sealed backup was sealed for, or - for the standard input. Guests and restaurants that were erased since the backup are
erased again, as the files erasures-*.jsonl say: those beside the backup, in BACKUP_DIR and in DATA_DIR,
and their copies in BACKUP_BUCKET.`,
  options: { key: { type: 'string' }, at: { type: 'string' }, daily: { type: 'string' } },
  async run({ args: [file, ...more], options: { key, at, daily } }) {
    if ([file, at, daily].filter((one) => one !== undefined).length !== 1 || more.length > 0)
      throw new WrongUsage('Name the file to restore, or the daily backup, or the moment.');
    const config = readConfig(process.env);
    const opening = typeof key === 'string' ? await readKey(key) : undefined;
    if (typeof at === 'string') return restoreMoment(config, at, opening);
    const source = typeof daily === 'string' ? (await findDaily(config, daily)).source : resolve(file!);
    const erasures = await readLists(config, opening, typeof source === 'string' ? [dirname(source)] : []);
    const engine = await openEngine(config, commandLog);
    try {
      await restore(engine.target, source, await readMigrations(), commandLog, opening, async (restored) => {
        console.log(describeRows(restored.tables));
        console.log(putSecretBack(restored.secret, config));
        for (const line of await eraseAgain(config, engine.target, erasures, restored.takenAt)) console.log(line);
      });
    } finally {
      await engine.stop();
    }
  },
};

/** @param tables null where an earlier restore, which was broken off, has written the rows. */
function describeRows(tables: Record<string, { rows: number }> | null): string {
  if (tables === null) return 'The rows were restored before; this finishes that restore';
  const all = Object.values(tables);
  return `${all.reduce((sum, { rows }) => sum + rows, 0)} rows of ${all.length} tables restored`;
}

async function restoreMoment(config: Config, text: string, key: string | undefined): Promise<void> {
  const at = text === 'latest' ? undefined : parseMoment(text);
  if (config.databaseUrl !== undefined)
    throw new Error(
      '--at restores the embedded database alone: the log of DATABASE_URL is kept by that server, or by nobody.',
    );
  const place = storePlaceOf(config);
  if (place === undefined) throw new WrongUsage('Set BACKUP_DIR to the folder that has the log, or BACKUP_BUCKET.');
  const { dataDir, postgresBin: programs } = config;
  const erasures = await readLists(config, key, []);
  const found: string[] = [];
  // A restore that is broken off leaves no database, rather than one that has erased guests.
  const finish = async (target: Target, { newest, logEndsAt, secret }: RestoredWal) => {
    found.push(`Restored: the newest change is of ${newest.toISOString()}.`);
    if (at === undefined || logEndsAt < at)
      found.push(`The log ends at ${logEndsAt.toISOString()}; later changes are not in it.`);
    found.push(putSecretBack(secret, config));
    await applyMigrations(target, await readMigrations(), commandLog);
    // The log may end long before the moment, and has none of the erasures between them.
    found.push(...(await eraseAgain(config, target, erasures, newest)));
  };
  await restoreWal({ dataDir, programs, store: openStore(place), at, key, finish }, commandLog);
  console.log(found.join('\n'));
}

/** @throws WrongUsage for anything but a moment with its zone. */
function parseMoment(text: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(at.getTime()))
    throw new WrongUsage('The moment is a date and time with its zone, such as 2026-11-22T19:04Z, or latest.');
  return at;
}

/**
 * Stores the secret of a sealed backup where the server looks for it.
 * @returns a sentence for the operator.
 */
function putSecretBack(secret: string | undefined, config: Config): string {
  const path = secretFile(config.dataDir);
  if (secret === undefined) {
    return `The secret is not in the backup: put the one kept with it into SECRET or ${path}, or the server will not start on this database.`;
  }
  if (config.secretFrom === 'variable' && config.secret === secret)
    return 'The secret of the backup is that of SECRET.';
  writeSecretFile(config.dataDir, secret, { isNew: false });
  return config.secretFrom === 'variable'
    ? `SECRET is another secret than that of the backup, which is in ${path} now: set SECRET to it.`
    : `The secret of the backup is in ${path} now.`;
}

/** The lists of erasures, also those beside the backup and in the bucket. An unreadable one keeps a restore from beginning. */
async function readLists(config: Config, key: string | undefined, beside: readonly string[]): Promise<Erasure[]> {
  const folders = new Set([config.dataDir, config.erasuresFolder, ...beside]);
  const here = (await Promise.all([...folders].map(readErasures))).flat();
  if (config.backupBucket === undefined) return here;
  const shipped = await readShippedLists(openStore({ bucket: config.backupBucket }), key);
  return [...here, ...erasuresIn(shipped)];
}

/**
 * Erases again who was erased since the backup.
 * @returns sentences for the operator.
 */
async function eraseAgain(
  config: Config,
  target: Target,
  erasures: readonly Erasure[],
  takenAt: Date,
): Promise<string[]> {
  const database = await connect(foreignEngine(target), commandLog, { isRestoring: true });
  const { db } = database;
  try {
    const restaurants = await repeatRestaurantErasures({ db, config }, erasures, takenAt);
    const guests = await repeatErasures(db, erasures, takenAt);
    return [
      ...(guests > 0 ? [`${guests} guests erased again`] : []),
      ...(restaurants > 0 ? [`${restaurants} restaurants erased again`] : []),
    ];
  } finally {
    await database.close();
  }
}
