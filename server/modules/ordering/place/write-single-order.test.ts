/** A batch of one is written as a larger one would be: the answers and rows of both functions are compared. */
import { createHash, randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerId } from '#contract/base/ids.ts';
import type { Database, PoolClient } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { batchParameters, type BatchParts, orderBatch } from '#server/test/data/order-batch.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { batchStatements } from './write-batch.ts';

let database: Database;
/** The connection that calls both functions and rolls each back. */
let writer: PoolClient;
/** The connection that holds a lock meanwhile. */
let neighbour: PoolClient;
beforeAll(async () => {
  database = await freshDatabase();
  writer = await database.pool.connect();
  neighbour = await database.pool.connect();
});
afterAll(async () => {
  writer.release(true);
  neighbour.release(true);
  await database.close();
});

const dishes = ['burger', 'water', 'special'] as const;

/** Statements that lock what an order needs. Each names all four parameters, because PostgreSQL asks for the type of each. */
const locks = {
  turn: `select pg_advisory_xact_lock_shared(hashtextextended('orders of ' || $1::uuid, 0)), $2::uuid, $3::uuid, $4::uuid`,
  guest: `select $3::uuid, $4::uuid from customers where restaurant_id = $1 and id = $2 for update`,
  special: `select $2::uuid, $4::uuid from items where restaurant_id = $1 and id = $3 for update`,
  outlet: `select $2::uuid, $3::uuid from outlets where restaurant_id = $1 and id = $4 for update`,
  counter: `select $2::uuid, $3::uuid, $4::uuid from restaurant_counters where restaurant_id = $1 for update`,
};

interface Guest {
  made: TestRestaurant;
  customerId: CustomerId;
}

interface Situation {
  /** Portions of each dish, which count where they are not null. */
  stock: Record<(typeof dishes)[number], number | null>;
  wanted: Partial<Record<(typeof dishes)[number] | 'unknown', number>>;
  mostWaiting: number | null;
  mostOfDay: number | null;
  /** Orders of the guest before this one, of which nobody has accepted the last `waiting`. */
  earlier: number;
  waiting: number;
  /** How the earlier orders differ from this one: only like ones count against its limits. */
  earlierAre:
    | 'alike'
    | 'for later'
    | 'for later, and fired'
    | 'of another guest'
    | 'at another outlet'
    | 'of the other mode'
    | 'of the day before';
  mode: 'pickup' | 'dine-in';
  key: 'none' | 'fresh' | 'claimed';
  isMenuChanged: boolean;
  isErased: boolean;
  hasOptions: boolean;
  locked: keyof typeof locks | null;
}

const usual: Situation = {
  stock: { burger: null, water: 3, special: 2 },
  wanted: { burger: 1, special: 1 },
  mostWaiting: 2,
  mostOfDay: 3,
  earlier: 0,
  waiting: 0,
  earlierAre: 'alike',
  mode: 'pickup',
  key: 'fresh',
  isMenuChanged: false,
  isErased: false,
  hasOptions: true,
  locked: null,
};

const portions = fc.integer({ min: 0, max: 3 });
const rarely = fc.nat({ max: 7 }).map((n) => n === 7);
const situation: fc.Arbitrary<Situation> = fc.record({
  stock: fc.record({ burger: fc.option(portions), water: fc.option(portions), special: fc.option(portions) }),
  wanted: fc.record({ burger: portions, water: portions, special: portions, unknown: portions }, { requiredKeys: [] }),
  mostWaiting: fc.option(fc.integer({ min: 1, max: 3 })),
  mostOfDay: fc.option(fc.integer({ min: 1, max: 3 })),
  earlier: fc.integer({ min: 0, max: 3 }),
  waiting: fc.integer({ min: 0, max: 3 }),
  earlierAre: fc.constantFrom(
    'alike',
    'for later',
    'for later, and fired',
    'of another guest',
    'at another outlet',
    'of the other mode',
    'of the day before',
  ),
  mode: fc.constantFrom('pickup', 'dine-in'),
  key: fc.constantFrom('none', 'fresh', 'fresh', 'claimed'),
  isMenuChanged: rarely,
  isErased: rarely,
  hasOptions: fc.boolean(),
  locked: fc.option(fc.constantFrom(...(Object.keys(locks) as (keyof typeof locks)[])), { freq: 2 }),
});

