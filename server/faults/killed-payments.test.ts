/** Servers killed while guests pay, beside a gateway whose notifications are doubled, late, lost and forged: every cent is accounted for. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '#contract/base/client.ts';
import type { OrderId } from '#contract/base/ids.ts';
import { openDatabase } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makeOwner, ownersPassword } from '#server/test/data/restaurant.ts';
import { emptyDatabase, urlOf } from '#server/test/servers/database.ts';
import { testLog } from '#server/test/servers/log.ts';
import { openPaymentGateway } from '#server/test/servers/payment-gateway.ts';
import { type Guest, initialStock, openKitchens } from './guests.ts';
import { makeMachine, type ServerProcess } from './machine.ts';
import { aWhile } from './service.ts';

/** PAYMENTS=500 and PAYMENT_KILLS=20 are the long form. */
const paymentCount = Number(process.env['PAYMENTS'] ?? 24);
const killCount = Number(process.env['PAYMENT_KILLS'] ?? 2);
/** Few enough orders of each that none is refused because the kitchen has not seen to the earlier ones. */
const guestCount = Math.max(20, Math.ceil(paymentCount / 3));
/** Longer than a person may undo a move. */
const undoMs = 21_000;

interface Row {
  reference: string;
  state: string;
  amount: number;
  captured: number;
  refunded: number;
  released: number;
  authorised: number;
  status: string | null;
  ordersOfBasket: number;
}

