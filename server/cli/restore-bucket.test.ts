/** A machine that is gone with its disk, whose log a bucket has: nothing but the key and the bucket is left. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/connect.ts';
import { makeKey } from '#server/db/encryption.ts';
import { settleSecret } from '#server/db/settle-secret.ts';
import { transaction } from '#server/db/transaction.ts';
import { eraseCustomer } from '#server/modules/customers/privacy/erase-guest.ts';
import { openErasureList } from '#server/modules/customers/privacy/erasure-list.ts';
import { openLogShipping } from '#server/modules/platform/backups/ship-log.ts';
import { makeCustomer, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startBucket } from '#server/test/servers/bucket.ts';
import { testLog } from '#server/test/servers/log.ts';

test('a database comes back from a bucket with its secret, and guests erased since do not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'om-bucket-'));
  await chmod(folder, 0o711);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { bucket, files } = await startBucket();
  const { key, recipient } = await makeKey();
  const keyFile = join(folder, 'key.txt');
  await writeFile(keyFile, key);
  const environment = {
    DATA_DIR: join(folder, 'before'),
    BACKUP_BUCKET: bucket.url,
    BACKUP_BUCKET_REGION: bucket.region,
    BACKUP_BUCKET_KEY_ID: bucket.keyId,
    BACKUP_BUCKET_SECRET: bucket.secret,
    BACKUP_RECIPIENT: recipient,
  };
  const config = readConfig(environment);
  const database = await openDatabase(config, testLog);
  const { db } = database;
  await settleSecret(db, config);
  const { id } = await makeRestaurant(db);
  const [erased, kept] = [await makeCustomer(db, id), await makeCustomer(db, id)];
  const written: unknown[] = [];
  const keep = (facts: object, message: string) => void written.push(message, facts);
  const log = { ...testLog, info: keep, warn: keep, error: keep };
  const shipping = openLogShipping(database, config, log)!;
  await expect.poll(() => shipping.state().safeAt, { timeout: 60_000 }).not.toBeNull();
  const moment = new Date();
  const erasures = openErasureList(config.erasuresFolder);
  const deps = { db, clock: () => new Date(), streams: { closeOf: () => undefined }, erasures, log: testLog };
  await eraseCustomer(deps, id, erased.customerId);
  const lists = () => [...files.keys()].filter((name) => name.includes('/erasures/'));
  await expect.poll(lists, { timeout: 20_000 }).toHaveLength(1);
  await shipping.stop();
  await database.close();
  expect(written).toContain('The log of the database is being shipped');
  expect(JSON.stringify(written)).not.toContain(bucket.secret);
  for (const [name, bytes] of files)
    expect([name, name.endsWith('.json') || bytes.subarray(0, 19).toString()]).toEqual([
      name,
      name.endsWith('.json') || 'age-encryption.org/',
    ]);

  const program = join(import.meta.dirname, '../cli.ts');
  const args = ['restore', '--at', moment.toISOString(), '--key', keyFile];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment, DATA_DIR: join(folder, 'after') },
  });
  expect(stdout).toMatch(/\nThe secret of the backup is in .* now\.\n1 guests erased again\n$/);
  expect(stdout + stderr).not.toContain(bucket.secret);
  const after = await openDatabase({ ...config, dataDir: join(folder, 'after') }, testLog);
  onTestFinished(() => after.close());
  const guests = await transaction(after.db, id, (tx) => tx.selectFrom('customers').select('name').execute());
  expect(guests).toEqual([{ name: kept.name }]);
});
