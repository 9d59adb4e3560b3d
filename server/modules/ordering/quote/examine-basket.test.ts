import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Mode } from '#contract/base/enumerations.ts';
import type { ErrorCode } from '#contract/base/errors.ts';
import type { ItemId, MenuId, OutletId } from '#contract/base/ids.ts';
import { minorUnits } from '#contract/base/money.ts';
import { newId } from '#server/db/new-id.ts';
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
import { makeCustomer, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

let made: TestRestaurant;
let token: string;
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  ({ token } = await makeCustomer(app.db, made.id));
});

async function place(order: OrderInput, idempotencyKey?: string) {
  return (await app.call('POST /order/create-order', { body: order, idempotencyKey }, token)).order;
}

async function quote(order: OrderInput) {
  return (await app.call('POST /order/quote-order', { body: order }, made.siteToken)).quote;
}

/** A change that the restaurant makes after the guest has looked at its menu. */
const update = (work: (tx: Tx) => Promise<unknown>) => platformTransaction(app.db, 'seed', work);
const outlet = (set: object) =>
  update((tx) => tx.updateTable('outlets').set(set).where('id', '=', made.outletId).execute());
const modes = (set: object) =>
  update((tx) => tx.updateTable('outlet_modes').set(set).where('outlet_id', '=', made.outletId).execute());
const mode = (only: Mode, set: object) =>
  update((tx) =>
    tx.updateTable('outlet_modes').set(set).where('outlet_id', '=', made.outletId).where('mode', '=', only).execute(),
  );
const area = (set: object) =>
  update((tx) => tx.updateTable('delivery_areas').set(set).where('id', '=', made.areaId).execute());
const menu = (set: object) => update((tx) => tx.updateTable('menus').set(set).where('id', '=', made.menuId).execute());
const item = (id: ItemId, set: object) =>
  update((tx) => tx.updateTable('items').set(set).where('id', '=', id).execute());
const atOutlet = () => ({ restaurant_id: made.id, outlet_id: made.outletId });
const itemOff = (item_id: ItemId) =>
  update((tx) =>
    tx
      .insertInto('item_inactive_outlets')
      .values({ ...atOutlet(), item_id })
      .execute(),
  );
const mainsOff = () =>
  update((tx) =>
    tx
      .insertInto('category_inactive_outlets')
      .values({ ...atOutlet(), category_id: made.categories.mains })
      .execute(),
  );
/** A Live menu ahead of the one with the dishes: the site shows that one. */
const anotherMenuFirst = () =>
  update(async (tx) => {
    const first = await tx.selectFrom('menus').selectAll().where('id', '=', made.menuId).executeTakeFirstOrThrow();
    return tx
      .insertInto('menus')
      .values({ ...first, sale_hours: null, id: newId<MenuId>(), name: 'First', position: first.position - 1 })
      .execute();
  });
const gone = { deleted_at: new Date() };
const noHours = JSON.stringify([]);

/** 43.75, 5 % tax and the fee. Each case below changes this order, or the restaurant before it arrives. */
const burgers = (changes: Partial<OrderInput> = {}) => ({
  ...deliveryOrder(made, [largeBurger(made, 2)], 50.94),
  ...changes,
});
const ofLines = (...lines: TestLine[]) => burgers(deliveryOrder(made, lines, 1));
const burger = (...modifierList: ItemId[]): TestLine => ({ itemId: made.items.burger, modifierList, quantity: 2 });
const water = (quantity = 1): TestLine => ({ itemId: made.items.water, quantity });
const special = (quantity = 1): TestLine => ({ itemId: made.items.special, quantity });

interface Case {
  why: string;
  before?: () => Promise<unknown>;
  order?: () => OrderInput;
  /** The quote's details beside the code: the line and the quantity left. Null: a quote does not check it. */
  quoted?: { line?: number; left?: number } | null;
}

