/** The daily backup: one for all servers, also after a moment that was missed, and a mail to the admins where there is none. */
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { DAY, MINUTE } from '#contract/base/time.ts';
import type { Config } from '#server/config.ts';
import { makeKey } from '#server/db/encryption.ts';
import { verifyBackup } from '#server/db/backup/verify.ts';
import type { Database } from '#server/db/connect.ts';
import { bindSecret, fingerprintOf } from '#server/db/secret-fingerprint.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { listUnsent } from '#server/modules/outbound/unsent-messages.ts';
import { testConfig } from '#server/test/servers/app.ts';
import { openBackupServer } from '#server/test/servers/backup-server.ts';
import { startBucket } from '#server/test/servers/bucket.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { makeAdmin } from '#server/test/data/restaurant.ts';
import { lastMoment } from './schedule-backups.ts';

let database: Database;
let folder: string;
let now: Date;
let logged: string[];
const clock = () => now;
const pass = (ms: number) => (now = new Date(now.getTime() + ms));

beforeEach(async () => {
  database = await freshDatabase();
  onTestFinished(() => database.close());
  await bindSecret(database.db, fingerprintOf(testConfig.secret));
  folder = await mkdtemp(join(tmpdir(), 'om-daily-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  now = new Date('2026-03-02T09:00:00Z');
  logged = [];
});

const openServer = (changes: Partial<Config> = {}) =>
  openBackupServer(database.db, { clock, logged, config: { backupDir: folder, ...changes } });

const jobs = async () => {
  const { rows } = await platformTransaction(database.db, 'outbox', (tx) =>
    sql<{
      key: string;
      tries: number;
    }>`select dedupe_key as key, tries from jobs where queue = 'backup' order by 1`.execute(tx),
  );
  return rows;
};

test('the moment is the last one that has been, in UTC', () => {
  expect(lastMoment(new Date('2026-03-02T02:00:00Z'), 120)).toEqual(new Date('2026-03-02T02:00:00Z'));
  expect(lastMoment(new Date('2026-03-02T01:59:59Z'), 120)).toEqual(new Date('2026-03-01T02:00:00Z'));
});

test('a missed moment is made up for at once, and then one backup is made a day, by any of several servers', async () => {
  const servers = [await openServer(), await openServer()];
  const lookAll = () => Promise.all(servers.map(({ look }) => look()));
  await lookAll();
  expect(await readdir(folder)).toEqual(['scheduled-2026-03-02T09-00-00-000Z.omb']);
  expect(await jobs()).toEqual([{ key: '2026-03-02T02:00:00.000Z', tries: 1 }]);
  pass(16 * 60 * MINUTE);
  await lookAll();
  expect(servers[0]!.backups.state()).toEqual({ verifiedAt: new Date('2026-03-02T09:00:00Z'), isLate: false });
  expect(await readdir(folder)).toHaveLength(1);
  pass(2 * 60 * MINUTE);
  await lookAll();
  const made = (await readdir(folder)).toSorted();
  expect(made).toEqual(['scheduled-2026-03-02T09-00-00-000Z.omb', 'scheduled-2026-03-03T03-00-00-000Z.omb']);
  expect((await verifyBackup(join(folder, made[1]!))).takenAt).toEqual(now);
  expect(logged).toEqual(['A backup was made and read back', 'A backup was made and read back']);
});

test('a server without a folder, or with BACKUP_AT=off, makes none and leaves the job to others', async () => {
  const without = await openServer({ backupDir: undefined });
  const off = await openServer({ scheduledBackups: { ...testConfig.scheduledBackups, atMinute: undefined } });
  expect([without.backups.state(), off.backups.state()]).toEqual([null, null]);
  const other = await openServer();
  await other.backups.look();
  await without.look();
  expect(await jobs()).toEqual([{ key: '2026-03-02T02:00:00.000Z', tries: 0 }]);
  expect(await readdir(folder)).toEqual([]);
});

test('with a bucket alone it is made there, and counts once it was read back from there', async () => {
  const { bucket, files, answers } = await startBucket();
  const { recipient } = await makeKey();
  const server = await openServer({
    backupDir: undefined,
    backupBucket: bucket,
    backupRecipient: recipient,
    dataDir: folder,
  });
  answers.set('GET /backups/of/us/daily', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
  await server.look();
  await server.backups.look();
  expect(server.backups.state()).toEqual({ verifiedAt: null, isLate: false });
  answers.clear();
  pass(31 * MINUTE);
  await server.look();
  await server.backups.look();
  expect(server.backups.state()).toEqual({ verifiedAt: now, isLate: false });
  expect([...files.keys()]).toEqual(['of/us/daily/scheduled-2026-03-02T09-31-00-000Z.omb']);
  expect(await readdir(folder)).toEqual([]);
});

test('a bucket that does not answer is asked once for a list, and no stop waits for it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { bucket, delays, requests } = await startBucket();
  const { recipient } = await makeKey();
  await writeFile(join(folder, 'erasures-here.jsonl'), '\n{"note":"1","isErased":true}\n');
  delays.set('PUT ', 10 * MINUTE);
  const { backups } = await openServer({
    backupDir: undefined,
    backupBucket: bucket,
    backupRecipient: recipient,
    databaseUrl: 'postgres://elsewhere',
    dataDir: folder,
    erasuresFolder: folder,
  });
  vi.advanceTimersByTime(MINUTE);
  await expect.poll(() => requests.length).toBe(1);
  vi.advanceTimersByTime(3 * MINUTE);
  await backups.stop();
  expect(requests).toEqual([expect.stringMatching(/^PUT \/backups\/of\/us\/erasures\/[\da-f]{16}\.omw$/)]);
  expect(logged).toEqual([]);
});

test('a backup that fails six times is told to the admins, who see it and can have it made again', async () => {
  const admin = await makeAdmin(database.db);
  const file = join(folder, 'a file');
  await writeFile(file, '');
  const server = await openServer({ backupDir: join(file, 'folder') });
  await server.look();
  for (const _ of Array(6)) {
    pass(31 * MINUTE);
    await server.look();
  }
  expect(await jobs()).toEqual([{ key: '2026-03-02T02:00:00.000Z', tries: 6 }]);
  expect(server.mails).toEqual([`${admin.userId}@user.test: The backup failed`]);
  const unsent = await platformTransaction(database.db, 'administration', (tx) => listUnsent(tx, now, 'admin'));
  expect(unsent).toMatchObject([{ kind: 'backup', to: '', problem: 'unexpected', tries: 6, restaurant: null }]);
  expect(logged.filter((line) => line.includes('given up'))).toEqual(['A backup was given up until tomorrow']);
});

test('a last backup of more than a day and a half ago is told to the admins once a day', async () => {
  const admin = await makeAdmin(database.db);
  const server = await openServer();
  await server.look();
  pass(DAY + 11 * 60 * MINUTE);
  await server.backups.look();
  expect(server.backups.state()).toMatchObject({ isLate: false });
  pass(2 * 60 * MINUTE);
  await server.backups.look();
  await server.backups.look();
  expect(server.backups.state()).toEqual({ verifiedAt: new Date('2026-03-02T09:00:00Z'), isLate: true });
  await server.look();
  expect(server.mails).toEqual([`${admin.userId}@user.test: There is no recent backup`]);
});

test('a backup that a clock ahead has noted does not keep today’s from being made', async () => {
  const server = await openServer();
  now = new Date('2029-03-02T09:00:00Z');
  await server.look();
  now = new Date('2026-03-02T09:00:00Z');
  await server.look();
  expect((await readdir(folder)).toSorted()).toEqual([
    'scheduled-2026-03-02T09-00-00-000Z.omb',
    'scheduled-2029-03-02T09-00-00-000Z.omb',
  ]);
});
