/** Orders of one guest of a restaurant of its own, and the messages that the guest gets. */
import { expect } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { NewOrder, Order } from '#contract/ordering/orders.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { TestApp } from '../servers/app.ts';
import { deliveryOrder, pickupOrder } from './orders.ts';
import { makeCustomer, makeOwner, makeRestaurant } from './restaurant.ts';

export type ToldOrders = Awaited<ReturnType<typeof makeToldOrders>>;

export async function makeToldOrders(app: TestApp, { name = 'Al Noor Kitchen' } = {}) {
  const made = await makeRestaurant(app.db, { name, stock: null });
  const guest = await makeCustomer(app.db, made.id);
  const owner = await makeOwner(app.db, made.id);
  const lines = [{ itemId: made.items.special, quantity: 1 }];

  /** Jobs of the restaurant that are neither done nor given up. */
  async function openJobs(): Promise<number> {
    const { count } = await platformTransaction(app.db, 'seed', (tx) =>
      tx
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('restaurant_id', '=', made.id)
        .where('done_at', 'is', null)
        .where('dead_at', 'is', null)
        .executeTakeFirstOrThrow(),
    );
    return count;
  }

  return {
    made,
    guest,
    owner,
    openJobs,
    async place(more: Partial<NewOrder> = {}, token = guest.token): Promise<Order> {
      const body =
        more.deliveryMode === 'delivery'
          ? deliveryOrder(made, lines, 49.1, { language: 'en', ...more })
          : pickupOrder(made, lines, 44.1, { language: 'en', ...more });
      return (await app.call('POST /order/create-order', { body }, token)).order;
    },
    async move(
      orderId: OrderId,
      status: Order['status'],
      more: { reason?: string; preparationTime?: number } = {},
      token = owner.token,
    ): Promise<Order> {
      const body = { orderId, status, ...more };
      return (await app.call('POST /order/update-order-status', { body }, token)).order;
    },
    /** Waits until no move can be undone any more, and no message waits. */
    async letMessagesOut(): Promise<void> {
      app.clock.advance(16_000);
      await expect.poll(openJobs, { timeout: 10_000 }).toBe(0);
    },
    texts: () => app.sms.filter(({ to }) => to === guest.phone).map(({ text }) => text),
    mails: () => app.mails.filter(({ text }) => text.includes(made.slug)),
    /** Each message to the guest of the order: 'accepted by mail: sent'. */
    async told(orderId: OrderId): Promise<string[]> {
      const { messages } = await app.call('GET /order/guest-messages/:id', { params: { id: orderId } }, owner.token);
      return messages.map(
        ({ event, channel, state, problem }) =>
          `${event} by ${channel}: ${state}${problem === null ? '' : `, ${problem}`}`,
      );
    },
  };
}