const line = { line: 0 };
const soldOut = { line: 0, left: 0 };
const cases: Partial<Record<ErrorCode, Case[]>> = {
  'order.outlet_not_found': [
    { why: 'does not exist', order: () => burgers({ outletId: newId<OutletId>() }), quoted: null },
    { why: 'was deleted', before: () => outlet(gone), quoted: null },
  ],
  'order.outlet_inactive': [
    { why: 'is switched off', before: () => outlet({ is_active: false }) },
    { why: 'has no mode that is on', before: () => modes({ accepts_orders: false }) },
    { why: 'has no mode that takes a payment', before: () => modes({ takes_cash: false, takes_card: false }) },
  ],
  'order.mode_not_available': [
    { why: 'is paused', before: () => mode('delivery', { accepts_orders: false }) },
    { why: 'has no payment', before: () => mode('delivery', { takes_cash: false, takes_card: false }) },
  ],
  'order.dine_in_not_available': [{ why: 'was never there', order: () => burgers({ deliveryMode: 'dine-in' }) }],
  'order.outlet_closed': [{ why: 'has no hours', before: () => modes({ opening_hours: noHours }) }],
  'order.area_not_served': [
    { why: 'does not exist', order: () => burgers({ deliveryAreaId: newId() }) },
    { why: 'is not named', order: () => burgers({ deliveryAreaId: null }) },
    { why: 'was deleted', before: () => area(gone) },
  ],
  'order.address_required': [{ why: 'is missing', order: () => burgers({ address: null }), quoted: null }],
  'order.payment_not_available': [
    { why: 'is of another mode', order: () => burgers({ paymentMethod: 'card on pickup' }), quoted: null },
    { why: 'is switched off', before: () => modes({ takes_card: false }), quoted: null },
  ],
  'order.below_minimum': [{ why: 'is not reached', order: () => ofLines(water(5)) }],
  'order.item_gone': [
    {
      why: 'does not exist',
      order: () => ofLines(water(9), { ...water(), itemId: newId<ItemId>() }),
      quoted: { line: 1 },
    },
    { why: 'is a modifier', order: () => ofLines({ ...water(), itemId: made.modifiers.cheese }), quoted: line },
    { why: 'was deleted', before: () => item(made.items.burger, gone), quoted: line },
  ],
  'order.item_unavailable': [
    { why: 'is off at the outlet', before: () => itemOff(made.items.burger), quoted: line },
    { why: 'is in a category that is off', before: mainsOff, quoted: line },
    { why: 'is in a draft', before: () => menu({ is_live: false }), quoted: line },
    { why: 'is in a Live menu that guests do not see', before: anotherMenuFirst, quoted: line },
    { why: 'is in a deleted menu', before: () => menu(gone), quoted: line },
    { why: 'has an option that is off', before: () => itemOff(made.modifiers.cheese), quoted: line },
  ],
  'order.sold_out': [
    { why: 'is sold out', before: () => item(made.items.burger, { quantity: 0 }), quoted: soldOut },
    { why: 'has an option that is', before: () => item(made.modifiers.cheese, { quantity: 0 }), quoted: soldOut },
    {
      why: 'has too few options left',
      before: () => item(made.modifiers.cheese, { quantity: 1 }),
      quoted: { line: 0, left: 1 },
    },
    { why: 'is wanted on two lines', order: () => ofLines(special(8), special(8)), quoted: { line: 1 } },
    {
      why: 'is wanted more often than the five that are left',
      before: () => item(made.items.special, { quantity: 5 }),
      order: () => ofLines(special(6)),
      quoted: { line: 0, left: 5 },
    },
    {
      why: 'is wanted more often than the six that nobody is told of',
      before: () => item(made.items.special, { quantity: 6 }),
      order: () => ofLines(special(7)),
      quoted: { line: 0 },
    },
    {
      why: 'has a required list that is',
      before: () => Promise.all([made.modifiers.regular, made.modifiers.large].map((id) => item(id, { quantity: 0 }))),
      quoted: soldOut,
    },
  ],
  'order.options_invalid': [
    { why: 'leave out a required list', order: () => ofLines(burger()), quoted: line },
    { why: 'are two of one', order: () => ofLines(burger(made.modifiers.large, made.modifiers.regular)), quoted: line },
    {
      why: 'repeat one',
      order: () => ofLines(burger(made.modifiers.large, made.modifiers.bacon, made.modifiers.bacon)),
      quoted: line,
    },
    {
      why: "are another item's",
      order: () => ofLines({ ...special(), modifierList: [made.modifiers.cheese] }),
      quoted: line,
    },
    {
      why: 'are under a list without them',
      order: () => {
        const selections = [
          { modifierListId: made.lists.size, modifierIds: [made.modifiers.large, made.modifiers.cheese] },
        ];
        return ofLines({ ...burger(), selections });
      },
      quoted: line,
    },
  ],
  'auth.forbidden': [{ why: "is somebody else's", order: () => burgers({ userId: newId() }), quoted: null }],
};
const statuses: Partial<Record<ErrorCode, number>> = {
  'order.outlet_not_found': 404,
  'order.address_required': 400,
  'order.options_invalid': 400,
  'auth.forbidden': 403,
};

describe('a refused order has its reason in the quote, and nothing is stored', () => {
  const all = Object.entries(cases).flatMap(([code, ofCode]) =>
    ofCode.map((one) => ({ code: code as ErrorCode, ...one })),
  );
  test.each(all)('$code: it $why', async ({ code, before, order = burgers, quoted = {} }) => {
    // The product has priced all of it before, and may not rely on that.
    await quote(ofLines(burger(made.modifiers.large, made.modifiers.cheese), water(), special()));
    await before?.();
    const asked = order();
    const refusal = await refusalOf(place(asked, 'key'));
    expect(refusal).toMatchObject({ code, status: statuses[code] ?? 409 });
    if (quoted !== null) {
      const [problem] = (await quote(asked)).problems;
      expect(problem).toMatchObject({ code, msg: refusal.msg, ...quoted });
      expect(problem!.left).toBe(quoted.left);
    }
    expect((await app.call('GET /order/get-all-orders', {}, token)).order).toEqual([]);
  });
});

