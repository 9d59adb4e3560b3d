import type { CallInput } from '#contract/base/client.ts';
import type { OrderId, PrinterId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { Printer } from '#contract/printing/printing.ts';
import { inProcessFetch } from '#server/test/servers/in-process-fetch.ts';
import type { TestApp } from '../servers/app.ts';
import { pickupOrder } from './orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from './restaurant.ts';
import { StarPrinter } from '../servers/star-printer.ts';

/** A printer with its secret address, which only its owner knows. */
interface AddedPrinter {
  id: PrinterId;
  /** Its address: '/print/<token>'. */
  path: string;
  token: string;
  star: StarPrinter;
}

type NewPrinter = NonNullable<CallInput<'POST /printing/add-printer'>['body']>;

/** A restaurant with an owner and a guest, and their actions around its printers. */
export interface Kitchen {
  made: TestRestaurant;
  owner: { token: string };
  guest: { token: string };
  fetch: typeof fetch;
  /** Adds a printer, by default at the restaurant's outlet, by CloudPRNT, printing on arrival. */
  addPrinter(change?: Partial<NewPrinter>): Promise<AddedPrinter>;
  /** Places a pickup order of two specials. */
  placeOrder(): Promise<Order>;
  /** Places so many at once, each by a guest of its own: one guest has four on their way at most. */
  placeOrders(count: number): Promise<Order[]>;
  move(orderId: OrderId, status: Order['status'], reason?: string): Promise<unknown>;
  printByHand(orderId: OrderId): Promise<{ printers: string[]; msg: string }>;
  printers(): Promise<Printer[]>;
  printedAt(id: OrderId): Promise<string | null>;
}

export async function openKitchen(app: TestApp): Promise<Kitchen> {
  const made = await makeRestaurant(app.db, { stock: null });
  const guest = await makeCustomer(app.db, made.id);
  const owner = await makeOwner(app.db, made.id);
  const fetcher = inProcessFetch(app.app) as typeof fetch;
  const placeBy = async ({ token }: { token: string }) => {
    const body = pickupOrder(made, [{ itemId: made.items.special, quantity: 2 }], 88.2);
    return (await app.call('POST /order/create-order', { body }, token)).order;
  };
  return {
    made,
    owner,
    guest,
    fetch: fetcher,
    async addPrinter(change = {}) {
      const body = { outletId: made.outletId, name: 'Pass', kind: 'cloudprnt' as const, ...change };
      const { printer, address, secretId } = await app.call('POST /printing/add-printer', { body }, owner.token);
      const path = new URL(address).pathname;
      const token = secretId ?? path.split('/').at(-1)!;
      return { id: printer._id, path, token, star: new StarPrinter(fetcher, path) };
    },
    placeOrder: () => placeBy(guest),
    async placeOrders(count) {
      const guests = await Promise.all(Array.from({ length: count }, () => makeCustomer(app.db, made.id)));
      return Promise.all(guests.map(placeBy));
    },
    move: (orderId, status, reason) =>
      app.call('POST /order/update-order-status', { body: { orderId, status, reason } }, owner.token),
    printByHand: (orderId) => app.call('POST /printing/print-ticket', { body: { orderId } }, owner.token),
    printers: async () => (await app.call('GET /printing/get-printers', {}, owner.token)).printers,
    printedAt: async (id) =>
      (await app.call('GET /order/get-order-details/:id', { params: { id } }, owner.token)).order.printedAt,
  };
}
