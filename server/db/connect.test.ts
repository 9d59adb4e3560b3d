import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#server/test/servers/database.ts';
import type { Database, PoolClient } from './connect.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('the version of the schema is read while all connections are in use', async () => {
  const taken: PoolClient[] = [];
  for (let count = 0; count < 10; count++) taken.push(await database.pool.connect());
  const waiting = database.pool.connect();
  expect(database.pool.waitingCount).toBe(1);
  await expect(database.schemaVersion()).resolves.toBeGreaterThan(0);
  for (const client of taken) client.release();
  (await waiting).release();
});
