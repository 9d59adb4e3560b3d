import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPage, withModules } from './diagram.ts';
import { modules } from './domains.ts';
import { moduleViolations, staleEntries } from './module-walls.ts';
import { readSources } from './read-sources.ts';

const files = readSources();

test('modules import downward, through doors, and write their own tables', () => {
  expect(moduleViolations(files)).toEqual([]);
});

test('the table of domains says nothing that is not so', () => {
  expect(staleEntries(files)).toEqual([]);
});

/** Domains that have no folder in a room, each with the reason. */
const without: Record<string, Record<string, string>> = {
  contract: {},
  'server/modules': {},
  'dashboard/screens': {
    outbound: 'unsent messages are shown on the screens of two other domains',
  },
  'storefront/screens': {
    ...Object.fromEntries(
      ['accounts', 'staff', 'kitchen', 'printing', 'reports', 'platform'].map((name) => [name, 'not for guests']),
    ),
    outbound: 'its messages are read elsewhere',
  },
  e2e: { outbound: 'its messages are read by the journeys of those who send them' },
};
/** Folders that are no domain. */
const plumbing: Record<string, string[]> = { contract: ['base'], e2e: ['every-page', 'support'] };

test.each(Object.keys(without))('%s has a folder for each domain, but for those with a reason', (room) => {
  const domains = [...new Set(modules.map(({ folder }) => folder.split('/')[0]!))];
  expect(domains).toHaveLength(15);
  const folders = readdirSync(join(import.meta.dirname, '..', '..', room), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const expected = domains.filter((name) => !Object.hasOwn(without[room]!, name));
  expect(folders.toSorted()).toEqual([...expected, ...(plumbing[room] ?? [])].toSorted());
});

const planted: [path: string, text: string, violation: string | null][] = [
  ['server/modules/gifts/x.ts', '', 'its module has no place in domains.ts'],
  [
    'server/modules/menu/items/x.ts',
    `import { x } from '#server/modules/menu/menus/queries.ts';`,
    'menu/menus is above menu/items',
  ],
  [
    'server/modules/menu/inventory/x.ts',
    `import type { Order } from '../../ordering/wire.ts';`,
    'ordering is above menu/inventory',
  ],
  [
    'server/modules/reports/x.ts',
    `import { x } from '#server/modules/ordering/place/write-order.ts';`,
    'it is no door of ordering',
  ],
  ['server/cli/x.ts', `import { x } from '#server/modules/menu/items/save-item.ts';`, 'it is no door of menu/items'],
  [
    'server/modules/reports/x.ts',
    `await tx.deleteFrom('orders').execute();`,
    "server/modules/reports/x.ts writes orders, which is ordering's",
  ],
  ['server/modules/reports/x.ts', 'sql`update orders set x = 1`', "writes orders, which is ordering's"],
  ['server/modules/reports/x.ts', 'sql`insert into orders select`', "writes orders, which is ordering's"],
  ['server/modules/reports/x.ts', 'sql`UPDATE ONLY "orders" SET x = 1`', "writes orders, which is ordering's"],
  ['server/modules/reports/x.ts', 'sql`merge into public.orders using x`', "writes orders, which is ordering's"],
  ['server/modules/reports/x.ts', 'sql`truncate orders`', "writes orders, which is ordering's"],
  ['server/modules/reports/x.ts', "sql`insert into ${sql.table('orders')}`", "writes orders, which is ordering's"],
  ['server/modules/reports/x.ts', "tx.updateTable('orders as o')", "writes orders, which is ordering's"],
  ['server/modules/reports/x.ts', "tx.deleteFrom(['orders', 'x'])", "writes orders, which is ordering's"],
  ['server/modules/reports/x.ts', 'sql`update ${sql.table(name)} set x`', 'computes the name of a table'],
  ['server/modules/reports/x.ts', 'tx.insertInto(name)', 'computes the name of a table'],
  ['server/modules/ordering/x.ts', 'sql`delete from events where x`', "writes events, which is server/events's"],
  ['server/modules/ordering/x.ts', `await markDeleted(tx, restaurantId, 'menus', id, at);`, "which is menu/menus's"],
  ['server/modules/ordering/x.ts', `await tx.insertInto('gifts')`, 'writes gifts, which nobody owns'],
  // Allowed imports and writes
  ['server/modules/menu/menus/x.ts', `import { x } from '../items/queries.ts';`, null],
  ['server/modules/reports/x.ts', `import { x } from '#server/modules/ordering/queries.ts';`, null],
  ['server/app.ts', `import { orderRoutes } from './modules/ordering/routes.ts';`, null],
  ['server/modules/ordering/status/x.ts', 'sql`update orders set status = 1`', null],
  ['server/modules/ordering/status/x.ts', '// insert into events', null],
];

test.each(planted)('%s with %j', (path, text, violation) => {
  expect(moduleViolations([{ path, text }])).toEqual(violation === null ? [] : [expect.stringContaining(violation)]);
});

test('doors that nobody uses are named', () => {
  expect(staleEntries([])).toContain('ordering: no other domain uses the door wire');
  expect(staleEntries([])).toContain('nobody writes the table orders');
});

test('the page on architecture shows the modules as they are', () => {
  expect(withModules(readPage())).toBe(readPage());
});
