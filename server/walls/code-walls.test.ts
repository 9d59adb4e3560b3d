import { expect, test } from 'vitest';
import { busyRoutes, repeatedFiles, repeatedTypes, unusedExports, wireWords } from './code-walls.ts';
import { readSources } from './read-sources.ts';

const files = readSources();

test('every export is imported somewhere', () => {
  expect(unusedExports(readSources({ hasPlanted: true }))).toEqual([]);
});

test('no file exists twice', () => {
  expect(repeatedFiles(files)).toEqual([]);
});

test('a type of the contract is declared nowhere else', () => {
  expect(repeatedTypes(files)).toEqual([]);
});

test('route files bind and do nothing else', () => {
  expect(busyRoutes(files)).toEqual([]);
});

test('only wire.ts knows the words of the specification for which the house has others', () => {
  expect(wireWords(files)).toEqual([]);
  const save = { path: 'server/modules/menu/items/save-item.ts', text: 'const { InActiveOutletIds } = changes;' };
  expect(wireWords([save])).toEqual([`${save.path} has InActiveOutletIds, a word of the wire; wire.ts translates it`]);
  expect(wireWords([{ ...save, text: 'return { modifierList: ids };' }])).toHaveLength(1);
  expect(wireWords([{ ...save, text: '// modifierList\nconst modifierListIds: ModifierList[] = [];' }])).toEqual([]);
  expect(wireWords([{ ...save, path: 'server/modules/menu/items/wire.ts' }])).toEqual([]);
});

const product = files.filter(
  ({ path }) => /^(server|contract)\//.test(path) && !/\.test\.ts$|^server\/(walls|test|faults)\//.test(path),
);
const using = (words: string) => product.filter(({ text }) => text.includes(words)).map(({ path }) => path);

test('chance decides nothing but how long something waits; codes and tokens come from node:crypto', () => {
  expect(using('Math.random').toSorted()).toEqual([
    'server/db/transaction.ts',
    'server/http/streams/open-stream.ts',
    'server/modules/outbound/jobs/outbox.ts',
  ]);
  expect(using('randomInt(').length + using('randomBytes(').length).toBeGreaterThan(5);
});

test("no expression is built of a caller's words: these two are made of the routes and the sizes of pictures", () => {
  expect(using('new RegExp(').toSorted()).toEqual([
    'server/http/answers/missing-route.ts',
    'server/modules/restaurants/pictures/picture-cache.ts',
  ]);
});

const ofDashboard = files.filter(({ path }) => path.startsWith('dashboard/') && !path.endsWith('.test.ts'));
const dashboardUsing = (words: string) =>
  ofDashboard.filter(({ text }) => text.includes(words)).map(({ path }) => path);

test('Order Manager makes its dates in one file; another one names weekdays', () => {
  expect(dashboardUsing('new Intl.DateTimeFormat(').toSorted()).toEqual([
    'dashboard/screens/outlets/hours-words.ts',
    'dashboard/words/dates.ts',
  ]);
});

test('one file changes the parameters of the address: from the address itself, not from what is drawn of it', () => {
  const changing = ofDashboard.filter(({ text }) => /, \w+\] = useSearchParams\(/.test(text));
  expect(changing.map(({ path }) => path)).toEqual(['dashboard/routing/use-address-params.ts']);
});

