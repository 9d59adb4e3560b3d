/** An upgrade of two servers behind a proxy, one after the other, while guests order. */
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { applyMigrations, type Migration, readMigrations } from '#server/db/migrate.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { testLog } from '#server/test/servers/log.ts';
import { initialStock, openKitchens } from './guests.ts';
import { checkHistory } from './history.ts';
import { startProxy } from './proxy.ts';
import { aWhile } from './service.ts';
import { readLedger, RecordingGuests, startTwoServers } from './two-servers.ts';

/** With 50 ms between two orders of a guest they order about 100 times a second. */
const guestCount = 10;

const addIndex = `-- expand, outside a transaction: an index
  create index concurrently if not exists orders_added_later on orders (restaurant_id, added_later)`;

/** The largest change that the program before may meet: a column in each table, one after the other, and an index. */
async function changeOfNextVersion({ db }: Database, known: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await platformTransaction(db, 'seed', (tx) =>
    sql<{ name: string }>`
      select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(tx),
  );
  const widen = ({ name }: { name: string }) =>
    `-- expand: a column\nalter table ${name} add column added_later integer not null default 7`;
  return [...rows.map(widen), addIndex].map((text, n) => ({
    number: known.length + n + 1,
    name: `next_${n}`,
    sql: text,
  }));
}

test('no order fails while the schema grows and both servers are restarted in turn, on the schema of the next version', async ({
  annotate,
}) => {
  const pair = await startTwoServers({ TRUST_PROXY: '1', DEV_IN_PUBLIC: 'yes-i-know' });
  onTestFinished(() => pair.remove());
  const proxy = await startProxy(pair.machines.map(({ url }) => url));
  onTestFinished(() => proxy.close());
  const { restaurants, guests } = await openKitchens(pair.database.db, [initialStock, initialStock], guestCount);
  const started = performance.now();
  const crowd = new RecordingGuests([{ url: proxy.url, isRemoved: false }], guests);
  await aWhile(500, 1_000);
  const known = await readMigrations();
  const next = await changeOfNextVersion(pair.database, known);
  expect(await applyMigrations(pair.target, [...known, ...next], testLog)).toBe(next.length);
  const before = crowd.acknowledged;
  await aWhile(500, 1_000);
  expect(crowd.acknowledged).toBeGreaterThan(before);
  for (const which of [0, 1] as const) await pair.restart(which, 'SIGTERM');
  await crowd.finish();
  const seconds = (performance.now() - started) / 1_000;
  const ledgers = await Promise.all(
    restaurants.map((restaurant) => readLedger(pair.database.db, restaurant, initialStock)),
  );
  expect(checkHistory(crowd.attempts, ledgers)).toEqual([]);
  expect(crowd.unexpected).toEqual([]);
  expect(crowd.attempts.filter(({ answer }) => answer === 'unknown')).toEqual([]);
  const slowest = Math.max(...crowd.attempts.map(({ askedAt, answeredAt }) => answeredAt - askedAt));
  await annotate(
    `${crowd.acknowledged} orders, ${Math.round(crowd.attempts.length / seconds)} a second, the slowest in ${Math.round(slowest)} ms`,
  );
});
