/** A table that orders again and again over an evening: nothing falls off its bill (decision 82). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { OrderId } from '#contract/base/ids.ts';
import type { TableSession } from '#contract/dining/table-sessions.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { makeBills } from '#server/test/data/bills.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer } from '#server/test/data/restaurant.ts';
import { omar, sara } from '#server/test/data/table-sessions.ts';
import { startPayingApp } from '#server/test/servers/payment-gateway.ts';

const { app, gateway, close } = await startPayingApp();
afterAll(close);

let shop: Awaited<ReturnType<typeof makeBills>>;
let tableSession: TableSession;
beforeEach(async () => {
  app.clock.set(new Date());
  shop = await makeBills(app, gateway);
  tableSession = await shop.phones.join(sara);
  await shop.phones.join(omar);
});

/** A water costs 5.50, and 5 % of it. */
async function orderWaters(count: number): Promise<Order[]> {
  const guest = (await makeCustomer(app.db, shop.made.id)).token;
  const placed: Order[] = [];
  for (let index = 0; index < count; index++) {
    const seen = await shop.phones.share(tableSession, sara, [shop.phones.water(`s${index}`)]);
    placed.push(await shop.phones.order(seen, sara, 5.78, { guest }));
  }
  return placed;
}

test('the bill has all orders, and the phones are shown the newest twenty', async () => {
  const orders = (await orderWaters(22)).map(({ _id }) => _id);
  const { orders: shown } = await shop.phones.read(tableSession, omar);
  expect(shown.map(({ _id }) => _id)).toEqual(orders.slice(2));
  const bill = await shop.bill(tableSession, omar);
  expect(bill.orders.map(({ _id }) => _id)).toEqual(orders);
  expect(bill).toMatchObject({ total: 127.16, paid: 0 });
  expect(await shop.staffSees()).toMatchObject({ total: 127.16, paid: 0 });
  const begun = await shop.payBill(tableSession, omar, shop.open(bill));
  expect(begun).toMatchObject({ state: 'begun', amount: 127.16 });
  gateway.pay(begun.url!);
  await shop.lookAt(begun);
  expect(await shop.bill(tableSession, sara)).toMatchObject({ total: 127.16, paid: 127.16 });
});

test('the most lines that a payment takes are read, each with several portions', async () => {
  const lines = Array.from({ length: 1000 }, (_, index) => ({
    orderId: randomUUID() as OrderId,
    lineNumber: (index % 50) + 1,
    portions: [0, 1, 2, 3, 4, 5],
  }));
  expect(await refusalOf(shop.payBill(tableSession, sara, lines))).toMatchObject({ code: 'table.lines_not_open' });
});
