import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Catalogue } from '#contract/menu/catalogue.ts';
import { newId } from '#server/db/new-id.ts';
import { DAY } from '#contract/base/time.ts';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, ownersPassword } from '#server/test/data/restaurant.ts';
import { slowness } from '#server/test/servers/slowness.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

const read = (slug: string) => server.call('GET /site/:slug', { params: { slug } });

/** Makes a change with its event, as a module does. */
function change(restaurantId: RestaurantId, work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  return transaction(server.db, restaurantId, async (tx) => {
    await work(tx);
    await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, new Date());
  });
}

/** Milliseconds until the site shows the change. */
async function timeUntil(slug: string, isThere: (catalogue: Catalogue) => boolean): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < 5000) {
    if (isThere(await read(slug))) return performance.now() - started;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error('The site never showed it');
}

test('one answer holds a restaurant with everything that its site needs and nothing private', async () => {
  const made = await makeRestaurant(server.db);
  const catalogue = await read(made.slug);
  expect(Catalogue.parse(catalogue)).toEqual(catalogue);
  expect(catalogue.siteToken).toBe(made.siteToken);
  expect(catalogue.restaurant).toMatchObject({ _id: made.id, slug: made.slug, currency: 'AED', chargeOptions: 'once' });
  expect(
    catalogue.outlets.map(({ _id, modes }) => [_id, modes.delivery.acceptsOrders, modes.pickup.takesCard]),
  ).toEqual([[made.outletId, true, true]]);
  expect(catalogue.deliveryAreas).toMatchObject([{ _id: made.areaId, minBasketValue: 30, deliveryFee: 5 }]);
  expect(catalogue.categories.map(({ items }) => items)).toEqual([
    [made.items.burger, made.items.special],
    [made.items.water],
  ]);
  expect(catalogue.items.map(({ _id, price }) => [_id, price])).toEqual([
    [made.items.burger, 18],
    [made.items.special, 42],
    [made.items.water, 5.5],
  ]);
  expect(catalogue.modifierLists.map(({ modifierList }) => modifierList.map(({ price }) => price))).toEqual([
    [0, 4.5],
    [3.25, 3.75, 0],
  ]);
  const text = JSON.stringify(catalogue);
  expect(text).not.toContain(`${made.canary}@outlet.test`);
  expect(text).not.toContain(`special-${made.canary}`);
  expect(text).not.toMatch(/"(quantity|sku|createdAt|email|alertCalls|position)"/);
});

test('the first Live menu is shown (D-67)', async () => {
  const made = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, made.id);
  const body = { name: 'Night', platform: 'OrderManager', notes: 'Late', state: 'true' } as const;
  const { menu } = await server.call('POST /menu/add-menu', { body }, token);
  const midnight = { menuId: menu._id, name: 'Midnight', items: [made.items.water] };
  await server.call('POST /menu/add-update-category', { body: midnight }, token);
  const shown = async () => (await read(made.slug)).categories.map(({ name }) => name);
  expect(await shown()).toEqual([`Mains ${made.canary}`, `Drinks ${made.canary}`]);
  await server.call('POST /menu/update-menu/:id', { params: { id: made.menuId }, body: { state: 'false' } }, token);
  await expect.poll(shown).toEqual(['Midnight']);
  const { menus } = await server.call('GET /menu/get-all-menus', {}, made.siteToken);
  expect(menus.map(({ name }) => name)).toEqual(['Night']);
});

test('a slug is read in any case, and an unknown one is not found', async () => {
  const { slug, id } = await makeRestaurant(server.db);
  expect((await read(slug.toUpperCase())).restaurant._id).toBe(id);
  await expect(read('nobody-is-called-so')).rejects.toMatchObject({
    status: 404,
    answer: { code: 'request.not_found' },
  });
});

test('a restaurant that moves to another address is found there, and the old address redirects to it', async () => {
  const { slug, id } = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, id);
  await read(slug);
  await server.call('POST /restaurant/update-slug', { body: { slug: `${slug}-new`, password: ownersPassword } }, token);
  await timeUntil(`${slug}-new`, ({ restaurant }) => restaurant.slug === `${slug}-new`);
  expect(await read(slug)).toEqual(await read(`${slug}-new`));
});

