/** The figures of a server: right after what happened, in the format of Prometheus, and of nobody. */
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { areInstalled } from './faults/programs.ts';
import { largeBurger, pickupOrder, refusalOf } from './test/data/orders.ts';
import { figure, parseFigures, readFigures } from './test/data/prometheus.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from './test/data/restaurant.ts';
import { startApp, type TestApp } from './test/servers/app.ts';
import { readLive } from './test/servers/live.ts';
import { testLog } from './test/servers/log.ts';
import { openMetricsListener } from './metrics-listener.ts';
import { Metrics } from './metrics.ts';

let server: TestApp;
let metrics: Metrics;
let made: TestRestaurant;
beforeAll(async () => {
  metrics = new Metrics(testLog);
  server = await startApp({ metrics });
  made = await makeRestaurant(server.db);
});
afterAll(() => server.close());

/** Places an order by a key. */
async function place(key: string, more: { total?: number; token?: string } = {}): Promise<OrderId> {
  const body = pickupOrder(made, [largeBurger(made)], more.total ?? 27.04);
  const token = more.token ?? (await makeCustomer(server.db, made.id)).token;
  return (await server.call('POST /order/create-order', { body, idempotencyKey: key }, token)).order._id;
}

test('orders are counted as placed, sent again or refused with the reason, and their time is measured', async () => {
  const guest = await makeCustomer(server.db, made.id);
  const first = await place('4a1c9f4e-6f57-4d29-9d3c-0a4c4a6f7d11', { token: guest.token });
  await sleep(2);
  expect(await place('4a1c9f4e-6f57-4d29-9d3c-0a4c4a6f7d11', { token: guest.token })).toBe(first);
  await refusalOf(place('0d3d8f0a-9f06-4a39-8d5e-5a0f6c1c2b22', { total: 1 }));
  const figures = await readFigures(metrics);
  const count = (name: string, labels = {}) => figure(figures, `order_manager_${name}`, labels);
  expect({
    placed: count('orders_placed_total', { mode: 'pickup' }),
    repeated: count('orders_repeated_total'),
    changed: count('orders_refused_total', { reason: 'order.price_changed' }),
    failed: count('orders_refused_total', { reason: 'server.error' }),
    timed: count('order_duration_seconds_count', { outcome: 'placed' }),
    waited: count('order_wait_seconds_count'),
    answered: count('http_requests_total', { method: 'POST', route: '/api/v1/order/create-order', class: '2xx' }),
    refused: count('http_requests_total', { method: 'POST', route: '/api/v1/order/create-order', class: '4xx' }),
  }).toEqual({ placed: 1, repeated: 1, changed: 1, failed: 0, timed: 1, waited: 3, answered: 2, refused: 1 });
});

test('open streams are counted, their length is no time of an answer, and the way of an event to them is timed', async () => {
  const owner = await makeOwner(server.db, made.id);
  const live = await readLive(await server.listen(), owner.token);
  await expect.poll(async () => figure(await readFigures(metrics), 'order_manager_streams_open')).toBe(1);
  await place('7b0a6f57-33cc-4f0b-8f16-17c3a9a0ee33');
  await expect
    .poll(async () => figure(await readFigures(metrics), 'order_manager_event_delay_seconds_count'))
    .toBeGreaterThan(0);
  live.close();
  await live.ended;
  await expect.poll(async () => figure(await readFigures(metrics), 'order_manager_streams_open')).toBe(0);
  const figures = await readFigures(metrics);
  expect(figure(figures, 'order_manager_http_requests_total', { route: '/api/v1/events', class: '2xx' })).toBe(1);
  expect(figure(figures, 'order_manager_http_request_duration_seconds_count', { route: '/api/v1/events' })).toBe(
    undefined,
  );
});

