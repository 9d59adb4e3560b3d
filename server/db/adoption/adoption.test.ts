/** A database from before the migrations were made one becomes the same as a fresh one, and keeps every row. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Demands, fillTables } from '#server/test/data/fill-tables.ts';
import { readCatalogue } from '#server/test/data/read-catalogue.ts';
import { emptyDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { backUp } from '../backup/backup.ts';
import { restore } from '../backup/restore.ts';
import type { Target } from '../engine/engine.ts';
import { applyFormerSchema, applyMigrations, checksumOf, readMigrations } from '../migrate.ts';
import { tablesParentsFirst } from '../tables.ts';

const migrations = await readMigrations();
/** The migration that a former database is adopted into; later ones change what it holds. */
const adopting = migrations.slice(0, 1);
const today = migrations.map((one) => ({ number: one.number, name: one.name, checksum: checksumOf(one) }));

type Row = Record<string, unknown>;
type Rows = Record<string, Row[]>;

const day = 86_400_000;
const noon = Date.UTC(2026, 4, 1, 12);
const at = (days: number) => new Date(noon + days * day);

/** Rows that the checks of the former schema let through. */
const formerDemands: Demands = {
  restaurants: (row) => ({
    closed_at: row === 0 ? null : at(0),
    erase_at: row === 0 ? null : at(30),
    erasing_since: row === 1 ? at(31) : null,
  }),
  sessions: (row) => ({
    customer_id: row === 1 ? '018f0000-0000-7000-8000-000000000001' : null,
    support_reason: row === 0 ? 'asked by mail' : null,
    phone: '+971501234567',
  }),
  memberships: (row) => (row === 0 ? { outlet_ids: null } : {}),
  invitations: (row) => (row === 0 ? { outlet_ids: null } : {}),
  special_days: () => ({ starts_on: '2026-04-01', ends_on: '2026-04-03' }),
  orders: (row) => ({
    tax_inclusive: row === 1,
    subtotal_minor: 1000,
    tax_minor: 50,
    delivery_fee_minor: row === 0 ? 700 : null,
    total_minor: [1750, 1000, 1050][row],
    is_test: row === 2,
  }),
  order_lines: (row) => ({ made_at: row === 0 ? at(0) : null, recalled_at: row === 1 ? at(1) : null }),
  order_status_changes: (row) => ({
    from_status: [null, 'New', 'Confirmed'][row],
    to_status: ['New', 'Confirmed', 'Ready'][row],
  }),
  order_counts: (row) => ({
    mode: ['delivery', 'pickup', 'dine-in'][row],
    payment_method: row === 0 ? 'cash' : 'card',
  }),
  alarm_steps: (row) => (row === 1 ? { done_at: null, outcome: null } : {}),
  sittings: (row) => ({
    rounds: JSON.stringify(
      [
        { orderId: '018f0000-0000-7000-8000-00000000000a', seat: 2 },
        { orderId: '018f0000-0000-7000-8000-00000000000b', seat: 1 },
      ].slice(0, row),
    ),
  }),
  events: (row) => ({ type: ['order.placed', 'table.called', 'catalogue.changed'][row] }),
};

/** Today's names of what was renamed, by the former ones. */
const tablesSince: Record<string, string> = {
  media: 'pictures',
  media_sizes: 'picture_sizes',
  audit_heads: 'audit_log_heads',
  audit_entries: 'audit_log_entries',
  alarm_steps: 'escalation_steps',
  sittings: 'table_sessions',
  sitting_seats: 'table_participants',
  table_calls: 'service_requests',
};
const columnsSince: Record<string, string> = {
  'media.kept_bytes': 'stored_bytes',
  'outlets.alarm_devices_minutes': 'escalation_devices_minutes',
  'outlets.alarm_mail_minutes': 'escalation_mail_minutes',
  'outlets.alarm_mail_to': 'escalation_mail_to',
  'outlets.alarm_call_minutes': 'escalation_call_minutes',
  'outlets.alert_calls': 'escalates_by_call',
  'outlets.reject_minutes': 'auto_reject_minutes',
  'outlets.refuses_unwatched': 'refuses_unattended',
  'sittings.rounds': 'submitted_orders',
  'sittings.began_at': 'started_at',
  'sittings.active_at': 'last_active_at',
  'sitting_seats.sitting_id': 'table_session_id',
  'sitting_seats.taken': 'removed_line_ids',
  'table_calls.called_at': 'requested_at',
};
const valuesSince: Record<string, (value: unknown) => unknown> = {
  'sittings.rounds': (rounds) =>
    (rounds as { orderId: string; seat: number }[]).map(({ orderId, seat }) => ({ orderId, participant: seat })),
  'events.type': (type) => (type === 'table.called' ? 'service_request.changed' : type),
};

function inTodaysNames(rows: Rows): Rows {
  return Object.fromEntries(
    Object.entries(rows).map(([table, present]) => [
      tablesSince[table] ?? table,
      present.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([column, value]) => {
            const path = `${table}.${column}`;
            return [columnsSince[path] ?? column, valuesSince[path]?.(value) ?? value];
          }),
        ),
      ),
    ]),
  );
}

async function newDatabase(): Promise<{ target: Target; client: Client }> {
  const { target, drop } = await emptyDatabase();
  onTestFinished(drop);
  const client = new Client(target);
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`select set_config('app.platform', 'on', false)`);
  return { target, client };
}

async function filledFormerDatabase() {
  const database = await newDatabase();
  await applyFormerSchema(database.target, testLog);
  await fillTables(database.client, formerDemands);
  return database;
}

