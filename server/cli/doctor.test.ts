/** The doctor's report: age of the engine and of the last backup and restore, dead jobs, disk and clock. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { noteTriedRestore } from '#server/db/backup/tried-restore.ts';
import { folderStore } from '#server/db/backup/wal/folder-store.ts';
import { openDatabase } from '#server/db/connect.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { enqueue } from '#server/modules/outbound/jobs/enqueue.ts';
import { compareSums } from '#server/modules/reports/check-sums.ts';
import { keepSums } from '#server/modules/reports/keep-sums.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makeCustomer, makeRestaurant } from '#server/test/data/restaurant.ts';
import { testConfig } from '#server/test/servers/app.ts';
import { emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { describeBackups, describeLog, describeRoom } from './doctor.ts';

const cli = join(import.meta.dirname, '../cli.ts');
const hours = 3_600_000;

/** A migrated database, and what the doctor says of it, by what it looks at. */
async function newInstallation() {
  const { target, drop } = await emptyDatabase();
  onTestFinished(drop);
  const folder = await mkdtemp(join(tmpdir(), 'om-doctor-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const environment = { DATABASE_URL: urlOf(target), DATA_DIR: folder, BACKUP_DIR: folder };
  const database = await openDatabase({ databaseUrl: environment.DATABASE_URL, dataDir: folder }, testLog);
  onTestFinished(() => database.close());
  const run = (...args: string[]) =>
    new Promise<string>((resolve) => {
      execFile(process.execPath, [cli, ...args], { env: { ...process.env, ...environment } }, (_, out) => resolve(out));
    });
  const doctor = (more: Record<string, string> = {}) =>
    new Promise<Map<string, string>>((resolve) => {
      execFile(process.execPath, [cli, 'doctor'], { env: { ...process.env, ...environment, ...more } }, (_, out) => {
        const lines = [...out.matchAll(/^(ok |BAD) {2}(.{14})(.*)$/gm)];
        resolve(new Map(lines.map(([, verdict, what, found]) => [what!.trimEnd(), `${verdict!.trim()} ${found}`])));
      });
    });
  return { database, target, doctor, run, folder };
}

test('the doctor says how old the engine and the last backup are, counts dead jobs, and looks at disk and clock', async () => {
  const { database, doctor, folder } = await newInstallation();
  const { db } = database;
  const healthy = await doctor();
  // At midnight the age of the two moments differs.
  expect(healthy.get('database')).toMatch(/^ok external PostgreSQL \d+\.\d+ \(.*\d+ days.*\), up to date$/);
  expect(healthy.get('clock')).toMatch(/^ok \d{4}-\d\d-\d\dT.*Z, as in the database$/);
  expect(healthy.get('data folder')).toMatch(/^(ok|BAD) .* \d+\.\d GB free/);
  expect(healthy.get('unsent')).toBe('ok every message was sent');
  expect(healthy.get('company login')).toBe('ok every company confirms its sessions');
  expect(healthy.get('last restore')).toBe('ok never tried: npm run cli -- backup:drill');
  expect(healthy.get('backups')).toContain('none was made by itself yet');

  const now = new Date();
  const { id: restaurantId } = await makeRestaurant(db);
  await platformTransaction(db, 'outbox', async (tx) => {
    const job = { restaurantId, queue: 'sms', payload: {}, usefulForMs: hours } as const;
    await enqueue(tx, job, now);
    await sql`update jobs set dead_at = ${now}`.execute(tx);
    await appendEvent(tx, restaurantId, { type: 'catalogue.changed', data: {} }, new Date(now.getTime() + hours));
  });
  const companies = await Promise.all([makeRestaurant(db), makeRestaurant(db), makeRestaurant(db)]);
  const problems = [
    { problem: 'unreachable', problem_since: new Date('2026-03-02T10:00:00Z') },
    { problem: 'client_refused', problem_since: new Date('2026-03-01T10:00:00Z') },
    { problem: null, problem_since: null },
  ] as const;
  await platformTransaction(db, 'seed', (tx) =>
    tx
      .insertInto('company_providers')
      .values(
        companies.map(({ id }, n) => ({
          restaurant_id: id,
          issuer: 'https://company.test',
          client_id: 'order-manager',
          sealed: Buffer.from('x'),
          domains: ['company.test'],
          tried_at: now,
          is_on: true,
          is_required: false,
          connected_at: now,
          ...problems[n]!,
        })),
      )
      .execute(),
  );
  const facts = { secret_fingerprint: Buffer.from([0]), backup_verified_at: new Date(now.getTime() - 40 * hours) };
  await db.insertInto('installation').values(facts).execute();
  const triedAt = new Date(now.getTime() - 30 * hours);
  await noteTriedRestore(folderStore(folder), { triedAt, newest: new Date('2026-03-01T02:00:00Z') });
  const sick = await doctor();
  expect(sick.get('last restore')).toBe('ok tried 30.0 hours ago, whole to 2026-03-01T02:00:00.000Z');
  expect(sick.get('company login')).toBe(
    "ok 2 restaurants' companies do not confirm their sessions, the first since 2026-03-01T10:00:00.000Z: after four hours these end",
  );
  expect(sick.get('unsent')).toContain('1 given up');
  expect(sick.get('clock')).toMatch(/^BAD .*the newest order or change in the database is of/);
  expect(sick.get('backups')).toMatch(/^BAD .*the last one that was read back is 40\.0 hours old$/);
});

test('a production without a trusted proxy is told', async () => {
  const { doctor } = await newInstallation();
  const production = {
    ORDER_MANAGER_MODE: 'production',
    PUBLIC_URL: 'https://orders.restaurant.test',
    SECRET: 'xJ2mV9qLw4Tt7Zb1Rk8Ns3Yc6Pd0Fg5Hh2Jj',
    SMS_DRIVER: 'http',
    SMS_HTTP_URL: 'https://sms.gateway.test/send',
  };
  expect((await doctor(production)).get('configuration')).toBe(
    'ok production mode; TRUST_PROXY is 0: all guests behind a proxy count as one address and share its limits',
  );
  expect((await doctor({ ...production, TRUST_PROXY: '1' })).get('configuration')).toBe('ok production mode');
});

test('sums that are not those of the orders are told with the command that has them made anew', async () => {
  const { database, doctor, run } = await newInstallation();
  const { db } = database;
  const made = await makeRestaurant(db);
  const { customerId } = await makeCustomer(db, made.id);
  await insertPastOrders(db, made, [{ placedAt: '2026-03-01T10:00:00Z', customerId }]);
  const now = new Date('2026-03-10T09:00:00Z');
  await keepSums(db, now);
  await transaction(db, made.id, async (tx) => {
    await sql`update report_sums set orders = orders + 1 where span = 'day'`.execute(tx);
    // A day without an order, which no round sums up.
    await sql`insert into report_sums select (jsonb_populate_record(kept, '{"starts_on": "2026-02-01"}')).*
      from report_sums as kept where span = 'day' and grouped_by = 'day'`.execute(tx);
  });
  const command = `reports:sum-again ${made.id}`;
  expect((await doctor()).get('reports')).toBe(
    `BAD 2 months are not those of the orders, first report_sums in 2026-02 of restaurant ${made.id}. npm run cli -- ${command} has all its days summed up anew`,
  );
  expect(await run(...command.split(' '))).toBe(
    `The server sums up the orders of restaurant ${made.id} anew within ten minutes.\n`,
  );
  await keepSums(db, now);
  expect(await compareSums(db, Infinity)).toEqual({ wrong: [], compared: 1, restaurants: 1 });
});

test('the doctor asks for the room below which the server refuses orders, where they are written to that disk', () => {
  const on = (databaseUrl: string | undefined, free: number, size: number) => () =>
    describeRoom({ dataDir: '/data', databaseUrl }, { free, size });
  expect(on(undefined, 0.6e9, 10e9)()).toBe('/data, 0.6 GB free');
  expect(on(undefined, 0.4e9, 10e9)).toThrow('/data, 0.4 GB free: too little to take orders');
  expect(on(undefined, 1e9, 100e9)).toThrow('/data, 1.0 GB free: too little to take orders');
  expect(on('postgres://db', 0.1e9, 10e9)()).toBe('/data, 0.1 GB free');
});

test('backups that somebody else makes are no fault', async () => {
  const scheduledBackups = { ...testConfig.scheduledBackups, atMinute: undefined };
  const config = { ...testConfig, databaseUrl: undefined, backupDir: '/backups', scheduledBackups };
  expect([await describeBackups(config), await describeLog(config)]).toEqual([
    '/backups, not sealed: whoever has the file can read it; BACKUP_AT is off: none is made by itself',
    'BACKUP_AT is off: it is not shipped',
  ]);
});

test('a standby that no commit waits for is told', async () => {
  const { target, doctor } = await newInstallation();
  expect((await doctor()).get('standby')).toBe('ok none copies the database now');
  // The types of the driver do not have what it sends on.
  const asStandby = { ...target, replication: 'true' };
  const standby = new Client(asStandby);
  await standby.connect();
  onTestFinished(() => standby.end());
  expect((await doctor()).get('standby')).toMatch(
    /^BAD 1 copying, and no commit waits for it: .*Set synchronous_standby_names/,
  );
});

test('a replica that reports cannot be read from is told', async () => {
  const { target, doctor } = await newInstallation();
  expect((await doctor()).get('replica')).toBe('ok no DATABASE_READ_URL: reports are read from the database itself');
  expect((await doctor({ DATABASE_READ_URL: urlOf(target) })).get('replica')).toBe(
    'BAD DATABASE_READ_URL leads to no standby of the database, or it is away or behind: the primary answers',
  );
});
