import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import {
  clearCounters,
  counterKey,
  setMark,
  readCounters,
  refundTokens,
  removeExpiredCounters,
  consumeAll,
  consumeOne,
} from './rate-counters.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const start = new Date('2026-03-01T10:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
let made = 0;
const newKey = () => counterKey('test', String(made++));

test('a counter admits up to its limit, says how long to wait, and starts anew when its window is over', async () => {
  const { db } = database;
  const key = newKey();
  const take = (seconds: number) => consumeOne(db, key, 2, 60, later(seconds));
  expect(await take(0)).toEqual({ isAllowed: true, counts: new Map([[key, 1]]) });
  expect(await take(10)).toEqual({ isAllowed: true, counts: new Map([[key, 2]]) });
  expect(await take(20.5)).toEqual({ isAllowed: false, retryAfterSeconds: 40, refusedKeys: [key] });
  expect(await take(59.999)).toEqual({ isAllowed: false, retryAfterSeconds: 1, refusedKeys: [key] });
  expect(await take(60)).toEqual({ isAllowed: true, counts: new Map([[key, 1]]) });
});

test('a limit of 0 admits nobody, not the first either', async () => {
  const [none, some] = [newKey(), newKey()];
  const rules = [
    { key: none, limit: 0, windowSeconds: 60 },
    { key: some, limit: 5, windowSeconds: 10 },
  ];
  const refused = { isAllowed: false, retryAfterSeconds: 60, refusedKeys: [none] };
  expect(await consumeAll(database.db, rules, start)).toEqual(refused);
  expect(await readCounters(database.db, [none, some], start)).toEqual([0, 0]);
});

test('a hundred parallel callers get through exactly up to the limit', async () => {
  const { db } = database;
  const [own, shared] = [newKey(), newKey()];
  const rules = [
    { key: shared, limit: 50, windowSeconds: 60 },
    { key: own, limit: 7, windowSeconds: 60 },
  ];
  const takings = await Promise.all(
    Array.from({ length: 100 }, (_, n) => consumeAll(db, n % 2 === 0 ? rules : rules.toReversed(), start)),
  );
  expect(takings.filter((taking) => taking.isAllowed)).toHaveLength(7);
  expect(await readCounters(db, [own, shared], start)).toEqual([7, 7]);
});

test('a refusal by one rule takes nothing from the others and names the rule', async () => {
  const { db } = database;
  const [spent, free] = [newKey(), newKey()];
  await consumeOne(db, spent, 1, 30, start);
  const taking = await consumeAll(
    db,
    [
      { key: free, limit: 1, windowSeconds: 3600 },
      { key: spent, limit: 1, windowSeconds: 30 },
    ],
    later(1),
  );
  expect(taking).toEqual({ isAllowed: false, retryAfterSeconds: 29, refusedKeys: [spent] });
  expect(await readCounters(db, [free, spent], later(1))).toEqual([0, 1]);
});

test('a refund can be taken again, and never lowers a counter below 0', async () => {
  const { db } = database;
  const key = newKey();
  await consumeOne(db, key, 1, 60, start);
  await Promise.all(Array.from({ length: 5 }, () => refundTokens(db, [{ key }], start)));
  expect(await readCounters(db, [key], start)).toEqual([0]);
  expect((await consumeOne(db, key, 1, 60, start)).isAllowed).toBe(true);
  expect((await consumeOne(db, key, 1, 60, start)).isAllowed).toBe(false);
});

test('a mark expires, is renewed by the next one, and can be cleared', async () => {
  const { db } = database;
  const key = newKey();
  await setMark(db, key, 100, start);
  await setMark(db, key, 100, later(50));
  expect(await readCounters(db, [key], later(149))).toEqual([1]);
  expect(await readCounters(db, [key], later(150))).toEqual([0]);
  await clearCounters(db, [key]);
  expect(await readCounters(db, [key], later(51))).toEqual([0]);
});

test('only counters whose window is over are removed', async () => {
  const { db } = database;
  const [over, running] = [newKey(), newKey()];
  await consumeOne(db, over, 1, 10, start);
  await consumeOne(db, running, 1, 11, start);
  await removeExpiredCounters(db, later(10));
  const left = await db.selectFrom('rate_counters').select('key').where('key', 'in', [over, running]).execute();
  expect(left).toEqual([{ key: running }]);
});

test('eighty thousand counters are read at once, as the list of the budgets of ten thousand restaurants does', async () => {
  const { db } = database;
  const keys = Array.from({ length: 80_000 }, newKey);
  await consumeOne(db, keys[77_777]!, 5, 60, start);
  const counts = await readCounters(db, keys, later(1));
  expect(counts).toHaveLength(80_000);
  expect(counts.filter((count) => count > 0)).toEqual([1]);
  expect(counts[77_777]).toBe(1);
});
