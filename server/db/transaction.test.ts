import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { RestaurantId } from '#contract/base/ids.ts';
import { administer, freshDatabase, targetOf, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { slowness } from '#server/test/servers/slowness.ts';
import { connect } from './connect.ts';
import { foreignEngine } from './engine/engine.ts';
import { newId } from './new-id.ts';
import { platformTransaction, runStatement, transaction, type Tx } from './transaction.ts';
import { codeOf, DatabaseUnavailable } from './unavailable.ts';

const database = await freshDatabase();
const { db, pool } = database;
afterAll(() => database.close());

const [ours, theirs] = [newId<RestaurantId>(), newId<RestaurantId>()];

/** A restaurant with a counter row, the smallest thing it can own. */
async function addRestaurant(tx: Tx, id: RestaurantId): Promise<void> {
  const now = new Date();
  const row = {
    id,
    name: id,
    slug: id,
    country: 'AE',
    currency: 'AED',
    outlet_band: '1',
    informer: '',
    site_token: id,
  };
  await tx
    .insertInto('restaurants')
    .values({ ...row, trial_started_at: now, created_at: now, updated_at: now })
    .execute();
  await tx.insertInto('restaurant_counters').values({ restaurant_id: id }).execute();
}

function counters(tx: Tx) {
  return tx.selectFrom('restaurant_counters').select('restaurant_id').orderBy('restaurant_id').execute();
}

function countUp(tx: Tx, id: RestaurantId) {
  return tx
    .updateTable('restaurant_counters')
    .set((row) => ({ event_seq: row('event_seq', '+', 1) }))
    .where('restaurant_id', '=', id)
    .returning('event_seq')
    .executeTakeFirstOrThrow();
}

async function countOf(id: RestaurantId): Promise<number> {
  const row = await transaction(db, id, (tx) =>
    tx.selectFrom('restaurant_counters').select('event_seq').executeTakeFirstOrThrow(),
  );
  return row.event_seq;
}

beforeAll(() =>
  platformTransaction(db, 'seed', async (tx) => {
    await addRestaurant(tx, ours);
    await addRestaurant(tx, theirs);
  }),
);

describe('row-level security', () => {
  test("a query without a restaurant condition sees only the rows of the transaction's restaurant", async () => {
    expect(await transaction(db, ours, counters)).toEqual([{ restaurant_id: ours }]);
    expect(await transaction(db, theirs, counters)).toEqual([{ restaurant_id: theirs }]);
  });

  test('asking for another restaurant explicitly finds nothing', async () => {
    const stranger = await transaction(db, ours, (tx) =>
      tx.selectFrom('restaurant_counters').selectAll().where('restaurant_id', '=', theirs).executeTakeFirst(),
    );
    expect(stranger).toBeUndefined();
  });

  test('writing to another restaurant changes and creates nothing', async () => {
    const changed = await transaction(db, ours, (tx) =>
      tx
        .updateTable('restaurant_counters')
        .set({ event_seq: 99 })
        .where('restaurant_id', '=', theirs)
        .executeTakeFirst(),
    );
    expect(changed.numUpdatedRows).toBe(0n);
    const made = transaction(db, ours, (tx) =>
      tx
        .insertInto('menus')
        .values({ restaurant_id: theirs, id: newId(), name: 'x', created_at: new Date(), updated_at: new Date() })
        .execute(),
    );
    await expect(made).rejects.toThrow(/row-level security/);
    expect(await countOf(theirs)).toBe(0);
  });

  test('without a restaurant there are no rows, before and after the connection served one', async () => {
    for (let uses = 0; uses < 12; uses++) {
      expect(await db.selectFrom('restaurant_counters').selectAll().execute()).toEqual([]);
      await transaction(db, ours, counters);
      await platformTransaction(db, 'seed', counters);
    }
  });

  test('a platform transaction sees every restaurant', async () => {
    expect(await platformTransaction(db, 'event-reading', counters)).toHaveLength(2);
  });

  test('every table with a restaurant_id has a policy', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'restaurant_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and not (c.relrowsecurity and c.relforcerowsecurity)
      order by 1`.execute(db);
    // A session is looked up by its token before its restaurant is known.
    expect(rows).toEqual([{ name: 'sessions' }]);
  });

  test('the application cannot change the schema or the table of migrations', async () => {
    for (const statement of [
      'alter table menus disable row level security',
      'delete from schema_migrations',
      'create table x ()',
    ]) {
      await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

test('a malformed restaurant id is refused before it reaches the database', () => {
  const nonsense = "x', true); drop table orders; --" as RestaurantId;
  expect(() => transaction(db, nonsense, counters)).toThrow(TypeError);
});

test('an error undoes everything and is thrown unchanged', async () => {
  const before = await countOf(ours);
  const mistake = new Error('changed my mind');
  const failed = transaction(db, ours, async (tx) => {
    await countUp(tx, ours);
    throw mistake;
  });
  await expect(failed).rejects.toBe(mistake);
  expect(await countOf(ours)).toBe(before);
});

test('a swallowed error of a query does not count as a commit', async () => {
  const failed = transaction(db, ours, async (tx) => {
    await countUp(tx, ours);
    await sql`select 1 / 0`.execute(tx).catch(() => undefined);
  });
  await expect(failed).rejects.toThrow('swallowed');
});

test('onCommit runs after the commit, and only then', async () => {
  const before = await countOf(ours);
  const seen: Promise<number>[] = [];
  await transaction(db, ours, async (tx) => {
    tx.onCommit(() => seen.push(countOf(ours)));
    await countUp(tx, ours);
  });
  expect(await Promise.all(seen)).toEqual([before + 1]);

  const failed = transaction(db, ours, async (tx) => {
    tx.onCommit(() => seen.push(countOf(ours)));
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(failed).rejects.toThrow('division by zero');
  expect(seen).toHaveLength(1);
});

test('a transaction inside a transaction is refused', async () => {
  await expect(transaction(db, ours, (tx) => transaction(tx, ours, counters))).rejects.toThrow('already open');
});

test('a tx that outlives its transaction is refused', async () => {
  const escaped = await transaction(db, ours, async (tx) => tx);
  await expect(counters(escaped)).rejects.toThrow('over');
});

test('queries sent together are answered in order, and a later one sees the effect of an earlier one', async () => {
  const before = await countOf(ours);
  const counts = await transaction(db, ours, (tx) =>
    Promise.all([countUp(tx, ours), countUp(tx, ours), countUp(tx, ours)]),
  );
  expect(counts.map((row) => row.event_seq)).toEqual([before + 1, before + 2, before + 3]);
});

test('a deadlock is resolved by running one of the two again', async () => {
  const before = [await countOf(ours), await countOf(theirs)];
  let runs = 0;
  let held = 0;
  const bothHoldOne = Promise.withResolvers<void>();
  async function inOrder(first: RestaurantId, second: RestaurantId): Promise<void> {
    await platformTransaction(db, 'seed', async (tx) => {
      runs += 1;
      await countUp(tx, first);
      held += 1;
      if (held === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await countUp(tx, second);
    });
  }
  await Promise.all([inOrder(ours, theirs), inOrder(theirs, ours)]);
  // The retried one may be faster than the one that waits for it, and block it once more.
  expect(runs).toBeGreaterThanOrEqual(3);
  expect([await countOf(ours), await countOf(theirs)]).toEqual(before.map((count) => count + 2));
});

test('a serialisation failure is retried, up to three times', async () => {
  let runs = 0;
  const failing = transaction(db, ours, async (tx) => {
    runs += 1;
    await sql`do $$ begin raise exception 'not serialisable' using errcode = '40001'; end $$`.execute(tx);
  });
  await expect(failing).rejects.toSatisfy((error) => codeOf(error) === '40001');
  expect(runs).toBe(4);
});

test('concurrent changes of one row in repeatable read lose nothing', async () => {
  const before = await countOf(ours);
  await Promise.all(
    [1, 2].map(() => transaction(db, ours, (tx) => countUp(tx, ours), { isolation: 'repeatable read' })),
  );
  expect(await countOf(ours)).toBe(before + 2);
});

test('a read-only transaction refuses to write', async () => {
  await expect(transaction(db, ours, (tx) => countUp(tx, ours), { readOnly: true })).rejects.toMatchObject({
    code: '25006',
  });
});

test('reads continue on a nearly full disk, and writes are refused until there is room', async () => {
  let isDiskLow = true;
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const target = targetOf(inject('engine'), rows[0]!.name);
  const full = await connect({ ...foreignEngine(target), isDiskLow: () => isDiskLow }, testLog);
  onTestFinished(() => full.close());
  const before = await countOf(ours);
  expect(await transaction(full.db, ours, counters)).toHaveLength(1);
  await expect(transaction(full.db, ours, (tx) => countUp(tx, ours))).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(full.state().isDiskLow).toBe(true);
  isDiskLow = false;
  await transaction(full.db, ours, (tx) => countUp(tx, ours));
  expect(await countOf(ours)).toBe(before + 1);
});

test('a database in which whoever runs it has stopped writes refuses them as one that is away, and goes on reading', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  const url = new URL(urlOf(targetOf(inject('engine'), rows[0]!.name)));
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const stopped = await connect(foreignEngine({ connectionString: url.href }), testLog);
  onTestFinished(() => stopped.close());
  const before = await countOf(ours);
  expect(await transaction(stopped.db, ours, counters)).toHaveLength(1);
  await expect(transaction(stopped.db, ours, (tx) => countUp(tx, ours))).rejects.toBeInstanceOf(DatabaseUnavailable);
  const alone = runStatement(stopped.db, 'insert into restaurant_counters (restaurant_id) values ($1)', [ours]);
  await expect(alone).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await countOf(ours)).toBe(before);
});

test('a statement may take as long as the transaction allows, and no longer', async () => {
  const slow = transaction(db, ours, (tx) => sql`select pg_sleep(5)`.execute(tx), { statementTimeoutMs: 50 });
  await expect(slow).rejects.toBeInstanceOf(DatabaseUnavailable);
  const { rows } = await sql`show statement_timeout`.execute(db);
  expect(rows).toEqual([{ statement_timeout: '5s' }]);
});

test('waiting for a lock ends after two seconds with a request to come back', async () => {
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = transaction(db, ours, async (tx) => {
    await countUp(tx, ours);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const started = Date.now();
  await expect(transaction(db, ours, (tx) => countUp(tx, ours))).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(Date.now() - started).toBeLessThan(3_000 * slowness());
  released.resolve();
  await holder;
});

test('waiting for a connection ends after two seconds with a request to come back, and the pool recovers', async () => {
  const released = Promise.withResolvers<void>();
  const holders = Array.from({ length: 10 }, () => transaction(db, ours, () => released.promise));
  await sleep(50);
  const started = Date.now();
  await expect(transaction(db, ours, counters)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(Date.now() - started).toBeLessThan(3_000 * slowness());
  released.resolve();
  await Promise.all(holders);
  expect(await transaction(db, ours, counters)).toHaveLength(1);
});

test('a connection cut in the middle is one kind of error, and the next transaction has a new connection', async () => {
  const cut = transaction(db, ours, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await administer(inject('engine'), `select pg_terminate_backend(${rows[0]!.pid})`);
    await countUp(tx, ours);
  });
  await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await transaction(db, ours, counters)).toHaveLength(1);
});

test('numbers and days arrive with their own types', async () => {
  const { rows } =
    await sql`select 9007199254740991::bigint as big, date '2026-03-29' as day, 12::numeric as exact`.execute(db);
  expect(rows).toEqual([{ big: 9_007_199_254_740_991, day: '2026-03-29', exact: '12' }]);
});