test(
  `${paymentCount} payments, ${killCount} kills, and a gateway that says things twice, late, falsely or never`,
  async ({ annotate }) => {
    const { target, drop } = await emptyDatabase();
    onTestFinished(drop);
    const machine = await makeMachine();
    onTestFinished(() => machine.remove());
    const gateway = await openPaymentGateway();
    const environment = {
      DATABASE_URL: urlOf(target),
      SECRET: 'one secret for all of the servers',
      STRIPE_API_URL: gateway.url,
    };
    let { server } = (await machine.startReady({ environment })) as { server: ServerProcess };
    const database = await openDatabase({ databaseUrl: urlOf(target), dataDir: machine.dataDir }, testLog);
    onTestFinished(() => database.close());
    const { db } = database;
    const { restaurants, guests } = await openKitchens(db, [initialStock, initialStock], guestCount);
    const owners = await Promise.all(restaurants.map(({ id }) => makeOwner(db, id)));
    const as = (token: string) => createClient({ fetch, token: () => token, origin: machine.url });
    for (const { token } of owners)
      await as(token).call('POST /restaurant/connect-gateway', {
        body: { kind: 'stripe', secretKey: gateway.newKey(), password: ownersPassword },
      });
    gateway.setFaults({
      notificationDelayMs: 1_500,
      shuffled: 1,
      copies: 3,
      dropped: 0.1,
      forged: 0.1,
      old: 0.1,
      answerDelayMs: 15,
      cut: 0.05,
    });

    /** Asks until it is answered; a server that was just killed is back soon. */
    const insist = async <T>(call: () => Promise<T>): Promise<T> => {
      for (let tries = 0; ; tries++) {
        try {
          return await call();
        } catch (cause) {
          if (tries === 200) throw new Error('A call was never answered', { cause });
          await sleep(100);
        }
      }
    };
    /** Beside what runs at the same time. */
    const evening = { paid: 0, isOver: false };
    const order = ({ restaurant }: Guest) =>
      pickupOrder(restaurant, [{ itemId: restaurant.items.special, quantity: 1 }], 44.1, {
        paymentMethod: 'online on pickup',
      });
    const guestPays = async (guest: Guest, n: number): Promise<void> => {
      const client = as(guest.token);
      const [idempotencyKey, body] = [randomUUID(), { order: order(guest) }];
      const { payment } = await insist(() => client.call('POST /order/begin-payment', { body, idempotencyKey }));
      await sleep(Math.random() * 200);
      // One in eight goes away without paying.
      if (n % 8 === 7) return;
      gateway.pay(payment.url!);
      evening.paid++;
      // Half of them close the page, and nobody but the gateway knows.
      if (n % 2 === 0) return;
      const { reference } = payment;
      await insist(() => client.call('GET /order/payment-state/:reference', { params: { reference } }));
    };
    const move = (token: string, orderId: OrderId, status: 'Confirmed' | 'Cancelled') =>
      insist(() =>
        as(token).call('POST /order/update-order-status', { body: { orderId, status, reason: 'too_busy' } }),
      );
    // It was the only server. How long leases last is tested in killed-outbox.test.ts.
    const endLeases = () =>
      platformTransaction(db, 'seed', (tx) =>
        sql`update jobs set leased_until = clock_timestamp() where leased_until is not null`.execute(tx),
      );
    const killing = (async () => {
      for (let kill = 0; kill < killCount; kill++) {
        const before = evening.paid;
        // Between the gateway's success and our commit.
        while (evening.paid === before && !evening.isOver) await sleep(1);
        await sleep(Math.random() * 40);
        server.child.kill('SIGKILL');
        await server.ended;
        await endLeases();
        ({ server } = await machine.startReady({ environment }));
        await aWhile(200, 800);
      }
    })();
    const isHandled = new Set<string>();
    const kitchen = (async () => {
      while (!evening.isOver) {
        for (const { token } of owners) {
          const { order: orders } = await insist(() => as(token).call('GET /order/get-all-orders', { query: {} }));
          for (const { _id, status } of orders.filter(({ _id }) => !isHandled.has(_id))) {
            isHandled.add(_id);
            if (status !== 'New' || isHandled.size % 5 === 4) continue;
            const rejects = isHandled.size % 3 === 0;
            await move(token, _id, rejects ? 'Cancelled' : 'Confirmed');
          }
        }
        await sleep(100);
      }
    })();
    const waves = Math.ceil(paymentCount / guestCount);
    for (let wave = 0; wave < waves; wave++)
      await Promise.all(guests.map((guest, n) => guestPays(guest, wave * guestCount + n)));
    await killing;
    gateway.setFaults({ cut: 0, dropped: 0 });

    // The ten minutes are over, and so are all pauses before another try.
    const letTimePass = () =>
      platformTransaction(db, 'seed', async (tx) => {
        await sql`update payments set held_until = now() where state = 'begun' and held_until > now()`.execute(tx);
        await sql`update jobs set due_at = now() where queue = 'payment' and done_at is null and leased_until is null
          and payload ? 'paymentId'`.execute(tx);
      });
    const endUndoTimes = () =>
      platformTransaction(db, 'seed', (tx) =>
        sql`update orders set status_changed_at = status_changed_at - ${undoMs}::int * interval '1 ms'`.execute(tx),
      );
    const openJobs = () =>
      platformTransaction(db, 'seed', async (tx) => {
        const { rows } = await sql<{ open: number }>`
          select count(*)::int as open from jobs where queue = 'payment' and done_at is null`.execute(tx);
        return rows[0]!.open;
      });
    const untilSettled = async () => {
      await expect
        .poll(
          async () => {
            await letTimePass();
            return openJobs();
          },
          { timeout: 120_000, interval: 500 },
        )
        .toBe(0);
    };
    await untilSettled();
    // The last orders reach the kitchen, which handles all of them.
    await sleep(1_000);
    evening.isOver = true;
    await kitchen;
    await endUndoTimes();
    await untilSettled();

    const rows = await readRows();
    const books = new Map(gateway.ledger().map((entry) => [entry.reference, entry]));
    for (const row of rows) {
      const { authorised = 0, captured = 0, refunded = 0, released = 0 } = books.get(row.reference) ?? {};
      const ours = {
        authorised: row.authorised,
        captured: row.captured,
        refunded: row.refunded,
        released: row.released,
      };
      expect(ours, JSON.stringify(row)).toEqual({ authorised, captured, refunded, released });
      const held = row.authorised - row.captured - row.released;
      // Kept for an order that is cooked, held for one that waits, and gone back for every other.
      if (row.status === 'Confirmed') expect([row.captured, row.refunded]).toEqual([row.amount, 0]);
      else if (row.status === 'New') expect([held, row.captured]).toEqual([row.amount, 0]);
      else expect([held, row.captured - row.refunded]).toEqual([0, 0]);
    }
    const unpaid = rows.filter(({ status, authorised }) => status !== null && authorised === 0);
    expect(unpaid).toEqual([]);
    expect(rows.filter(({ ordersOfBasket }) => ordersOfBasket > 1)).toEqual([]);
    const orders = rows.filter(({ status }) => status !== null);
    expect(orders).toHaveLength(evening.paid);
    // No portion is lost: those of orders that are not cancelled are away, all others are there.
    const away = orders.filter(({ status }) => status !== 'Cancelled').length;
    expect(await stockLeft()).toBe(2 * initialStock - away);
    await annotate(
      `${rows.length} payments, ${orders.length} orders, ${rows.filter(({ state }) => state === 'captured').length} captured, ` +
        `${rows.filter(({ released }) => released > 0).length} released`,
    );

    async function readRows(): Promise<Row[]> {
      const sum = (kind: string) =>
        sql`coalesce((select sum(amount_minor) from payment_movements as m
          where m.restaurant_id = p.restaurant_id and m.payment_id = p.id and m.kind = ${kind}), 0)::int`;
      return platformTransaction(db, 'administration', async (tx) => {
        const { rows: found } = await sql<Row>`
          select p.id::text as reference, p.state, p.amount_minor::int as amount, ${sum('authorised')} as authorised,
            ${sum('captured')} as captured, ${sum('refunded')} as refunded, ${sum('released')} as released,
            (select status from orders as o where o.restaurant_id = p.restaurant_id and o.id = p.order_id) as status,
            (select count(*)::int from payments as q join orders as o on o.restaurant_id = q.restaurant_id and o.id = q.order_id
              where q.restaurant_id = p.restaurant_id and q.customer_id = p.customer_id and q.request_hash = p.request_hash
                and q.request_key = p.request_key) as "ordersOfBasket"
          from payments as p`.execute(tx);
        return found;
      });
    }

    async function stockLeft(): Promise<number> {
      return platformTransaction(db, 'administration', async (tx) => {
        const ids = restaurants.map(({ items }) => items.special);
        const { rows: found } = await sql<{ left: number }>`
          select sum(quantity)::int as left from items where id = any(${ids}::uuid[])`.execute(tx);
        return found[0]!.left;
      });
    }
  },
  240_000 + killCount * 10_000 + paymentCount * 500,
);
