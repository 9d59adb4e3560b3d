/** A machine that is gone with its disk, whose daily backups a bucket has: rows, pictures and erasures come back from there. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from '#server/db/backup/backup.ts';
import { openDatabase } from '#server/db/connect.ts';
import { makeKey } from '#server/db/encryption.ts';
import { settleSecret } from '#server/db/settle-secret.ts';
import { transaction } from '#server/db/transaction.ts';
import { eraseCustomer } from '#server/modules/customers/privacy/erase-guest.ts';
import { openErasureList } from '#server/modules/customers/privacy/erasure-list.ts';
import { makeCustomer, makeRestaurant } from '#server/test/data/restaurant.ts';
import { testConfig } from '#server/test/servers/app.ts';
import { openBackupServer } from '#server/test/servers/backup-server.ts';
import { startBucket } from '#server/test/servers/bucket.ts';
import { emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';

async function newMachine() {
  const { target, drop } = await emptyDatabase();
  onTestFinished(drop);
  const folder = await mkdtemp(join(tmpdir(), 'om-daily-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true }));
  const databaseUrl = urlOf(target);
  const open = async () => {
    const database = await openDatabase({ databaseUrl, dataDir: folder }, testLog);
    onTestFinished(() => database.close());
    return database.db;
  };
  return { databaseUrl, folder, open };
}

function cli(environment: Record<string, string>, ...args: string[]) {
  const program = join(import.meta.dirname, '../cli.ts');
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], { env: { ...process.env, ...environment } }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

test('a database comes back from the daily backup in a bucket, pictures included, and guests erased since do not', async () => {
  const [before, after] = [await newMachine(), await newMachine()];
  const { bucket, files } = await startBucket();
  const { key, recipient } = await makeKey();
  const keyFile = join(after.folder, 'key.txt');
  await writeFile(keyFile, key);
  const db = await before.open();
  const config = {
    backupDir: undefined,
    backupBucket: bucket,
    backupRecipient: recipient,
    databaseUrl: before.databaseUrl,
    dataDir: before.folder,
    erasuresFolder: before.folder,
  };
  await settleSecret(db, { ...testConfig, ...config });
  const { id } = await makeRestaurant(db);
  const [erased, kept] = [await makeCustomer(db, id), await makeCustomer(db, id)];
  const facts = { hash: 'a', content_type: 'image/png', width: 1, height: 1, stored_bytes: 100_000 } as const;
  const picture = { restaurant_id: id, bytes: randomBytes(100_000), ...facts, created_at: new Date() };
  await transaction(db, id, (tx) => tx.insertInto('pictures').values(picture).execute());
  const server = await openBackupServer(db, { clock: () => new Date(), logged: [], config });
  await server.look();
  expect(await readdir(before.folder)).toEqual([]);
  const erasures = openErasureList(before.folder);
  const deps = { db, clock: () => new Date(), streams: { closeOf: () => undefined }, erasures, log: testLog };
  await eraseCustomer(deps, id, erased.customerId);
  await server.backups.look();
  expect([...files.keys()].toSorted()).toEqual([
    expect.stringMatching(/^of\/us\/daily\/scheduled-[\dTZ-]+\.omb$/),
    expect.stringMatching(/^of\/us\/erasures\/[\da-f]{16}\.omw$/),
  ]);
  for (const bytes of files.values()) expect(bytes.subarray(0, 19).toString()).toBe('age-encryption.org/');

  const environment = {
    BACKUP_BUCKET: bucket.url,
    BACKUP_BUCKET_REGION: bucket.region,
    BACKUP_BUCKET_KEY_ID: bucket.keyId,
    BACKUP_BUCKET_SECRET: bucket.secret,
    BACKUP_RECIPIENT: recipient,
  };
  const examined = { ...environment, DATABASE_URL: before.databaseUrl, DATA_DIR: before.folder };
  expect((await cli(examined, 'doctor')).out).toContain(
    `ok   backups       ${bucket.url}, sealed; the last one that was read back is 0.0 hours old`,
  );
  const read = await cli(examined, 'backup:verify', '--daily', 'latest', '--key', keyFile);
  expect(read.out).toMatch(/^scheduled-.*: whole, of .*, \d+ rows of \d+ tables$/m);
  const there = { ...environment, DATABASE_URL: after.databaseUrl, DATA_DIR: after.folder };
  expect(await cli(there, 'restore', '--daily', 'scheduled-none.omb', '--key', keyFile)).toMatchObject({
    code: 1,
    err: `There is no scheduled-none.omb in ${bucket.url}\n`,
  });
  const restored = await cli(there, 'restore', '--daily', 'latest', '--key', keyFile);
  expect(restored).toMatchObject({ code: 0, out: expect.stringMatching(/\n1 guests erased again\n$/) });
  const back = await after.open();
  const [guests, pictures] = await transaction(back, id, (tx) =>
    Promise.all([
      tx.selectFrom('customers').select('name').execute(),
      tx.selectFrom('pictures').select('bytes').where('hash', '=', 'a').execute(),
    ]),
  );
  expect(guests).toEqual([{ name: kept.name }]);
  expect(pictures[0]!.bytes!.equals(picture.bytes)).toBe(true);

  const drilled = await cli(
    { ...environment, DATA_DIR: after.folder, TMPDIR: after.folder },
    'backup:drill',
    '--key',
    keyFile,
  );
  expect(drilled).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^scheduled-\S+ was restored in [\d.]+ s: 1 restaurants, 0 orders\./),
  });
  for (const name of files.keys()) if (name.includes('/daily/')) files.delete(name);
  expect((await cli(examined, 'doctor')).out).toContain(
    `BAD  backups       ${bucket.url} does not have the last backup: `,
  );
});

/** A restore whose process is killed once the rows are committed, before anybody is erased again. */
function killedRestore(databaseUrl: string, path: string) {
  const place = (file: string) => JSON.stringify(new URL(`../db/${file}`, import.meta.url).href);
  const script = `
    const { restore } = await import(${place('backup/restore.ts')});
    const { readMigrations } = await import(${place('migrate.ts')});
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const target = { connectionString: ${JSON.stringify(databaseUrl)} };
    const kill = () => new Promise(() => process.kill(process.pid, 'SIGKILL'));
    await restore(target, ${JSON.stringify(path)}, await readMigrations(), log, undefined, kill);`;
  return promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch((error: unknown) => error);
}

