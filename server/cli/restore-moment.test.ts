/** Restores from the log that a server has shipped, by the commands of an operator. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { readTriedRestore } from '#server/db/backup/tried-restore.ts';
import { folderStore } from '#server/db/backup/wal/folder-store.ts';
import { restoreWal } from '#server/db/backup/wal/restore-wal.ts';
import { readShippingState } from '#server/db/backup/wal/shipping-state.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { makeKey } from '#server/db/encryption.ts';
import { settleSecret } from '#server/db/settle-secret.ts';
import { transaction } from '#server/db/transaction.ts';
import { eraseCustomer } from '#server/modules/customers/privacy/erase-guest.ts';
import { openErasureList } from '#server/modules/customers/privacy/erasure-list.ts';
import { makeCustomer, makeRestaurant } from '#server/test/data/restaurant.ts';
import { testLog } from '#server/test/servers/log.ts';
import { startShipping } from '#server/test/servers/wal-shipping.ts';

let folder: string;
let backups: string;
let keyFile: string;
let shipped: Awaited<ReturnType<typeof shipADay>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-restore-'));
  await chmod(folder, 0o711);
  backups = join(folder, 'backups');
  keyFile = join(folder, 'key.txt');
  shipped = await shipADay();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function open(name: string): Promise<Database> {
  return openDatabase({ dataDir: join(folder, name), databaseUrl: undefined }, testLog);
}

/** A restaurant whose guests come and are erased around a moment, and once more when its log is shipped no longer. */
async function shipADay() {
  const { key, recipient } = await makeKey();
  await writeFile(keyFile, key);
  const database = await open('before');
  const { db } = database;
  const environment = { BACKUP_DIR: backups, DATA_DIR: join(folder, 'before') };
  const { secret } = await settleSecret(db, readConfig(environment));
  const { id } = await makeRestaurant(db);
  const [erased, kept, unshipped] = [
    await makeCustomer(db, id),
    await makeCustomer(db, id),
    await makeCustomer(db, id),
  ];
  const shipping = startShipping(database, folderStore(backups), { recipients: [recipient], key, secret });
  await shipping.until('base');
  const moment = new Date();
  const erasures = openErasureList(backups);
  const deps = { db, clock: () => new Date(), streams: { closeOf: () => undefined }, erasures, log: testLog };
  await eraseCustomer(deps, id, erased.customerId);
  const late = await makeCustomer(db, id);
  await shipping.stop();
  const state = await readShippingState(database.target, folderStore(backups));
  await eraseCustomer(deps, id, unshipped.customerId);
  await database.close();
  return { id, key, secret, state, moment, kept: kept.name, late: late.name };
}

function cli(environment: Record<string, string>, ...args: string[]) {
  const program = join(import.meta.dirname, '../cli.ts');
  return promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, BACKUP_DIR: backups, ...environment },
  }).catch((error: { code: number; stdout: string; stderr: string }) => error);
}

async function guestsOf(name: string): Promise<string[]> {
  const database = await open(name);
  const read = await transaction(database.db, shipped.id, (tx) =>
    tx.selectFrom('customers').select('name').orderBy('name').execute(),
  );
  await database.close();
  return read.map((one) => one.name);
}

/** The folders of a data folder that hold a database, or a part of one. */
async function databasesIn(name: string): Promise<string[]> {
  return (await readdir(join(folder, name)).catch(() => [])).filter((file) => file.startsWith('pg'));
}

