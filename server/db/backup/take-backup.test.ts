/** Backups that the server makes by itself: whole, read back, few, and never at the cost of an older one. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { freshDatabase, targetOf } from '#server/test/servers/database.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import type { Database } from '../connect.ts';
import { readSpace } from '../engine/disk-watch.ts';
import type { Target } from '../engine/engine.ts';
import { makeKey } from '../encryption.ts';
import { transaction } from '../transaction.ts';
import { ArchiveReader } from './archive.ts';
import { listScheduled, nameOf, superfluous } from './scheduled-backups.ts';
import { type BackupOrder, takeBackup } from './take-backup.ts';
import { verifyBackup } from './verify.ts';

const takenAt = new Date('2026-05-01T02:00:00.123Z');
const sound = { verify: verifyBackup, readSpace };
let database: Database;
let target: Target;
let folder: string;
let restaurantId: RestaurantId;

beforeAll(async () => {
  database = await freshDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  target = targetOf(inject('engine'), rows[0]!.name);
  ({ id: restaurantId } = await makeRestaurant(database.db));
  folder = await mkdtemp(join(tmpdir(), 'om-scheduled-'));
});
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const order = (changes: Partial<BackupOrder> = {}): BackupOrder => ({
  target,
  folder,
  takenAt,
  sealing: undefined,
  keep: { days: 2, weeks: 1 },
  ...changes,
});

/** Stands for older backups, whose content nobody reads. */
async function put(...names: string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of names) await writeFile(join(folder, name), 'x'.repeat(1_000));
}

const older = ['2026-04-30', '2026-04-29', '2026-04-28'].map((day) => nameOf(new Date(`${day}T02:00:00Z`)));
const unfinished = [`${older[0]}.0badc0de`, `${older[0]}.0badc0de.partial`];
const ofPeople = ['order-manager-2020-01-01T00-00-00-000Z.omb', 'erasures.jsonl', 'scheduled-by-me.omb'];

test('a backup has its name when it was read back; older ones go, those of people stay', async () => {
  await put(...older, ...unfinished, ...ofPeople);
  const name = 'scheduled-2026-05-01T02-00-00-123Z.omb';
  expect(await takeBackup(order())).toMatchObject({ name, removed: [older[1], older[2]] });
  expect((await readdir(folder)).toSorted()).toEqual([name, older[0]!, ...ofPeople].toSorted());
  expect((await verifyBackup(join(folder, name))).takenAt).toEqual(takenAt);
});

test('a sealed backup holds the secret, and is opened by the key of the operator', async () => {
  const { key, recipient } = await makeKey();
  const { name } = await takeBackup(order({ sealing: { recipient, secret: 'a secret of the server' } }));
  await expect(verifyBackup(join(folder, name))).rejects.toThrow('sealed');
  expect((await verifyBackup(join(folder, name), key)).tables['restaurants']!.rows).toBe(1);
  const archive = new ArchiveReader(join(folder, name), key);
  expect((await archive.readHead()).secret).toBe('a secret of the server');
  await archive.close();
});

test('the newest of each day and week is kept, and gaps count for nothing', () => {
  const at = (days: number, hour = 2) => new Date(Date.UTC(2026, 4, 31 - days, hour));
  const taken = [at(0), at(0, 1), at(1), at(2), at(3), at(10), at(17), at(18), at(25), at(400)];
  const backups = taken.map((one) => ({ name: nameOf(one), takenAt: one }));
  const left = (days: number, weeks: number) => {
    const gone = new Set(superfluous(backups, { days, weeks }));
    return backups.filter((one) => !gone.has(one)).map((one) => one.takenAt);
  };
  // The 31st of May 2026 is a Sunday.
  expect(left(2, 0)).toEqual([at(0), at(1)]);
  expect(left(2, 4)).toEqual([at(0), at(1), at(10), at(17), at(25)]);
  expect(left(7, 5)).toEqual([at(0), at(1), at(2), at(3), at(10), at(17), at(18), at(25), at(400)]);
});

test('a clock that went back does not make the new backup go', async () => {
  await put(...older);
  const early = new Date('2020-01-01T00:00:00Z');
  expect((await takeBackup(order({ takenAt: early }))).removed).toEqual([older[2]]);
  expect((await listScheduled(folder)).map(({ name }) => name)).toEqual([older[0], older[1], nameOf(early)]);
});

const lack = 'There is not enough room for a backup in';

test('a disk without room for another backup is left as it is', async () => {
  await put(...older);
  const tight = async () => ({ free: 100_500, size: 1_000_000 });
  await expect(takeBackup(order(), { ...sound, readSpace: tight })).rejects.toThrow(lack);
  expect(await readdir(folder)).toEqual(older.toSorted());
});

test('a backup that is not read back as it was written is refused, and none goes for it', async () => {
  await put(...older);
  const verify: typeof verifyBackup = async (path) => {
    const { takenAt, tables } = await verifyBackup(path);
    return { takenAt, tables: { ...tables, restaurants: { rows: 1, digest: 'another' } } };
  };
  await expect(takeBackup(order(), { ...sound, verify })).rejects.toThrow('The backup is not what was written');
  expect(await readdir(folder)).toEqual(older.toSorted());
});

test('a disk that fills up in the middle breaks the backup off, and nothing of it is left', async () => {
  await put(...older);
  // Enough to be under way when the disk is looked at again.
  const bytes = randomBytes(8_000_000);
  const facts = {
    content_type: 'image/png' as const,
    width: 1,
    height: 1,
    stored_bytes: bytes.length,
    created_at: takenAt,
  };
  for (const hash of ['a', 'b', 'c']) {
    const picture = { restaurant_id: restaurantId, hash, bytes, ...facts };
    await transaction(database.db, restaurantId, (tx) => tx.insertInto('pictures').values(picture).execute());
  }
  let looks = 0;
  const filling = async () => ({ free: looks++ === 0 ? 900_000 : 0, size: 1_000_000 });
  await expect(takeBackup(order(), { ...sound, readSpace: filling })).rejects.toThrow(lack);
  expect(await readdir(folder)).toEqual(older.toSorted());
});
