import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { signUpForm } from '#server/test/servers/sign-in-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let owner: Awaited<ReturnType<typeof makeOwner>>;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  owner = await makeOwner(app.db, made.id);
});

const placeTest = (outletId?: TestRestaurant['outletId']) =>
  app.call('POST /order/place-test-order', { body: { outletId } }, owner.token);
const change = (work: Parameters<typeof changeMenu>[2]) => changeMenu(app.db, made.id, work);
const ofOutlet = () => ({ restaurant_id: made.id, outlet_id: made.outletId });

function setModes(
  mode: 'delivery' | 'pickup',
  set: { accepts_orders?: boolean; takes_cash?: boolean; takes_card?: boolean },
) {
  return change((tx) =>
    tx
      .updateTable('outlet_modes')
      .set(set)
      .where('restaurant_id', '=', made.id)
      .where('outlet_id', '=', made.outletId)
      .where('mode', '=', mode)
      .execute(),
  );
}

test('a test order is a real order of the first dish, marked, with its mandatory options', async () => {
  const { order, problems } = await placeTest();
  expect(problems).toEqual([]);
  expect(order).toMatchObject({
    isTest: true,
    status: 'New',
    orderNumber: 1,
    customerName: 'Sara Khan',
    phoneNo: '+971501234567',
    deliveryMode: 'pickup',
    paymentMethod: 'cash on pickup',
    outletId: made.outletId,
    currency: 'AED',
    subtotal: 18,
    taxAmount: 0.9,
    totalPrice: 18.9,
    address: null,
  });
  expect(order.cart).toMatchObject([
    { itemId: made.items.burger, quantity: 1, price: 18, modifierList: [made.modifiers.regular] },
  ]);
  expect(order.history).toMatchObject([{ from: null, to: 'New', by: 'Sara Khan' }]);

  const { order: live } = await app.call('GET /order/get-all-orders', { query: { scope: 'live' } }, owner.token);
  expect(live).toEqual([order]);
});

test('a test order has no guest, takes no stock, and can be worked through like any other', async () => {
  await change((tx) => tx.updateTable('items').set({ quantity: 3 }).where('restaurant_id', '=', made.id).execute());
  const { order } = await placeTest();
  const rows = await transaction(app.db, made.id, async (tx) => ({
    orders: await tx.selectFrom('orders').select(['customer_id', 'is_test', 'stock_taken']).execute(),
    customers: await tx.selectFrom('customers').select('id').execute(),
    stock: await tx.selectFrom('items').select('quantity').groupBy('quantity').execute(),
  }));
  expect(rows).toEqual({
    orders: [{ customer_id: null, is_test: true, stock_taken: {} }],
    customers: [],
    stock: [{ quantity: 3 }],
  });
  const move = (status: 'Confirmed' | 'Ready' | 'Completed') =>
    app.call('POST /order/update-order-status', { body: { orderId: order._id, status } }, owner.token);
  for (const status of ['Confirmed', 'Ready', 'Completed'] as const) {
    expect((await move(status)).order).toMatchObject({ status, isTest: true });
  }
  const cancelled = (await placeTest()).order;
  const body = { orderId: cancelled._id, status: 'Cancelled', reason: 'Other' } as const;
  expect((await app.call('POST /order/update-order-status', { body }, owner.token)).order.status).toBe('Cancelled');
  const stock = await transaction(app.db, made.id, (tx) => tx.selectFrom('items').select('quantity').execute());
  expect(stock.every(({ quantity }) => quantity === 3)).toBe(true);
  expect(app.sms).toEqual([]);
});

test('a test order is sent to the screens of the restaurant, and to no guest', async () => {
  const guest = await makeCustomer(app.db, made.id);
  const { order } = await placeTest();
  const { order: seen } = await app.call('GET /order/get-all-orders', { query: {} }, guest.token);
  expect(seen).toEqual([]);
  const asked = app.call('GET /order/get-order-details/:id', { params: { id: order._id } }, guest.token);
  expect(await refusalOf(asked)).toMatchObject({ status: 404 });
  const events = await transaction(app.db, made.id, (tx) =>
    tx.selectFrom('events').select(['type', 'order_id', 'customer_id']).execute(),
  );
  expect(events).toEqual([{ type: 'order.placed', order_id: order._id, customer_id: null }]);
});

test("guests' orders are not tests, and each must have a guest", async () => {
  const guest = await makeCustomer(app.db, made.id);
  const body = { order: pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 5.78) };
  const { order } = await app.call('POST /order/create-order', { body }, guest.token);
  expect(order.isTest).toBe(false);
  const withoutGuest = transaction(app.db, made.id, (tx) =>
    tx.updateTable('orders').set({ customer_id: null }).where('id', '=', order._id).execute(),
  );
  await expect(withoutGuest).rejects.toThrow('orders_customer_id_check');
});

