import { access, constants, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { MINUTE } from '#contract/base/time.ts';
import { type Config, readConfig } from '#server/config.ts';
import { checkClock, ClockError } from '#server/db/check-clock.ts';
import { connect, type Database, openEngine } from '#server/db/connect.ts';
import { isBackupLate, readVerifiedAt } from '#server/db/backup/verified-backup.ts';
import { listStored } from '#server/db/backup/scheduled-backups.ts';
import { readTriedRestore } from '#server/db/backup/tried-restore.ts';
import { openStore, storePlaceOf } from '#server/db/backup/wal/open-store.ts';
import { readShippingState } from '#server/db/backup/wal/shipping-state.ts';
import { leastFreeBytes, readSpace, type Space } from '#server/db/engine/disk-watch.ts';
import { type Engine, foreignEngine } from '#server/db/engine/engine.ts';
import { describeEngineAge } from '#server/db/engine/engine-age.ts';
import { type Applied, awaitMigrations, listPending, readApplied, readMigrations } from '#server/db/migrate.ts';
import { isReadFromStandby } from '#server/db/replica.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { findUnconfirmed } from '#server/modules/accounts/company/watch-company-sessions.ts';
import { compareSums } from '#server/modules/reports/check-sums.ts';
import { countDeadJobs } from '#server/modules/outbound/jobs/queries.ts';
import { describePictures } from '#server/modules/restaurants/pictures/count-pictures.ts';
import { type Command, commandLog, WrongUsage } from './command.ts';

export const command: Command = {
  usage: '[--all-sums]',
  options: { 'all-sums': { type: 'boolean' } },
  help: `Looks at everything the server needs: configuration, Node, data folder, disk, database and its age, standby, replica for reports, clock, migrations, built apps, messages, sums of the reports, pictures, backups. It may
run beside the server, changes no data, and ends with 1 when something would keep the server from working. The sums of the reports are
compared with the orders of as many restaurants as a minute is enough for, others each time; with --all-sums of all.`,
  async run({ args, options }) {
    if (args.length > 0) throw new WrongUsage('No arguments are needed.');
    // A wrong configuration ends the command here, with every problem listed.
    const config = readConfig(process.env);
    const checks: [string, () => Promise<string>][] = [
      ['configuration', async () => describeMode(config)],
      ['node', checkNode],
      ['data folder', () => checkDataFolder(config)],
      ['database', () => checkDatabase(config)],
      ['standby', () => checkStandby(config)],
      ['replica', () => checkReplica(config)],
      ['clock', () => checkClocks(config)],
      ['built apps', checkBuild],
      ['messages', async () => describeMessages(config)],
      ['unsent', () => countUnsent(config)],
      ['company login', () => describeCompanies(config)],
      ['reports', () => checkSums(config, options['all-sums'] === true)],
      ['pictures', () => lookForPictures(config)],
      ['backups', () => describeBackups(config)],
      ['log', () => describeLog(config)],
      ['last restore', () => describeRestore(config)],
    ];
    let failures = 0;
    for (const [what, check] of checks) {
      const [verdict, found] = await check().then(
        (good) => ['ok ', good] as const,
        (error: unknown) => ['BAD', error instanceof Error ? error.message : String(error)] as const,
      );
      if (verdict === 'BAD') failures += 1;
      console.log(`${verdict}  ${what.padEnd(14)}${found}`);
    }
    if (failures > 0) throw new Error(failures === 1 ? 'One thing is wrong.' : `${failures} things are wrong.`);
  },
};

/** The server speaks plain HTTP, so something in front of it ends TLS; seldom it passes the address of the client on by itself. */
function describeMode({ mode, trustProxy }: Config): string {
  if (mode === 'development' || trustProxy !== 0) return `${mode} mode`;
  return `${mode} mode; TRUST_PROXY is 0: all guests behind a proxy count as one address and share its limits`;
}

async function checkNode(): Promise<string> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 24 || (major === 24 && minor < 12)) throw new Error(`Node ${process.versions.node}; 26 is needed`);
  const remark = major === 26 ? '' : ', which is not what tests run on (26)';
  return `${process.versions.node} on ${process.platform} ${process.arch}${remark}`;
}

async function checkDataFolder(config: Config): Promise<string> {
  const { dataDir } = config;
  await mkdir(dataDir, { recursive: true, mode: 0o711 });
  await access(dataDir, constants.W_OK);
  return describeRoom(config, await readSpace(dataDir));
}

/** Orders are written there by the embedded database alone. @throws Error where it would refuse them. */
export function describeRoom(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { free, size }: Space,
): string {
  const text = `${dataDir}, ${(free / 1e9).toFixed(1)} GB free`;
  if (databaseUrl === undefined && free < leastFreeBytes(size)) throw new Error(`${text}: too little to take orders`);
  return text;
}

