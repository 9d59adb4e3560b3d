/**
 * The plans of the questions that owners ask of all their orders, and of those that the server asks every second: each reads
 * by an index, and not all rows of the restaurant. The queries are those that the product sends; they are planned once more
 * on a database of 8,000 orders.
 */
import { sql } from 'kysely';
import { Client, type QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CustomerId } from '#contract/base/ids.ts';
import { DAY } from '#contract/base/time.ts';
import { insertSteps, listDueSteps } from '#server/modules/kitchen/escalation/escalation-steps.ts';
import { listHistory } from '#server/modules/ordering/history/list-history.ts';
import { keepSums } from '#server/modules/reports/keep-sums.ts';
import { reportRoutes } from '#server/modules/reports/routes.ts';
import { insertPastOrders } from '#server/test/data/past-orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { administer, freshDatabase } from '#server/test/servers/database.ts';
import type { Database } from '#server/db/connect.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';

/** Always the same moment: a plan depends on how many orders the present day has. */
const now = new Date('2026-03-18T12:00:00Z');

let database: Database;
let made: TestRestaurant;
let caller: never;
/** The scans for new steps while the statistics are of the time before there were orders. */
let scansBeforeAnalyze: string[];

beforeAll(async () => {
  database = await freshDatabase();
  made = await makeRestaurant(database.db);
  const { userId } = await makeOwner(database.db, made.id);
  caller = { kind: 'merchant', restaurantId: made.id, userId } as never;
  const { customerId } = await makeCustomer(database.db, made.id);
  await administer(database.target, 'alter table orders set (autovacuum_enabled = off)');
  await administer(database.target, 'analyze');
  await insertPastOrders(database.db, made, [patternOf(customerId)]);
  await multiply();
  scansBeforeAnalyze = await scansOf(insertNewSteps);
  await keepSums(database.db, new Date(now.getTime() - 20 * DAY));
  // A day that changed since it was summed up.
  await transaction(database.db, made.id, (tx) =>
    sql`update orders set status = 'Cancelled' where order_number = 4000`.execute(tx),
  );
  await administer(database.target, 'vacuum analyze');
});
afterAll(() => database.close());

const patternOf = (customerId: CustomerId) => ({
  placedAt: now.toISOString(),
  customerId,
  number: 1,
  status: 'Completed' as const,
  acceptedAt: now.toISOString(),
  readyAt: now.toISOString(),
  promisedAt: now.toISOString(),
  lines: [
    {
      itemId: made.items.burger,
      name: 'Burger',
      quantity: 1,
      price: 1800,
      total: 1800,
      options: [{ itemId: made.items.burger, name: 'Large', price: 0 }],
    },
  ],
});

/** The order 8,000 times more, 13 a day, the newest of them at work. */
async function multiply(): Promise<void> {
  await platformTransaction(
    database.db,
    'seed',
    async (tx) => {
      await sql`
      insert into orders
      select filled.* from orders as pattern cross join generate_series(2, 8001) as n
        cross join lateral (select ${now}::timestamptz - n * interval '110 minutes' as at) as moment
        cross join lateral jsonb_populate_record(pattern, jsonb_build_object('id', gen_random_uuid(), 'order_number', n,
          'placed_at', at, 'placed_on', at::date, 'placed_hour', extract(hour from at),
          'status', case when n < 30 then 'New' else 'Completed' end)) as filled`.execute(tx);
      await sql`
      insert into order_lines
      select filled.* from order_lines as pattern join orders on orders.id <> pattern.order_id
        cross join lateral jsonb_populate_record(pattern, jsonb_build_object('order_id', orders.id)) as filled`.execute(
        tx,
      );
      await sql`
      insert into order_line_options
      select filled.* from order_line_options as pattern join orders on orders.id <> pattern.order_id
        cross join lateral jsonb_populate_record(pattern, jsonb_build_object('order_id', orders.id)) as filled`.execute(
        tx,
      );
      await sql`
      insert into escalation_steps (restaurant_id, order_id, step, due_at)
      select restaurant_id, id, step, placed_at from orders
        cross join lateral (values ('devices'), ('mail'), (case when order_number % 1000 = 0 then 'reject' end)) as steps (step)
      where step is not null`.execute(tx);
      await sql`update outlets set last_order_number = 8001`.execute(tx);
    },
    { statementTimeoutMs: 60_000 },
  );
}

/** The part of a plan that this test looks at. */
interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

/** Runs the work, and answers the scans of all plans of what it asked, in words. */
async function scansOf(work: () => Promise<unknown>): Promise<string[]> {
  const client = new Client({ ...database.target });
  await client.connect();
  try {
    const scans: string[] = [];
    for (const { begin, queries } of await recorded(work)) {
      await client.query(`${begin}; set local role order_manager_app`);
      for (const { text, values = [] } of queries) {
        const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
          `explain (format json) ${text}`,
          values,
        );
        scans.push(...scansIn(rows[0]!['QUERY PLAN'][0]!.Plan));
      }
      await client.query('rollback');
    }
    return scans;
  } finally {
    await client.end();
  }
}

