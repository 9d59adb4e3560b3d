/** A restaurant with something in every table that its archive has. */
import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { OrderId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { TestApp } from '../servers/app.ts';
import type { PaymentGateway } from '../servers/payment-gateway.ts';
import { makeDriver, makeShift } from './drivers.ts';
import { deliveryOrder, largeBurger, pickupOrder } from './orders.ts';
import { makePaidOrders } from './paid-orders.ts';
import { insertPastOrders } from './past-orders.ts';
import { makePng } from './png.ts';
import { ownersPassword } from './restaurant.ts';

export type ArchivedRestaurant = Awaited<ReturnType<typeof makeArchivedRestaurant>>;

export async function makeArchivedRestaurant(app: TestApp, gateway: PaymentGateway) {
  const paid = await makePaidOrders(app, gateway);
  const { made, guest, owner } = paid;
  const { call, db } = app;
  const { token } = owner;
  const { canary, outletId } = made;

  // The restaurant, its outlets, people and menu.
  const bytes = new Uint8Array(await makePng(1).arrayBuffer());
  await call(
    'POST /restaurant/update-branding',
    { form: { accent: '#0F766E' }, files: { logo: new Blob([bytes]) } },
    token,
  );
  const dish = { params: { id: made.items.burger }, files: { image: makePng(2) } } as const;
  const { lists, modifiers } = made;
  const nestedLists = [{ modifierListId: lists.extras, parentListId: lists.size, modifierIds: [modifiers.large] }];
  await call('POST /menu/update-items-modifier/:id', { ...dish, form: { description: canary, nestedLists } }, token);
  await call('POST /menu/sell-out/:id', { params: { id: made.items.water }, body: { length: '1-hour' } }, token);
  const slug = { slug: `${canary}-moved`, password: ownersPassword };
  await call('POST /restaurant/update-slug', { body: slug }, token);
  await call('POST /staff/invite', { body: { email: `${canary}@example.test`, role: 'staff' } }, token);
  const printer = { outletId, name: `Pass ${canary}`, kind: 'cloudprnt' } as const;
  await call('POST /printing/add-printer', { body: printer }, token);
  const area = await call(
    'POST /dining/update-area/:id',
    { params: { id: outletId }, body: { name: `Terrace ${canary}` } },
    token,
  );
  const tables = { names: [`Table ${canary}`], areaId: area.area._id };
  await call('POST /dining/add-tables/:id', { params: { id: outletId }, body: tables }, token);

  // The guest, with a card, notes and an address.
  const benefit = { kind: 'percent', percent: 10 } as const;
  await call('POST /offer/add-offer', { body: { name: `Ten ${canary}`, code: 'TEN', benefit } }, token);
  const card = { name: 'Regulars', benefit: { kind: 'amount', amount: 10 }, stamps: { needed: 3 } } as const;
  await call('POST /offer/add-offer', { body: card }, token);
  const note = { params: { id: guest.customerId }, body: { text: `Window ${canary}` } };
  await call('POST /customer/add-note/:id', note, token);
  const { areaId: deliveryAreaId } = made;
  const saved = { location: '4 Harbour Road', floor: '1', instruction: 'Ring', deliveryAreaId, areaName: 'Harbour' };
  await call('POST /auth/save-address', { body: saved }, guest.token);

  // Orders: of months ago, at work, changed, paid online, delivered with a photo, and one that waits for its payment.
  const place = async (body: ReturnType<typeof pickupOrder>) =>
    (await call('POST /order/create-order', { body }, guest.token)).order;
  const move = (orderId: OrderId, ...states: ('Confirmed' | 'Ready' | 'Completed' | 'Cancelled')[]) =>
    states.reduce<Promise<unknown>>(
      (before, status) =>
        before.then(() =>
          call('POST /order/update-order-status', { body: { orderId, status, reason: canary } }, token),
        ),
      Promise.resolve(),
    );
  const months = Array.from({ length: 40 }, (_, index) => ({
    placedAt: new Date(Date.UTC(2026, 2 + (index % 4), 1 + index / 2, 8 + (index % 9))).toISOString(),
    customerId: index % 7 === 0 ? null : guest.customerId,
    isTest: index % 7 === 0,
    number: 1_000 + index,
    mode: index % 3 === 0 ? ('delivery' as const) : ('pickup' as const),
    status: index % 8 === 0 ? ('Cancelled' as const) : ('Completed' as const),
    total: 1_000 + index * 35,
    acceptedAt: new Date(Date.UTC(2026, 2 + (index % 4), 1 + index / 2, 8 + (index % 9), 3)).toISOString(),
  }));
  await insertPastOrders(db, made, months);
  const offered = await place(pickupOrder(made, [largeBurger(made, 2)], 41.34, { offerCode: 'TEN' }));
  await move(offered._id, 'Confirmed', 'Ready', 'Completed');
  const changed = await place(pickupOrder(made, [largeBurger(made, 2)], 45.94));
  await move(changed._id, 'Confirmed');
  const change = { orderId: changed._id, lines: [{ lineNumber: 1, quantity: 1 }] };
  await call('POST /order/propose-change', { body: change }, token);
  await call('POST /order/answer-change', { body: { orderId: changed._id, number: 1, isAccepted: true } }, guest.token);
  const online = await paid.pay();
  await move(online.orderId, 'Confirmed', 'Ready', 'Completed');
  await paid.letPass();
  const refund = { params: { id: online.orderId }, body: { amount: 5, reason: 'Cold' } };
  await call('POST /order/refund/:id', { ...refund, idempotencyKey: randomUUID() }, token);
  await paid.letPass();
  await paid.begin(paid.order());
  const driver = await makeDriver(db, made.id, { name: `Driver ${canary}` });
  await makeShift(db, made.id, driver);
  const delivered = await place(deliveryOrder(made, [largeBurger(made, 2)], 50.94));
  await move(delivered._id, 'Confirmed', 'Ready');
  await call('POST /delivery/take-order', { body: { orderId: delivered._id } }, driver.token);
  const photo = { form: { orderId: delivered._id }, files: { photo: makePng(3) } };
  await call('POST /delivery/hand-over', photo, driver.token);
  const problem = { orderId: delivered._id, kind: 'missing', wish: 'refund', note: canary } as const;
  await call('POST /order/report-problem', { form: problem, files: { photo: makePng(4) } }, guest.token);
  const open = await place(pickupOrder(made, [largeBurger(made, 2)], 45.94));

  // Rows that are seldom, or take days to come about.
  await platformTransaction(db, 'seed', async (tx) => {
    const own = sql`${made.id}::uuid`;
    const unpaid = sql`(select order_id from payments where restaurant_id = ${own} and placed_at is null)`;
    const statements = [
      sql`insert into tax_details values (${own}, now(), ${`${canary} LLC`}, '1', 'Harbour')`,
      sql`insert into customer_consents values (${own}, ${guest.customerId}, now(), 'account') on conflict do nothing`,
      sql`insert into category_inactive_outlets values (${own}, ${made.categories.drinks}, ${outletId})`,
      sql`insert into item_inactive_outlets values (${own}, ${made.items.special}, ${outletId})`,
      sql`insert into low_stock_mails (restaurant_id, hour, next_at) values (${own}, 7, '2100-01-01') on conflict do nothing`,
      sql`insert into low_stock_recipients values (${own}, ${owner.userId}) on conflict do nothing`,
      sql`insert into order_make_minutes (restaurant_id, order_id, outlet_id, mode, quarter, minutes)
        select ${own}, id, ${outletId}, 'pickup', '2100-01-01', 5 from (values (${open._id}::uuid), (${unpaid})) as held (id)`,
      sql`insert into payment_lines (restaurant_id, payment_id, order_id, line_number, amount_minor, order_tip_minor, tip_minor)
        select restaurant_id, id, order_id, 1, amount_minor, 0, 0 from payments where restaurant_id = ${own}`,
      sql`insert into item_outlet_quantities values (${own}, ${made.items.special}, ${outletId}, 7)`,
      sql`insert into item_goes_with values (${own}, ${made.items.burger}, ${made.items.water}, 0)`,
      sql`insert into courier_companies (restaurant_id, id, name, api_url, merchant_id, client_id, sealed, takes_money, connected_at)
        values (${own}, gen_random_uuid(), 'Riders', 'https://riders.example', 'm', 'c', 'sealed', false, now())`,
      sql`insert into own_domains (restaurant_id, domain, proof, claimed_at, next_check_at)
        values (${own}, ${`${canary}.example.org`}, ${randomBytes(8).toString('hex')}, now(), '2100-01-01')`,
    ];
    for (const statement of statements) await statement.execute(tx);
  });
  return { ...paid, slug: slug.slug, openId: open._id, deliveredId: delivered._id };
}
