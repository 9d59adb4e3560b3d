import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { minorUnits } from '#contract/base/money.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import {
  deliveryOrder,
  largeBurger,
  type OrderInput,
  pickupOrder,
  refusalOf,
  type TestLine,
} from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { removeOldKeys } from './idempotency-keys.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  guest = await makeCustomer(app.db, made.id);
});

async function place(order: OrderInput, idempotencyKey?: string) {
  return (await app.call('POST /order/create-order', { body: { order }, idempotencyKey }, guest.token)).order;
}

async function quote(order: OrderInput) {
  return (await app.call('POST /order/quote-order', { body: order }, made.siteToken)).quote;
}

/** Changes the restaurant directly in the database. */
function change(work: (tx: Tx) => Promise<unknown>) {
  return platformTransaction(app.db, 'seed', work);
}

const water = (quantity = 1): TestLine => ({ itemId: made.items.water, quantity });
const special = (quantity = 1): TestLine => ({ itemId: made.items.special, quantity });

describe('a placed order', () => {
  test('costs what the menu says, to the minor unit, and is the same to every reader', async () => {
    const { canary } = made;
    const order = await place(
      deliveryOrder(made, [largeBurger(made, 2), { ...water(), note: 'No ice' }], 56.71, {
        specialInstruction: 'Two forks',
        userId: guest.customerId,
      }),
    );
    expect(order).toEqual({
      _id: expect.any(String),
      orderNumber: 1,
      orderName: '1',
      status: 'New',
      version: 1,
      statusChangedAt: order.createdAt,
      cancelReason: null,
      customerName: guest.name,
      phoneNo: guest.phone,
      deliveryMode: 'delivery',
      paymentMethod: 'card on delivery',
      platform: 'OrderManager',
      createdAt: expect.any(String),
      outletId: made.outletId,
      outlet: { _id: made.outletId, name: `Marina ${canary}`, timeZone: 'Asia/Dubai' },
      deliveryAreaId: made.areaId,
      areaName: `Harbour ${canary}`,
      tableId: null,
      tableName: null,
      tableArea: null,
      address: { location: '4 Harbour Road', floor: '12', instruction: 'Ring twice', nickName: 'Office' },
      specialInstruction: 'Two forks',
      cart: [
        {
          lineNumber: 1,
          itemId: made.items.burger,
          name: `burger ${canary}`,
          nameTranslations: { ar: `burger ar ${canary}` },
          quantity: 2,
          price: 18,
          totalPrice: 43.75,
          modifierList: [made.modifiers.large, made.modifiers.cheese],
          options: [
            {
              _id: made.modifiers.large,
              name: `large ${canary}`,
              nameTranslations: { ar: `large ar ${canary}` },
              price: 4.5,
              modifierListId: made.lists.size,
              modifierListName: `Choose a size ${canary}`,
            },
            {
              _id: made.modifiers.cheese,
              name: `cheese ${canary}`,
              nameTranslations: { ar: `cheese ar ${canary}` },
              price: 3.25,
              modifierListId: made.lists.extras,
              modifierListName: `Add extras ${canary}`,
            },
          ],
          note: '',
          guestName: '',
          madeAt: null,
          recalledAt: null,
        },
        {
          lineNumber: 2,
          itemId: made.items.water,
          name: `water ${canary}`,
          nameTranslations: { ar: `water ar ${canary}` },
          quantity: 1,
          price: 5.5,
          totalPrice: 5.5,
          modifierList: [],
          options: [],
          note: 'No ice',
          guestName: '',
          madeAt: null,
          recalledAt: null,
        },
      ],
      changes: [],
      currency: 'AED',
      subtotal: 49.25,
      taxRate: 5,
      discount: 0,
      offers: [],
      tip: null,
      taxInclusive: false,
      taxAmount: 2.46,
      deliveryFee: 5,
      totalPrice: 56.71,
      preparationTime: 15,
      travelTime: 25,
      orderDate: null,
      firesAt: null,
      firedAt: null,
      promisedAt: null,
      isTest: false,
      printedAt: null,
      acceptBy: null,
      escalation: null,
      seenBy: null,
      seenAt: null,
      history: [{ from: null, to: 'New', at: order.createdAt, by: null, reason: null, isUndo: false }],
    });

    const owner = await makeOwner(app.db, made.id);
    const params = { id: order._id };
    const asGuest = await app.call('GET /order/get-order-details/:id', { params }, guest.token);
    const asOwner = await app.call('GET /order/get-order-details/:id', { params }, owner.token);
    expect(asGuest.order).toEqual(order);
    expect(asOwner.order).toEqual({ ...order, history: [{ ...order.history[0], by: guest.name }] });
  });

  test.each([
    { name: 'no fee for pickup', overrides: {}, total: 51.71 },
    { name: 'tax contained', overrides: { taxInclusive: true }, total: 49.25 },
    { name: 'options for each portion', overrides: { chargeOptions: 'each' as const }, total: 59.85 },
    { name: 'three decimals', overrides: { currency: 'KWD' }, total: 5.171 },
    { name: 'no decimals', overrides: { currency: 'JPY' }, total: 5171 },
  ])('is priced by the terms of the restaurant: $name', async ({ overrides, total }) => {
    made = await makeRestaurant(app.db, overrides);
    guest = await makeCustomer(app.db, made.id);
    const order = pickupOrder(made, [largeBurger(made, 2), water()], total);
    expect((await quote(order)).total).toBe(total);
    expect((await place(order)).totalPrice).toBe(total);
  });

  test('with exactly the stated keys goes to the address saved last in the area, or to the area', async () => {
    const stated = () => {
      const { address: _, ...rest } = deliveryOrder(made, [largeBurger(made, 2)], 50.94, { userId: guest.customerId });
      return { ...rest, specialInstruction: '' };
    };
    expect((await place(stated())).address).toBeNull();
    const saved = { location: '4 Harbour Road', floor: '12', instruction: 'Ring twice', nickName: 'Office' } as const;
    const body = { deliveryAreaId: made.areaId, areaName: 'Harbour', ...saved };
    await app.call('POST /auth/save-address', { body }, guest.token);
    expect((await place(stated())).address).toEqual(saved);
  });

  test.each([
    ['Instagram', 'Instagram'],
    ['WhattsApp', 'WhatsApp'],
    ['google', 'Google'],
    ['Others', 'OrderManager'],
    ['OrderManager', 'OrderManager'],
    ['', 'OrderManager'],
  ])('from the place %j is one of %s', async (platform, named) => {
    const order = { ...pickupOrder(made, [water()], 5.78), platform };
    expect((await app.call('POST /order/create-order', { body: { order } }, guest.token)).order.platform).toBe(named);
  });

  test('knows the way to the door of a delivery, and of nothing else', async () => {
    await change((tx) =>
      tx.updateTable('outlet_modes').set({ preparation_minutes: 20, delivery_minutes: 45 }).execute(),
    );
    const delivered = await place(deliveryOrder(made, [largeBurger(made, 2), special()], 95.04));
    const fetched = await place(pickupOrder(made, [special()], 44.1));
    expect([delivered.travelTime, fetched.travelTime]).toEqual([25, 0]);
  });

  test('stays as it was when the menu, the outlet and the guest change', async () => {
    const order = await place(deliveryOrder(made, [largeBurger(made, 2), special()], 95.04));
    await change(async (tx) => {
      await tx
        .updateTable('items')
        .set({ price_minor: minorUnits(9900), name: 'Other' })
        .execute();
      await tx.updateTable('modifier_lists').set({ display_name: 'Other' }).execute();
      await tx.updateTable('outlets').set({ name: 'Other', tax_rate_bp: 2000, tax_inclusive: true }).execute();
      await tx.updateTable('outlet_modes').set({ preparation_minutes: 99, delivery_minutes: 200 }).execute();
      await tx
        .updateTable('delivery_areas')
        .set({ name: 'Other', fee_minor: minorUnits(100) })
        .execute();
      await tx
        .updateTable('customers')
        .set({ name: 'Other', phone: '+971500000000' })
        .where('id', '=', guest.customerId)
        .execute();
      await tx.updateTable('restaurants').set({ charge_options: 'each' }).where('id', '=', made.id).execute();
      await tx.updateTable('items').set({ deleted_at: new Date() }).where('id', '=', made.items.special).execute();
    });
    const later = await app.call('GET /order/get-order-details/:id', { params: { id: order._id } }, guest.token);
    expect(JSON.stringify(later.order)).toBe(JSON.stringify(order));
  });

  test('takes its portions, and those of its options', async () => {
    await change((tx) =>
      tx
        .updateTable('items')
        .set({ quantity: 9 })
        .where('id', 'in', [made.modifiers.cheese, made.items.special])
        .execute(),
    );
    await place(pickupOrder(made, [largeBurger(made, 2), largeBurger(made, 1), special(3)], 205.28));
    const rows = await change((tx) =>
      tx
        .selectFrom('items')
        .select(['id', 'quantity'])
        .where('restaurant_id', '=', made.id)
        .where('quantity', 'is not', null)
        .execute(),
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { id: made.modifiers.cheese, quantity: 6 },
        { id: made.items.special, quantity: 6 },
      ]),
    );
  });

  test('assigns options without a list to the lists of the dish, and accepts options by list', async () => {
    const { burger } = made.items;
    const { large, cheese, onion } = made.modifiers;
    const flat = await place(
      pickupOrder(made, [{ itemId: burger, modifierList: [onion, large, cheese], quantity: 1 }], 27.04),
    );
    const selections = [
      { modifierListId: made.lists.extras, modifierIds: [cheese, onion] },
      { modifierListId: made.lists.size, modifierIds: [large] },
    ];
    const byList = await place(pickupOrder(made, [{ itemId: burger, selections, quantity: 1 }], 27.04));
    expect(flat.cart[0]!.options.map(({ _id, modifierListId }) => [_id, modifierListId])).toEqual([
      [large, made.lists.size],
      [onion, made.lists.extras],
      [cheese, made.lists.extras],
    ]);
    expect(byList.cart[0]!.options.map(({ _id }) => _id).sort()).toEqual([large, cheese, onion].sort());
  });
});

