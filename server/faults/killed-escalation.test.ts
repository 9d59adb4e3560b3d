/** Servers killed while orders escalate: no step is lost, and none is done twice. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import { openDatabase } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { startMailServer } from '#server/test/servers/mail-server.ts';
import type { TestRestaurant } from '#server/test/data/restaurant.ts';
import { letTimePass } from '#server/test/data/shift-orders.ts';
import { beside, initialStock, makeKitchens, openKitchens, orderIn, placeOrder } from './guests.ts';
import { type Machine, makeMachine, type ServerProcess } from './machine.ts';
import { aWhile } from './service.ts';

const orderCount = 6;

test('a kill during the escalation loses no step and repeats none', async ({ annotate }) => {
  const machine = await makeMachine();
  onTestFinished(() => machine.remove());
  const [gateway, mailServer] = [await startGateway(), await startMailServer()];
  onTestFinished(() => {
    gateway.close();
    mailServer.close();
  });
  const environment = { SMTP_URL: mailServer.url, CALL_HTTP_URL: gateway.url };
  let server: ServerProcess;
  const start = async () => ({ server } = await machine.startReady({ environment }));
  const restart = async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    await start();
  };
  await start();
  const { restaurants, guests } = await makeKitchens(machine, 1, 1);
  const restaurant = restaurants[0]!;
  await setEscalation(machine, restaurant);
  const orders: OrderId[] = [];
  for (let n = 0; n < orderCount; n++) {
    orders.push(orderIn((await placeOrder(machine, guests[0]!, randomUUID())).body).orderId as OrderId);
  }
  const facts = () =>
    beside(machine, ({ db }) => platformTransaction(db, 'administration', (tx) => read(tx, restaurant)));
  const pass = (minutes: number) => beside(machine, ({ db }) => letTimePass(db, restaurant.id, minutes));
  const until = async (isSo: (now: Facts) => boolean) => {
    while (!isSo(await facts())) await sleep(50);
  };
  const isOver = (step: string) => (now: Facts) =>
    now.steps.filter((row) => row.step === step && row.isOver).length === orderCount;
  const isSent = (queue: string) => (now: Facts) => now.sent.filter((one) => one === queue).length === 1;

  // Killed while all devices are told.
  await pass(1);
  await aWhile(0, 1_200);
  await restart();
  await until(isOver('devices'));

  // Killed while the mails are sent; a mail in progress then counts as lost after a minute.
  await pass(2);
  await aWhile(0, 1_200);
  await restart();
  await pass(1.1);
  await until(isSent('mail'));

  // Killed when the gateway has received the voice calls and answered none.
  gateway.hold();
  await pass(1);
  await expect.poll(() => gateway.keys.length, { timeout: 20_000 }).toBeGreaterThan(0);
  gateway.goOn();
  await restart();
  await pass(1.1);
  await until(isSent('call'));

  // Killed while the orders are rejected.
  await pass(5);
  await aWhile(0, 1_200);
  await restart();
  await until(isOver('reject'));

  const { steps, changes, stock, escalations } = await facts();
  expect(new Set(steps.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
  expect(steps).toHaveLength(4 * orderCount);
  expect(changes).toEqual(orders.toSorted().flatMap(() => ['New', 'Cancelled']));
  expect(stock).toBe(initialStock);
  expect(escalations).toBe(3 * orderCount);
  const mails = mailServer.received.map(({ data }) => /^Message-ID: <(.*)@order-manager>/im.exec(data)?.[1]);
  // One message tells of all orders. Recipients recognise a repetition by its key; each kill can cause at most one.
  expect(new Set(mails)).toEqual(new Set([`${orders[0]}.mail`]));
  expect(new Set(gateway.keys)).toEqual(new Set([`${orders[0]}.call`]));
  expect(gateway.keys.length).toBeLessThanOrEqual(2);
  await annotate(
    `${mails.length} mails and ${gateway.keys.length} calls for ${orderCount} orders, each told apart by its key`,
  );
});

test('a kill before scheduled orders fire, and one while they do, lose none and tell of none twice', async () => {
  const machine = await makeMachine();
  onTestFinished(() => machine.remove());
  let server: ServerProcess;
  const start = async () => ({ server } = await machine.startReady({}));
  const restart = async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    await start();
  };
  await start();
  const { restaurants, guests } = await makeKitchens(machine, 1, 1);
  const restaurant = restaurants[0]!;
  for (let n = 0; n < orderCount; n++) await placeOrder(machine, guests[0]!, randomUUID());
  const inRestaurant = <T>(work: (tx: Tx) => Promise<T>) =>
    beside(machine, ({ db }) => platformTransaction(db, 'seed', work));
  // Moved, so that they are scheduled for an hour and a quarter from now.
  await inRestaurant((tx) =>
    sql`update orders set requested_for = now() + interval '75 minutes', fires_at = now() + interval '60 minutes'
      where restaurant_id = ${restaurant.id}`.execute(tx),
  );
  const fired = async () => {
    const { rows } = await inRestaurant((tx) =>
      sql<{ orders: number; events: number }>`
        select (select count(*) from orders where restaurant_id = ${restaurant.id} and fired_at is not null)::int as orders,
          (select count(*) from events where restaurant_id = ${restaurant.id} and type = 'order.fired')::int as events`.execute(
        tx,
      ),
    );
    return rows[0]!;
  };
  await restart();
  expect(await fired()).toEqual({ orders: 0, events: 0 });
  await beside(machine, ({ db }) => letTimePass(db, restaurant.id, 61));
  await aWhile(0, 1_200);
  await restart();
  await expect.poll(fired, { timeout: 20_000 }).toEqual({ orders: orderCount, events: orderCount });
});

test('one of two servers escalates, and the other takes over when that one is killed', async () => {
  const { target, drop } = await emptyDatabase();
  onTestFinished(drop);
  const environment = { DATABASE_URL: urlOf(target), SECRET: 'one secret for both of the servers' };
  const machines = [await makeMachine(), await makeMachine()];
  onTestFinished(async () => void (await Promise.all(machines.map((machine) => machine.remove()))));
  const { server: elected } = await machines[0]!.startReady({ environment });
  const database = await openDatabase({ databaseUrl: urlOf(target), dataDir: machines[0]!.dataDir }, testLog);
  onTestFinished(() => database.close());
  const { db, pool } = database;
  // The other databases of the tests' engine elect a server as well.
  const isHeld = `select from pg_locks where locktype = 'advisory' and objid = hashtext('order-manager outbox')::oid
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await pool.query(isHeld)).rowCount).toBe(1);
  await machines[1]!.startReady({ environment });
  const { restaurants, guests } = await openKitchens(db, [initialStock], 1);
  const restaurant = restaurants[0]!;
  const order = async () => {
    for (let n = 0; n < orderCount; n++) await placeOrder(machines[1]!, guests[0]!, randomUUID());
  };
  const pass = () => letTimePass(db, restaurant.id, 1);
  const escalated = async () => {
    const { steps, escalations } = await platformTransaction(db, 'administration', (tx) => read(tx, restaurant));
    return [steps.filter(({ step, outcome }) => step === 'devices' && outcome === 'done').length, escalations];
  };

  // Frozen, the elected one keeps its election for a while, and the other one leaves the orders to it.
  await order();
  elected.child.kill('SIGSTOP');
  await pass();
  await sleep(3_000);
  expect(await escalated()).toEqual([0, 0]);
  elected.child.kill('SIGCONT');
  await expect.poll(escalated, { timeout: 20_000 }).toEqual([orderCount, orderCount]);

  await order();
  await pass();
  await aWhile(0, 1_200);
  elected.child.kill('SIGKILL');
  await elected.ended;
  await expect.poll(escalated, { timeout: 60_000 }).toEqual([2 * orderCount, 2 * orderCount]);
});

function setEscalation(machine: Machine, { id }: TestRestaurant): Promise<void> {
  return beside(machine, ({ db }) =>
    platformTransaction(db, 'seed', async (tx) => {
      await tx
        .updateTable('outlets')
        .set({ escalates_by_call: true, auto_reject_minutes: 10 })
        .where('restaurant_id', '=', id)
        .execute();
    }),
  );
}

interface Facts {
  steps: { step: string; isOver: boolean; outcome: string | null }[];
  /** The changes of all orders, by order and version. */
  changes: string[];
  stock: number | null;
  /** The queues of the messages that were accepted. */
  sent: string[];
  /** Number of events about escalating orders. */
  escalations: number;
}