async function checkDatabase(config: Config): Promise<string> {
  const migrations = await readMigrations();
  const engine = await openEngine(config, commandLog, { join: true });
  try {
    await awaitMigrations(engine.target, commandLog);
    const applied = await appliedIn(engine);
    if (applied.length === 0) return 'reachable and empty; the first start fills it';
    const pending = listPending(applied, migrations).length;
    const database = await connect(foreignEngine(engine.target), commandLog);
    const { engine: kind, version } = database.state();
    await database.close();
    const schema = pending === 0 ? 'up to date' : `${pending} migrations to come at the next start`;
    return `${kind} PostgreSQL ${version} (${describeEngineAge(version, new Date())}), ${schema}`;
  } finally {
    await engine.stop();
  }
}

/** A standby that takes over must have every order that was acknowledged. */
async function checkStandby(config: Config): Promise<string> {
  const engine = await openEngine(config, commandLog, { join: true });
  try {
    // The log that the server ships by itself is no standby. Another role's rows have no details, and are counted.
    const { rows } = await asOwner(engine, (client) =>
      client.query<{ copies: number; isWaitedFor: boolean }>(
        `select count(*)::int as copies, current_setting('synchronous_standby_names') <> '' as "isWaitedFor"
         from pg_stat_replication where application_name is distinct from 'order-manager wal'`,
      ),
    );
    const { copies, isWaitedFor } = rows[0]!;
    if (copies === 0) return 'none copies the database now';
    if (isWaitedFor) return `${copies} copying, and commits wait as synchronous_standby_names says`;
    throw new Error(
      `${copies} copying, and no commit waits for it: where it takes over, orders of the last moments that were ` +
        'acknowledged are gone. Set synchronous_standby_names, or synchronous_mode of Patroni',
    );
  } finally {
    await engine.stop();
  }
}

/** Without it reports go on, and keep the primary busy. */
async function checkReplica(config: Config): Promise<string> {
  if (config.databaseReadUrl === undefined) return 'no DATABASE_READ_URL: reports are read from the database itself';
  const isUsed = await readCurrent(config, ({ readDb }) => isReadFromStandby(readDb));
  if (isUsed === undefined) return 'not asked yet';
  if (isUsed) return 'reports are read from it, and it has all that was written';
  throw new Error(
    'DATABASE_READ_URL leads to no standby of the database, or it is away or behind: the primary answers',
  );
}

/** The clock against that of the database, the newest order and the release of this version. */
async function checkClocks(config: Config): Promise<string> {
  const isChecked = await readCurrent(config, async ({ db }) => {
    await checkClock(db, () => new Date()).catch((error: unknown) => {
      throw error instanceof ClockError ? new Error(error.problems.join('; ')) : error;
    });
    return true;
  });
  const now = new Date().toISOString();
  return isChecked === true ? `${now}, as in the database` : `${now}; not compared yet`;
}

/** Messages and other work that the server has given up. Not counted where the schema is not that of this program. */
async function countUnsent(config: Config): Promise<string> {
  const count = await readCurrent(config, ({ db }) =>
    platformTransaction(db, 'administration', countDeadJobs, { readOnly: true }),
  );
  if (count === undefined) return 'not counted yet';
  return count === 0 ? 'every message was sent' : `${count} given up: admins see them under Unsent messages`;
}

/** A company that does not answer is no fault of the server; its owners read it too. */
async function describeCompanies(config: Config): Promise<string> {
  const found = await readCurrent(config, ({ db }) => findUnconfirmed(db));
  if (found === undefined) return 'not asked yet';
  if (found === null) return 'every company confirms its sessions';
  return `${found.restaurants} restaurants' companies do not confirm their sessions, the first since ${found.since.toISOString()}: after four hours these end`;
}

/** The orders of ten thousand restaurants take an hour to be added up once more. */
const compareSumsForMs = MINUTE;

/** Adds up orders once more: a million of one restaurant take minutes. */
async function checkSums(config: Config, areAll: boolean): Promise<string> {
  const found = await readCurrent(config, ({ db }) => compareSums(db, areAll ? Infinity : compareSumsForMs));
  if (found === undefined) return 'not compared yet';
  const { wrong, compared, restaurants } = found;
  if (wrong.length === 0) {
    if (compared === restaurants) return 'the kept sums are those of the orders';
    return `the kept sums of ${compared} of ${restaurants} restaurants are those of the orders; --all-sums compares all`;
  }
  const { restaurantId, month, table } = wrong[0]!;
  throw new Error(
    `${wrong.length} months are not those of the orders, first ${table} in ${month} of restaurant ${restaurantId}. ` +
      `npm run cli -- reports:sum-again ${restaurantId} has all its days summed up anew`,
  );
}

async function lookForPictures(config: Config): Promise<string> {
  const found = await readCurrent(config, ({ db }) => describePictures({ db, config, clock: () => new Date() }));
  return found ?? 'not looked for yet';
}

/** Undefined where the schema is not that of this program. */
async function readCurrent<T>(config: Config, read: (database: Database) => Promise<T>): Promise<T | undefined> {
  const engine = await openEngine(config, commandLog, { join: true });
  try {
    const applied = await appliedIn(engine);
    if (applied.length === 0 || listPending(applied, await readMigrations()).length > 0) return undefined;
    const database = await connect(foreignEngine(engine.target), commandLog, { readUrl: config.databaseReadUrl });
    try {
      return await read(database);
    } finally {
      // An open pool would keep the command alive for a minute.
      await database.close();
    }
  } finally {
    await engine.stop();
  }
}

