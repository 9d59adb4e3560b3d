/**
 * The baseline that orders are measured against: a bare Fastify that writes the same rows statement by statement
 * without any rule. Started by the benchmarks with `{ target, port }` as
 * JSON in its argument.
 */
import fastify from 'fastify';
import { Pool, type PoolClient } from 'pg';
import type { Target } from '#server/db/engine/engine.ts';

export interface BareOptions {
  target: Target;
  port: number;
}

export const bareRestaurants = 200;

export const bareSchema = `
  create schema if not exists bare;
  create table if not exists bare.counters (restaurant integer primary key, orders integer not null default 0);
  create table if not exists bare.stock (restaurant integer, item integer, quantity integer not null check (quantity >= 0),
    primary key (restaurant, item));
  create table if not exists bare.orders (restaurant integer, number integer, total bigint not null, placed_at timestamptz not null,
    note text not null, primary key (restaurant, number));
  create table if not exists bare.lines (restaurant integer, number integer, line integer, item integer, quantity integer,
    price bigint, primary key (restaurant, number, line));
  insert into bare.counters select r from generate_series(1, ${bareRestaurants}) r on conflict do nothing;
  insert into bare.stock select r, i, 1000000000 from generate_series(1, ${bareRestaurants}) r, generate_series(1, 3) i
    on conflict do nothing;`;

/** One order, 3 lines, 3 guarded stock decrements and 1 counter: nine statements and a commit. */
async function bareOrder(client: PoolClient, restaurant: number): Promise<void> {
  await client.query('begin');
  for (let item = 1; item <= 3; item++) {
    await client.query({
      name: 'take',
      text: 'update bare.stock set quantity = quantity - 1 where restaurant = $1 and item = $2 and quantity >= 1',
      values: [restaurant, item],
    });
  }
  const { rows } = await client.query<{ orders: number }>({
    name: 'count',
    text: 'update bare.counters set orders = orders + 1 where restaurant = $1 returning orders',
    values: [restaurant],
  });
  const number = rows[0]!.orders;
  await client.query({
    name: 'order',
    text: 'insert into bare.orders values ($1, $2, $3, $4, $5)',
    values: [restaurant, number, 4200, new Date(), 'no cutlery'],
  });
  for (let line = 1; line <= 3; line++) {
    await client.query({
      name: 'line',
      text: 'insert into bare.lines values ($1, $2, $3, $4, $5, $6)',
      values: [restaurant, number, line, line, 1, 1400],
    });
  }
  await client.query('commit');
}

function barePool(target: Target): Pool {
  return new Pool({ ...target, max: 10 });
}

async function serve({ target, port }: BareOptions): Promise<void> {
  const pool = barePool(target);
  const app = fastify();
  app.get('/readyz', async () => ({ status: 'ok' }));
  app.post<{ Body: { restaurant: number } }>('/orders', async ({ body }) => {
    const client = await pool.connect();
    try {
      await bareOrder(client, body.restaurant);
    } finally {
      client.release();
    }
    return { done: true };
  });
  await app.listen({ host: '127.0.0.1', port });
}

if (import.meta.main) await serve(JSON.parse(process.argv[2]!) as BareOptions);
