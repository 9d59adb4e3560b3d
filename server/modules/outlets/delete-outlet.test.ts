import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OutletId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import {
  makeCustomer,
  makeOwner,
  makeRestaurant,
  type TestRestaurant,
  ownersPassword,
} from '#server/test/data/restaurant.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
let guest: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
  ({ token: guest } = await makeCustomer(server.db, ours.id));
});

const remove = (id: OutletId = ours.outletId, token = owner) =>
  server.call('DELETE /outlet/delete-outlet/:id', { params: { id }, body: { password: ownersPassword } }, token);
const restore = (id: OutletId = ours.outletId, token = owner) =>
  server.call('POST /outlet/restore-outlet/:id', { params: { id } }, token);
const list = async () => (await server.call('GET /outlet/get-all-outlet', {}, owner)).outlets;
const order = () =>
  server.call(
    'POST /order/create-order',
    { body: pickupOrder(ours, [{ itemId: ours.items.water, quantity: 1 }], 5.78) },
    guest,
  );

describe('a deleted outlet', () => {
  test('is nowhere any more, and neither is what belongs to it', async () => {
    await order();
    expect(await remove()).toEqual({
      success: true,
      code: 'outlet.deleted',
      msg: 'Your outlet was successfully deleted',
      liveOrders: 1,
    });
    expect(await list()).toEqual([]);
    for (const call of [
      () => server.call('GET /outlet/get-outlet/:id', { params: { id: ours.outletId } }, owner),
      () => server.call('PUT /outlet/update-outlet/:id', { params: { id: ours.outletId }, form: {} }, owner),
      () => server.call('GET /outlet/get-all-delivery-areas/:id', { params: { id: ours.outletId } }, owner),
      () => server.call('GET /outlet/get-delivery-area/:id', { params: { id: ours.areaId } }, owner),
      () => server.call('GET /outlet/get-special-days/:id', { params: { id: ours.outletId } }, owner),
      () => server.call('POST /outlet/clone-outlet/:id', { params: { id: ours.outletId } }, owner),
      () =>
        server.call(
          'POST /outlet/update-ordering-modes/:id',
          { params: { id: ours.outletId }, body: { mode: 'delivery' } },
          owner,
        ),
      () => remove(),
      () => order(),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404, answer: { msg: expect.any(String) } });
    }
    const site = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
    expect([site.outlets, site.deliveryAreas]).toEqual([[], []]);
  });

  test('is no longer named by what was switched off there', async () => {
    await transaction(server.db, ours.id, async (tx) => {
      const off = { restaurant_id: ours.id, outlet_id: ours.outletId };
      await tx
        .insertInto('item_inactive_outlets')
        .values({ ...off, item_id: ours.items.water })
        .execute();
      await tx
        .insertInto('item_inactive_outlets')
        .values({ ...off, item_id: ours.modifiers.onion })
        .execute();
      await tx
        .insertInto('category_inactive_outlets')
        .values({ ...off, category_id: ours.categories.mains })
        .execute();
    });
    const named = async () => {
      const answers = await Promise.all([
        server.call('GET /menu/get-all-items-modifier', {}, owner),
        server.call('GET /menu/get-all-modifier-list', {}, owner),
        server.call('POST /menu/get-all-categories', { body: { menuId: ours.menuId } }, owner),
      ]);
      return answers.map((answer) => JSON.stringify(answer).includes(ours.outletId));
    };
    expect(await named()).toEqual([true, true, true]);
    await remove();
    expect(await named()).toEqual([false, false, false]);
    await restore();
    expect(await named()).toEqual([true, true, true]);
  });

  test('leaves its orders: the live ones are worked off, and all keep its name', async () => {
    const { order: placed } = await order();
    await remove();
    const { order: moved } = await server.call(
      'POST /order/update-order-status',
      { body: { orderId: placed._id, status: 'Confirmed' } },
      owner,
    );
    expect(moved).toMatchObject({ status: 'Confirmed', outlet: { name: `Marina ${ours.canary}` } });
    const { order: read } = await server.call(
      'GET /order/get-order-details/:id',
      { params: { id: placed._id } },
      guest,
    );
    expect(read.outlet.name).toBe(`Marina ${ours.canary}`);
  });

  test('leaves its name to others', async () => {
    const clone = await server.call('POST /outlet/clone-outlet/:id', { params: { id: ours.outletId } }, owner);
    await remove();
    const name = `Marina ${ours.canary}`;
    const { outlet } = await server.call(
      'PUT /outlet/update-outlet/:id',
      { params: { id: clone.outlet._id }, form: { name } },
      owner,
    );
    expect(outlet.name).toBe(name);
    await expect(restore()).rejects.toMatchObject({
      status: 409,
      answer: {
        code: 'outlet.restore_conflict',
        msg: `Another outlet is called ${name} by now. Rename it, then restore this one.`,
      },
    });
  });

  test('comes back unchanged with everything of its own, and once however often it is restored', async () => {
    const [before] = await list();
    const site = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
    await remove();
    for (let time = 0; time < 2; time++) {
      expect(await restore()).toEqual({
        outlet: before,
        outlets: before,
        success: true,
        code: 'outlet.updated',
        msg: 'Outlet details was updated',
      });
    }
    expect(await list()).toEqual([before]);
    expect(await server.call('GET /site/:slug', { params: { slug: ours.slug } })).toEqual(site);
    await expect(order()).resolves.toMatchObject({ order: { orderNumber: 1 } });
    const events = await transaction(server.db, ours.id, (tx) =>
      tx.selectFrom('events').select('type').where('type', '=', 'outlet.changed').execute(),
    );
    expect(events).toHaveLength(2);
  });

  test('is deleted by one of several parallel callers', async () => {
    const results = await Promise.allSettled([remove(), remove(), remove()]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

test('staff may not delete an outlet, and an unknown one is not found', async () => {
  const staff = await makeOwner(server.db, ours.id, 'staff');
  for (const token of [staff.token, guest]) {
    await expect(remove(ours.outletId, token)).rejects.toMatchObject({ status: 403 });
    await expect(restore(ours.outletId, token)).rejects.toMatchObject({ status: 403 });
  }
  await expect(remove(newId<OutletId>())).rejects.toMatchObject({ answer: { code: 'request.not_found' } });
  await expect(restore(newId<OutletId>())).rejects.toMatchObject({ answer: { code: 'request.not_found' } });
});
