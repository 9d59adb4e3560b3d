import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SourceFile } from './architecture.ts';
import { brokenCitations, knownFrom } from './citations.ts';

const root = join(import.meta.dirname, '..', '..');
const folders = ['contract', 'server', 'storefront', 'dashboard', 'e2e', 'benchmarks', 'scripts', 'docs'];

function listPaths(): string[] {
  const inFolders = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  return [...readdirSync(root), ...inFolders].map((path) => path.replaceAll('\\', '/'));
}

function readFiles(paths: readonly string[]): SourceFile[] {
  return paths
    .filter((path) => /\.(ts|tsx|mjs|mts|sql|css|md)$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

const paths = listPaths();
const files = readFiles(paths);
const known = knownFrom(files, paths);

test('every citation leads somewhere in the repository', () => {
  expect(files.length).toBeGreaterThan(1000);
  expect(known.definedOn.size).toBeGreaterThan(200);
  expect(files.flatMap((file) => brokenCitations(file, known))).toEqual([]);
});

test('every number is defined once', () => {
  expect([...known.definedOn].filter(([, pages]) => pages.length > 1)).toEqual([]);
});

/** Relations between decisions, by the status of the page at either end: `81 amends 6`. */
function relationsOf({ path, text }: SourceFile): { named: string[]; returned: string[] } {
  const own = Number(/\/(\d{4})-/.exec(path)![1]);
  const status = /^Status: ([\s\S]*?)\n\n/m.exec(text)![1]!.replaceAll('\n', ' ');
  const find = (verb: string, relate: (other: string) => string) =>
    [...status.matchAll(new RegExp(String.raw`\b${verb}\b([^;]*)`, 'g'))].flatMap(([, others]) =>
      [...others!.matchAll(/\[(\d+)\]\(0*\1-/g)].map(([, other]) => relate(other!)),
    );
  return {
    named: ['amends', 'supersedes'].flatMap((verb) => find(verb, (other) => `${own} ${verb} ${other}`)),
    returned: [
      ...find('amended by', (other) => `${other} amends ${own}`),
      ...find('superseded by', (other) => `${other} supersedes ${own}`),
    ],
  };
}

test('a decision that another one amends or supersedes says so in its status', () => {
  const relations = files.filter(({ path }) => /^docs\/decisions\/\d/.test(path)).map(relationsOf);
  const named = relations.flatMap((page) => page.named);
  expect(named.length).toBeGreaterThan(50);
  expect(relations.flatMap((page) => page.returned).toSorted()).toEqual(named.toSorted());
});

const pages = [
  {
    path: 'docs/requirements/a.md',
    text: '| R1 | x |\n| R31 | x |\n| M16 | x |\n| P6 | x |\n| P8b | x |\n| LO-16 | x |\n| LO-17 | x |\n### core-setup 5\n',
  },
  { path: 'docs/decisions/0009-pauses.md', text: '' },
  { path: 'docs/decisions/0012-order-history.md', text: '' },
];

const planted: [path: string, text: string, problem: string | null][] = [
  ['server/a.ts', '/** A price (R99). */', 'server/a.ts:1: R99 stands nowhere in docs/requirements'],
  ['server/a.ts', '\n/**\n * A price (R31, R32).\n */', 'server/a.ts:3: R32 stands nowhere'],
  ['server/a.ts', 'f(x); // as M17 says', 'M17 stands nowhere'],
  ['server/a.ts', '// R31 to R32', 'R32 stands nowhere'],
  ['server/a.ts', '// R0 to R1', 'R0 stands nowhere'],
  ['server/a.ts', '// R999', 'R999 stands nowhere'],
  ['server/a.ts', '// M160', 'M160 stands nowhere'],
  ['server/a.ts', '// LO-170', 'LO-170 stands nowhere'],
  ['server/a.ts', '// LO-16 to LO-18', 'LO-18 stands nowhere'],
  ['server/a.ts', '// P06', 'P06 stands nowhere'],
  ['server/a.ts', '    -- R32, in a template', 'R32 stands nowhere'],
  ['dashboard/a.tsx', '  {/* R32 */}', 'R32 stands nowhere'],
  ['dashboard/a.css', 'a { color: red; /* R32 */ }', 'R32 stands nowhere'],
  ['server/db/a.sql', 'select 1; -- R32', 'R32 stands nowhere'],
  ['docs/a.md', 'A price (R32).', 'docs/a.md:1: R32 stands nowhere'],
  ['server/a.test.ts', "test('a price (R32)', async () => {", 'R32 stands nowhere'],
  ['server/a.test.ts', "  test.each(rows)('a price of %s (R32)', (row) => {", 'R32 stands nowhere'],
  [
    'server/a.ts',
    '/** Kept as it was (decision 13). */',
    'server/a.ts:1: decision 13 stands nowhere in docs/decisions',
  ],
  ['server/a.ts', '// Decisions 9, 12 and 14', 'decision 14 stands nowhere'],
  ['server/a.ts', '// decision 999 says so', 'decision 999 stands nowhere'],
  ['server/a.ts', '// decisions 9 and 120', 'decision 120 stands nowhere'],
  ['server/a.ts', '// decisions 12 to 13', 'decision 13 stands nowhere'],
  ['server/a.ts', '// core-setup 5 and 6', 'core-setup 6 stands nowhere in docs/requirements'],
  ['server/a.ts', '// core-setup section 9', 'core-setup 9 stands nowhere'],
  ['server/a.ts', '// screens 5.4', 'screens 5.4 stands nowhere'],
  ['server/a.ts', '// features section 3, point 1', 'features 3 stands nowhere'],
  ['server/a.ts', '// section 8 of both documents', 'section 8 names no document'],
  ['server/a.ts', '// see docs/decisions/0013-later.md', 'docs/decisions/0013-later.md is not there'],
  ['server/a.ts', '// see docs/decisions/0013', 'docs/decisions/0013 is not there'],
  ['docs/a.md', '[decision 12](decisions/0012-history.md)', 'docs/decisions/0012-history.md is not there'],

  ['server/a.ts', '/** A price (R31, P8b, M16, LO-17; decisions 9 and 12; core-setup section 5). */', null],
  [
    'server/a.ts',
    '// docs/decisions/0012, docs/decisions/0012-*, docs/decisions/0012-order-history.md, docs/decisions/',
    null,
  ],
  [
    'docs/a.md',
    '[decision 12](decisions/0012-order-history.md#context), [elsewhere](https://a.example), [here](#x)',
    null,
  ],
  ['server/a.ts', "const line = 'R32'; const path = `/* R32`; const url = 'http://a.example/ // R32';", null],
  ['server/a.ts', "insert('M17');\nconst R32 = 1;", null],
  [
    'server/a.ts',
    '// SHA-256 of UTF-8, #R32 in hex, A4, GMT-4, M1, `R32`, WCAG 2.5.7, RFC 9110, 12.5.4, MPL-2.0',
    null,
  ],
  ['server/a.ts', '// after this decision 200 rows are left', null],
  ['server/db/a.sql', "insert into a values ('R32');", null],
  ['server/a.test.ts', "test('a price', () => check('R32'));", null],
];

test.each(planted)('%s with %j', (path, text, problem) => {
  const house = knownFrom(pages, [...pages.map((page) => page.path), path]);
  expect(brokenCitations({ path, text }, house)).toEqual(problem === null ? [] : [expect.stringContaining(problem)]);
});
