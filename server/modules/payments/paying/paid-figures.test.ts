/** Orders that are paid online in the figures and alerts, as those that are paid at the door. */
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { Metrics } from '#server/metrics.ts';
import { makePaidOrders, type PaidOrders } from '#server/test/data/paid-orders.ts';
import { figure, holds, readFigures, readRules } from '#server/test/data/prometheus.ts';
import { targetOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const rules = readRules(join(import.meta.dirname, '../../../../deploy/prometheus/order-manager.rules.yml'));
const ordersFail = rules.find(({ alert }) => alert === 'OrdersFail')!.expr;

const metrics = new Metrics(testLog);
const { app, gateway, close } = await startPayingApp({}, { metrics, expectsErrors: true });
let shop: PaidOrders;
let owner: Client;
beforeAll(async () => {
  shop = await makePaidOrders(app, gateway);
  const { rows } = await app.pool.query<{ name: string }>('select current_database() as name');
  owner = new Client(targetOf(inject('engine'), rows[0]!.name));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await close();
});

/** Takes a table away until the end of the test, or until it is put back. */
async function takeAway(table: string): Promise<() => Promise<void>> {
  await owner.query(`alter table ${table} rename to ${table}_elsewhere`);
  let isAway = true;
  const putBack = async () => {
    if (isAway) await owner.query(`alter table ${table}_elsewhere rename to ${table}`);
    isAway = false;
  };
  onTestFinished(putBack);
  return putBack;
}

async function placed(): Promise<number> {
  return figure(await readFigures(metrics), 'order_manager_orders_placed_total', { mode: 'pickup' }) ?? 0;
}

async function timed(): Promise<number | undefined> {
  return figure(await readFigures(metrics), 'order_manager_order_duration_seconds_count', { outcome: 'placed' });
}

test('an order is counted as placed once it is paid, without the time that its guest and the gateway took', async () => {
  const begun = await shop.begin(shop.order());
  expect(await placed()).toBe(0);
  gateway.pay(begun.url!);
  await shop.look(begun);
  await shop.look(begun);
  expect([await placed(), await timed()]).toEqual([1, 0]);
});

test('a refusal before the payment is counted with its reason', async () => {
  await expect(shop.begin({ ...shop.order(), totalPrice: 1 })).rejects.toThrow();
  expect(
    figure(await readFigures(metrics), 'order_manager_orders_refused_total', { reason: 'order.price_changed' }),
  ).toBe(1);
});

test('a payment that cannot be begun fires the alert of orders that fail', async () => {
  const before = await readFigures(metrics);
  await takeAway('payments');
  await expect(shop.begin(shop.order())).rejects.toThrow();
  expect(holds(ordersFail, before, await readFigures(metrics))).toBe(true);
});

test('a paid order that cannot be placed fires it too, and is counted once it can', async () => {
  const begun = await shop.begin(shop.order());
  gateway.pay(begun.url!);
  const [before, placedBefore] = [await readFigures(metrics), await placed()];
  const putBack = await takeAway('order_lines');
  await expect(shop.look(begun)).rejects.toThrow();
  expect(holds(ordersFail, before, await readFigures(metrics))).toBe(true);
  await putBack();
  expect(await shop.look(begun)).toMatchObject({ state: 'authorised' });
  expect(await placed()).toBe(placedBefore + 1);
});
