import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryAreaId, OutletId } from '#contract/base/ids.ts';
import { minorUnits } from '#contract/base/money.ts';
import type { Database } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { platformTransaction, transaction, type Tx } from '#server/db/transaction.ts';
import { freshDatabase } from '#server/test/servers/database.ts';
import { deliveryOrder, largeBurger, type OrderInput, pickupOrder } from '#server/test/data/orders.ts';
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { testLog } from '#server/test/servers/log.ts';
import { OrderWriter } from '../place/order-writer.ts';
import { placeOrder } from '../place/place-order.ts';
import { type KnownZones, readBasketFacts } from './read-basket-facts.ts';
import { BasketFactsCache } from './basket-facts-cache.ts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

let made: TestRestaurant;
beforeEach(async () => {
  made = await makeRestaurant(database.db);
});

const read = (order: OrderInput) => transaction(database.db, made.id, (tx) => readBasketFacts(tx, made.id, order));
const delivered = () => deliveryOrder(made, [largeBurger(made)], 1);

describe('facts that were read are remembered', () => {
  test('unchanged', async () => {
    const remembered = new BasketFactsCache();
    const facts = await read(delivered());
    remembered.remember(made.id, delivered(), facts);
    expect(remembered.recall(made.id, delivered())).toEqual(facts);
  });

  test('item by item, mode by mode and area by area', async () => {
    const remembered = new BasketFactsCache();
    const water = pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 1);
    remembered.remember(made.id, delivered(), await read(delivered()));
    expect(remembered.recall(made.id, water)).toBeNull();
    remembered.remember(made.id, water, await read(water));
    const both = { ...delivered(), items: [...delivered().items, ...water.items] };
    expect(remembered.recall(made.id, both)).toEqual({
      ...(await read(both)),
      items: expect.arrayContaining((await read(both)).items),
    });
    expect(remembered.recall(made.id, { ...both, deliveryAreaId: newId<DeliveryAreaId>() })).toBeNull();
    expect(remembered.recall(made.id, { ...both, outletId: newId<OutletId>() })).toBeNull();
    expect(remembered.recall(made.id, { ...both, deliveryMode: 'dine-in' })).toBeNull();
  });

  test('together only with facts of the same version', async () => {
    const remembered = new BasketFactsCache();
    const water = { ...delivered(), items: pickupOrder(made, [{ itemId: made.items.water, quantity: 1 }], 1).items };
    remembered.remember(made.id, delivered(), await read(delivered()));
    await change((tx) =>
      tx.updateTable('items').set({ name: 'Still water' }).where('id', '=', made.items.water).execute(),
    );
    remembered.remember(made.id, water, await read(water));
    expect(remembered.recall(made.id, delivered())).toBeNull();
    expect(remembered.recall(made.id, water)?.items[0]).toMatchObject({ name: 'Still water' });
  });
});

describe('known zones', () => {
  const toDoor = () => ({ ...delivered(), deliveryAreaId: null, position: { latitude: 25.1, longitude: 55.1 } });
  const readWith = (zones: KnownZones | null) =>
    transaction(database.db, made.id, (tx) => readBasketFacts(tx, made.id, toDoor(), zones));
  const draw = (radius: number) =>
    change((tx) =>
      tx
        .updateTable('delivery_areas')
        .set({ shape: { kind: 'circle', centre: [55.1, 25.1], radius } })
        .where('restaurant_id', '=', made.id)
        .execute(),
    );

  test('are not read again before something of the menu has changed', async () => {
    const remembered = new BasketFactsCache();
    await draw(1000);
    expect(remembered.recallZones(made.id, made.outletId)).toBeNull();
    remembered.remember(made.id, delivered(), await read(delivered()));
    expect(remembered.recallZones(made.id, made.outletId)).toBeNull();
    const first = await readWith(null);
    remembered.remember(made.id, toDoor(), first);
    const known = remembered.recallZones(made.id, made.outletId);
    expect((await readWith(known)).zones).toBe(first.zones);
    await draw(2000);
    const { zones } = await readWith(known);
    expect(zones.map(({ shape }) => shape)).toEqual([{ kind: 'circle', centre: [55.1, 25.1], radius: 2000 }]);
    expect(await readWith(known)).toEqual(await readWith(null));
  });

  test('are none of a basket that says no place', async () => {
    await draw(1000);
    const { menuVersion, zones } = await readWith(null);
    expect(zones).toHaveLength(1);
    const facts = await transaction(database.db, made.id, (tx) =>
      readBasketFacts(tx, made.id, delivered(), { menuVersion, zones }),
    );
    expect(facts.zones).toEqual([]);
  });
});

function change(work: (tx: Tx) => Promise<unknown>) {
  return transaction(database.db, made.id, work);
}

async function menuVersion(id = made.id): Promise<number> {
  const { menu_version } = await platformTransaction(database.db, 'seed', (tx) =>
    tx.selectFrom('restaurants').select('menu_version').where('id', '=', id).executeTakeFirstOrThrow(),
  );
  return menu_version;
}

