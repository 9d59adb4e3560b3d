/** Guests at a table who pay online, at the simulated gateway. */
import type { Order } from '#contract/ordering/orders.ts';
import type { SharedLine, TableSession } from '#contract/dining/table-sessions.ts';
import type { CallInput } from '#contract/base/client.ts';
import type { TableBill } from '#contract/payments/table-bill.ts';
import type { GuestPayment } from '#contract/payments/payments.ts';
import type { TestApp } from '../servers/app.ts';
import type { PaymentGateway } from '../servers/payment-gateway.ts';
import { makePaidOrders } from './paid-orders.ts';
import { phonesAt } from './table-sessions.ts';
import { makeTables, openDineIn } from './tables.ts';

type Chosen = CallInput<'POST /dining/pay-bill'>['body']['lines'];

/** A restaurant with a table, whose guests pay online there. */
export async function makeBills(app: TestApp, gateway: PaymentGateway, { currency = 'AED' } = {}) {
  const shop = await makePaidOrders(app, gateway, { stock: null, currency });
  const { made } = shop;
  await openDineIn(app, made);
  const tables = await makeTables(app, { token: shop.owner.token, outletId: made.outletId, names: ['12', '13'] });
  const [table, other] = tables as [(typeof tables)[number], (typeof tables)[number]];
  const phones = phonesAt(app, made, table.code);
  const claimOf = ({ _id }: Pick<TableSession, '_id'>, participantKey: string) => ({
    tableSessionId: _id,
    participantKey,
  });
  return {
    ...shop,
    table,
    other,
    phones,
    special: (id: string, quantity = 1): SharedLine => ({ ...phones.water(id, quantity), itemId: made.items.special }),
    async bill(tableSession: TableSession, key: string, token = made.siteToken): Promise<TableBill> {
      return (await app.call('POST /dining/read-bill', { body: claimOf(tableSession, key) }, token)).bill;
    },
    async payBill(
      tableSession: TableSession,
      key: string,
      lines: Chosen,
      more: { tip?: number; token?: string } = {},
    ): Promise<GuestPayment> {
      const { tip, token = made.siteToken } = more;
      const body = { ...claimOf(tableSession, key), lines, ...(tip === undefined ? {} : { tip }) };
      return (await app.call('POST /dining/pay-bill', { body }, token)).payment;
    },
    /** How far the payment is, as the phone that comes back from the gateway's page asks. */
    lookAt: (payment: GuestPayment) => shop.look(payment, made.siteToken),
    /** The lines that are open, of one phone where its answer is asked for. */
    open: ({ orders }: TableBill, isYours = false): Chosen =>
      orders.flatMap(({ _id, lines }) =>
        lines
          .filter((line) => line.state === 'open' && (!isYours || line.isYours))
          .map(({ lineNumber }) => ({ orderId: _id, lineNumber })),
      ),
    async staffSees() {
      const { tableSessions } = await app.call('GET /dining/get-table-sessions', {}, shop.owner.token);
      return tableSessions.find(({ tableId }) => tableId === table._id)?.bill;
    },
    async tablePayments({ _id: id }: Pick<Order, '_id'>) {
      return (await app.call('GET /order/payment/:id', { params: { id } }, shop.owner.token)).tablePayments;
    },
  };
}