describe('a test order', () => {
  test('has the first dish that is not sold out', async () => {
    await change((tx) => tx.updateTable('items').set({ quantity: 0 }).where('id', '=', made.items.burger).execute());
    const { order } = await placeTest();
    expect(order.cart.map(({ itemId }) => itemId)).not.toContain(made.items.burger);
    expect(order.cart).toHaveLength(1);
  });

  test("is a delivery of the area's minimum when pickup is off", async () => {
    await setModes('pickup', { accepts_orders: false });
    const { order } = await placeTest();
    expect(order).toMatchObject({
      deliveryMode: 'delivery',
      paymentMethod: 'cash on delivery',
      deliveryAreaId: made.areaId,
      subtotal: 36,
      deliveryFee: 5,
    });
    expect(order.cart[0]).toMatchObject({ quantity: 2 });
  });

  test('is paid by card when only cards are taken', async () => {
    await setModes('pickup', { takes_cash: false });
    expect((await placeTest()).order.paymentMethod).toBe('card on pickup');
  });
});

test('a closed outlet takes a test order, which says that a guest would have been refused', async () => {
  await change((tx) =>
    tx.updateTable('outlet_modes').set({ opening_hours: '[]' }).where('restaurant_id', '=', made.id).execute(),
  );
  const { order, problems } = await placeTest(made.outletId);
  expect(order.isTest).toBe(true);
  expect(problems).toMatchObject([{ code: 'order.outlet_closed', msg: `Marina ${made.canary} is closed now.` }]);
});

describe('a test order that cannot be placed names the reason', () => {
  const refusal = async (outletId?: TestRestaurant['outletId']) => {
    const { status, code, msg } = await refusalOf(placeTest(outletId));
    expect(await transaction(app.db, made.id, (tx) => tx.selectFrom('orders').select('id').execute())).toEqual([]);
    return [status, code, msg.replace(made.canary, 'X')];
  };

  test('no outlet', async () => {
    const { token } = await app.call('POST /auth/signup', { body: signUpForm('owner@test-order.test') as never });
    const asked = app.call('POST /order/place-test-order', { body: {} }, token.token);
    expect(await refusalOf(asked)).toMatchObject({ status: 409, code: 'order.test_no_outlet' });
  });

  test("another restaurant's outlet", async () => {
    const other = await makeRestaurant(app.db);
    expect(await refusal(other.outletId)).toEqual([404, 'order.outlet_not_found', 'This outlet was not found.']);
  });

  test('an inactive outlet', async () => {
    await change((tx) => tx.updateTable('outlets').set({ is_active: false }).where('id', '=', made.outletId).execute());
    expect(await refusal()).toEqual([409, 'order.outlet_inactive', 'Marina X is not taking orders now.']);
  });

  test.each([
    ['no mode takes orders', { accepts_orders: false }],
    ['no payment is taken', { takes_cash: false, takes_card: false }],
  ])('%s', async (_, set) => {
    await setModes('pickup', set);
    await setModes('delivery', set);
    const [status, code] = await refusal();
    expect([status, code]).toEqual([409, 'order.test_no_mode']);
  });

  test('delivery without an area', async () => {
    await setModes('pickup', { accepts_orders: false });
    await change((tx) =>
      tx.updateTable('delivery_areas').set({ deleted_at: new Date() }).where('id', '=', made.areaId).execute(),
    );
    expect((await refusal())[1]).toBe('order.test_no_mode');
  });

  test.each([
    [
      'the menu is a draft',
      () => change((tx) => tx.updateTable('menus').set({ is_live: false }).where('id', '=', made.menuId).execute()),
    ],
    [
      'every dish is sold out',
      () => change((tx) => tx.updateTable('items').set({ quantity: 0 }).where('restaurant_id', '=', made.id).execute()),
    ],
    [
      'the categories are off at the outlet',
      () =>
        change((tx) =>
          tx
            .insertInto('category_inactive_outlets')
            .values(Object.values(made.categories).map((category_id) => ({ ...ofOutlet(), category_id })))
            .execute(),
        ),
    ],
  ])('%s', async (_, prepare) => {
    await prepare();
    expect(await refusal()).toEqual([
      409,
      'order.test_no_item',
      'No dish can be ordered at Marina X now. Put one that is available on a Live menu.',
    ]);
  });
});

test('with several outlets a test order goes to one that can take it, or to the named one', async () => {
  await change((tx) => tx.updateTable('outlets').set({ is_active: false }).where('id', '=', made.outletId).execute());
  const second = await copyOutlet('Second');
  expect((await placeTest()).order.outletId).toBe(second);
  expect((await refusalOf(placeTest(made.outletId))).code).toBe('order.outlet_inactive');
});

/** An active outlet with the modes of the first. */
async function copyOutlet(name: string): Promise<TestRestaurant['outletId']> {
  const id = crypto.randomUUID() as TestRestaurant['outletId'];
  await change(async (tx) => {
    const first = await tx.selectFrom('outlets').selectAll().where('id', '=', made.outletId).executeTakeFirstOrThrow();
    await tx
      .insertInto('outlets')
      .values({ ...first, id, name, name_key: name.toLowerCase(), is_active: true })
      .execute();
    const modes = await tx.selectFrom('outlet_modes').selectAll().where('outlet_id', '=', made.outletId).execute();
    for (const mode of modes) {
      await tx
        .insertInto('outlet_modes')
        .values({ ...mode, outlet_id: id, opening_hours: JSON.stringify(mode.opening_hours) })
        .execute();
    }
  });
  return id;
}
