import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { badBeginnings } from './prose.ts';

const root = join(import.meta.dirname, '..', '..');
const rooms = ['contract', 'server', 'storefront', 'dashboard', 'e2e', 'benchmarks', 'scripts'];
/** Tests that plant violations of their own. */
const planting = ['server/walls/prose.test.ts', 'server/walls/citations.test.ts'];

/** Migrations that landed before a beginning was refused; they are never edited. */
const landed = ['0001_schema', '0004_jobs', '0008_order_prefixes', '0026_online_payments'].map(
  (name) => `server/db/migrations/${name}.sql`,
);

function listFiles(): string[] {
  const inRooms = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
  );
  return [...readdirSync(root), ...inRooms]
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(ts|tsx|mjs|mts|sql|css)$/.test(path) && ![...planting, ...landed].includes(path));
}

test('every comment and every title names its subject', () => {
  const paths = listFiles();
  expect(paths.length).toBeGreaterThan(500);
  const files = paths.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  expect(files.flatMap(badBeginnings)).toEqual([]);
});

const planted: [path: string, text: string, problem: string | null][] = [
  ['server/a.ts', '/** Of the others nothing is read. */', 'server/a.ts:1: begins with "Of"'],
  ['server/a.ts', '\n/**\n * What a guest sees.\n */', 'server/a.ts:3: begins with "What"'],
  ['server/a.ts', '// Who may call.', 'server/a.ts:1: begins with "Who"'],
  ['server/a.ts', '// Whoever calls.', 'server/a.ts:1: begins with "Whoever"'],
  ['server/a.ts', '/** Nothing of it is kept. */', 'server/a.ts:1: begins with "Nothing of"'],
  ['server/a.ts', '/** Such orders are late. */', 'server/a.ts:1: begins with "Such"'],
  ['server/a.ts', '/** So many orders are shown. */', 'server/a.ts:1: begins with "So many"'],
  ['server/a.ts', '/** Those of the others. */', 'server/a.ts:1: begins with "Those"'],
  ['server/a.ts', '/** That of the table is open. */', 'server/a.ts:1: begins with "That of"'],
  ['server/a.ts', '/** In which a guest orders. */', 'server/a.ts:1: begins with "In which"'],
  ['server/a.ts', '/** That which is read. */', 'server/a.ts:1: begins with "That which"'],
  ['server/a.ts', '/** As the guest wrote it. */', 'server/a.ts:1: begins with "As"'],
  ['server/a.ts', '/** Whether what was sent is right. */', 'server/a.ts:1: begins with "Whether what"'],
  ['server/a.ts', 'f(x); // what was sent', 'server/a.ts:1: begins with "what"'],
  ['server/a.ts', 'f(x); // one\nf(y); // of two', 'server/a.ts:2: begins with "of"'],
  ['dashboard/a.tsx', '  {/* Of the table. */}', 'dashboard/a.tsx:1: begins with "Of"'],
  ['dashboard/a.css', '/* As wide as the page. */', 'dashboard/a.css:1: begins with "As"'],
  ['server/db/a.sql', '-- Of the tables.', 'server/db/a.sql:1: begins with "Of"'],
  ['server/a.ts', 'const sql = `\n  -- What is left\n`;', 'server/a.ts:2: begins with "What"'],
  ['server/a.test.ts', "test('what is sent arrives', () => {});", 'server/a.test.ts:1: begins with "what"'],
  ['server/a.test.ts', "describe('of two orders', () => {});", 'server/a.test.ts:1: begins with "of"'],

  ['server/a.ts', '// The guest reads\n// what the kitchen wrote.', null],
  ['server/a.ts', '/**\n * The guest reads\n * what the kitchen wrote.\n */', null],
  ['server/db/a.sql', '-- The tables\n-- of a restaurant.', null],
  ['server/a.ts', '/** Whether the outlet is open. */', null],
  ['server/a.ts', '/** As-is copies are fine; offices too. */', null],
  ['server/a.ts', "const line = '// What is this';", null],
  ['server/a.ts', "expect(page).toBe('what was sent');", null],
];

test.each(planted)('%s with %j', (path, text, problem) => {
  expect(badBeginnings({ path, text })).toEqual(problem === null ? [] : [problem]);
});