/** The transactions of the work, each with the statement that began it, and its reads and inserts. */
async function recorded(work: () => Promise<unknown>): Promise<{ begin: string; queries: QueryConfig<unknown[]>[] }[]> {
  const spy = vi.spyOn(Client.prototype, 'query');
  try {
    await work();
    const transactions: { begin: string; queries: QueryConfig<unknown[]>[] }[] = [];
    for (const [asked] of spy.mock.calls as unknown as [string | QueryConfig<unknown[]>][]) {
      const text = typeof asked === 'string' ? asked : asked.text;
      if (text.startsWith('begin')) transactions.push({ begin: text, queries: [] });
      else if (typeof asked !== 'string' && /^[\s(]*(select|with|insert)/.test(text))
        transactions.at(-1)!.queries.push(asked);
    }
    return transactions;
  } finally {
    spy.mockRestore();
  }
}

/** The tables that grow with the orders. */
const large = /^(orders|order_\w+|report_\w+|escalation_steps)$/;

function scansIn(plan: Plan): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index, 'Index Cond': condition = '' } = plan;
  const below = (plan.Plans ?? []).flatMap(scansIn);
  if (table === undefined || type === 'ModifyTable' || !large.test(table)) return below;
  return [`${type} of ${table}${index === undefined ? '' : ` by ${index}`}: ${condition}`, ...below];
}

/** An index over a part of the orders is short by itself, and so is a table with a row for each day. */
const short = /by orders_(live|tests|scheduled|at_tables)|of order_ids by|of report_progress by/;

/** The scans that read more the longer a restaurant has been there: without an index, or by the restaurant alone. */
function longScans(scans: readonly string[]): string[] {
  return scans.filter((scan) => {
    if (!/^Index (Only )?Scan/.test(scan)) return true;
    return !short.test(scan) && !/restaurant_id.* AND /.test(scan);
  });
}

const dayAgo = (days: number) => new Date(now.getTime() - days * DAY).toISOString().slice(0, 10);
const query = { from: dayAgo(365), to: dayAgo(0) };
const routes = () => reportRoutes({ db: database.db, readDb: database.readDb, clock: () => now });
/** Bounds as narrow as the usual bounds are beside a million orders. */
const bounds = { fewOrders: 100, mostGuests: 100, mostFound: 100, mostSearched: 1_000 };
const history = (filters: Parameters<typeof listHistory>[2], page = 1) =>
  listHistory(database.db, made.id, filters, { sort: '-createdAt', page, size: 25 }, bounds);

/** The server runs it every second. */
const insertNewSteps = () =>
  platformTransaction(database.db, 'escalation', (tx) => insertSteps(tx, new Date(now.getTime() - 3_000), now));

const questions: [what: string, ask: () => Promise<unknown>][] = [
  ['the sales of a year', () => routes()['GET /report/sales']({ query, caller } as never)],
  ['the items of a year', () => routes()['GET /report/items']({ query, caller } as never)],
  ['the service of a year', () => routes()['GET /report/service']({ query, caller } as never)],
  ['a page of the history', () => history({}, 200)],
  ['a page of a status', () => history({ status: 'Completed' }, 100)],
  ['a page of some days', () => history({ from: dayAgo(90), to: dayAgo(60) }, 3)],
  ['a number', () => history({ id: '777' })],
  ['a part of an id', () => history({ id: 'a7c-4f' })],
  ['the beginning of an id', () => history({ id: '01a20747-53' })],
];

test.each(questions)('%s is read by indexes, and without all orders of the restaurant', async (_, ask) => {
  const scans = await scansOf(ask);
  expect(scans.length).toBeGreaterThan(1);
  expect(longScans(scans)).toEqual([]);
});

test('the orders that nobody has accepted are looked up, also where the statistics know of no orders', () => {
  expect(scansBeforeAnalyze).toEqual([
    'Index Only Scan of escalation_steps by escalation_steps_pkey: ((restaurant_id = events.restaurant_id) AND (order_id = events.order_id))',
    'Index Scan of orders by orders_pkey: ((restaurant_id = events.restaurant_id) AND (id = events.order_id))',
  ]);
});

test('due steps are read from the beginning of two indexes, and their orders are looked up', async () => {
  const scans = await scansOf(() => platformTransaction(database.db, 'escalation', (tx) => listDueSteps(tx, now, 100)));
  expect(scans.map((scan) => scan.replace(/: .*due_at <= .*/, ' until now').replace(/: .*/, ''))).toEqual([
    'Index Scan of escalation_steps by escalation_steps_rejects until now',
    'Index Scan of escalation_steps by escalation_steps_due until now',
    'Index Scan of orders by orders_pkey',
  ]);
});

test('a plan without its index is found', async () => {
  await administer(database.target, 'drop index orders_history');
  const scans = await scansOf(() => history({}, 200));
  expect(longScans(scans).length).toBeGreaterThan(0);
});