/** Puts the guest's restaurant into the situation, and makes the parts of the order. */
async function arrange(guest: Guest, given: Situation): Promise<BatchParts> {
  const { made, customerId } = guest;
  for (const dish of dishes) {
    const values = [made.id, made.items[dish], given.stock[dish]];
    await writer.query('update items set quantity = $3 where restaurant_id = $1 and id = $2', values);
  }
  for (let n = 0; n < given.earlier; n++) await placeEarlier(guest, given, n < given.earlier - given.waiting);
  const parts = await partsOf(guest, given);
  const { key, hash } = parts.entries[0]!;
  if (given.key === 'claimed') {
    await writer.query(
      `insert into idempotency_keys (restaurant_id, customer_id, operation, key, request_hash, answer, created_at)
      values ($1, $2, 'create-order', $3, $4, '{}', now())`,
      [made.id, customerId, key, hash],
    );
  }
  return parts;
}

/** Places one of the orders before, which the restaurant has accepted or which waits. */
async function placeEarlier(guest: Guest, given: Situation, isAccepted: boolean): Promise<void> {
  const { made } = guest;
  const how = given.earlierAre;
  const mode = how === 'of the other mode' ? otherMode[given.mode] : given.mode;
  const parts = await partsOf(guest, { ...usual, wanted: {}, mostWaiting: null, key: 'none', mode });
  const entry = {
    ...parts.entries[0]!,
    ...(how === 'of another guest' && { customer_id: (await makeCustomer(database.db, made.id)).customerId }),
    ...(how === 'of the day before' && { placed_at: new Date(Date.now() - 24.5 * 3_600_000) }),
  };
  const order = {
    ...parts.orders[0]!,
    ...(how.startsWith('for later') && {
      requested_for: '2100-01-01T12:00:00Z',
      fires_at: '2100-01-01T11:00:00Z',
      ...(how === 'for later, and fired' && { fired_at: '2100-01-01T11:00:00Z' }),
    }),
  };
  const values = [[made.id], ...batchParameters({ ...parts, entries: [entry], orders: [order] })];
  const { rows } = await writer.query(batchStatements.writeOrders, values);
  // Without the earlier orders, situations that expect `written` would prove nothing.
  expect(rows).toMatchObject([{ outcome: 'written' }]);
  const change = (set: string) =>
    writer.query(`update orders set ${set} where restaurant_id = $1 and id = $2`, [made.id, order.id]);
  if (isAccepted) await change(`status = 'Confirmed', accepted_at = placed_at`);
  if (how === 'at another outlet') await change(`outlet_id = '${newId()}'`);
}

const otherMode = { pickup: 'dine-in', 'dine-in': 'pickup' } as const;

async function partsOf({ made, customerId }: Guest, given: Situation): Promise<BatchParts> {
  const parts = await orderBatch(database.db, { made, customerId });
  const { rows } = await writer.query<{ version: string }>(
    'select menu_version as version from restaurants where id = $1',
    [made.id],
  );
  const ids = { ...made.items, unknown: newId() };
  const entry = {
    ...parts.entries[0]!,
    customer_id: given.isErased ? newId() : customerId,
    menu_version: Number(rows[0]!.version) - (given.isMenuChanged ? 1 : 0),
    mode: given.mode,
    key: given.key === 'none' ? null : randomUUID(),
    hash: createHash('sha256').update('basket').digest(),
    stock: Object.fromEntries(Object.entries(given.wanted).map(([dish, count]) => [ids[dish as 'burger'], count])),
    most_waiting: given.mostWaiting,
    most_of_day: given.mostOfDay,
  };
  const lines = [1, 2].map((line_number) => ({ ...parts.lines[0]!, line_number, allergens: ['milk'] }));
  return { ...parts, entries: [entry], lines, options: given.hasOptions ? parts.options : [] };
}

const tables = [
  'orders',
  'order_lines',
  'order_line_options',
  'order_status_changes',
  'idempotency_keys',
  'events',
  'items',
  'outlets',
  'restaurant_counters',
];

/** Every row of the restaurant that an order may write, as text, and the version of its menu. */
async function rowsOfRestaurant({ made }: Guest): Promise<unknown> {
  const each = tables.map(
    (table) =>
      `(select json_agg(row::text order by row::text) from ${table} as row where restaurant_id = $1) as ${table}`,
  );
  const version = '(select menu_version from restaurants where id = $1) as version';
  const { rows } = await writer.query(`select ${[...each, version].join(', ')}`, [made.id]);
  return rows[0];
}