test('the format is that of Prometheus, each figure explained, and no label names a restaurant, a person or an address', async () => {
  await server.app.inject({ url: `/media/${made.id}/${made.canary}.webp` });
  await server.app.inject({ url: `/no/such/page/${made.canary}` });
  await server.app.inject({ method: 'PROPFIND' as 'GET', url: '/healthz' });
  const { body, contentType } = await metrics.text();
  expect(contentType).toMatch(/^text\/plain; version=0\.0\.4/);
  const samples = parseFigures(body);
  const types = new Map([...body.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name!, type!]));
  const explained = new Set([...body.matchAll(/^# HELP (\w+) \S.*$/gm)].map(([, name]) => name!));
  expect([...types.keys()].filter((name) => !explained.has(name))).toEqual([]);
  for (const [name, type] of types) expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
  const own = samples.filter(({ name }) => name.startsWith('order_manager_'));
  expect(own.filter(({ value }) => Number.isNaN(value))).toEqual([]);
  expect(body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/);
  for (const name of [made.canary, made.name, made.slug, '+9715']) expect(body).not.toContain(name);
  const labels = new Set(samples.flatMap((sample) => Object.keys(sample.labels)));
  // The label of the garbage collector, which may not have come yet.
  labels.delete('kind');
  expect([...labels].toSorted()).toEqual(
    ['call', 'class', 'engine', 'le', 'major', 'method', 'minor', 'mode', 'outcome', 'patch', 'pool', 'queue', 'reason']
      .concat(['route', 'space', 'state', 'type', 'version', 'why'])
      .toSorted(),
  );
});

test.skipIf(!areInstalled('promtool'))(
  "Prometheus' own tool has nothing to say about what a server answers after orders, refusals and streams, where it is installed",
  async () => {
    const listener = await openMetricsListener(metrics, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => listener.close());
    await place('checked-by-promtool');
    const input = await (await fetch(`http://127.0.0.1:${listener.port}/metrics`)).text();
    expect(input).toContain('order_manager_orders_placed_total');
    const { status, stderr, stdout } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  },
);

test('the number of series has a bound: a thousand addresses make no more than one', async () => {
  const before = (await readFigures(metrics)).length;
  for (let n = 0; n < 1_000; n++)
    await server.app.inject({ url: n % 2 ? `/x${n}/menu/y` : `/api/v1/order/get-receipt/${n}` });
  expect((await readFigures(metrics)).length).toBeLessThan(before + 30);
});

test('a figure that cannot be read is left out and counted, and the others are there', async () => {
  const own = new Metrics({ ...testLog, warn: () => undefined });
  own.reads('broken', 'Fails.', [], async () => {
    throw new Error('gone');
  });
  own.reads('whole', 'Is read.', [], () => 7);
  own.reads('unknown', 'Is not known.', [], () => null);
  const figures = await readFigures(own);
  expect(figure(figures, 'order_manager_broken')).toBe(undefined);
  expect(figure(figures, 'order_manager_unknown')).toBe(undefined);
  expect(figure(figures, 'order_manager_whole')).toBe(7);
  expect(figure(await readFigures(own), 'order_manager_reading_failures_total')).toBeGreaterThan(0);
});

test('figures have a listener of their own, which answers nothing else, and the site has none', async () => {
  const listener = await openMetricsListener(metrics, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => listener.close());
  const ask = (path: string, init = {}) => fetch(`http://127.0.0.1:${listener.port}${path}`, init);
  const answer = await ask('/metrics');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await answer.text()).toContain('order_manager_ready 1');
  expect((await ask('/')).status).toBe(404);
  expect((await ask('/metrics', { method: 'POST' })).status).toBe(404);
  expect((await ask('/api/v1/order/get-all-orders')).status).toBe(404);
  expect((await server.app.inject('/metrics')).statusCode).toBe(404);
});

test('a server that is asked by many at once asks the database once', async () => {
  await sleep(1_001);
  let questions = 0;
  const client = await server.pool.connect();
  client.release();
  const counted = server.pool.listenerCount('acquire');
  server.pool.on('acquire', () => questions++);
  onTestFinished(() => void server.pool.removeAllListeners('acquire'));
  await Promise.all(Array.from({ length: 20 }, () => metrics.text()));
  expect(counted).toBe(0);
  // Its own loops run meanwhile; figures are read on other connections.
  expect(questions).toBeLessThan(20);
});
