/** A restaurant whose orders are changed, and the calls that do it. */
import type { OrderId } from '#contract/base/ids.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { NewOrder, Order } from '#contract/ordering/orders.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { TestApp } from '../servers/app.ts';
import { largeBurger, pickupOrder } from './orders.ts';
import { makeCustomer, makeOwner, makeRestaurant } from './restaurant.ts';

type Wanted = CallInput<'POST /order/propose-change'>['body'];

export type ChangedOrders = Awaited<ReturnType<typeof makeChangedOrders>>;

/** Ten specials are counted; everything else is not. Prices: burger 18.00, large 4.50, cheese 3.25, water 5.50, special 42.00; 5 % VAT on top. */
export async function makeChangedOrders(app: TestApp) {
  const made = await makeRestaurant(app.db);
  const guest = await makeCustomer(app.db, made.id);
  const owner = await makeOwner(app.db, made.id);
  return {
    made,
    guest,
    owner,
    /** Two specials and a large burger with cheese: 84.00 + 25.75, with 5.49 of VAT. */
    async place(more: Partial<NewOrder> = {}): Promise<Order> {
      const lines = [{ itemId: made.items.special, quantity: 2 }, largeBurger(made)];
      const body = pickupOrder(made, lines, 115.24, { language: 'en', ...more });
      return (await app.call('POST /order/create-order', { body }, guest.token)).order;
    },
    async move(orderId: OrderId, status: Order['status'], reason?: string): Promise<Order> {
      const body = { orderId, status, reason };
      return (await app.call('POST /order/update-order-status', { body }, owner.token)).order;
    },
    async propose(orderId: OrderId, lines: Wanted['lines'], more: Partial<Wanted> = {}): Promise<Order> {
      return (await app.call('POST /order/propose-change', { body: { orderId, lines, ...more } }, owner.token)).order;
    },
    async answer(orderId: OrderId, number: number, isAccepted: boolean, token = guest.token): Promise<Order> {
      return (await app.call('POST /order/answer-change', { body: { orderId, number, isAccepted } }, token)).order;
    },
    async withdraw(orderId: OrderId, number: number): Promise<Order> {
      return (await app.call('POST /order/withdraw-change', { body: { orderId, number } }, owner.token)).order;
    },
    async read(orderId: OrderId, token = owner.token): Promise<Order> {
      return (await app.call('GET /order/get-order-details/:id', { params: { id: orderId } }, token)).order;
    },
    /** Specials that are left. */
    async specials(): Promise<number> {
      const item = await platformTransaction(app.db, 'seed', (tx) =>
        tx.selectFrom('items').select('quantity').where('id', '=', made.items.special).executeTakeFirstOrThrow(),
      );
      return item.quantity!;
    },
  };
}
