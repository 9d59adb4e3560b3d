/** Outlets that count the portions of an item for themselves, beside the count of all outlets together (decision 105). */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ItemId, OutletId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { makeMany } from '#server/test/data/make-many.ts';
import { pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import {
  alwaysOpen,
  makeCustomer,
  makeOwner,
  makeRestaurant,
  type TestRestaurant,
} from '#server/test/data/restaurant.ts';
import { whenFree } from '#server/test/data/when-free.ts';
import { startApp } from '#server/test/servers/app.ts';

const app = await startApp();
afterAll(() => app.close());

let made: TestRestaurant;
let other: OutletId;
let owner: string;
let guest: string;
let special: ItemId;
beforeEach(async () => {
  made = await makeRestaurant(app.db, { stock: null });
  ({ special } = made.items);
  other = newId<OutletId>();
  await changeMenu(app.db, made.id, async (tx) => {
    const first = await tx.selectFrom('outlets').selectAll().where('id', '=', made.outletId).executeTakeFirstOrThrow();
    const copy = { ...first, id: other, name: `${first.name} 2`, name_key: `${first.name_key} 2`, order_prefix: '' };
    await tx.insertInto('outlets').values(copy).execute();
    const ofOutlet = { restaurant_id: made.id, outlet_id: other, takes_cash: true };
    const modes = (['delivery', 'pickup', 'dine-in'] as const).map((mode) => ({
      ...ofOutlet,
      mode,
      accepts_orders: true,
      opening_hours: JSON.stringify(alwaysOpen),
    }));
    await tx.insertInto('outlet_modes').values(modes).execute();
  });
  ({ token: owner } = await makeOwner(app.db, made.id));
  ({ token: guest } = await makeCustomer(app.db, made.id));
});

const count = (outletId: OutletId, quantity: number | null, quantitySeen?: number | null, itemId = special) =>
  app.call(
    'POST /menu/update-outlet-quantity/:id',
    { params: { id: itemId }, body: { outletId, quantity, ...(quantitySeen !== undefined && { quantitySeen }) } },
    owner,
  );
const countAll = (quantity: number) =>
  app.call('POST /menu/update-items-modifier/:id', { params: { id: special }, form: { quantity } }, owner);
const stock = async (id = special) => {
  const { item } = await app.call('GET /menu/get-items-modifier/:id', { params: { id } }, owner);
  const at = (outletId: OutletId) => item.quantityAt?.find((one) => one.outletId === outletId)?.quantity ?? null;
  return { all: item.quantity, here: at(made.outletId), there: at(other) };
};
const order = async (quantity: number, outletId = made.outletId, token = guest) => {
  const body = { ...pickupOrder(made, [{ itemId: special, quantity }], 44.1 * quantity), outletId };
  const idempotencyKey = randomUUID();
  return (await app.call('POST /order/create-order', { body: { order: body }, idempotencyKey }, token)).order;
};
const soldOutAt = async () => {
  const { items } = await app.call('GET /site/:slug', { params: { slug: made.slug } });
  return items.find(({ _id }) => _id === special)!.soldOutAt.map(({ outletId, until }) => [outletId, until]);
};

describe('an outlet that counts for itself', () => {
  test('sells what it has, and the others are not touched', async () => {
    await count(made.outletId, 3);
    expect(await stock()).toEqual({ all: null, here: 3, there: null });
    await order(2);
    await order(40, other);
    expect(await stock()).toEqual({ all: null, here: 1, there: null });
    expect(await refusalOf(order(2))).toMatchObject({ code: 'order.sold_out', details: { left: 1 } });
    expect(await soldOutAt()).toEqual([]);
    await order(1);
    expect(await stock()).toEqual({ all: null, here: 0, there: null });
    await expect.poll(soldOutAt).toEqual([[made.outletId, null]]);
    expect(await refusalOf(order(1))).toMatchObject({ code: 'order.sold_out', details: { left: 0 } });
    await order(1, other);
  });

  test('takes from its own count and from that of all outlets, or from neither', async () => {
    await countAll(5);
    await count(made.outletId, 3);
    await order(2);
    expect(await stock()).toEqual({ all: 3, here: 1, there: null });
    expect(await refusalOf(order(2))).toMatchObject({ code: 'order.sold_out' });
    await order(3, other);
    expect(await refusalOf(order(1))).toMatchObject({ code: 'order.sold_out', details: { left: 0 } });
    expect(await stock()).toEqual({ all: 0, here: 1, there: null });
  });

  test('gets the portions of a cancelled order back once, and gives them again when that is undone', async () => {
    await countAll(5);
    await count(made.outletId, 3);
    const { _id: orderId } = await order(3);
    const move = (status: 'Cancelled' | 'New') =>
      app.call('POST /order/update-order-status', { body: { orderId, status, reason: 'Too busy' } }, owner);
    expect(await stock()).toEqual({ all: 2, here: 0, there: null });
    await move('Cancelled');
    expect(await stock()).toEqual({ all: 5, here: 3, there: null });
    await expect.poll(soldOutAt).toEqual([]);
    await move('New');
    expect(await stock()).toEqual({ all: 2, here: 0, there: null });
    await move('Cancelled');
    expect(await stock()).toEqual({ all: 5, here: 3, there: null });
  });

  test('keeps an edit that was made while portions were sold, and stops counting', async () => {
    await count(made.outletId, 10);
    await order(3);
    expect((await count(made.outletId, 20, 10)).item.quantityAt).toEqual([{ outletId: made.outletId, quantity: 17 }]);
    expect((await count(made.outletId, null)).item.quantityAt).toBeUndefined();
    await order(50);
    expect(await stock()).toEqual({ all: null, here: null, there: null });
  });

  test('counts options like dishes', async () => {
    const { large } = made.modifiers;
    await count(made.outletId, 1, null, large);
    const burgers = (quantity: number) =>
      app.call(
        'POST /order/quote-order',
        { body: pickupOrder(made, [{ itemId: made.items.burger, quantity, modifierList: [large] }], 0) },
        made.siteToken,
      );
    expect((await burgers(1)).quote.problems.filter(({ code }) => code === 'order.sold_out')).toEqual([]);
    expect((await burgers(2)).quote.problems).toMatchObject([{ code: 'order.sold_out', line: 0 }]);
  });

  test('is of this restaurant, and of the outlets of the person', async () => {
    const foreign = await makeRestaurant(app.db);
    const body = { outletId: made.outletId, quantity: 1 };
    const { token: stranger } = await makeOwner(app.db, foreign.id);
    const setting = (token: string, id = special, outletId = made.outletId) =>
      refusalOf(
        app.call('POST /menu/update-outlet-quantity/:id', { params: { id }, body: { ...body, outletId } }, token),
      );
    expect(await setting(stranger)).toMatchObject({ code: 'request.not_found' });
    expect(await setting(owner, special, foreign.outletId)).toMatchObject({ code: 'request.not_found' });
    expect(await setting(owner, foreign.items.special)).toMatchObject({ code: 'request.not_found' });
    const { token: staff } = await makeOwner(app.db, made.id, 'staff', [other]);
    expect(await setting(staff)).toMatchObject({ code: 'request.not_found' });
    await app.call(
      'POST /menu/update-outlet-quantity/:id',
      { params: { id: special }, body: { ...body, outletId: other } },
      staff,
    );
    expect(await stock()).toEqual({ all: null, here: null, there: 1 });
    await count(made.outletId, 7);
    const { item } = await app.call('GET /menu/get-items-modifier/:id', { params: { id: special } }, staff);
    expect(item.quantityAt).toEqual([{ outletId: other, quantity: 1 }]);
    // Guests learn that it is sold out, not how many are left.
    const { item: seen } = await app.call('GET /menu/get-items-modifier/:id', { params: { id: special } }, guest);
    expect(seen).not.toHaveProperty('quantityAt');
  });
});

test('forty guests at two outlets get what there is at each, and no portion more', async () => {
  await countAll(17);
  await count(made.outletId, 10);
  await count(other, 12);
  const guests = await makeMany(40, () => makeCustomer(app.db, made.id));
  const answers = await Promise.all(
    guests.map(({ token }, index) =>
      whenFree(() => order(1, index % 2 === 0 ? made.outletId : other, token)).then(
        ({ outletId }) => outletId,
        (error: unknown) => refusalOf(Promise.reject(error as Error)),
      ),
    ),
  );
  const sold = (outletId: OutletId) => answers.filter((answer) => answer === outletId).length;
  const refused = answers.filter((answer) => typeof answer !== 'string');
  expect(sold(made.outletId) + sold(other)).toBe(17);
  expect(refused.map((answer) => (answer as { code: string }).code)).toEqual(Array(23).fill('order.sold_out'));
  expect(sold(made.outletId)).toBeLessThanOrEqual(10);
  expect(sold(other)).toBeLessThanOrEqual(12);
  expect(await stock()).toEqual({ all: 0, here: 10 - sold(made.outletId), there: 12 - sold(other) });
});

test('an outlet that begins to count while guests order sells no more than it has from then on', async () => {
  const guests = await makeMany(30, () => makeCustomer(app.db, made.id));
  // Orders that are being written at that moment are of before; the others take from the count.
  await Promise.all(
    guests.map(async ({ token }, index) => {
      if (index === 10) await count(made.outletId, 20);
      await whenFree(() => order(1, made.outletId, token)).catch(() => undefined);
    }),
  );
  const { here } = await stock();
  const later = await Promise.all(
    guests.map(({ token }) =>
      whenFree(() => order(1, made.outletId, token)).then(
        () => 1,
        () => 0,
      ),
    ),
  );
  expect(later.reduce((sum: number, one) => sum + one, 0)).toBe(here);
  expect(await stock()).toEqual({ all: null, here: 0, there: null });
});
