/** Reports and the history, read from a standby that copies the log of the primary. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { administer, emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { connect, type Database, openDatabase } from './connect.ts';
import { startEmbedded } from './engine/embedded.ts';
import { type Engine, foreignEngine, type Target } from './engine/engine.ts';
import { newId } from './new-id.ts';
import { Replica } from './replica.ts';
import { transaction } from './transaction.ts';

const migrations = [
  {
    number: 1,
    name: 'tickets',
    sql: 'create table tickets (number bigint primary key); grant select, insert on tickets to order_manager_app',
  },
];
const someRestaurant = newId<RestaurantId>();

let folder: string;
let primary: Engine;
let standby: Engine;
let isStandbyRunning = false;
/** Connected anew by each test, because a replica that was behind rests for a while. */
const opened: Database[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'om-replica-'));
  await chmod(folder, 0o711);
  const [ofPrimary, ofStandby] = [join(folder, 'primary'), join(folder, 'standby')];
  const first = await openDatabase({ dataDir: ofPrimary, databaseUrl: undefined }, testLog, { migrations });
  await first.close();
  // With the owner of the files, who is the engine's user.
  execFileSync('cp', ['-a', ofPrimary, ofStandby]);
  primary = await startEmbedded(ofPrimary, testLog, { join: false });
  const cluster = join(ofStandby, 'pg18');
  const settings = join(cluster, 'postgresql.auto.conf');
  const { host, port, user, password } = primary.target;
  const source = `host=${String(host)} port=${port ?? 5432} user=${user}${password ? ` password=${String(password)}` : ''}`;
  await writeFile(settings, `${await readFile(settings, 'utf8')}\nprimary_conninfo = '${source}'\n`);
  await writeFile(join(cluster, 'standby.signal'), '');
  standby = await startEmbedded(ofStandby, testLog, { join: false });
  isStandbyRunning = true;
  await vi.waitFor(
    async () => expect(await ask(primary.target, 'select count(*)::int as answer from pg_stat_replication')).toBe(1),
    { timeout: 30_000 },
  );
});

afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await stopStandby();
  await primary?.stop();
  await rm(folder, { recursive: true });
});

async function stopStandby(): Promise<void> {
  if (isStandbyRunning) await standby.stop();
  isStandbyRunning = false;
}

async function ask(target: Target, question: string): Promise<unknown> {
  const client = new Client(target);
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(question);
    return rows[0]!.answer;
  } finally {
    await client.end();
  }
}

/** Waits until the standby has everything that the primary has said by now. */
async function standbyToReplay(): Promise<void> {
  const written = await ask(primary.target, 'select pg_current_wal_flush_lsn()::text as answer');
  const question = `select pg_last_wal_replay_lsn() >= '${String(written)}' as answer`;
  await vi.waitFor(async () => expect(await ask(standby.target, question)).toBe(true), { timeout: 30_000 });
}

async function openWith(readUrl: string): Promise<Database> {
  const database = await connect(foreignEngine(primary.target), testLog, { readUrl });
  opened.push(database);
  return database;
}

const write = ({ db }: Database, number: number) =>
  transaction(db, someRestaurant, (tx) => sql`insert into tickets values (${number})`.execute(tx));

/** The newest ticket, and who was asked. */
async function read({ readDb }: Database): Promise<{ newest: number; by: 'standby' | 'primary' }> {
  const question = sql<{ newest: number; by: 'standby' | 'primary' }>`
    select max(number) as newest, case when pg_is_in_recovery() then 'standby' else 'primary' end as by from tickets`;
  const { rows } = await transaction(readDb, someRestaurant, (tx) => question.execute(tx), { readOnly: true });
  return rows[0]!;
}

test('a standby answers, and knows all that was written a moment ago', async () => {
  const database = await openWith(urlOf(standby.target));
  const answeredBy: string[] = [];
  for (let number = 1; number <= 60; number++) {
    await write(database, number);
    const { newest, by } = await read(database);
    expect(newest).toBe(number);
    answeredBy.push(by);
  }
  // A standby that a busy machine holds up for a moment is not waited for.
  expect(answeredBy).toContain('standby');
});

test('the primary answers as soon as the standby is behind', async () => {
  const database = await openWith(urlOf(standby.target));
  await administer(standby.target, 'select pg_wal_replay_pause()');
  await write(database, 61);
  expect(await read(database)).toEqual({ newest: 61, by: 'primary' });
  await administer(standby.target, 'select pg_wal_replay_resume()');
  await standbyToReplay();
  expect(await read(await openWith(urlOf(standby.target)))).toEqual({ newest: 61, by: 'standby' });
});

test('nothing is written through the handle for reading, wherever it leads', async () => {
  for (const url of [urlOf(standby.target), urlOf(primary.target)]) {
    const { readDb } = await openWith(url);
    const writing = transaction(readDb, someRestaurant, (tx) => sql`insert into tickets values (0)`.execute(tx));
    await expect(writing).rejects.toThrow('The database takes no writes');
  }
});

test('the primary answers when the address leads to itself, to another database, or nowhere', async () => {
  const other = await emptyDatabase();
  const gone = 'postgresql://nobody@127.0.0.1:9/gone';
  try {
    for (const url of [urlOf(primary.target), urlOf(other.target), gone])
      expect(await read(await openWith(url))).toEqual({ newest: 61, by: 'primary' });
  } finally {
    await other.drop();
  }
});

test('a standby of another timeline is not asked, however far it is', async () => {
  const database = await openWith(urlOf(standby.target));
  const newer = {
    query: async (text: string) => {
      const { rows } = await database.pool.query<{ timeline: string }>(text);
      return { rows: rows.map((row) => ({ ...row, timeline: '00000002' })) };
    },
  } as unknown as Database['pool'];
  const client = {
    query: async (text: string, values: unknown[]) => askStandby(text, values),
    release: () => undefined,
  };
  const copy = { connect: async () => client } as unknown as Database['pool'];
  expect(await new Replica(database.pool, copy, testLog).connect()).toBe(client);
  expect(await new Replica(newer, copy, testLog).connect()).toBeNull();

  async function askStandby(text: string, values: unknown[]) {
    const asked = new Client(standby.target);
    await asked.connect();
    try {
      return await asked.query(text, values);
    } finally {
      await asked.end();
    }
  }
});

test('a standby that was promoted is not asked, and one that ends is not waited for', async () => {
  const database = await openWith(urlOf(standby.target));
  expect(await read(database)).toEqual({ newest: 61, by: 'standby' });
  await administer(standby.target, 'select pg_promote()');
  await write(database, 62);
  expect(await read(database)).toEqual({ newest: 62, by: 'primary' });
  await stopStandby();
  const reopened = await openWith(urlOf(standby.target));
  await write(reopened, 63);
  expect(await read(reopened)).toEqual({ newest: 63, by: 'primary' });
});