test('a moment is restored with its secret, and guests erased since are erased again', async () => {
  expect(shipped.state!.newestBase).toBeDefined();
  const after = { DATA_DIR: join(folder, 'after') };
  const at = shipped.moment.toISOString();
  expect(await cli(after, 'restore', '--at', at)).toMatchObject({
    stderr: expect.stringContaining('name the file of its key with --key'),
  });
  // A guest who cannot be erased again must not come back either.
  await mkdir(join(backups, 'erasures-damaged.jsonl'));
  expect(await cli(after, 'restore', '--at', at, '--key', keyFile)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('EISDIR'),
  });
  expect(await databasesIn('after')).toEqual([]);
  await rm(join(backups, 'erasures-damaged.jsonl'), { recursive: true });

  const { stdout } = await cli(after, 'restore', '--at', at, '--key', keyFile);
  expect(stdout).toMatch(
    /^Restored: the newest change is of .*Z\.\nThe secret of the backup is in .* now\.\n2 guests erased again\n$/,
  );
  expect(await readFile(join(folder, 'after', 'secret'), 'utf8')).toBe(shipped.secret);
  expect(await guestsOf('after')).toEqual([shipped.kept]);
  expect(await cli(after, 'restore', '--at', 'latest')).toMatchObject({
    stderr: expect.stringContaining('has a database already'),
  });

  // The drill restores the newest beside it, and notes that it could.
  expect((await cli(after, 'backup:drill', '--key', keyFile)).stdout).toMatch(
    / was restored in .* s: 1 restaurants, 0 orders\./,
  );
  const tried = await readTriedRestore(folderStore(backups));
  expect(tried!.newest.getTime()).toBeGreaterThan(shipped.moment.getTime());
});

test('where the log ends before the moment, guests erased between them are erased again', async () => {
  const at = new Date(Date.now() + 3 * 3_600_000).toISOString();
  const { stdout } = await cli({ DATA_DIR: join(folder, 'later') }, 'restore', '--at', at, '--key', keyFile);
  expect(stdout).toContain('The log ends at ');
  expect(await guestsOf('later')).toEqual([shipped.kept, shipped.late].toSorted());
});

test('a restore that is broken off leaves no database', async () => {
  const { key } = shipped;
  const place = {
    dataDir: join(folder, 'again'),
    programs: undefined,
    store: folderStore(backups),
    at: undefined,
    key,
  };
  const finish = () => Promise.reject(new Error('broken off'));
  await expect(restoreWal({ ...place, finish }, testLog)).rejects.toThrow('broken off');
  expect(await databasesIn('again')).toEqual([]);
});

test('moments that are none, before the log, or of a database that has another owner are refused', async () => {
  const place = { DATA_DIR: join(folder, 'refused') };
  const refused = await Promise.all([
    cli(place, 'restore', '--at', '2020-01-01T00:00Z'),
    cli(place, 'restore', '--at', 'yesterday'),
    cli({ ...place, DATABASE_URL: 'postgres://somewhere/else' }, 'restore', '--at', 'latest'),
  ]);
  expect(refused).toMatchObject([
    { code: 1, stderr: expect.stringContaining('begins at') },
    { code: 2, stderr: expect.stringContaining('date and time with its zone') },
    { code: 1, stderr: expect.stringContaining('restores the embedded database alone') },
  ]);
});

test('a damaged part of the log is named, and nothing is made of it', async () => {
  const [chain = ''] = await readdir(join(backups, 'wal'));
  const files = join(backups, 'wal', chain);
  const pieces = (await readdir(files)).filter((name) => /^[\da-f]{16}-/.test(name)).toSorted();
  const [base] = (await readdir(files)).filter((name) => /^base-.*\.omw$/.test(name));
  for (const name of [...pieces, base!])
    expect((await readFile(join(files, name))).subarray(0, 19).toString()).toBe('age-encryption.org/');
  const path = join(files, pieces.at(-1)!);
  const bytes = await readFile(path);
  bytes[bytes.length >> 1]! ^= 1;
  await writeFile(path, bytes);
  const { stderr } = await cli({ DATA_DIR: join(folder, 'new') }, 'restore', '--at', 'latest', '--key', keyFile);
  expect(stderr).toContain(`A file of the log is damaged: wal/${chain}/${pieces.at(-1)}`);
  expect(await databasesIn('new')).toEqual([]);
});
