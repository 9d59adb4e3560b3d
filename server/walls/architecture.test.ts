import { expect, test } from 'vitest';
import { importsOf, violations, zodDoors } from './architecture.ts';
import { readSources } from './read-sources.ts';

test('the rooms and modules keep to their diagram', () => {
  const files = readSources();
  expect(files.length).toBeGreaterThan(100);
  expect(violations(files)).toEqual([]);
});

test('a file that may carry zod does, and is loaded by the file it was made for', () => {
  const files = new Map(readSources().map((file) => [file.path, importsOf(file)]));
  for (const [door, opener] of Object.entries(zodDoors)) {
    expect(files.get(door)?.map(({ specifier }) => specifier)).toContain('#contract/base/api.ts');
    expect(files.get(opener)).toContainEqual({ specifier: './check-input.ts', isTypeOnly: false, isLazy: true });
  }
});

const planted: [path: string, text: string, violation: string | null][] = [
  // Rooms
  ['contract/base/money.ts', `import { x } from '#server/log.ts';`, 'contract may not enter server/base'],
  ['contract/base/money.ts', `import { readFile } from 'node:fs/promises';`, 'contract may not use Node'],
  ['contract/base/money.ts', `import { useState } from 'react';`, 'contract may not use react'],
  [
    'server/db/connect.ts',
    `import { Refusal } from '#server/http/answers/refusal.ts';`,
    'server/db may not enter server/http',
  ],
  [
    'server/db/connect.ts',
    `import { placeOrder } from '../modules/ordering/place/place-order.ts';`,
    'server/db may not enter server/modules',
  ],
  [
    'server/http/mount.ts',
    `import { findCaller } from '#server/modules/accounts/sessions/find-caller.ts';`,
    'server/http may not enter server/modules',
  ],
  ['server/http/mount.ts', `import type { Deps } from '#server/app.ts';`, 'server/http may not enter server'],
  [
    'server/modules/ordering/routes.ts',
    `import { buildApp } from '#server/app.ts';`,
    'server/modules may not enter server',
  ],
  [
    'server/modules/ordering/routes.ts',
    `import { makeOrder } from '#server/test/data/orders.ts';`,
    'server/modules may not enter server/test',
  ],
  ['server/log.ts', `import { x } from './db/connect.ts';`, 'server/base may not enter server/db'],
  ['storefront/site.tsx', `import type { Deps } from '#server/deps.ts';`, 'storefront may not enter server/base'],
  [
    'storefront/site.tsx',
    `import { Button } from '../dashboard/components/button.tsx';`,
    'storefront may not enter dashboard',
  ],
  ['server/app.ts', `import { runBench } from '../benchmarks/run.ts';`, 'server may not enter benchmarks'],
  ['scripts/start.mjs', `import { x } from '../server/config.ts';`, 'scripts may not enter server/base'],
  [
    'server/modules/ordering/place/place-order.ts',
    `import type { FastifyReply } from 'fastify';`,
    'only routes.ts may know the HTTP framework',
  ],
  // Packages
  ['server/modules/ordering/x.ts', `import { Pool } from 'pg';`, 'server/modules may not use pg'],
  ['server/http/x.ts', `import { sql } from 'kysely';`, 'server/http may not use kysely'],
  ['storefront/x.tsx', `import Box from '@mui/material/Box';`, 'storefront may not use @mui/material'],
  ['server/http/x.ts', `import lodash from 'lodash/merge';`, 'lodash stands in no row'],
  ['server/http/x.ts', `const x = await import('lodash');`, 'lodash stands in no row'],
  ['dashboard/x.ts', `import { z } from 'zod';`, 'dashboard may not use zod'],
  [
    'dashboard/x.ts',
    `export { api } from '#contract/base/api.ts';`,
    'contract/base/api.ts > contract/ordering/orders.ts > zod: zod would travel',
  ],
  ['dashboard/x.ts', `import { type Order, quoteOrder } from '#contract/ordering/orders.ts';`, 'zod would travel'],
  ['dashboard/x.ts', `const { api } = await import('#contract/base/api.ts');`, 'zod would travel'],
  [
    'dashboard/components/form/check-input.ts',
    `import * as z from 'zod';`,
    'dashboard/components/form/check-input.ts imports zod: dashboard may not use zod',
  ],
  ['dashboard/components/form/checked-form.ts', `import { checkInput } from './check-input.ts';`, 'and lazily'],
  ['dashboard/components/form/checked-form.ts', `export { checkInput } from './check-input.ts';`, 'and lazily'],
  ['dashboard/screens/x.tsx', `void import('../components/form/check-input.ts');`, 'only dashboard/components/form/'],
  [
    'dashboard/components/form/other/check-input.ts',
    `import { api } from '#contract/base/api.ts';`,
    'zod would travel',
  ],
  ['server/http/x.ts', `import { fc } from 'fast-check';`, 'fast-check stands in no row'],
  // Names, sizes, places
  ['server/utils/dates.ts', '', '"utils" says nothing'],
  ['dashboard/helpers.ts', '', '"helpers" says nothing'],
  ['contract/types.ts', '', '"types" says nothing'],
  ['dashboard/OrderCard.tsx', '', 'names are kebab-case'],
  ['server/http/page.tsx', '', '.tsx lives only in the two apps'],
  ['server/http/mount.ts', 'x\n'.repeat(351), 'has 351 lines'],
  ['server/http/mount.ts', 'const x = process.env.PORT;', 'only server/config.ts reads the environment'],
  ['server/http/mount.ts', 'export default 1;', 'exports are named'],
  ['contract/index.ts', `export * from './money.ts';`, 'there are no barrels'],
  ['contract/rules/x.ts', 'const now = Date.now();', 'neither clock nor chance'],
  // Allowed imports and files
  ['storefront/x.ts', `import type { Order } from '#contract/ordering/orders.ts';`, null],
  ['storefront/x.ts', `import { type Order } from '#contract/ordering/orders.ts';`, null],
  ['dashboard/components/form/check-input.ts', `import { api } from '#contract/base/api.ts';`, null],
  [
    'dashboard/components/form/checked-form.ts',
    `import('./check-input.ts').then(({ checkInput }) => checkInput);`,
    null,
  ],
  ['dashboard/components/form/checked-form.ts', `import type { checkInput } from './check-input.ts';`, null],
  ['dashboard/components/form/checked-form.test.ts', `import { checkInput } from './check-input.ts';`, null],
  ['storefront/x.ts', `import { toMinor } from '#contract/base/money.ts';`, null],
  ['server/modules/ordering/routes.ts', `import type { FastifyReply } from 'fastify';`, null],
  ['server/modules/menu/menus/x.ts', `import { x } from '../items/queries.ts';`, null],
  [
    'server/modules/ordering/x.test.ts',
    `import { startApp } from '#server/test/servers/app.ts';\nimport fc from 'fast-check';`,
    null,
  ],
  ['server/http/x.ts', `// import { sql } from 'kysely';\n/* import 'lodash'; */`, null],
  ['dashboard/words/messages.ts', 'x\n'.repeat(900), null],
];

test.each(planted)('%s with %j', (path, text, violation) => {
  const contract = [
    { path: 'contract/base/api.ts', text: `import * as orders from '../ordering/orders.ts';` },
    { path: 'contract/ordering/orders.ts', text: `import * as z from 'zod';` },
    { path: 'contract/base/money.ts', text: '' },
  ].filter((file) => file.path !== path);
  const found = violations([...contract, { path, text }]);
  expect(found).toEqual(violation === null ? [] : [expect.stringContaining(violation)]);
});

test('imports are found in every spelling', () => {
  const text = `import a from 'a';
import { b, type B } from 'b';
import {
  type C,
  type D,
} from 'c';
import type * as e from 'e';
import 'f';
export { g } from 'g';
export type { H } from 'h';
const i = await import('i');`;
  expect(
    importsOf({ path: 'x.ts', text }).map(({ specifier, isTypeOnly }) => specifier + (isTypeOnly ? ' (type)' : '')),
  ).toEqual(['a', 'b', 'c (type)', 'e (type)', 'g', 'h (type)', 'f', 'i']);
});