describe('the version of a menu', () => {
  const tables = [
    'outlet_modes',
    'delivery_areas',
    'special_days',
    'modifier_lists',
    'modifier_list_items',
    'item_modifier_lists',
    'menus',
    'categories',
    'category_items',
  ];
  const facts: Record<string, string[]> = {
    restaurants: ['currency', 'charge_options'],
    outlets: [
      'name',
      'time_zone',
      'is_active',
      'tax_rate_bp',
      'tax_inclusive',
      'deleted_at',
      'auto_reject_minutes',
      'refuses_unattended',
      'takes_same_date',
      'takes_next_date',
      'asks_phone_at_tables',
    ],
    items: ['name', 'name_translations', 'price_minor', 'deleted_at', 'type'],
    ...Object.fromEntries(tables.map((table) => [table, ['restaurant_id']])),
  };
  const changes = Object.entries(facts).flatMap(([table, columns]) => columns.map((column) => ({ table, column })));

  test.each(changes)('changes with $table.$column, for that restaurant', async ({ table, column }) => {
    const other = await makeRestaurant(database.db);
    const before = [await menuVersion(), await menuVersion(other.id)];
    const key = table === 'restaurants' ? 'id' : 'restaurant_id';
    await change((tx) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} where ${sql.ref(key)} = ${made.id}`.execute(
        tx,
      ),
    );
    expect(await menuVersion()).not.toBe(before[0]);
    expect(await menuVersion(other.id)).toBe(before[1]);
  });

  test.each(tables)('changes with a row that goes from %s', async (table) => {
    const before = await menuVersion();
    await change((tx) => sql`delete from ${sql.table(table)} where restaurant_id = ${made.id}`.execute(tx));
    expect(await menuVersion()).not.toBe(before);
  });

  test('changes when something is switched off at an outlet, and on again', async () => {
    const versions = [await menuVersion()];
    const off = { restaurant_id: made.id, outlet_id: made.outletId };
    const changed = async (work: (tx: Tx) => Promise<unknown>) => {
      await change(work);
      versions.push(await menuVersion());
    };
    await changed((tx) =>
      tx
        .insertInto('item_inactive_outlets')
        .values({ ...off, item_id: made.items.water })
        .execute(),
    );
    await changed((tx) => tx.deleteFrom('item_inactive_outlets').execute());
    await changed((tx) =>
      tx
        .insertInto('category_inactive_outlets')
        .values({ ...off, category_id: made.categories.mains })
        .execute(),
    );
    await changed((tx) => tx.deleteFrom('category_inactive_outlets').execute());
    await changed((tx) =>
      tx
        .insertInto('item_sold_out')
        .values({ ...off, item_id: made.items.water, sold_out_until: null })
        .execute(),
    );
    await changed((tx) => tx.updateTable('item_sold_out').set({ sold_out_until: new Date() }).execute());
    await changed((tx) => tx.deleteFrom('item_sold_out').execute());
    expect(new Set(versions).size).toBe(8);
  });

  test('does not change with an order', async () => {
    const before = await menuVersion();
    await order(44.1);
    expect(await menuVersion()).toBe(before);
  });
});

const remembered = new BasketFactsCache();

/** Orders one special. */
async function order(totalPrice: number) {
  const { customerId } = await makeCustomer(database.db, made.id);
  const input = pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], totalPrice);
  const deps = {
    db: database.db,
    clock: () => new Date(),
    remembered,
    writer: new OrderWriter(database.orderDb, testLog),
  };
  return placeOrder(deps, { restaurantId: made.id, customerId }, input, null);
}

describe('an order by remembered facts', () => {
  const special = (set: object) =>
    change((tx) => tx.updateTable('items').set(set).where('id', '=', made.items.special).execute());

  test('has the present price', async () => {
    await order(44.1);
    await special({ price_minor: minorUnits(5000) });
    await expect(order(44.1)).rejects.toMatchObject({
      code: 'order.price_changed',
      details: { total: 'AED\u00a052.50' },
    });
    expect((await order(52.5)).totalPrice).toBe(52.5);
    await special({ price_minor: minorUnits(4200) });
    expect((await order(44.1)).totalPrice).toBe(44.1);
  });

  test('is refused for a missing dish, and taken when it is back', async () => {
    await order(44.1);
    await special({ deleted_at: new Date() });
    await expect(order(44.1)).rejects.toMatchObject({ code: 'order.item_gone' });
    await special({ deleted_at: null });
    expect((await order(44.1)).orderNumber).toBe(2);
  });

  test('knows the present portions', async () => {
    await special({ quantity: 1 });
    await order(44.1);
    await expect(order(44.1)).rejects.toMatchObject({ code: 'order.sold_out' });
    await special({ quantity: 1 });
    expect((await order(44.1)).orderNumber).toBe(2);
    await special({ quantity: null });
    expect((await order(44.1)).orderNumber).toBe(3);
    await special({ quantity: 0 });
    await expect(order(44.1)).rejects.toMatchObject({ code: 'order.sold_out' });
  });
});

test('facts are not recalled for another restaurant, nor from one', async () => {
  const other = await makeRestaurant(database.db);
  const facts = new BasketFactsCache();
  facts.remember(made.id, delivered(), await read(delivered()));
  expect(facts.recall(other.id, delivered())).toBeNull();
  expect(facts.recall(made.id, { ...delivered(), items: [{ itemId: other.items.burger }] })).toBeNull();
});