test('a refusal does not use up the key', async () => {
  await modes({ accepts_orders: false });
  expect(await refusalOf(place(burgers(), 'key'))).toMatchObject({ code: 'order.outlet_inactive' });
  await modes({ accepts_orders: true });
  expect((await place(burgers(), 'key')).orderNumber).toBe(1);
});

test('a mode that is off is refused in the words of the specification', async () => {
  await mode('delivery', { accepts_orders: false });
  expect((await refusalOf(place(burgers()))).msg).toBe(
    'We are sorry delivery is not available at this outlet please change mode to pickup',
  );
  await modes({ accepts_orders: true });
  await mode('pickup', { accepts_orders: false });
  expect((await refusalOf(place(pickupOrder(made, [water()], 5.78)))).msg).toBe(
    'We are sorry pickup is not available at this outlet please change mode to delivery',
  );
});

test("the opening hours are those of the outlet's clock at the time of the order", async () => {
  const monday = { day: 'Monday', open: true, periods: [{ start: '11:00', end: '02:00' }] };
  await modes({ opening_hours: JSON.stringify([monday]) });
  const at = async (instant: string) => {
    app.clock.set(instant);
    const { problems } = await quote(burgers());
    return problems.map(({ code }) => code);
  };
  // Dubai is four hours ahead.
  expect(await at('2027-03-01T06:59:59Z')).toEqual(['order.outlet_closed']);
  expect(await at('2027-03-01T07:00:00Z')).toEqual([]);
  expect(await at('2027-03-01T21:59:59Z')).toEqual([]);
  expect(await at('2027-03-01T22:00:00Z')).toEqual(['order.outlet_closed']);
  app.clock.set(new Date());
});

test("another restaurant's outlet, area and items are unknown", async () => {
  const other = await makeRestaurant(app.db);
  const outletId = await refusalOf(place(burgers({ outletId: other.outletId })));
  const deliveryAreaId = await refusalOf(place(burgers({ deliveryAreaId: other.areaId })));
  const itemId = await refusalOf(place(ofLines({ itemId: other.items.water, quantity: 9 })));
  const codes = [outletId, deliveryAreaId, itemId].map(({ code }) => code);
  expect(codes).toEqual(['order.outlet_not_found', 'order.area_not_served', 'order.item_gone']);
  expect(JSON.stringify([outletId, deliveryAreaId, itemId])).not.toContain(other.canary);
});

test('a total that no number holds exactly is refused', async () => {
  await item(made.items.water, { price_minor: minorUnits(10 ** 14) });
  const order = ofLines(...Array.from({ length: 50 }, () => water(99)));
  expect(await refusalOf(place(order))).toMatchObject({ status: 400, code: 'request.invalid' });
});

test('a total above the largest price is refused, and the largest is not', async () => {
  const largest = 1_000_000_000;
  await outlet({ tax_rate_bp: 0 });
  await item(made.items.water, { price_minor: minorUnits(largest * 100) });
  const collected = (quantity: number) => pickupOrder(made, [water(quantity)], largest);
  expect((await quote(collected(1))).total).toBe(largest);
  for (const ask of [quote, place]) {
    expect(await refusalOf(ask(collected(2)))).toMatchObject({
      status: 400,
      code: 'request.invalid',
      fields: { items: { code: 'order.total_too_large' } },
    });
  }
});

describe('a quote', () => {
  test('lists all problems, and prices what it can', async () => {
    await outlet({ is_active: false });
    await item(made.items.special, { quantity: 0 });
    const { problems, ...rest } = await quote({ ...ofLines(special(), burger(), water()), deliveryAreaId: null });
    expect(problems.map(({ code, line }) => [code, line])).toEqual([
      ['order.outlet_inactive', undefined],
      ['order.area_not_served', undefined],
      ['order.sold_out', 0],
      ['order.options_invalid', 1],
    ]);
    expect(rest).toMatchObject({ subtotal: 83.5, tax: 4.18, deliveryFee: null, total: 87.68, minBasketValue: null });
  });

  test('names the amount missing for the minimum, and the minutes it takes', async () => {
    const { problems, ...rest } = await quote(ofLines(water()));
    const msg = `The minimum for Harbour ${made.canary} is AED\u00a030.00. Add AED\u00a024.50 more.`;
    const details = { area: `Harbour ${made.canary}`, minimum: 'AED\u00a030.00', missing: 'AED\u00a024.50' };
    expect(problems).toEqual([{ code: 'order.below_minimum', msg, details }]);
    expect(rest).toMatchObject({ minBasketValue: 30, missingForMinimum: 24.5, preparationTime: 15, deliveryTime: 40 });
  });
});
