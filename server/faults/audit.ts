/** Compares the database with the answers that the guests received. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { TestRestaurant } from '#server/test/data/restaurant.ts';
import { type Acknowledged, beside, initialStock } from './guests.ts';
import type { Machine } from './machine.ts';

export interface Audit {
  /** The inconsistencies, one sentence each. */
  faults: string[];
  orders: number;
}

/**
 * Checks that every order is complete, numbers and events have no gap, stock matches the orders, and each of
 * `acknowledged` exists as it was answered. All reads share one snapshot, so guests may go on ordering meanwhile.
 */
export async function auditOrders(
  machine: Machine,
  restaurants: readonly TestRestaurant[],
  acknowledged: readonly Acknowledged[],
): Promise<Audit> {
  const told = [...acknowledged];
  return beside(machine, ({ db }) =>
    platformTransaction(
      db,
      'administration',
      async (tx) => {
        // The tables were just filled and have no statistics yet; nested loops would take minutes.
        await sql`set local enable_nestloop = off`.execute(tx);
        const keys = await readKeys(tx);
        return {
          faults: [
            ...(await listFaults(tx, restaurants)),
            ...told.flatMap((one) => faultOf(one, keys.get(one.key))).slice(0, mostFaults),
            ...toldTwice(told),
          ],
          orders: keys.size,
        };
      },
      { isolation: 'repeatable read', readOnly: true, statementTimeoutMs: 60_000 },
    ),
  );
}

type Key = Omit<Acknowledged, 'guest' | 'body'>;
const mostFaults = 20;

const isOrderOfKey = sql`
  orders.id = (answer ->> 'orderId')::uuid and orders.restaurant_id = claimed.restaurant_id
  and orders.customer_id = claimed.customer_id`;

async function readKeys(tx: Tx): Promise<Map<string, Key>> {
  const { rows } = await sql<Key>`
    select key, orders.id as "orderId", order_number as "orderNumber"
    from idempotency_keys as claimed
    join orders on ${isOrderOfKey}`.execute(tx);
  return new Map(rows.map((row) => [row.key, row]));
}

function faultOf({ key, orderId, orderNumber }: Acknowledged, found: Key | undefined): string[] {
  if (found === undefined) return [`order ${orderNumber} of key ${key} was acknowledged and is lost`];
  if (found.orderId === orderId && found.orderNumber === orderNumber) return [];
  return [`key ${key} was told order ${orderNumber} and stands for order ${found.orderNumber}`];
}

function toldTwice(told: readonly Acknowledged[]): string[] {
  return new Set(told.map(({ orderId }) => orderId)).size === told.length ? [] : ['one order was told to two keys'];
}

async function listFaults(tx: Tx, restaurants: readonly TestRestaurant[]): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    ${brokenOrders} union all ${keysWithoutOrder} union all ${gapsInNumbers} union all ${gapsInEvents}
    union all ${wrongStock(restaurants)}
    limit ${mostFaults}`.execute(tx);
  return rows.map(({ fault }) => fault);
}

/** Each order must have exactly three lines, two options, its first status, its event, its key and its stock. */
const brokenOrders = sql`
  select format('order %s has %s lines, %s options, %s statuses, %s events, %s keys and took %s', order_number,
    lines, options, statuses, events, keys, stock_taken) as fault
  from orders
  left join (select order_id, string_agg(line_number || ' x ' || quantity, ', ' order by line_number) as lines
    from order_lines group by order_id) as lines on lines.order_id = orders.id
  left join (select order_id, count(*) as options from order_line_options group by order_id) as options
    on options.order_id = orders.id
  left join (select order_id, string_agg(version || ' ' || to_status, ', ') as statuses
    from order_status_changes group by order_id) as statuses on statuses.order_id = orders.id
  left join (select order_id, string_agg(type, ', ') as events from events group by order_id) as events
    on events.order_id = orders.id
  left join (select (answer ->> 'orderId')::uuid as order_id, count(*) as keys from idempotency_keys group by 1) as keys
    on keys.order_id = orders.id
  where (lines, options, statuses, events, keys) is distinct from ('1 x 2, 2 x 1, 3 x 1', 2, '1 New', 'order.placed', 1)
    or stock_taken is distinct from (select jsonb_build_object(item_id, 1) from order_lines as third
      where third.restaurant_id = orders.restaurant_id and third.order_id = orders.id and third.line_number = 3)`;

const keysWithoutOrder = sql`
  select format('key %s stands for no order of its guest', key)
  from idempotency_keys as claimed
  left join orders on ${isOrderOfKey}
  where orders.id is null`;

const gapsInNumbers = sql`
  select format('%s orders have numbers to %s, and %s was given', count(orders.id), max(order_number), last_order_number)
  from outlets
  left join orders on orders.restaurant_id = outlets.restaurant_id and orders.outlet_id = outlets.id
  group by outlets.restaurant_id, outlets.id
  having (count(orders.id), coalesce(max(order_number), 0)) is distinct from (last_order_number, last_order_number)`;

const gapsInEvents = sql`
  select format('%s events have numbers to %s, and %s was given', count(seq), max(seq), event_seq)
  from restaurant_counters
  left join events using (restaurant_id)
  group by restaurant_id
  having (count(seq), coalesce(max(seq), 0)) is distinct from (event_seq, event_seq)`;

function wrongStock(restaurants: readonly TestRestaurant[]): RawBuilder<unknown> {
  return sql`
    select format('%s portions are left after %s were sold', items.quantity, coalesce(sum(order_lines.quantity), 0))
    from items
    left join order_lines on order_lines.restaurant_id = items.restaurant_id and order_lines.item_id = items.id
    where items.id = any(${restaurants.map(({ items }) => items.special)})
    group by items.restaurant_id, items.id
    having items.quantity + coalesce(sum(order_lines.quantity), 0) is distinct from ${initialStock}`;
}

/** The orders of a restaurant in the order of their events, which is that of their commits. */
export function listPlacedIn(db: Db, { id }: TestRestaurant): Promise<string[]> {
  return platformTransaction(db, 'administration', async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select orders.id from orders
      join events on events.restaurant_id = orders.restaurant_id and events.order_id = orders.id
      where orders.restaurant_id = ${id} order by events.seq`.execute(tx);
    return rows.map((row) => row.id);
  });
}

/** The same beside the server of a machine. */
export function listPlaced(machine: Machine, restaurant: TestRestaurant): Promise<string[]> {
  return beside(machine, ({ db }) => listPlacedIn(db, restaurant));
}
