/** The menu check is right: what it blocks cannot be ordered, and what it does not block can. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Finding } from '#contract/menu/menu-check.ts';
import { minorUnits } from '#contract/base/money.ts';
import { type FindingCode, findingSeverities } from '#contract/menu/check/finding.ts';
import { weekdays } from '#contract/base/time.ts';
import type { Tx } from '#server/db/transaction.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { deliveryOrder, pickupOrder, type TestLine } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';

let server: TestApp;
let ours: TestRestaurant;
let owner: string;
let guest: string;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());
beforeEach(() => open());

async function open(): Promise<void> {
  ours = await makeRestaurant(server.db);
  ({ token: owner } = await makeOwner(server.db, ours.id));
  ({ token: guest } = await makeCustomer(server.db, ours.id));
}

const check = async () => (await server.call('GET /menu/check', {}, owner)).findings;
const modes = ['delivery', 'pickup'] as const;
type PauseMode = (typeof modes)[number];
const dishes = ['burger', 'special', 'water'] as const;
type Dish = (typeof dishes)[number];
const pairs = modes.flatMap((mode) => dishes.map((dish) => [mode, dish] as const));

/** A line that reaches the minimum of the area, with the mandatory size. */
function lineOf(dish: Dish): TestLine {
  const { items, modifiers } = ours;
  const line = { itemId: items[dish], modifierList: [] as TestLine['modifierList'], quantity: 1 };
  if (dish === 'burger') return { ...line, modifierList: [modifiers.regular], quantity: 2 };
  return dish === 'water' ? { ...line, quantity: 6 } : line;
}

/**
 * Places a real order.
 * @returns whether it was accepted.
 */
async function canBeOrdered(mode: PauseMode, dish: Dish): Promise<boolean> {
  const body = (mode === 'delivery' ? deliveryOrder : pickupOrder)(ours, [lineOf(dish)], 0);
  try {
    const { quote } = await server.call('POST /order/quote-order', { body }, guest);
    const { order } = await server.call(
      'POST /order/create-order',
      { body: { ...body, totalPrice: quote.total } },
      guest,
    );
    return order.status === 'New';
  } catch (error) {
    expect(error).toMatchObject({ status: expect.toSatisfy((status) => [400, 404, 409].includes(status as number)) });
    return false;
  }
}

async function whatCanBeOrdered(): Promise<string[]> {
  const had: string[] = [];
  for (const [mode, dish] of pairs) if (await canBeOrdered(mode, dish)) had.push(`${mode} ${dish}`);
  return had;
}

/** Whether the finding's code means that the dish cannot be ordered in the mode. */
function keepsFrom({ code, mode }: Finding, [asked, dish]: readonly [PauseMode, Dish]): boolean {
  if (findingSeverities[code] === 'warns') return false;
  if (code === 'list.too_few_options' || code === 'item.dead_end') return dish === 'burger';
  return mode === undefined || mode === asked;
}

const hours = (period: { start: string; end: string } | null) =>
  JSON.stringify(weekdays.map((day) => ({ day, open: period !== null, periods: period === null ? [] : [period] })));
const setMode = (mode: PauseMode, columns: object) => (tx: Tx) =>
  tx.updateTable('outlet_modes').set(columns).where('mode', '=', mode).where('restaurant_id', '=', ours.id).execute();
const setAll = (table: 'menus' | 'outlets' | 'categories' | 'delivery_areas' | 'items', columns: object) => (tx: Tx) =>
  tx.updateTable(table).set(columns).where('restaurant_id', '=', ours.id).execute();
