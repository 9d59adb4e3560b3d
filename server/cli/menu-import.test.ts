import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { emptyDatabase, urlOf } from '#server/test/database.ts';
import { testLog } from '#server/test/log.ts';
import { makeRestaurant, type TestRestaurant } from '#server/test/restaurant.ts';

const root = join(import.meta.dirname, '../..');
const millers = join(root, 'server/db/seed/millers-cafe.menu.json');

let database: Database;
let drop: () => Promise<void>;
let url: string;
let folder: string;
let made: TestRestaurant;
beforeAll(async () => {
  const empty = await emptyDatabase();
  drop = empty.drop;
  url = urlOf(empty.target);
  folder = await mkdtemp(join(tmpdir(), 'om-import-'));
  database = await openDatabase({ databaseUrl: url, dataDir: folder }, testLog);
  made = await makeRestaurant(database.db, { currency: 'GBP' });
}, 60_000);
afterAll(async () => {
  await database.close();
  await drop();
  await rm(folder, { recursive: true });
});

/** Runs the command line as a person does. */
function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: folder };
    execFile(process.execPath, [join(root, 'server/cli.ts'), 'menu:import', ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

const countItems = () =>
  transaction(database.db, made.id, async (tx) => (await tx.selectFrom('items').select('id').execute()).length);

test('a dry run says what would happen and writes nothing; the run itself writes it', async () => {
  const before = await countItems();
  const dry = await run(made.slug, millers, '--dry-run');
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toContain('Would go into the menu "Menu"');
  expect(dry.out).toContain('239 new dishes, 0 updated');
  expect(await countItems()).toBe(before);

  const real = await run(made.slug, millers);
  expect(real).toMatchObject({ code: 0, err: '' });
  expect(real.out).toContain('26 categories');
  expect(await countItems()).toBe(before + 239 + 189);
}, 60_000);

test('what is wrong with a file is listed by path, with exit code 1, and nothing is written', async () => {
  const before = await countItems();
  const file = join(folder, 'bad.json');
  await writeFile(
    file,
    JSON.stringify({
      currency: 'GBP',
      categories: [
        {
          name: 'New',
          items: [
            { name: 'Good', price: 1 },
            { name: 'Bad', price: 1.234 },
            { name: 'Bad', price: 2 },
          ],
        },
      ],
    }),
  );
  const { code, out, err } = await run(made.slug, file);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('categories[0].items[1].price: 1.234 has more decimals than GBP');
  expect(err).toContain("categories[0].items[2].name: There is a dish 'Bad' already");
  expect(await countItems()).toBe(before);
}, 60_000);

test.each<[string, string[], number, string]>([
  ['an unknown restaurant', ['nobody', millers], 1, 'There is no restaurant with the slug nobody'],
  ['a file that is not there', ['any', '/nowhere.json'], 1, '/nowhere.json'],
  ['no file', ['any'], 2, 'Usage: npm run cli -- menu:import <slug> <file> [--dry-run]'],
  ['an unknown option', ['any', millers, '--force'], 2, '--force'],
])(
  '%s is said with exit code %j',
  async (_, args, code, words) => {
    const result = await run(...args);
    expect(result.code).toBe(code);
    expect(result.err).toContain(words);
  },
  60_000,
);
