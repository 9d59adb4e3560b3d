/** A restaurant that sends orders with the simulated courier company. */
import { expect } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { TestApp } from '../servers/app.ts';
import type { CompanyStatus, CourierCompanyServer } from '../servers/courier-company.ts';
import { makeCompany } from './couriers.ts';
import { makeDriver } from './drivers.ts';
import { deliveryOrder, largeBurger } from './orders.ts';
import { makeCustomer, makeOwner, makeRestaurant } from './restaurant.ts';

export type CourierOrders = Awaited<ReturnType<typeof makeCourierOrders>>;

/** No faults, and nothing else. */
export const faultless = {
  notificationDelayMs: 0,
  shuffled: 0,
  copies: 1,
  dropped: 0,
  forged: 0,
  failing: 0,
  cut: 0,
  readFailing: 0,
  away: 0,
  refusing: 0,
  unready: 0,
};

export async function makeCourierOrders(app: TestApp, company: CourierCompanyServer, origin: string) {
  app.clock.set(new Date());
  // Looks of every 20 seconds, and sentences of once a minute, are counted exactly.
  app.clock.stop();
  company.setFaults(faultless);
  company.setPrice(1200, 'AED', 35);
  const made = await makeRestaurant(app.db);
  const [guest, sara, bilal, companyId] = await Promise.all([
    makeCustomer(app.db, made.id),
    makeOwner(app.db, made.id),
    makeDriver(app.db, made.id),
    makeCompany(app.db, made.id, { apiUrl: company.url }),
  ]);
  company.notifyAt(companyId, `${origin}/delivery/courier-events/${made.id}/${companyId}`);

  const change = <Result>(work: (tx: Tx) => Promise<Result>) => platformTransaction(app.db, 'seed', work);
  const setAddress = (location: string | null) =>
    change((tx) =>
      tx
        .updateTable('outlets')
        .set({ address_location: location, address_area: 'Marina', latitude: 25.2, longitude: 55.27 })
        .where('id', '=', made.outletId)
        .execute(),
    );
  await setAddress('4 Kitchen Road');

  /** The jobs of couriers: those that are due, or all. */
  const countJobs = (which: 'due' | 'all') =>
    change(async (tx) => {
      const { count } = await tx
        .selectFrom('jobs')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('restaurant_id', '=', made.id)
        .where('queue', '=', 'courier')
        .where('done_at', 'is', null)
        .$if(which === 'due', (query) => query.where('due_at', '<=', app.clock.now()))
        .executeTakeFirstOrThrow();
      return count;
    });
  /** Has everything that is due done, and what comes of it. */
  const settled = async (advanceMs = 0): Promise<void> => {
    await company.settled();
    app.clock.advance(advanceMs);
    await expect.poll(() => countJobs('due'), { timeout: 30_000 }).toBe(0);
  };
  const trip = ({ _id: orderId }: Order) => ({ orderId, companyId });
  const move = (orderId: OrderId, status: Order['status'], reason?: string) =>
    app.call('POST /order/update-order-status', { body: { orderId, status, reason } }, sara.token);
  const read = async ({ _id: id }: Order, token = sara.token) =>
    (await app.call('GET /order/get-order-details/:id', { params: { id } }, token)).order;
  /** The couriers that the company has sent for this restaurant. */
  const sent = () => company.deliveries.filter(({ clientId }) => clientId === companyId);
  const send = (order: Order, fee: number | null = 12, token = sara.token) =>
    app.call('POST /delivery/send-with-courier', { body: { ...trip(order), fee } }, token);
  const placed = async (status: 'Confirmed' | 'Ready' = 'Ready'): Promise<Order> => {
    const position = { latitude: 25.21, longitude: 55.27 };
    const more = { position, paymentMethod: 'cash on delivery' } as const;
    const body = deliveryOrder(made, [largeBurger(made, 2)], 50.94, more);
    const { order } = await app.call('POST /order/create-order', { body }, guest.token);
    await move(order._id, 'Confirmed');
    if (status === 'Ready') await move(order._id, 'Ready');
    return order;
  };

  return {
    made,
    guest,
    sara,
    bilal,
    companyId,
    setAddress,
    countJobs,
    settled,
    move,
    placed,
    send,
    read,
    sent,
    /** The next look of the job that follows. */
    look: () => settled(20_000),
    async sending(status?: 'Confirmed' | 'Ready'): Promise<Order> {
      const order = await placed(status);
      await send(order);
      await settled();
      return order;
    },
    quote: (order: Order) => app.call('POST /delivery/quote-courier', { body: trip(order) }, sara.token),
    take: ({ _id: orderId }: Order) => app.call('POST /delivery/take-order', { body: { orderId } }, bilal.token),
    takeBack: ({ _id: orderId }: Order) =>
      app.call('POST /delivery/assign-order', { body: { orderId, driverId: null } }, sara.token),
    /** The events of an order, which screens are told. */
    countEvents: ({ _id: id }: Order) =>
      change(async (tx) => (await tx.selectFrom('events').select('seq').where('order_id', '=', id).execute()).length),
    /** The courier of an order, as stored. */
    readCourier: ({ _id: id }: Order) =>
      change((tx) =>
        tx
          .selectFrom('deliveries')
          .select(['courier_state', 'courier_name', 'courier_phone', 'tracking_url'])
          .where('order_id', '=', id)
          .executeTakeFirstOrThrow(),
      ),
    /** The changes count the writes of the row. */
    readRow: ({ _id: id }: Order) =>
      change((tx) =>
        tx
          .selectFrom('deliveries')
          .select(['changes', 'courier_problem'])
          .where('order_id', '=', id)
          .executeTakeFirstOrThrow(),
      ),
    courierOf: async (order: Order) => (await read(order)).delivery?.courier,
    lastSent: () => sent().at(-1)!,
    goOn: (...statuses: CompanyStatus[]) =>
      statuses.forEach((status) => company.advance(sent().at(-1)!.orderId, status)),
    changeCompany: (values: Record<string, unknown>) =>
      change((tx) => tx.updateTable('courier_companies').set(values).where('id', '=', companyId).execute()),
  };
}
