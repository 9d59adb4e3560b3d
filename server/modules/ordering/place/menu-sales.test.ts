/** Menus that are sold at certain times, in some modes or at some outlets (decision 98), through the app with a moved clock. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { CategoryId, ItemId, MenuId, OutletId } from '#contract/base/ids.ts';
import { weekdays } from '#contract/base/time.ts';
import { newId } from '#server/db/new-id.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { deliveryOrder, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let guest: Awaited<ReturnType<typeof makeCustomer>>;
let owner: Awaited<ReturnType<typeof makeOwner>>;
let breakfast: MenuId;
/** Midnight in Dubai of a day that is over, so that no session ends before its night; the clock is moved within it. */
let midnight: number;
beforeEach(async () => {
  midnight = (Math.floor(Date.now() / 86_400_000) - 2) * 86_400_000 - 4 * 3_600_000;
  setTime('08:00');
  made = await makeRestaurant(app.db);
  guest = await makeCustomer(app.db, made.id);
  owner = await makeOwner(app.db, made.id);
  breakfast = await makeMenu('Breakfast', [made.items.water]);
  await setCategory(made.categories.drinks, []);
});

const timeOf = (time: string, days = 0) => {
  const [hours, minutes, seconds = 0] = time.split(':').map(Number) as [number, number, number?];
  return new Date(midnight + days * 86_400_000 + ((hours * 60 + minutes) * 60 + seconds) * 1000);
};
const setTime = (time: string) => app.clock.set(timeOf(time));
const daily = (start: string, end: string) => weekdays.map((day) => ({ day, open: true, periods: [{ start, end }] }));
const morning = { hours: daily('07:00', '11:00') };

async function makeMenu(name: string, items: ItemId[], sale: object = morning): Promise<MenuId> {
  const body = { name, notes: 'Of the morning', state: 'true', sale } as const;
  const { menu } = await app.call('POST /menu/add-menu', { body }, owner.token);
  const category = { menuId: menu._id, name: `${name} dishes`, items };
  await app.call('POST /menu/add-update-category', { body: category }, owner.token);
  return menu._id;
}
const setCategory = (categoryId: CategoryId, items: ItemId[]) =>
  app.call('POST /menu/add-update-category', { body: { categoryId, items } }, owner.token);
type Sale = NonNullable<CallInput<'POST /menu/update-menu/:id'>['body']>['sale'];
const setSale = (sale: Sale) =>
  app.call('POST /menu/update-menu/:id', { params: { id: breakfast }, body: { sale } }, owner.token);
const water = (more = {}) => pickupOrder(made, [{ itemId: made.items.water, quantity: 2 }], 11.55, more);
const place = (order = water()) => app.call('POST /order/create-order', { body: { order } }, guest.token);
const problems = async (order = water()) =>
  (await app.call('POST /order/quote-order', { body: order }, made.siteToken)).quote.problems;
const over = expect.objectContaining({ code: 'order.menu_over', line: 0 });

test('a menu of an outlet that is switched off is none for guests, nor are its dishes', async () => {
  const elsewhere = newId<OutletId>();
  await changeMenu(app.db, made.id, async (tx) => {
    const first = await tx.selectFrom('outlets').selectAll().where('id', '=', made.outletId).executeTakeFirstOrThrow();
    const off = { ...first, id: elsewhere, name: 'Closed pier', name_key: 'closed pier', order_prefix: '' };
    await tx
      .insertInto('outlets')
      .values({ ...off, is_active: false })
      .execute();
  });
  const site = () => app.call('GET /site/:slug', { params: { slug: made.slug } });
  const shown = async () => {
    const { menus = [], categories, items } = await site();
    return [
      menus.map(({ name }) => name),
      categories.some(({ name }) => name === 'Breakfast dishes'),
      items.some(({ _id }) => _id === made.items.water),
    ];
  };
  await setSale({ ...morning, outletIds: [made.outletId] });
  await expect.poll(shown).toEqual([['Breakfast'], true, true]);
  await setSale({ ...morning, outletIds: [elsewhere] });
  await expect.poll(shown).toEqual([[], false, false]);
});

test('a dish of breakfast is sold from 7 to 11, ordered for ten minutes more, and then refused by its menu', async () => {
  for (const time of ['07:00', '10:59', '11:00', '11:09:59']) {
    setTime(time);
    expect(await problems()).toEqual([]);
    expect((await place()).order.cart[0]).toMatchObject({ quantity: 2 });
  }
  for (const time of ['06:59', '11:10', '23:00']) {
    setTime(time);
    expect(await problems()).toEqual([
      {
        code: 'order.menu_over',
        line: 0,
        msg: `water ${made.canary} is on Breakfast, which is not sold at that time.`,
        details: { item: `water ${made.canary}`, menu: 'Breakfast' },
      },
    ]);
    expect(await refusalOf(place())).toMatchObject({ status: 409, code: 'order.menu_over' });
  }
});

test('facts that were remembered in the morning do not sell breakfast later, and those of the night sell it again', async () => {
  setTime('10:58');
  await place();
  setTime('11:10');
  expect(await refusalOf(place())).toMatchObject({ code: 'order.menu_over' });
  app.clock.set(timeOf('07:00', 1));
  await place();
});

