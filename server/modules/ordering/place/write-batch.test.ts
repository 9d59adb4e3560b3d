import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { checkedDatabase } from '#server/test/servers/database.ts';
import { batchColumns } from './write-batch.ts';

test.each(Object.entries(batchColumns))(
  '%s has the columns that a batch of orders sends, in the same sequence',
  async (type, sent) => {
    const database = await checkedDatabase();
    onTestFinished(() => database.close());
    const client = new Client(database.target);
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query<{ name: string }>(
      'select attname as name from pg_attribute where attrelid = $1::regclass order by attnum',
      [type],
    );
    expect(rows.map(({ name }) => name)).toEqual(sent);
  },
);
