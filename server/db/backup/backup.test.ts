import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { emptyDatabase, freshDatabase, targetOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { backUp } from './backup.ts';
import { connect } from '../connect.ts';
import { foreignEngine, type Target } from '../engine/engine.ts';
import { applyMigrations, type Migration, readMigrations } from '../migrate.ts';
import { restore } from './restore.ts';
import { makeKey } from '../encryption.ts';
import { platformTransaction, transaction } from '../transaction.ts';

const database = await freshDatabase();
const migrations = await readMigrations();
const takenAt = new Date('2026-05-01T12:00:00Z');
let folder: string;
let source: Target;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-backup-'));
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  source = targetOf(inject('engine'), rows[0]!.name);
  await makeRestaurant(database.db);
  const other = await makeRestaurant(database.db);
  // Every character that could break a line, and bytes that are not text.
  await transaction(database.db, other.id, async (tx) => {
    await tx
      .updateTable('items')
      .set({ description: 'tab\there, line\nthere, \\. alone:\n\\.\n, quote " and \u0646\u0635' })
      .execute();
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 256));
    const facts = { content_type: 'image/png' as const, width: 1, height: 1, stored_bytes: bytes.length };
    const picture = { ...facts, hash: 'ab', bytes, created_at: takenAt };
    await tx
      .insertInto('pictures')
      .values({ restaurant_id: other.id, ...picture })
      .execute();
  });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

async function emptyTarget(): Promise<Target> {
  const { target, drop } = await emptyDatabase();
  onTestFinished(drop);
  return target;
}

/** A damaged or foreign copy of a backup. */
async function altered(path: string, alter: (text: string) => string): Promise<string> {
  await writeFile(`${path}.altered`, gzipSync(alter(gunzipSync(await readFile(path)).toString())));
  return `${path}.altered`;
}

async function restaurantsIn(target: Target): Promise<number> {
  const client = new Client(target);
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>('select count(*)::int from restaurants');
    return rows[0]!.count;
  } finally {
    await client.end();
  }
}

test('a restored database equals the one that was backed up, row for row', async () => {
  const path = join(folder, 'whole.omb');
  const written = await backUp(source, path, takenAt);
  expect(written['items']!.rows).toBeGreaterThan(0);
  expect(written['pictures']!.rows).toBe(1);

  const target = await emptyTarget();
  expect(await restore(target, path, migrations, testLog)).toEqual({ takenAt, tables: written });
  expect(await backUp(target, join(folder, 'again.omb'), takenAt)).toEqual(written);
  expect(await readFile(join(folder, 'again.omb'))).toEqual(await readFile(path));

  const restored = await connect(foreignEngine(target), testLog);
  onTestFinished(() => restored.close());
  expect(await sql`select * from items`.execute(restored.db)).toMatchObject({ rows: [] });
  expect(
    await platformTransaction(restored.db, 'seed', (tx) => tx.selectFrom('restaurants').select('id').execute()),
  ).toHaveLength(2);
});

test('a backup shows one moment, while others write', async () => {
  const path = join(folder, 'busy.omb');
  const done = new AbortController();
  const writing = (async () => {
    while (!done.signal.aborted) await makeRestaurant(database.db);
  })();
  const written = await backUp(source, path, takenAt).finally(() => done.abort());
  await writing;
  // Each restaurant and its counter are written in one transaction, so the backup has both or neither.
  expect(written['restaurant_counters']!.rows).toBe(written['restaurants']!.rows);
  expect(await restore(await emptyTarget(), path, migrations, testLog)).toMatchObject({ tables: written });
});

test('a backup of an older schema is migrated', async () => {
  const path = join(folder, 'older.omb');
  await backUp(source, path, takenAt);
  const newer: Migration = {
    number: migrations.length + 1,
    name: 'later',
    sql: 'alter table restaurants add later integer default 7',
  };
  const target = await emptyTarget();
  await restore(target, path, [...migrations, newer], testLog);
  expect(await applyMigrations(target, [...migrations, newer], testLog)).toBe(0);
});

test('anything but a complete and intact backup is refused, and leaves nothing behind', async () => {
  const path = join(folder, 'sound.omb');
  await backUp(source, path, takenAt);
  const bytes = await readFile(path);
  await writeFile(join(folder, 'cut.omb'), bytes.subarray(0, bytes.length / 2));
  await writeFile(join(folder, 'foreign.omb'), 'hello');
  const lost = await altered(path, (text) => text.slice(0, text.lastIndexOf('{"tables"')));
  const target = await emptyTarget();
  for (const [file, complaint] of [
    [join(folder, 'cut.omb'), /unexpected end of file|cut off/],
    [join(folder, 'foreign.omb'), /not a backup/],
    [join(folder, 'none.omb'), /not a backup/],
    [lost, /cut off/],
  ] as const) {
    await expect(restore(target, file, migrations, testLog)).rejects.toThrow(complaint);
  }
  const changed = await altered(path, (text) => text.replace('Europe', 'Europa').replace('Asia/Dubai', 'Asia/Qatar'));
  await expect(restore(target, changed, migrations, testLog)).rejects.toThrow('damaged');
  expect(await restaurantsIn(target)).toBe(0);
});

test('only the holder of the key can read an encrypted backup', async () => {
  const path = join(folder, 'sealed.omb');
  const [mine, other] = [await makeKey(), await makeKey()];
  const written = await backUp(source, path, takenAt, { recipients: [mine.recipient], secret: undefined });
  const bytes = await readFile(path);
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  const target = await emptyTarget();
  await expect(restore(target, path, migrations, testLog)).rejects.toThrow('--key');
  await expect(restore(target, path, migrations, testLog, other.key)).rejects.toThrow('sealed for another key');
  await writeFile(`${path}.cut`, bytes.subarray(0, -100));
  await expect(restore(target, `${path}.cut`, migrations, testLog, mine.key)).rejects.toThrow();
  bytes[bytes.length - 1000]! ^= 1;
  await writeFile(`${path}.changed`, bytes);
  await expect(restore(target, `${path}.changed`, migrations, testLog, mine.key)).rejects.toThrow();
  // A restore needs an empty database, so this proves that nothing was left behind.
  expect(await restore(target, path, migrations, testLog, mine.key)).toEqual({ takenAt, tables: written });
});

test('a backup of a newer or another program is refused', async () => {
  const path = join(folder, 'program.omb');
  await backUp(source, path, takenAt);
  await expect(restore(await emptyTarget(), path, migrations.slice(0, -1), testLog)).rejects.toThrow(
    'of a newer program',
  );
  const others = migrations.map((migration) => ({ ...migration, sql: `${migration.sql} -- theirs` }));
  await expect(restore(await emptyTarget(), path, others, testLog)).rejects.toThrow('of another program');
});

test('restoring into a database with rows is refused', async () => {
  const path = join(folder, 'full.omb');
  await backUp(source, path, takenAt);
  await expect(restore(source, path, migrations, testLog)).rejects.toThrow('not empty');
});

test('a failed backup leaves no file', async () => {
  await expect(backUp(await emptyTarget(), join(folder, 'nothing.omb'), takenAt)).rejects.toThrow('nothing to back up');
  await expect(backUp(source, join(folder, 'no-such-folder', 'x.omb'), takenAt)).rejects.toThrow('ENOENT');
  expect((await readdir(folder)).filter((name) => name.includes('nothing') || name.includes('partial'))).toEqual([]);
});
