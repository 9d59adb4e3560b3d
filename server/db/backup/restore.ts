import { Client } from 'pg';
import type { Log } from '#server/log.ts';
import {
  ArchiveReader,
  type ArchiveHead,
  type ArchiveSource,
  DamagedBackup,
  RowDigest,
  type TableDigest,
} from './archive.ts';
import { list, quoted, sameTextEverywhere } from './backup.ts';
import { copyIn } from './copy.ts';
import type { Target } from '../engine/engine.ts';
import { formerState } from '../adoption/former-schema.ts';
import { applyFormerSchema, applyMigrations, checksumOf, type Migration, readApplied } from '../migrate.ts';
import { markRestore, readRestoreMark, removeRestoreMark } from '../restore-mark.ts';
import { tablesParentsFirst } from '../tables.ts';
import { codeOf } from '../unavailable.ts';
import { requireWritten } from './verify.ts';

interface Restored {
  takenAt: Date;
  /** The row count and hash of each table; null where an earlier restore of this backup had written the rows. */
  tables: Record<string, TableDigest> | null;
  /** Where the backup holds it. */
  secret?: string | undefined;
}

/**
 * Restores a backup into an empty database: the schema of that time, every row with its hash checked, all or nothing,
 * and then the later migrations (R55). A backup from before 0001_schema.sql is adopted then, as such a database is.
 * @param key opens an encrypted backup.
 * @param finish makes the restored database fit for use. Until it has, no server starts on it, and the same backup can be restored once
 * more, which goes on from there.
 * @throws when the database is not empty, the backup is of a newer program, or any row differs from what was written.
 */
export async function restore(
  target: Target,
  source: ArchiveSource,
  migrations: readonly Migration[],
  log: Log,
  key?: string,
  finish: (restored: Restored) => Promise<void> = async () => undefined,
): Promise<Restored> {
  const archive = new ArchiveReader(source, key);
  const client = new Client({ ...target, application_name: 'order-manager restore' });
  client.on('error', () => undefined);
  try {
    const head = await archive.readHead();
    refuseUnknownMigrations(head, migrations);
    await client.connect();
    await client.query(sameTextEverywhere);
    const takenAt = new Date(head.takenAt);
    let tables: Restored['tables'] = null;
    if (!(await isBrokenOff(client, takenAt))) {
      await requireEmpty(client, head);
      if (formerState(head.migrations) === 'whole') await applyFormerSchema(target, log);
      else await applyMigrations(target, migrations.slice(0, head.migrations.length), log);
      await client.query('begin');
      tables = await fillTables(client, archive);
      await markRestore(client, takenAt);
      await client.query('commit');
    }
    await applyMigrations(target, migrations, log);
    await client.query('analyze');
    const restored = { takenAt, tables, ...(head.secret !== undefined && { secret: head.secret }) };
    await finish(restored);
    await removeRestoreMark(client);
    return restored;
  } finally {
    await archive.close();
    // Also ends a transaction that is still open.
    await client.end().catch(() => undefined);
  }
}

/** Whether an earlier restore of this backup has written the rows, and no more. */
async function isBrokenOff(client: Client, takenAt: Date): Promise<boolean> {
  const moment = await readRestoreMark(client);
  if (moment === null || moment === takenAt.toISOString()) return moment !== null;
  throw new Error(
    `The restore of another backup was broken off in this database: that of ${moment}. Restore that one once more, which finishes it, ` +
      'or this one into a new database: set DATA_DIR or DATABASE_URL.',
  );
}

function refuseUnknownMigrations({ migrations: had }: ArchiveHead, migrations: readonly Migration[]): void {
  const former = formerState(had);
  if (former === 'whole') return;
  if (former) {
    throw new Error(
      'The backup is from before 0001_schema.sql, and not of a database with the 33 migrations of that time. Restore it with the ' +
        'version that made it, start the version before this one on it, and take a backup of that.',
    );
  }
  if (had.length > migrations.length) {
    throw new Error(
      `The backup is of a newer program: its database had had ${had.length} migrations, and this program knows ` +
        `${migrations.length}. Restore it with the newer program.`,
    );
  }
  if (had.some((one, index) => one.checksum !== checksumOf(migrations[index]!))) {
    throw new Error('The backup is of another program: its database had had other migrations than this one knows');
  }
}

async function requireEmpty(client: Client, head: ArchiveHead): Promise<void> {
  const applied = await readApplied(client);
  if (applied.some(({ checksum }, index) => checksum !== head.migrations[index]?.checksum)) {
    throw new Error(
      'The database has the tables of another version than the backup. Restore into a database without tables.',
    );
  }
  for (const { table } of await tablesParentsFirst(client)) {
    // A start that wrote nothing else has bound the database to a secret, which the backup replaces.
    if (table === 'installation') continue;
    const { rowCount } = await client.query(`select from ${quoted(table)} limit 1`);
    if (rowCount !== 0)
      throw new Error(`The database is not empty (${table}). Restore into a new one: set DATA_DIR or DATABASE_URL.`);
  }
}

/** PostgreSQL's refusals of a value, of a constraint, or of a name quote what they refuse, which may be a guest's. */
function inWords(error: unknown, table: string): unknown {
  if (!/^(22|23|42)/.test(codeOf(error))) return error;
  return new DamagedBackup(`The backup is damaged: a row of ${table} is not what was written`);
}

async function fillTables(client: Client, archive: ArchiveReader): Promise<Record<string, TableDigest>> {
  const tables = await tablesParentsFirst(client);
  const forced = tables.filter((table) => table.isForced);
  // Parents are restored first, so constraints hold row by row.
  await client.query('set constraints all immediate');
  // The backup already has the rows that triggers would write.
  for (const { table } of tables) await client.query(`alter table ${quoted(table)} disable trigger user`);
  // COPY is refused while row-level security is forced on the owner. Only this transaction sees it lifted.
  for (const { table } of forced) await client.query(`alter table ${quoted(table)} no force row level security`);
  if (tables.some(({ table }) => table === 'installation')) await client.query('delete from installation');
  const restored: Record<string, TableDigest> = {};
  for (;;) {
    const next = await archive.readNext();
    if ('tables' in next) {
      requireWritten(next.tables, restored);
      break;
    }
    const digest = new RowDigest();
    const sql = `copy ${quoted(next.table)} (${list(next.columns)}) from stdin`;
    await copyIn(client, sql, digest.watch(archive.rows())).catch((error: unknown) => {
      throw inWords(error, next.table);
    });
    restored[next.table] = digest.result();
  }
  for (const { table } of forced) await client.query(`alter table ${quoted(table)} force row level security`);
  for (const { table } of tables) await client.query(`alter table ${quoted(table)} enable trigger user`);
  return restored;
}