async function read(tx: Tx, { id, items }: TestRestaurant): Promise<Facts> {
  const { rows: steps } = await sql<Facts['steps'][number]>`
    select step, done_at is not null as "isOver", outcome from escalation_steps where restaurant_id = ${id}`.execute(
    tx,
  );
  const { rows: changes } = await sql<{ to: string }>`
    select to_status as to from order_status_changes where restaurant_id = ${id} order by order_id, version`.execute(
    tx,
  );
  const { rows } = await sql<{ stock: number; escalations: number }>`
    select (select quantity from items where restaurant_id = ${id} and id = ${items.special}) as stock,
      (select count(*) from events where restaurant_id = ${id} and type = 'order.escalated') as escalations`.execute(
    tx,
  );
  const { rows: sent } = await sql<{ queue: string }>`
    select queue from jobs where restaurant_id = ${id} and done_at is not null and last_error is null`.execute(tx);
  return { steps, changes: changes.map(({ to }) => to), sent: sent.map(({ queue }) => queue), ...rows[0]! };
}

interface Gateway {
  url: string;
  /** In order of arrival, including repetitions. */
  keys: string[];
  /** Answers nothing until `goOn`. */
  hold(): void;
  goOn(): void;
  close(): void;
}

async function startGateway(): Promise<Gateway> {
  const keys: string[] = [];
  const held = new Set<ServerResponse>();
  let isHolding = false;
  const server: Server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']));
    request.resume();
    if (isHolding) held.add(response);
    else response.writeHead(202).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calls`,
    keys,
    hold: () => (isHolding = true),
    goOn: () => (isHolding = false),
    close: () => {
      for (const response of held) response.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