describe('a claimed total', () => {
  test.each([51.7, 51.72, 0, 51.7100001, 1_000_000])(
    'is refused with a fresh quote when it is %d instead of 51.71',
    async (claim) => {
      const order = pickupOrder(made, [largeBurger(made, 2), water()], claim);
      const refusal = await refusalOf(place(order));
      expect(refusal).toMatchObject({ status: 409, code: 'order.price_changed' });
      expect(refusal.details).toMatchObject({ total: 'AED\u00a051.71', quote: await quote(order) });
      expect((await app.call('GET /order/get-all-orders', {}, guest.token)).order).toEqual([]);
    },
  );

  test("appears in the refusal's message", async () => {
    const refusal = await refusalOf(place(pickupOrder(made, [water()], 5.5)));
    expect(refusal.msg).toBe(
      'The price has changed from AED\u00a05.50 to AED\u00a05.78. Check it and place the order again.',
    );
  });

  test('is compared for the whole order, not for a line', async () => {
    const order = await place(pickupOrder(made, [{ ...water(), totalPrice: 0.01 }], 5.78));
    expect(order.cart[0]!.totalPrice).toBe(5.5);
  });
});

describe('an idempotency key', () => {
  test('gets its order again, as it is by then', async () => {
    const order = pickupOrder(made, [water()], 5.78);
    const first = await place(order, 'key');
    expect(JSON.stringify(await place(order, 'key'))).toBe(JSON.stringify(first));
    const body = { orderId: first._id, status: 'Confirmed' } as const;
    await app.call('POST /order/update-order-status', { body }, (await makeOwner(app.db, made.id)).token);
    const params = { id: first._id };
    const { order: present } = await app.call('GET /order/get-order-details/:id', { params }, guest.token);
    expect(present.status).toBe('Confirmed');
    expect(await place(order, 'key')).toEqual(present);
  });

  test('stands for one order only', async () => {
    const first = await place(pickupOrder(made, [water()], 5.78), 'key');
    const refusal = await refusalOf(place(pickupOrder(made, [water(2)], 11.55), 'key'));
    expect(refusal).toMatchObject({ status: 422, code: 'order.key_reused', details: { number: 1, order: first } });
    expect(refusal.msg).toBe(
      'Order #1 has already been placed from this basket. What is in it now would be another order.',
    );
  });

  test('belongs to one guest', async () => {
    const order = pickupOrder(made, [water()], 5.78);
    const first = await place(order, 'key');
    guest = await makeCustomer(app.db, made.id);
    const second = await place(order, 'key');
    expect([first.orderNumber, second.orderNumber]).toEqual([1, 2]);
  });

  test('is optional: two orders without one are two', async () => {
    const order = pickupOrder(made, [water()], 5.78);
    expect((await place(order)).orderNumber).toBe(1);
    expect((await place(order)).orderNumber).toBe(2);
  });

  test('is forgotten after a week, not before', async () => {
    const order = pickupOrder(made, [water()], 5.78);
    await place(order, 'key');
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);
    await removeOldKeys(app.db, inDays(6.9));
    expect((await place(order, 'key')).orderNumber).toBe(1);
    expect(await removeOldKeys(app.db, inDays(7.1))).toBeGreaterThanOrEqual(1);
    expect((await place(order, 'key')).orderNumber).toBe(2);
  });
});
