/** The work of an archive grows with its rows, not with their square. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { makeRestaurant } from '#server/test/data/restaurant.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { writeArchive } from './write-archive.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('guests of a large restaurant are read from where the page before ended', async () => {
  // The one connection of orders, which says at once what it has read.
  const { db, orderDb } = database;
  const { id } = await makeRestaurant(db);
  await transaction(orderDb, id, (tx) =>
    sql`
      insert into customers (restaurant_id, id, name, phone, email, created_at, updated_at)
      select ${id}, gen_random_uuid(), 'Guest', '+97150' || n, '', now(), now() from generate_series(1000000, 1019999) as n`.execute(
      tx,
    ),
  );
  const before = await countBlocks();
  for await (const _ of writeArchive(orderDb, id, {
    version: '0',
    takenAt: new Date(),
    pictureBucket: undefined,
    log: testLog,
  }));
  const read = (await countBlocks()) - before;
  // The index has some 150 blocks, which two files read once each. From its beginning for each page they would be 6,000.
  expect(read).toBeGreaterThan(150);
  expect(read).toBeLessThan(1_500);
});

/** Blocks of the index of guests by their ids that were read so far. */
async function countBlocks(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database.orderDb);
  const { rows } = await sql<{ blocks: string }>`
    select idx_blks_hit + idx_blks_read as blocks from pg_statio_user_indexes where indexrelname = 'customers_pkey'`.execute(
    database.orderDb,
  );
  return Number(rows[0]!.blocks);
}
