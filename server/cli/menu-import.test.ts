import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

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
});
afterAll(async () => {
  await database.close();
  await drop();
  await rm(folder, { recursive: true });
});

const run = (...args: string[]) => runCommand('menu:import', args);
const runExport = (...args: string[]) => runCommand('menu:export', args);

/** Runs the command line as a person does. */
function runCommand(name: string, args: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: folder };
    execFile(process.execPath, [join(root, 'server/cli.ts'), name, ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err });
    });
  });
}

const countItems = () =>
  transaction(database.db, made.id, async (tx) => (await tx.selectFrom('items').select('id').execute()).length);

test('a dry run prints what would happen and writes nothing; the run itself writes it', async () => {
  const before = await countItems();
  const dry = await run(made.slug, millers, '--dry-run');
  expect(dry).toMatchObject({ code: 0, err: '' });
  expect(dry.out).toContain('Would go into the menu "Menu"');
  expect(dry.out).toContain('239 new dishes, 0 changed, 0 the same');
  expect(await countItems()).toBe(before);

  const real = await run(made.slug, millers);
  expect(real).toMatchObject({ code: 0, err: '' });
  expect(real.out).toContain('26 categories');
  expect(await countItems()).toBe(before + 239 + 189);
});

test('problems of a file are listed by path, with exit code 1, and nothing is written', async () => {
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
});

test.each<[string, string[], number, string]>([
  ['an unknown restaurant', ['nobody', millers], 1, 'There is no restaurant with the slug nobody'],
  ['a file that is not there', ['any', 'nowhere.json'], 1, `There is no ${resolve('nowhere.json')}.`],
  ['no file', ['any'], 2, 'Usage: npm run cli -- menu:import <slug> <file> [--menu <name>] [--dry-run]'],
  ['an unknown option', ['any', millers, '--force'], 2, '--force'],
])('%s is reported with exit code %j', async (_, args, code, words) => {
  const result = await run(...args);
  expect(result.code).toBe(code);
  expect(result.err).toContain(words);
});

test('a menu is exported as a table or as JSON, and imported again from either', async () => {
  const table = join(folder, 'menu.csv');
  const first = await run(made.slug, millers, '--menu', 'Cafe');
  expect(first.out).toContain('Went into the menu "Cafe"');
  expect(await runExport(made.slug, table, '--menu', 'Cafe')).toEqual({ code: 0, out: '', err: '' });
  const again = await run(made.slug, table, '--menu', 'Cafe');
  expect(again.out).toContain('0 new dishes, 0 changed, 239 the same');

  const { out: json, code } = await runExport(made.slug, '--menu', 'Cafe', '--format', 'json');
  expect([code, (JSON.parse(json) as { menu: string }).menu]).toEqual([0, 'Cafe']);
  const { code: failed, err } = await runExport(made.slug, '--menu', 'Dinner');
  expect([failed, err]).toEqual([1, 'There is no menu Dinner.\n']);
});

test('problems of a table are listed by row', async () => {
  const file = join(folder, 'bad.csv');
  await writeFile(file, 'category,name,price\nMains,Soup,5\nMains,,6\nMains,Stew,x\n');
  const { code, err } = await run(made.slug, file);
  expect(code).toBe(1);
  expect(err).toContain('has 2 problems; nothing was written.');
  expect(err).toContain('  row 3, name: This field is required\n  row 4, price: ');
});
