/** npm run bench [-- orders menus live history page starts sizes]: measures, prints a table, writes a file. */
import { measureHistory } from './history.ts';
import { measureLive } from './live.ts';
import { measureMenus } from './menus.ts';
import { measureOrders } from './orders.ts';
import { measurePage } from './page.ts';
import { printTable, type Row, writeResults } from './report.ts';
import { measureSizes } from './sizes.ts';
import { measureStarts } from './starts.ts';

const questions = {
  sizes: measureSizes,
  starts: measureStarts,
  menus: measureMenus,
  orders: measureOrders,
  live: measureLive,
  history: measureHistory,
  page: measurePage,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in questions));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(questions).join(', ')}.`);
  process.exit(2);
}
const rows: Row[] = [];
for (const [name, measure] of Object.entries(questions)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
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
