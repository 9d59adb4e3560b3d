/** Servers killed while they back up: a half file is never taken for a backup, and the next server makes it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { listScheduled } from '#server/db/backup/scheduled-backups.ts';
import { verifyBackup } from '#server/db/backup/verify.ts';
import { readVerifiedAt } from '#server/db/backup/verified-backup.ts';
import { bindSecret, fingerprintOf } from '#server/db/secret-fingerprint.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { testConfig } from '#server/test/servers/app.ts';
import { freshDatabase, targetOf, urlOf } from '#server/test/servers/database.ts';
import { writeBackupJob } from '#server/test/data/messages.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';

test('a server killed in the middle of a backup leaves none, and another makes it', async () => {
  const database = await freshDatabase();
  onTestFinished(() => database.close());
  const { db } = database;
  await bindSecret(db, fingerprintOf(testConfig.secret));
  const { id } = await makeRestaurant(db);
  const bytes = randomBytes(8_000_000);
  const facts = { content_type: 'image/png' as const, width: 1, height: 1, stored_bytes: bytes.length };
  for (const hash of ['a', 'b']) {
    const picture = { restaurant_id: id, hash, bytes, created_at: new Date(), ...facts };
    await transaction(db, id, (tx) => tx.insertInto('pictures').values(picture).execute());
  }
  const folder = await mkdtemp(join(tmpdir(), 'om-killed-backup-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  const url = urlOf(targetOf(inject('engine'), rows[0]!.name));
  const processes: ChildProcess[] = [];
  onTestFinished(() => processes.forEach((one) => one.kill('SIGKILL')));
  const start = async () => {
    const program = join(import.meta.dirname, '..', 'test', 'servers', 'run-jobs.ts');
    const child = spawn(process.execPath, [program, url, 'http://localhost:9/', testConfig.secret], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, BACKUP_DIR: folder },
    });
    processes.push(child);
    await once(child.stdout, 'data');
    return child;
  };
  await writeBackupJob(db);

  // The one that was started first is elected; the other takes its place.
  const elected = await start();
  await start();
  const inTheMiddle = async () => (await readdir(folder)).some((name) => name.endsWith('.partial'));
  await expect.poll(inTheMiddle, { timeout: 60_000, interval: 5 }).toBe(true);
  elected.kill('SIGKILL');
  await once(elected, 'close');
  expect(await listScheduled(folder)).toEqual([]);
  // The lease of a killed server ends after a minute.
  await platformTransaction(db, 'outbox', (tx) => tx.updateTable('jobs').set({ leased_until: new Date() }).execute());
  await expect.poll(() => readVerifiedAt(db), { timeout: 120_000 }).not.toBeNull();
  const [made, ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect((await verifyBackup(join(folder, made!))).takenAt).toEqual(await readVerifiedAt(db));
});