/** A database that today's migrations have made. */
let fresh: Target;
let freshCatalogue: string[];
beforeAll(async () => {
  const { target, drop } = await emptyDatabase();
  fresh = target;
  await applyMigrations(fresh, migrations, testLog);
  const client = new Client(fresh);
  await client.connect();
  freshCatalogue = await readCatalogue(client);
  await client.end();
  return drop;
});

/** Every row of every table, as JSON. */
async function readRows(client: Client): Promise<Rows> {
  const rows: Rows = {};
  for (const { table } of await tablesParentsFirst(client)) {
    const found = await client.query<{ row: Row }>(`select to_jsonb(t) as row from "${table}" t`);
    rows[table] = found.rows.map(({ row }) => row);
  }
  return sorted(rows);
}

/** The rows of each table in an order that the names of columns do not change. */
function sorted(rows: Rows): Rows {
  const text = (row: Row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));
  return Object.fromEntries(
    Object.entries(rows).map(([table, present]) => [table, present.sort((a, b) => (text(a) < text(b) ? -1 : 1))]),
  );
}

function countRows(rows: Rows): Record<string, number> {
  return Object.fromEntries(Object.entries(rows).map(([table, present]) => [table, present.length]));
}

async function listApplied(client: Client) {
  return (await client.query<object>('select number, name, checksum from schema_migrations order by number')).rows;
}

test('an adopted database has the schema of a fresh one and all rows of before', async () => {
  const { target, client } = await filledFormerDatabase();
  const before = await readRows(client);
  expect(Object.keys(before)).toHaveLength(52);
  for (const [table, rows] of Object.entries(before)) {
    const empty = Object.keys(rows[0]!).filter((column) => rows.every((row) => row[column] === null));
    expect([table, rows.length, empty]).toEqual([table, 3, []]);
  }

  expect(await applyMigrations(target, adopting, testLog)).toBe(1);
  expect(await readRows(client)).toEqual(sorted(inTodaysNames(before)));

  expect(await applyMigrations(target, migrations, testLog)).toBe(migrations.length - 1);
  const catalogue = await readCatalogue(client);
  expect(catalogue.length).toBeGreaterThan(1000);
  expect(catalogue).toEqual(freshCatalogue);
  expect(countRows(await readRows(client))).toMatchObject(countRows(inTodaysNames(before)));
  expect(await listApplied(client)).toEqual(today);
  expect(await applyMigrations(target, migrations, testLog)).toBe(0);
});

test('processes that start together adopt it once', async () => {
  const { target, client } = await filledFormerDatabase();
  const counts = await Promise.all([1, 2, 3].map(() => applyMigrations(target, migrations, testLog)));
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 0, migrations.length]);
  expect(await listApplied(client)).toEqual(today);
});

test('an adoption that fails leaves everything as it was', async () => {
  const { target, client } = await filledFormerDatabase();
  await client.query('create table pictures ()');
  const [before, catalogue] = [await readRows(client), await readCatalogue(client)];
  await expect(applyMigrations(target, migrations, testLog)).rejects.toThrow('relation "pictures" already exists');
  expect(await readRows(client)).toEqual(before);
  expect(await readCatalogue(client)).toEqual(catalogue);
  expect(await listApplied(client)).toHaveLength(33);
});

test('a database that has not had all of the former migrations, or others, is refused', async () => {
  const { target, client } = await newDatabase();
  await applyFormerSchema(target, testLog);
  await client.query('delete from schema_migrations where number > 12');
  await expect(applyMigrations(target, migrations, testLog)).rejects.toThrow(
    'The database is from before 0001_schema.sql, and has not had all 33 migrations of that time: the newest is 0012_printers.sql. ' +
      'Start the version before this one on it first, which has them, and then this one; or restore a backup into a new database.',
  );
  await client.query(`update schema_migrations set checksum = 'other' where number = 7`);
  await expect(applyMigrations(target, migrations, testLog)).rejects.toThrow(
    'has had other migrations than the 33 of that time: the newest is 0012_printers.sql.',
  );
});

test('a backup of such a database is restored with every row, and adopted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'om-adoption-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'former.omb');
  const former = await filledFormerDatabase();
  const written = await backUp(former.target, path, at(0));

  const { target, client } = await newDatabase();
  expect(await restore(target, path, adopting, testLog)).toEqual({ takenAt: at(0), tables: written });
  expect(await readRows(client)).toEqual(sorted(inTodaysNames(await readRows(former.client))));

  const whole = await newDatabase();
  expect(await restore(whole.target, path, migrations, testLog)).toEqual({ takenAt: at(0), tables: written });
  expect(await readCatalogue(whole.client)).toEqual(freshCatalogue);
  expect(await listApplied(whole.client)).toEqual(today);
  expect(await applyMigrations(target, migrations, testLog)).toBe(migrations.length - 1);
  expect(await readCatalogue(client)).toEqual(freshCatalogue);
  expect(await listApplied(client)).toEqual(today);

  await expect(restore(fresh, path, migrations, testLog)).rejects.toThrow(
    'The database has the tables of another version than the backup. Restore into a database without tables.',
  );
});

test('a backup of a database that has not had all of the former migrations is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'om-adoption-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'older.omb');
  const former = await newDatabase();
  await applyFormerSchema(former.target, testLog);
  await former.client.query('delete from schema_migrations where number = 33');
  await backUp(former.target, path, at(0));
  const { target, client } = await newDatabase();
  await expect(restore(target, path, migrations, testLog)).rejects.toThrow(
    'The backup is from before 0001_schema.sql, and not of a database with the 33 migrations of that time. Restore it with the version ' +
      'that made it, start the version before this one on it, and take a backup of that.',
  );
  expect(await tablesParentsFirst(client)).toEqual([]);
});