test("the columns of a grid have a phone's width too, and none is as wide as its longest word", () => {
  const faults = ofDashboard.flatMap(({ path, text }) =>
    [...text.matchAll(/gridTemplateColumns: .*/g)]
      .map(([line]) => line.replaceAll(/minmax\((\([^()]*\)|[^()])*\)/g, ''))
      .filter((line) => /\dfr/.test(line) || /^gridTemplateColumns: \{(?!.*\bxs: )/.test(line))
      .map((line) => `${path}: ${line}`),
  );
  expect(faults).toEqual([]);
});

test('the theme alone says how much room the buttons of a dialog have', () => {
  expect(dashboardUsing('<DialogActions sx={{ p')).toEqual([]);
});

test('the loading of a part is said in words by one component', () => {
  expect(dashboardUsing('<Skeleton aria-busy')).toEqual([]);
});

test('switches of Order Manager stand after their words: one file makes them', () => {
  expect(dashboardUsing('<Switch\n').concat(dashboardUsing('<Switch '))).toEqual([
    'dashboard/components/form/switch-field.tsx',
  ]);
});

test('a test that looks at locks or sessions names its database: the others of the engine stand in the same list', () => {
  const looking = files.filter(
    ({ path, text }) => !path.startsWith('server/walls/') && /\bpg_(locks|stat_activity)\b/.test(text),
  );
  const strangers = looking.filter(
    ({ text }) =>
      text.match(/\bpg_(locks join pg_stat_activity|locks|stat_activity)\b/g)!.length >
      (text.match(/\bcurrent_database\(\)/g) ?? []).length,
  );
  expect(strangers.map(({ path }) => path)).toEqual([]);
  expect(looking.length).toBeGreaterThan(4);
});

test('an export that nobody imports is named', () => {
  const money = { path: 'contract/base/money.ts', text: 'export const ZERO = 0;\nexport type Cents = number;' };
  expect(unusedExports([money, { path: 'a/b.ts', text: `import { ZERO } from '../contract/base/money.ts';` }])).toEqual(
    ['contract/base/money.ts: nobody imports Cents'],
  );
  expect(unusedExports([money, { path: 'a.ts', text: `import type * as m from '#contract/base/money.ts';` }])).toEqual(
    [],
  );
  expect(unusedExports([money, { path: 'a.ts', text: `await import('./contract/base/money.ts');` }])).toEqual([]);
  const bill = {
    path: 'contract/bill.ts',
    text: 'export const pay = endpoint({});\nexport const Bill = z.object({});',
  };
  expect(unusedExports([bill, { path: 'contract/base/api.ts', text: `import * as bill from '../bill.ts';` }])).toEqual([
    'contract/bill.ts: nobody imports Bill',
  ]);
});

test('a copy of a file is named', () => {
  expect(
    repeatedFiles([
      { path: 'a.ts', text: 'x();\n' },
      { path: 'b.ts', text: 'x();' },
      { path: 'c.ts', text: 'y();' },
    ]),
  ).toEqual(['b.ts is a copy of a.ts']);
});

test('an export is found in every spelling', () => {
  const text = [
    'export abstract class A {}',
    'export declare const b: 1;',
    'export { c, d as e };',
    'export const { f, g: h } = x;',
    "export { i } from './i.ts';",
  ].join('\n');
  expect(unusedExports([{ path: 'a.ts', text }])).toEqual(
    ['A', 'b', 'c', 'e', 'f', 'h'].map((name) => `a.ts: nobody imports ${name}`),
  );
});

test('a second declaration of a type of the contract is named', () => {
  const contract = { path: 'contract/base/x.ts', text: 'export type Role = string;\ntype Inner = 1;' };
  const second = { path: 'server/db/schema.ts', text: 'type Role = string;\ntype Inner = 2;' };
  expect(repeatedTypes([contract])).toEqual([]);
  expect(repeatedTypes([contract, second])).toEqual([
    'server/db/schema.ts declares Role, which contract/base/x.ts has',
  ]);
  expect(repeatedTypes([{ path: 'dashboard/words/words.ts', text: '' }])).toEqual([
    "dashboard/words/words.ts Catalogue is not declared beside the contract's: the meaning can go",
  ]);
});

test.each([
  [`import { sql } from 'kysely';`, 'knows the query builder'],
  [`      const row = await tx.selectFrom('orders').execute();`, 'reads or writes a table'],
  [`      if (caller.kind === 'staff') return null;`, 'decides something'],
  [`    } else if (isNew) {`, 'decides something'],
  [`      const mine = rows.filter(({ id }) => id === caller.id);`, 'decides something'],
  [`      return caller.kind === 'owner' ? readAll(tx) : readSome(tx);`, 'decides something'],
  [`      const name = isNew && (await findName(tx));`, 'decides something'],
  [`      const order = await find() ?? (() => { throw new Refusal('order.not_found'); })();`, 'refuses something'],
])('a route file with %j is named', (text, problem) => {
  const path = 'server/modules/ordering/routes.ts';
  expect(busyRoutes([{ path, text }])).toEqual([`${path} ${problem}`]);
});
