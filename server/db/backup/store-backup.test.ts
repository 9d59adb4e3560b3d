/** Daily backups in a bucket: whole, read back, few, and never at the cost of an older one. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { startBucket } from '#server/test/servers/bucket.ts';
import { freshDatabase, targetOf } from '#server/test/servers/database.ts';
import type { Database } from '../connect.ts';
import { makeKey } from '../encryption.ts';
import type { Target } from '../engine/engine.ts';
import { nameOf } from './scheduled-backups.ts';
import { type BackupOrder, takeBackup } from './take-backup.ts';
import { verifyBackup } from './verify.ts';

const takenAt = new Date('2026-05-01T02:00:00.123Z');
const name = nameOf(takenAt);
const older = ['2026-04-30', '2026-04-29', '2026-04-28'].map((day) => nameOf(new Date(`${day}T02:00:00Z`)));
const inBucket = (one: string) => `of/us/daily/${one}`;
const others = ['of/us/daily/by-hand.omb', 'of/us/wal/a/b.omw', 'of/us/tried-restore.json'];

let database: Database;
let target: Target;
let folder: string;
let store: Awaited<ReturnType<typeof startBucket>>;
let key: string;
let order: (changes?: Partial<BackupOrder>) => BackupOrder;

beforeAll(async () => {
  database = await freshDatabase();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  target = targetOf(inject('engine'), rows[0]!.name);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-to-bucket-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  store = await startBucket();
  for (const one of [...older.map(inBucket), ...others]) store.files.set(one, Buffer.from('older'));
  const made = await makeKey();
  key = made.key;
  const sealing = { recipient: made.recipient, secret: 'a secret of the server' };
  order = (changes = {}) => ({
    target,
    folder,
    bucket: store.bucket,
    takenAt,
    sealing,
    keep: { days: 2, weeks: 1 },
    ...changes,
  });
});
afterAll(() => database.close());

const names = () => [...store.files.keys()].toSorted();

test('a backup goes into the bucket as it is in the folder, and older ones go there by the same rule', async () => {
  expect(await takeBackup(order())).toMatchObject({ name, removed: [older[1], older[2]] });
  expect(names()).toEqual([...others, inBucket(name), inBucket(older[0]!)].toSorted());
  expect(await readdir(folder)).toEqual([name]);
  expect(store.files.get(inBucket(name))!.equals(await readFile(join(folder, name)))).toBe(true);
  expect((await verifyBackup(join(folder, name), key)).takenAt).toEqual(takenAt);
});

test('without a folder of the backups it leaves nothing on this disk', async () => {
  const passing = join(folder, 'backup-under-way');
  await takeBackup(order({ folder: passing, isPassing: true }));
  expect(names()).toContain(inBucket(name));
  expect(await readdir(folder)).toEqual([]);
  store.answers.set('PUT /', { status: 507, body: '<Error><Code>Full</Code></Error>' });
  await expect(takeBackup(order({ folder: passing, isPassing: true }))).rejects.toThrow('refuses PUT: 507 Full');
  expect(await readdir(folder)).toEqual([]);
});

test('a backup that the bucket gives back as something else is removed there, and no older one goes', async () => {
  store.answers.set(`GET /backups/of/us/daily/${name}`, { status: 200, body: 'something else' });
  await expect(takeBackup(order())).rejects.toThrow(`The backup in ${store.bucket.url} is not what was sent there`);
  expect(names()).toEqual([...others, ...older.map(inBucket)].toSorted());
});

test.each(['PUT', 'GET'])('a bucket that refuses %s loses no older backup', async (method) => {
  store.answers.set(`${method} /backups/of/us/daily`, {
    status: 403,
    body: '<Error><Code>AccessDenied</Code></Error>',
  });
  await expect(takeBackup(order())).rejects.toThrow(`${store.bucket.url} refuses ${method}: 403 AccessDenied`);
  expect(names()).toEqual(expect.arrayContaining([...others, ...older.map(inBucket)]));
});