test('breakfast can be ordered in the evening for the next morning, and not for noon', async () => {
  await app.call(
    'PUT /outlet/update-outlet/:id',
    { params: { id: made.outletId }, form: { orderingSchedule: { sameDate: true, nextDate: true } } },
    owner.token,
  );
  setTime('20:00');
  const morningOrder = water({ orderDate: timeOf('09:00', 1).toISOString() });
  expect(await problems(morningOrder)).toEqual([]);
  expect((await place(morningOrder)).order.orderDate).toBe(timeOf('09:00', 1).toISOString());
  const noon = water({ orderDate: timeOf('12:00', 1).toISOString() });
  expect(await problems(noon)).toEqual([over]);
  setTime('08:00');
  expect(await problems(water({ orderDate: timeOf('11:00').toISOString() }))).toEqual([over]);
});

test('a dish on two menus is sold while either is', async () => {
  setTime('15:00');
  expect(await problems()).toEqual([over]);
  await makeMenu('Tea', [made.items.water], { hours: daily('14:00', '17:00') });
  expect(await problems()).toEqual([]);
  setTime('20:00');
  expect(await problems()).toEqual([over]);
  await setCategory(made.categories.drinks, [made.items.water]);
  expect(await problems()).toEqual([]);
});

test('a menu for pickup is not delivered, and one of another outlet is not sold here', async () => {
  const delivered = deliveryOrder(made, [{ itemId: made.items.water, quantity: 8 }], 51.2);
  await setSale({ modes: ['pickup'] });
  setTime('20:00');
  expect(await problems()).toEqual([]);
  expect(await problems(delivered)).toEqual([over]);
  await setSale({ outletIds: [made.outletId] });
  expect(await problems(delivered)).toEqual([]);
  const { outlet } = await app.call('POST /outlet/clone-outlet/:id', { params: { id: made.outletId } }, owner.token);
  const { menu } = await app.call('GET /menu/get-menu/:id', { params: { id: breakfast } }, owner.token);
  expect(menu.sale).toEqual({ outletIds: [made.outletId, outlet._id] });
  await setSale({ outletIds: [outlet._id] });
  expect(await problems()).toEqual([over]);
});

test('staff put a dish of a menu that has ended into an order, if the kitchen still makes it', async () => {
  setTime('12:00');
  const meal = pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1);
  const { order } = await place(meal);
  const lines = [
    { lineNumber: 1, quantity: 1 },
    { quantity: 1, dish: { itemId: made.items.water } },
  ];
  const { after } = await app.call('POST /order/preview-change', { body: { orderId: order._id, lines } }, owner.token);
  expect(after.totalPrice).toBe(49.88);
});

test('a menu without limits is what it was: none is told, and its sale is none', async () => {
  const { menus } = await app.call('GET /menu/get-all-menus', {}, owner.token);
  expect(menus.map(({ sale }) => sale)).toEqual([undefined, morning]);
  await setSale({ hours: null, modes: null, outletIds: null });
  const { menu } = await app.call('GET /menu/get-menu/:id', { params: { id: breakfast } }, owner.token);
  expect(menu).not.toHaveProperty('sale');
  // Two without limits: guests see the first of them, as ever.
  expect(await problems()).toEqual([expect.objectContaining({ code: 'order.item_unavailable' })]);
});

test('guests read the menus with their limits in the catalogue, with which the categories are linked', async () => {
  const catalogue = async () => app.call('GET /site/:slug', { params: { slug: made.slug } });
  expect(await catalogue()).toMatchObject({
    menus: [{ _id: breakfast, name: 'Breakfast', nameTranslations: {}, sale: morning }],
  });
  const { categories } = await catalogue();
  expect(categories.filter(({ menuId }) => menuId === breakfast).map(({ items }) => items)).toEqual([
    [made.items.water],
  ]);
  expect(categories.filter(({ menuId }) => menuId === undefined)).toHaveLength(2);
  await setSale({});
  await expect.poll(async () => 'menus' in (await catalogue())).toBe(false);
});

test('limits that cannot be are refused by their field', async () => {
  const foreign = await makeRestaurant(app.db);
  for (const [field, sale] of [
    ['sale.outletIds.0', { outletIds: [foreign.outletId] }],
    ['sale.outletIds.0', { outletIds: [newId<OutletId>()] }],
    ['sale.outletIds', { outletIds: [] }],
    ['sale.modes', { modes: [] }],
    ['sale.hours', { hours: daily('07:00', '11:00').slice(1) }],
    ['sale.hours.0.periods.0', { hours: daily('07:01', '11:00') }],
  ] as [string, NonNullable<Sale>][]) {
    expect((await refusalOf(setSale(sale))).fields).toHaveProperty([field]);
  }
  const open = [{ day: 'Sunday', open: true, periods: [{ start: '', end: '' }] }] as const;
  const week = weekdays.map((day) => ({ ...open[0], day, periods: [...open[0].periods] }));
  expect((await setSale({ hours: week })).menu.sale?.hours?.map((day) => day.open)).toEqual(weekdays.map(() => false));
});