function appliedIn(engine: Engine): Promise<Applied[]> {
  return asOwner(engine, readApplied);
}

/** Reads on a connection of its own, in the role of the schema's owner. */
async function asOwner<T>({ target }: Engine, read: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...target, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await read(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function checkBuild(): Promise<string> {
  const stamp = join(import.meta.dirname, '..', '..', 'dist', '.build-stamp');
  const facts = await stat(stamp).catch(() => undefined);
  if (!facts) throw new Error('missing: npm run build, or start with npm start');
  return `built ${facts.mtime.toISOString()}`;
}

export async function describeBackups(config: Config): Promise<string> {
  const { backupDir, backupBucket, backupRecipient, scheduledBackups } = config;
  const sealing = backupRecipient === undefined ? 'not sealed: whoever has the file can read it' : 'sealed';
  if (backupDir === undefined && backupBucket === undefined)
    return `no BACKUP_DIR or BACKUP_BUCKET: none is made by itself; ${sealing}`;
  const places = [backupDir, backupBucket?.url].filter((place) => place !== undefined).join(' and ');
  if (scheduledBackups.atMinute === undefined) return `${places}, ${sealing}; BACKUP_AT is off: none is made by itself`;
  const without = config.pictureBucket === undefined ? '' : ', without the pictures of PICTURE_BUCKET';
  const verifiedAt = await readCurrent(config, ({ db }) => readVerifiedAt(db));
  if (!verifiedAt) return `${places}, ${sealing}; none was made by itself yet`;
  const now = new Date();
  const age = `the last one that was read back is ${hoursSince(verifiedAt)} hours old`;
  if (isBackupLate(verifiedAt, now, now)) throw new Error(`${places}: ${age}`);
  if (backupBucket !== undefined) {
    const [newest] = await listStored(openStore({ bucket: backupBucket }));
    if (newest === undefined || newest.takenAt < verifiedAt)
      throw new Error(`${backupBucket.url} does not have the last backup: ${age}`);
  }
  return `${places}, ${sealing}${without}; ${age}`;
}

/** Milliseconds in which a part of the log that is missing has to come; the server ships one every ten seconds. */
const logWithinMs = 20_000;

/** Whether every change of the embedded database is in the place of the backups. */
export async function describeLog(config: Config): Promise<string> {
  const place = storePlaceOf(config);
  if (config.databaseUrl !== undefined) return 'that of DATABASE_URL is its own server’s; it is not shipped from here';
  if (place === undefined) return 'no BACKUP_DIR or BACKUP_BUCKET: it is not shipped';
  if (config.scheduledBackups.atMinute === undefined) return 'BACKUP_AT is off: it is not shipped';
  const store = openStore(place);
  const engine = await openEngine(config, commandLog, { join: true });
  try {
    const began = Date.now();
    for (;;) {
      const state = await readShippingState(engine.target, store);
      if (state === null) return `${store.place}; the server has shipped nothing yet`;
      const { newestBase, lastPiece, missing } = state;
      if (newestBase === undefined) {
        // A server that has just started takes one.
        if (Date.now() - began < logWithinMs) {
          await sleep(1_000);
          continue;
        }
        throw new Error(`${store.place}: nothing can be restored yet, there is no base`);
      }
      const base = `the newest base is ${hoursSince(newestBase.finishedAt)} hours old`;
      if (missing <= 0n) return `${store.place} has every change; ${base}`;
      if (lastPiece !== undefined && lastPiece.safeAt.getTime() > began)
        return `${store.place} gets every change; ${base}`;
      if (Date.now() - began > logWithinMs) {
        const last = lastPiece === undefined ? '' : `, since ${lastPiece.safeAt.toISOString()}`;
        throw new Error(`${store.place} misses ${missing} bytes of changes${last}; is the server running?`);
      }
      await sleep(1_000);
    }
  } finally {
    await engine.stop();
  }
}

async function describeRestore(config: Config): Promise<string> {
  const place = storePlaceOf(config);
  if (place === undefined) return 'no BACKUP_DIR or BACKUP_BUCKET';
  const tried = await readTriedRestore(openStore(place));
  if (tried === null) return 'never tried: npm run cli -- backup:drill';
  return `tried ${hoursSince(tried.triedAt)} hours ago, whole to ${tried.newest.toISOString()}`;
}

function hoursSince(instant: Date): string {
  return ((Date.now() - instant.getTime()) / (60 * MINUTE)).toFixed(1);
}

function describeMessages({ sms, mail, mode }: Config): string {
  const codes = sms.driver === 'http' ? `codes by ${new URL(sms.url).host}` : 'codes on the console';
  const mails = mail.smtpUrl
    ? `mail by ${new URL(mail.smtpUrl).host}`
    : mode === 'production'
      ? 'mail is not sent'
      : 'mail in /dev/inbox';
  return `${codes}, ${mails}`;
}