/** The answers of both functions and what they wrote, each on the same rows. */
async function writeBoth(given: Situation) {
  const made = await makeRestaurant(database.db);
  const guest = { made, customerId: (await makeCustomer(database.db, made.id)).customerId };
  const scope = `select set_config('app.restaurant_id', '${made.id}', true)`;
  try {
    await writer.query(`begin; ${scope}`);
    const parts = await arrange(guest, given);
    await writer.query('commit');
    if (given.locked !== null) {
      await neighbour.query(`begin; ${scope}`);
      await neighbour.query(locks[given.locked], [made.id, guest.customerId, made.items.special, made.outletId]);
    }
    const results = [];
    for (const statement of Object.values(batchStatements)) {
      await writer.query(`begin; ${scope}`);
      const { rows: answer } = await writer.query<{ outcome: string }>(statement, [
        [made.id],
        ...batchParameters(parts),
      ]);
      results.push({ answer, rows: await rowsOfRestaurant(guest) });
      await writer.query('rollback');
    }
    return results;
  } finally {
    // After a failure both connections may be within a transaction.
    await Promise.all([writer.query('rollback'), neighbour.query('rollback')]);
  }
}

const situations: [string, string, Partial<Situation>][] = [
  ['written', 'an order', {}],
  ['written', 'the last portion', { wanted: { special: 2 } }],
  [
    'written',
    'no key, no limit, no options, nothing in stock',
    { key: 'none', mostWaiting: null, hasOptions: false, wanted: {} },
  ],
  ['written', 'a dish that the menu no longer has', { wanted: { unknown: 3 } }],
  ['written', 'the last order that the guest may have waiting', { earlier: 1, waiting: 1 }],
  ...(['for later', 'of another guest', 'at another outlet', 'of the other mode', 'of the day before'] as const).map(
    (earlierAre): [string, string, Partial<Situation>] => [
      'written',
      `an order beside two that wait, ${earlierAre}`,
      { earlier: 2, waiting: 2, earlierAre },
    ],
  ),
  [
    'alone',
    'an order beside two for later that the kitchen has',
    { earlier: 2, waiting: 2, earlierAre: 'for later, and fired' },
  ],
  ['stale', 'a changed menu', { isMenuChanged: true }],
  ['stale', 'a changed menu while somebody else has the turn', { isMenuChanged: true, locked: 'turn' }],
  ['alone', 'a portion too few', { wanted: { special: 3 } }],
  ['alone', 'an order too many that waits', { earlier: 2, waiting: 2 }],
  ['alone', 'an order too many of the day', { earlier: 3, waiting: 0 }],
  ['alone', 'an order too many of a guest whom somebody else has locked', { earlier: 2, waiting: 2, locked: 'guest' }],
  ['alone', 'a key that was claimed', { key: 'claimed' }],
  ['busy', 'an order of a guest who was erased', { isErased: true }],
  ['busy', 'an order of uncounted dishes while somebody else has the turn', { wanted: {}, locked: 'turn' }],
  ...Object.keys(locks).map((locked): [string, string, Partial<Situation>] => [
    'busy',
    `an order while somebody else has locked the ${locked}`,
    { locked: locked as keyof typeof locks },
  ]),
];

test.each(situations)('both functions answer "%s" for %s', async (expected, _, differences) => {
  const [together, single] = await writeBoth({ ...usual, ...differences });
  expect(together!.answer).toMatchObject([{ outcome: expected }]);
  expect(single).toEqual(together);
});

test('both functions answer and write the same in 150 random situations', async () => {
  await fc.assert(
    fc.asyncProperty(situation, async (given) => {
      const [together, single] = await writeBoth(given);
      expect(single).toEqual(together);
    }),
    { numRuns: 150 },
  );
});

test('a batch of two is refused by the function for one', async () => {
  const made = await makeRestaurant(database.db);
  const { customerId } = await makeCustomer(database.db, made.id);
  const guest = { made, customerId };
  const parts = await orderBatch(database.db, guest, guest);
  const answered = writer.query(batchStatements.writeSingleOrder, [[made.id], ...batchParameters(parts)]);
  await expect(answered).rejects.toThrow('takes one entry');
});