test('a catalogue is sent compressed and once: the same version is answered 304', async () => {
  const { slug } = await makeRestaurant(server.db);
  const url = `/api/v1/site/${slug}`;
  const plain = await server.app.inject({ url });
  const { version } = plain.json<Catalogue>();
  expect(plain.headers['etag']).toBe(`"${version}"`);
  const gzip = await server.app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
  const brotli = await server.app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br' } });
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  const again = await server.app.inject({ url, headers: { 'if-none-match': `"${version}"` } });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

describe('a change', () => {
  test('is on the site within 100 ms of its commit, and changes the version (P6)', async () => {
    const { slug, id, items } = await makeRestaurant(server.db);
    const times: number[] = [];
    let { version } = await read(slug);
    for (let round = 0; round < 5; round++) {
      await change(id, (tx) =>
        tx
          .updateTable('items')
          .set({ name: `Soup ${round}` })
          .where('id', '=', items.water)
          .execute(),
      );
      times.push(await timeUntil(slug, (catalogue) => catalogue.items.some(({ name }) => name === `Soup ${round}`)));
      const next = await read(slug);
      expect(next.version).not.toBe(version);
      ({ version } = next);
    }
    expect(Math.min(...times)).toBeLessThan(100 * slowness());
  });

  test("by the outlet's staff changes the version too", async () => {
    const { slug, id, outletId } = await makeRestaurant(server.db);
    const { token } = await makeOwner(server.db, id);
    await read(slug);
    await server.call('PUT /outlet/update-outlet/:id', { params: { id: outletId }, form: { delivery: false } }, token);
    await timeUntil(slug, ({ outlets }) => outlets[0]?.modes.delivery.acceptsOrders === false);
    await server.call('PUT /outlet/update-outlet/:id', { params: { id: outletId }, form: { status: false } }, token);
    await timeUntil(slug, ({ outlets, deliveryAreas }) => outlets.length === 0 && deliveryAreas.length === 0);
  });

  test('leaves the version as it was when guests cannot see it or it is undone', async () => {
    const { slug, id, items } = await makeRestaurant(server.db);
    const { version } = await read(slug);
    const rename = (name: string) =>
      change(id, (tx) => tx.updateTable('items').set({ name }).where('id', '=', items.water).execute());
    const before = (await read(slug)).items.find(({ _id }) => _id === items.water)!.name;
    await rename('Other');
    await timeUntil(slug, (catalogue) => catalogue.version !== version);
    await rename(before);
    await timeUntil(slug, (catalogue) => catalogue.version === version);
    await change(id, (tx) =>
      tx.updateTable('items').set({ sku: 'NEW', quantity: 3 }).where('id', '=', items.special).execute(),
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await read(slug)).version).toBe(version);
  });

  test('is not lost when it arrives while the catalogue is being read', async () => {
    const { slug, id, items } = await makeRestaurant(server.db);
    for (let round = 0; round < 20; round++) {
      const name = `Race ${round}`;
      await Promise.all([
        read(slug),
        change(id, (tx) => tx.updateTable('items').set({ name }).where('id', '=', items.water).execute()),
        read(slug),
      ]);
      await timeUntil(slug, (catalogue) => catalogue.items.some((item) => item.name === name));
    }
  });

  test('in one restaurant does not touch another', async () => {
    const one = await makeRestaurant(server.db);
    const other = await makeRestaurant(server.db);
    const before = await read(other.slug);
    await change(one.id, (tx) => tx.updateTable('items').set({ name: 'Changed' }).execute());
    await timeUntil(one.slug, (catalogue) => catalogue.items.every(({ name }) => name === 'Changed'));
    expect(await read(other.slug)).toEqual(before);
    expect(JSON.stringify(before)).not.toContain(one.canary);
  });
});

test('a category that is off at an outlet takes its items along, unless another category has them', async () => {
  const { slug, id, outletId, items, categories } = await makeRestaurant(server.db);
  await transaction(server.db, id, async (tx) => {
    await tx
      .insertInto('category_inactive_outlets')
      .values({ restaurant_id: id, category_id: categories.mains, outlet_id: outletId })
      .execute();
    await tx
      .insertInto('category_items')
      .values({ restaurant_id: id, category_id: categories.drinks, item_id: items.burger, position: 1 })
      .execute();
    await tx
      .insertInto('item_inactive_outlets')
      .values({ restaurant_id: id, item_id: items.water, outlet_id: outletId })
      .execute();
  });
  const catalogue = await read(slug);
  const off = new Map(catalogue.items.map(({ _id, InActiveOutletIds }) => [_id, InActiveOutletIds]));
  expect([off.get(items.special), off.get(items.burger), off.get(items.water)]).toEqual([[outletId], [], [outletId]]);
});

test('an inactive outlet is not revealed by what is switched off there', async () => {
  const { slug, id, items } = await makeRestaurant(server.db);
  const closed = newId<OutletId>();
  await transaction(server.db, id, async (tx) => {
    const outlet = await tx.selectFrom('outlets').selectAll().executeTakeFirstOrThrow();
    await tx
      .insertInto('outlets')
      .values({ ...outlet, id: closed, name: 'Closed', name_key: 'closed', is_active: false })
      .execute();
    await tx
      .insertInto('item_inactive_outlets')
      .values({ restaurant_id: id, item_id: items.water, outlet_id: closed })
      .execute();
  });
  expect(JSON.stringify(await read(slug))).not.toContain(closed);
});

test('an item without stock is sold out', async () => {
  const { slug, items } = await makeRestaurant(server.db, { stock: 0 });
  const { items: shown } = await read(slug);
  expect(shown.filter(({ soldOut }) => soldOut).map(({ _id }) => _id)).toEqual([items.special]);
});

test('the dishes in most orders of the last weeks are popular, until the next day counts anew', async () => {
  const made = await makeRestaurant(server.db, { stock: null });
  const guest = await makeCustomer(server.db, made.id);
  const place = async (items: ('water' | 'special')[], totalPrice: number) => {
    const lines = items.map((name) => ({ itemId: made.items[name], quantity: 1 }));
    const body = pickupOrder(made, lines, totalPrice);
    const { order } = await server.call('POST /order/create-order', { body }, guest.token);
    // A guest has few orders that wait.
    await transaction(server.db, made.id, (tx) =>
      tx.updateTable('orders').set({ status: 'Completed' }).where('id', '=', order._id).execute(),
    );
  };
  await place(['water'], 5.78);
  for (let count = 0; count < 3; count += 1) await place(['special', 'water'], 49.88);
  const popular = async () => (await read(made.slug)).popular;
  expect(await popular()).toEqual([]);
  server.clock.advance(2 * DAY);
  expect(await popular()).toEqual([made.items.water, made.items.special]);
  server.clock.advance(28 * DAY);
  expect(await popular()).toEqual([]);
});
