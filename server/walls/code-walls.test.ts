import { expect, test } from 'vitest';
import { busyRoutes, repeatedFiles, repeatedTypes, unusedExports } from './code-walls.ts';
import { readSources } from './read-sources.ts';

const files = readSources();

test('every export is imported somewhere', () => {
  expect(unusedExports(readSources({ hasPlanted: true }))).toEqual([]);
});

test('no file exists twice', () => {
  expect(repeatedFiles(files)).toEqual([]);
});

test('the types that everybody speaks of exist once, in the contract', () => {
  expect(repeatedTypes(files)).toEqual([]);
});

test('route files bind and do nothing else', () => {
  expect(busyRoutes(files)).toEqual([]);
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

test('an export that nobody imports is named', () => {
  const money = { path: 'contract/base/money.ts', text: 'export const ZERO = 0;\nexport type Cents = number;' };
  expect(unusedExports([money, { path: 'a/b.ts', text: `import { ZERO } from '../contract/base/money.ts';` }])).toEqual(
    ['contract/base/money.ts: nobody imports Cents'],
  );
  expect(unusedExports([money, { path: 'a.ts', text: `import type * as m from '#contract/base/money.ts';` }])).toEqual(
    [],
  );
  expect(unusedExports([money, { path: 'a.ts', text: `await import('./contract/base/money.ts');` }])).toEqual([]);
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

test('a second declaration of a type of the contract is named', () => {
  const contract = ['Mode', 'Role', 'Translations', 'OrderAddress'].map((type) => `export type ${type} = string;`);
  const files = [{ path: 'contract/base/x.ts', text: contract.join('\n') }];
  expect(repeatedTypes(files)).toEqual([]);
  expect(repeatedTypes([...files, { path: 'server/db/schema.ts', text: 'type Role = string;' }])).toEqual([
    'Role is declared in contract/base/x.ts and server/db/schema.ts',
  ]);
});

test.each([
  [`import { sql } from 'kysely';`, 'knows the query builder'],
  [`      const row = await tx.selectFrom('orders').execute();`, 'reads or writes a table'],
  [`      if (caller.kind === 'staff') return null;`, 'decides something'],
  [`      const order = await find() ?? (() => { throw new Refusal('order.not_found'); })();`, 'refuses something'],
])('a route file with %j is named', (text, problem) => {
  const path = 'server/modules/ordering/routes.ts';
  expect(busyRoutes([{ path, text }])).toEqual([`${path} ${problem}`]);
});
