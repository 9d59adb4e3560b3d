import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/db/connect.ts';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { batchColumns } from './write-batch.ts';

let database: Database;
beforeAll(async () => {
  database = await checkedDatabase();
});
afterAll(() => database.close());

test.each(Object.entries(batchColumns))(
  '%s has the columns that a batch of orders sends, in the same sequence',
  async (type, sent) => {
    const { rows } = await database.pool.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass order by attnum',
      [type],
    );
    expect(rows.map(({ name }) => name)).toEqual(sent);
  },
);

test.each([
  ['order_row', 'orders'],
  ['order_line_row', 'order_lines'],
  ['order_option_row', 'order_line_options'],
  ['order_change_row', 'order_status_changes'],
])('the columns of %s have the types that they have in %s', async (type, table) => {
  const columns = 'select attname, atttypid from pg_attribute where attrelid = $1::regclass and attnum > 0';
  const { rows: typed } = await database.pool.query<{ attname: string; atttypid: number }>(columns, [type]);
  const { rows: stored } = await database.pool.query<{ attname: string; atttypid: number }>(columns, [table]);
  expect(stored).toEqual(expect.arrayContaining(typed));
});