test('no server starts on a restore that was killed after its commit, and the same restore finishes it', async () => {
  const [before, after] = [await newMachine(), await newMachine()];
  const db = await before.open();
  const { id } = await makeRestaurant(db);
  const [erased, kept] = [await makeCustomer(db, id), await makeCustomer(db, id)];
  const [path, other] = [join(after.folder, 'kept.omb'), join(after.folder, 'other.omb')];
  const source = { connectionString: before.databaseUrl };
  await backUp(source, path, new Date('2026-05-01T12:00:00Z'));
  await backUp(source, other, new Date('2026-05-02T12:00:00Z'));
  const erasures = openErasureList(after.folder);
  const deps = { db, clock: () => new Date(), streams: { closeOf: () => undefined }, erasures, log: testLog };
  await eraseCustomer(deps, id, erased.customerId);

  expect(await killedRestore(after.databaseUrl, path)).toMatchObject({ signal: 'SIGKILL' });
  const refusal = 'once more, which finishes it: that of 2026-05-01T12:00:00.000Z';
  await expect(after.open()).rejects.toThrow(refusal);
  const there = { DATABASE_URL: after.databaseUrl, DATA_DIR: after.folder };
  expect((await cli(there, 'doctor')).out).toContain(refusal);
  expect(await cli(there, 'restore', other)).toMatchObject({
    code: 1,
    err: expect.stringContaining('was broken off in this database: that of 2026-05-01T12:00:00.000Z.'),
  });
  const finished = await cli(there, 'restore', path);
  expect(finished).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^The rows were restored before.*\n1 guests erased again\n$/s),
  });
  const guests = await transaction(await after.open(), id, (tx) => tx.selectFrom('customers').select('name').execute());
  expect(guests).toEqual([{ name: kept.name }]);
  expect(await cli(there, 'restore', path)).toMatchObject({ code: 1, err: expect.stringContaining('is not empty') });
});
