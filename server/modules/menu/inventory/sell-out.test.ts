import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ItemId } from '#contract/base/ids.ts';
import type { SoldOutLength } from '#contract/base/enumerations.ts';
import { weekdays } from '#contract/base/time.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { largeBurger, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import {
  makeCustomer,
  makeOwner,
  makeRestaurant,
  ownersPassword,
  type TestRestaurant,
} from '#server/test/data/restaurant.ts';

/** A Friday, half a minute before 12:00 in Dubai; the clock goes on. */
const noon = '2026-11-20T07:59:30Z';
let server: TestApp;
let ours: TestRestaurant;
let staff: string;
let guest: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(noon);
  const openingHours = weekdays.map((day) => ({ day, open: true, periods: [{ start: '11:00', end: '23:30' }] }));
  ours = await makeRestaurant(server.db, { openingHours });
  ({ token: staff } = await makeOwner(server.db, ours.id, 'staff'));
  ({ token: guest } = await makeCustomer(server.db, ours.id));
});

const sellOut = (id: ItemId, length: SoldOutLength | null, where: { outletId?: TestRestaurant['outletId'] } = {}) =>
  server.call('POST /menu/sell-out/:id', { params: { id }, body: { length, ...where } }, staff);
const orderWater = () =>
  server.call(
    'POST /order/create-order',
    { body: { order: pickupOrder(ours, [{ itemId: ours.items.water, quantity: 1 }], 5.78) } },
    guest,
  );
const orderBurger = () =>
  server.call('POST /order/create-order', { body: { order: pickupOrder(ours, [largeBurger(ours)], 27.04) } }, guest);
const soldOutOnSite = async (id: ItemId) => {
  const { items, modifierLists } = await server.call('GET /site/:slug', { params: { slug: ours.slug } });
  const all = [...items, ...modifierLists.flatMap(({ modifierList }) => modifierList)];
  return all.find(({ _id }) => _id === id)!.soldOutAt;
};

test('an item sold out for an hour is refused at once, and is back by itself at its instant', async () => {
  await orderWater();
  const { item } = await sellOut(ours.items.water, '1-hour', { outletId: ours.outletId });
  expect(item).toMatchObject({
    soldOut: false,
    quantity: null,
    soldOutAt: [{ outletId: ours.outletId, until: '2026-11-20T09:00:00.000Z' }],
  });
  expect(await refusalOf(orderWater())).toMatchObject({ code: 'order.sold_out', details: { left: 0 } });
  const soldOutAt = [{ outletId: ours.outletId, until: '2026-11-20T09:00:00.000Z' }];
  expect(await soldOutOnSite(ours.items.water)).toEqual(soldOutAt);
  server.clock.set('2026-11-20T08:59:50Z');
  expect(await refusalOf(orderWater())).toMatchObject({ code: 'order.sold_out' });
  expect(await soldOutOnSite(ours.items.water)).toEqual(soldOutAt);
  server.clock.set('2026-11-20T09:00:00Z');
  expect((await orderWater()).order.orderNumber).toBe(2);
  expect(await soldOutOnSite(ours.items.water)).toEqual([]);
});

test.each<[SoldOutLength, string | null]>([
  ['4-hours', '2026-11-20T12:00:00.000Z'],
  ['end-of-day', '2026-11-20T20:00:00.000Z'],
  ['next-opening', '2026-11-21T07:00:00.000Z'],
  ['until-changed', null],
])("%s is until %s on the outlet's clock, everywhere, and can be taken back", async (length, until) => {
  const { item } = await sellOut(ours.items.water, length);
  expect(item.soldOutAt).toEqual([{ outletId: ours.outletId, until }]);
  expect(await refusalOf(orderWater())).toMatchObject({ code: 'order.sold_out' });
  expect((await sellOut(ours.items.water, null)).item.soldOutAt).toEqual([]);
  await orderWater();
});

test('a sold-out option takes along exactly the items that cannot be completed without it', async () => {
  const { regular, large, cheese } = ours.modifiers;
  await sellOut(cheese, '1-hour');
  expect(await refusalOf(orderBurger())).toMatchObject({
    code: 'order.sold_out',
    details: { item: expect.stringContaining('cheese') },
  });
  const plain = pickupOrder(ours, [{ itemId: ours.items.burger, modifierList: [large], quantity: 1 }], 23.63);
  const orderPlain = () => server.call('POST /order/create-order', { body: { order: plain } }, guest);
  await orderPlain();
  await sellOut(regular, '1-hour');
  await orderPlain();
  await sellOut(large, '1-hour');
  expect(await refusalOf(orderPlain())).toMatchObject({
    code: 'order.sold_out',
    details: { item: expect.stringContaining('burger') },
  });
  await orderWater();
  server.clock.advance(61 * 60_000);
  await orderBurger();
});

test('an unknown item cannot be sold out', async () => {
  const other = await makeRestaurant(server.db);
  expect(await refusalOf(sellOut(other.items.water, '1-hour'))).toMatchObject({ code: 'request.not_found' });
  expect(await refusalOf(sellOut(ours.items.water, '1-hour', { outletId: other.outletId }))).toMatchObject({
    code: 'request.not_found',
  });
});

test('people whose outlets were all deleted mark nothing, and are told so', async () => {
  const { token } = await makeOwner(server.db, ours.id);
  const limited = await makeOwner(server.db, ours.id, 'manager', [ours.outletId]);
  const params = { id: ours.outletId };
  await server.call('POST /outlet/clone-outlet/:id', { params }, token);
  await server.call('DELETE /outlet/delete-outlet/:id', { params, body: { password: ownersPassword } }, token);
  for (const length of ['1-hour', null] as const) {
    const marking = server.call(
      'POST /menu/sell-out/:id',
      { params: { id: ours.items.water }, body: { length } },
      limited.token,
    );
    expect(await refusalOf(marking)).toMatchObject({ status: 409, code: 'outlet.none_of_yours' });
  }
  const { entries } = await server.call('GET /audit/entries', { query: {} }, token);
  expect(entries.map(({ action }) => action)).not.toContain('item.sold_out');
});

test('a restaurant without outlets has nothing to mark', async () => {
  const { token } = await makeOwner(server.db, ours.id);
  const input = { params: { id: ours.outletId }, body: { password: ownersPassword } };
  await server.call('DELETE /outlet/delete-outlet/:id', input, token);
  for (const length of ['1-hour', null] as const) {
    expect((await sellOut(ours.items.water, length)).item).toMatchObject({ soldOut: false, soldOutAt: [] });
  }
});
