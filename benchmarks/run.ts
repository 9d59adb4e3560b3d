/**
 * npm run bench [-- orders menus live history page taps starts release sizes] [--beside=folder]: measures, prints a table, writes a
 * file. `many` fills a database for half an hour, and is measured only when it is named.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { measureHistory } from './history.ts';
import { measureLive } from './live.ts';
import { manyOptions, measureMany } from './many.ts';
import { measureMenus } from './menus.ts';
import { measureOrders } from './orders.ts';
import { measurePage } from './page.ts';
import { printTable, type Row, writeResults } from './report.ts';
import { measureRelease } from './release.ts';
import { measureSizes } from './sizes.ts';
import { measureStarts } from './starts.ts';
import { measureTaps } from './taps.ts';

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { beside: { type: 'string' }, ...manyOptions },
});
const { beside } = values;

const questions = {
  sizes: measureSizes,
  starts: measureStarts,
  release: measureRelease,
  menus: measureMenus,
  orders: () => measureOrders(beside === undefined ? null : resolve(beside)),
  live: measureLive,
  history: measureHistory,
  page: measurePage,
  taps: measureTaps,
  many: () => measureMany(values),
};
/** Questions that are measured only when they are named. */
const namedOnly = new Set(['many']);

const unknown = asked.filter((name) => !(name in questions));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(questions).join(', ')}.`);
  process.exit(2);
}
// Otherwise a fill of half an hour would be followed by servers that cannot start.
if (!existsSync(join(import.meta.dirname, '..', 'dist', 'server', 'main.js'))) {
  console.error('The servers that are measured are built ones: run "npm run build" first.');
  process.exit(2);
}
const rows: Row[] = [];
for (const [name, measure] of Object.entries(questions)) {
  if (asked.length > 0 ? !asked.includes(name) : namedOnly.has(name)) continue;
  console.error(`measuring ${name} ...`);
  try {
    rows.push(...(await measure()));
  } catch (error) {
    // Keeps the results measured so far.
    process.exitCode = 1;
    console.error(`${name} could not be measured:`, error);
  }
}
printTable(rows);
console.log(`\nWritten to ${writeResults(rows)}`);
process.exit();