const switchOff = (dish: Dish) => (tx: Tx) =>
  tx
    .insertInto('item_inactive_outlets')
    .values({ restaurant_id: ours.id, item_id: ours.items[dish], outlet_id: ours.outletId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
const sellOut =
  (...ids: (keyof TestRestaurant['modifiers'])[]) =>
  (tx: Tx) =>
    tx
      .updateTable('items')
      .set({ quantity: 0 })
      .where('restaurant_id', '=', ours.id)
      .where(
        'id',
        'in',
        ids.map((id) => ours.modifiers[id]),
      )
      .execute();
/** One of the extras is required where one of these sizes is chosen, and none is left. */
const nestExtras =
  (...sizes: ('regular' | 'large')[]) =>
  async (tx: Tx) => {
    const { size, extras } = ours.lists;
    await tx
      .updateTable('item_modifier_lists')
      .set({ opened_by_list_id: size, opened_by_item_ids: sizes.map((one) => ours.modifiers[one]) })
      .where('restaurant_id', '=', ours.id)
      .where('modifier_list_id', '=', extras)
      .execute();
    await tx
      .updateTable('modifier_lists')
      .set({ is_optional: false, min_choices: 1 })
      .where('restaurant_id', '=', ours.id)
      .where('id', '=', extras)
      .execute();
    await sellOut('cheese', 'bacon', 'onion')(tx);
  };
const gone = { deleted_at: new Date() };

/** Ways to break a restaurant, and the finding expected of the check; null when the defect alone is no reason. */
const defects: [what: string, FindingCode | null, (tx: Tx) => Promise<unknown>][] = [
  [
    'an owner without a confirmed email',
    'restaurant.email_unverified',
    (tx) => tx.updateTable('restaurants').set({ owner_verified_at: null }).where('id', '=', ours.id).execute(),
  ],
  ['no menu', 'menu.none', setAll('menus', gone)],
  ['a draft alone', 'menu.none_live', setAll('menus', { is_live: false })],
  ['no categories', 'menu.empty', setAll('categories', gone)],
  [
    'empty categories',
    'menu.empty',
    (tx) => tx.deleteFrom('category_items').where('restaurant_id', '=', ours.id).execute(),
  ],
  ['no outlet', 'outlet.none', setAll('outlets', gone)],
  ['no active outlet', 'outlet.none_active', setAll('outlets', { is_active: false })],
  [
    'no mode',
    'outlet.no_mode',
    async (tx) => {
      for (const mode of modes) await setMode(mode, { accepts_orders: false })(tx);
    },
  ],
  ['no area', 'outlet.no_area', setAll('delivery_areas', gone)],
  ...modes.flatMap((mode): typeof defects => [
    [`no payment at ${mode}`, 'outlet.no_payment', setMode(mode, { takes_cash: false, takes_card: false })],
    [`no hours of ${mode}`, 'outlet.hours_not_set', setMode(mode, { opening_hours: '[]' })],
    [`empty hours of ${mode}`, 'outlet.hours_not_set', setMode(mode, { opening_hours: hours({ start: '', end: '' }) })],
    [
      `${mode} always closed`,
      'outlet.always_closed',
      async (tx) => {
        await setMode(mode, { opening_hours: hours(null) })(tx);
        await tx.deleteFrom('special_days').where('restaurant_id', '=', ours.id).execute();
      },
    ],
    [`${mode} off`, null, setMode(mode, { accepts_orders: false })],
  ]),
  ['no size left', 'list.too_few_options', sellOut('regular', 'large')],
  ['one size left', null, sellOut('large')],
  ['no extras left', null, sellOut('cheese', 'bacon', 'onion')],
  [
    'three of two sizes',
    'list.too_few_options',
    (tx) =>
      tx
        .updateTable('modifier_lists')
        .set({ allows_multiple: true, min_choices: 3, max_choices: 0 })
        .where('id', '=', ours.lists.size)
        .execute(),
  ],
  [
    'every size opens extras, of which one is required and none is left',
    'item.dead_end',
    nestExtras('regular', 'large'),
  ],
  ['one of two sizes does', null, nestExtras('large')],
  ['nothing but burgers off', null, async (tx) => [await switchOff('special')(tx), await switchOff('water')(tx)]],
  ['burgers off', null, switchOff('burger')],
  [
    'everything off',
    'outlet.nothing_to_order',
    async (tx) => {
      for (const dish of dishes) await switchOff(dish)(tx);
    },
  ],
];

test('a sound restaurant can be ordered from, whatever warnings it has', async () => {
  await changeMenu(server.db, ours.id, async (tx) => {
    await setAll('outlets', { address_location: null, address_area: null })(tx);
    await tx
      .updateTable('items')
      .set({ price_minor: minorUnits(0), image_hash: null })
      .where('id', '=', ours.modifiers.large)
      .execute();
  });
  const findings = await check();
  expect(findings.filter(({ severity }) => severity === 'blocks')).toEqual([]);
  expect(new Set(findings.map(({ code }) => code))).toEqual(
    new Set(['outlet.no_address', 'item.no_image', 'translation.missing']),
  );
  expect(await whatCanBeOrdered()).toEqual(pairs.map((pair) => pair.join(' ')));
});

describe('a defect', () => {
  test.each(defects)('%s is found by the check and blocks exactly the affected dishes', async (_, code, breakIt) => {
    await changeMenu(server.db, ours.id, breakIt);
    const findings = await check();
    const blocking = findings.filter(({ severity }) => severity === 'blocks');
    expect([...new Set(blocking.map((finding) => finding.code))]).toEqual(code === null ? [] : [code]);
    const had = await whatCanBeOrdered();
    for (const pair of pairs) {
      if (blocking.some((finding) => keepsFrom(finding, pair))) expect(had).not.toContain(pair.join(' '));
      else if (code !== null) expect(had).toContain(pair.join(' '));
    }
  });

  test('exists for every blocking code', () => {
    const blocking = Object.entries(findingSeverities).filter(([, severity]) => severity === 'blocks');
    expect(new Set(defects.flatMap(([, code]) => code ?? []))).toEqual(new Set(blocking.map(([code]) => code)));
  });
});

test('in any mix of defects, unblocked modes that are on can be ordered in, and blocked ones cannot', async () => {
  const samples = fc.sample(fc.subarray(defects, { minLength: 2, maxLength: 4 }), { seed: 5, numRuns: 40 });
  let unblocked = 0;
  for (const sample of samples) {
    await open();
    await changeMenu(server.db, ours.id, async (tx) => {
      for (const [, , breakIt] of sample) await breakIt(tx);
    });
    const findings = await check();
    const had = await whatCanBeOrdered();
    const what = `${sample.map(([name]) => name).join(', ')}: ${findings.map(({ code }) => code).join(', ')}`;
    for (const pair of pairs) {
      if (findings.some((finding) => keepsFrom(finding, pair))) expect(had, what).not.toContain(pair.join(' '));
    }
    const outlets = await server.call('GET /outlet/get-all-outlet', {}, ours.siteToken);
    for (const mode of modes) {
      const isBlocked = findings.some((finding) => dishes.every((dish) => keepsFrom(finding, [mode, dish])));
      if (isBlocked || outlets.outlets[0]?.[mode] !== true) continue;
      unblocked += 1;
      expect(
        had.filter((pair) => pair.startsWith(mode)),
        what,
      ).not.toEqual([]);
    }
  }
  // Otherwise the test has shown nothing.
  expect(unblocked).toBeGreaterThan(5);
});

test('the check is for the people of the restaurant, of their own restaurant', async () => {
  const theirs = await makeRestaurant(server.db);
  const staff = await makeOwner(server.db, ours.id, 'staff');
  const { findings } = await server.call('GET /menu/check', {}, staff.token);
  expect(findings).toEqual(await check());
  expect(JSON.stringify(findings)).not.toContain(theirs.canary);
});
