/** A restaurant whose guests pay online, at the simulated gateway. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { NewOrder, Order } from '#contract/ordering/orders.ts';
import type { GuestPayment, OrderPayment } from '#contract/payments/payments.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { PaymentGateway } from '../servers/payment-gateway.ts';
import type { TestApp } from '../servers/app.ts';
import { pickupOrder } from './orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, ownersPassword } from './restaurant.ts';

export type PaidOrders = Awaited<ReturnType<typeof makePaidOrders>>;

/** Enough for every move to be final, and for its job to be due. */
const afterUndoMs = 30_000;

export async function makePaidOrders(
  app: TestApp,
  gateway: PaymentGateway,
  { stock = 100, currency = 'AED' }: { stock?: number | null; currency?: string } = {},
) {
  const made = await makeRestaurant(app.db, { stock, currency });
  const guest = await makeCustomer(app.db, made.id);
  const owner = await makeOwner(app.db, made.id);
  const secretKey = `sk_test_${randomUUID().replaceAll('-', '')}`;
  const connecting = { kind: 'stripe', secretKey, password: ownersPassword } as const;
  await app.call('POST /restaurant/connect-gateway', { body: connecting }, owner.token);

  const settled = () =>
    platformTransaction(app.db, 'seed', async (tx) => {
      const { count } = await tx
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('restaurant_id', '=', made.id)
        .where('queue', '=', 'payment')
        .where('done_at', 'is', null)
        .where('due_at', '<=', app.clock.now())
        .executeTakeFirstOrThrow();
      return count;
    });

  return {
    made,
    guest,
    owner,
    secretKey,
    order: (more: Partial<NewOrder> = {}): NewOrder =>
      pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1, {
        paymentMethod: 'online on pickup',
        language: 'en',
        ...more,
      }),
    async begin(order: NewOrder, idempotencyKey: string = randomUUID(), token = guest.token): Promise<GuestPayment> {
      const body = { order };
      return (await app.call('POST /order/begin-payment', { body, idempotencyKey }, token)).payment;
    },
    /** Begins and makes a payment. */
    async pay(order?: NewOrder): Promise<GuestPayment & { orderId: OrderId }> {
      const begun = await this.begin(order ?? this.order());
      gateway.pay(begun.url!);
      const paid = await this.look(begun);
      return { ...paid, orderId: paid.orderId! };
    },
    /** The owner at the gateway's own dashboard. */
    async atGateway(method: 'GET' | 'POST', path: string, body?: string): Promise<Record<string, unknown>> {
      const headers = {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
      };
      const answer = await fetch(`${gateway.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
      return (await answer.json()) as Record<string, unknown>;
    },
    async look({ reference }: Pick<GuestPayment, 'reference'>, token = guest.token): Promise<GuestPayment> {
      // Each process looks every two seconds.
      app.clock.advance(2_000);
      return (await app.call('GET /order/payment-state/:reference', { params: { reference } }, token)).payment;
    },
    async move(orderId: OrderId, status: Order['status'], reason?: string): Promise<void> {
      await app.call('POST /order/update-order-status', { body: { orderId, status, reason } }, owner.token);
    },
    async payment(orderId: OrderId, token = owner.token): Promise<OrderPayment | null> {
      return (await app.call('GET /order/payment/:id', { params: { id: orderId } }, token)).payment;
    },
    async kitchen(): Promise<Order[]> {
      return (await app.call('GET /order/get-all-orders', { query: {} }, owner.token)).order;
    },
    /** Lets the time pass, and waits until everything that is due by then is done. */
    async letPass(milliseconds = afterUndoMs): Promise<void> {
      app.clock.advance(milliseconds);
      await expect.poll(settled, { timeout: 60_000 }).toBe(0);
    },
    async stock(): Promise<number | null> {
      return platformTransaction(app.db, 'seed', async (tx) => {
        const item = tx.selectFrom('items').select('quantity').where('id', '=', made.items.special);
        return (await item.executeTakeFirstOrThrow()).quantity;
      });
    },
    /** The gateway's own books about this restaurant. */
    books: () => gateway.ledger().filter(({ account }) => account === secretKey.slice(-8)),
  };
}
