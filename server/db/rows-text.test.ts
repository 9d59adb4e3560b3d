import * as fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkedDatabase } from '#server/test/servers/database.ts';
import type { Database } from './connect.ts';
import { rowsText } from './rows-text.ts';

let database: Database;
let client: Client;
beforeAll(async () => {
  database = await checkedDatabase();
  client = new Client(database.target);
  await client.connect();
  await client.query(
    'create type pg_temp.kinds as (word text, day date, at timestamptz, whole integer, large bigint, yes boolean, bytes bytea, facts jsonb, words text[])',
  );
  await client.query('create type pg_temp.pair as (whole integer, word text)');
});
afterAll(async () => {
  await client.end();
  await database.close();
});

const columns = ['word', 'day', 'at', 'whole', 'large', 'yes', 'bytes', 'facts', 'words'] as const;

/** Any text that PostgreSQL takes. */
const words = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0') && text.isWellFormed());
const hostile = fc.constantFrom(
  '',
  '"',
  '\\',
  '\\"',
  '(',
  ')',
  ',',
  '{',
  '}',
  'null',
  'NULL',
  ' ',
  '\n',
  "'",
  '{"a"}',
  '("b",)',
);
const text = fc.oneof(
  words,
  hostile,
  fc.array(hostile).map((parts) => parts.join('')),
);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const row = fc.record({
  word: orNull(text),
  day: orNull(fc.constantFrom('2026-11-28', '2000-02-29')),
  at: orNull(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })),
  whole: orNull(fc.integer()),
  large: orNull(fc.maxSafeInteger()),
  yes: orNull(fc.boolean()),
  bytes: orNull(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
  facts: orNull(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(text, fc.integer(), fc.constant(null)))),
  words: orNull(fc.array(text)),
});

test('the database reads the rows that were written, whatever their texts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 5 }), async (rows) => {
      const { rows: read } = await client.query('select * from unnest($1::pg_temp.kinds[])', [rowsText(rows, columns)]);
      // fast-check makes dictionaries without a prototype.
      expect(read).toEqual(rows.map((each) => ({ ...each, facts: each.facts && { ...each.facts } })));
    }),
    { numRuns: 300 },
  );
});

test('a column that a row does not have is null', async () => {
  const text = rowsText<{ word: string; whole?: number }>(
    [{ word: 'one' }, { word: 'two', whole: 2 }],
    ['whole', 'word'],
  );
  const { rows } = await client.query('select * from unnest($1::pg_temp.pair[])', [text]);
  expect(rows).toEqual([
    { whole: null, word: 'one' },
    { whole: 2, word: 'two' },
  ]);
});
