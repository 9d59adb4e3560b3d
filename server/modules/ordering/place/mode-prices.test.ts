/** Prices that differ by mode: one engine for quote, order and receipt, whichever mode was remembered first. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mode } from '#contract/base/enumerations.ts';
import type { ItemId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { deliveryOrder, largeBurger, pickupOrder, refusalOf } from '#server/test/data/orders.ts';
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
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  guest = await makeCustomer(app.db, made.id);
  owner = await makeOwner(app.db, made.id);
});

const setPrices = (id: ItemId, modePrices: Partial<Record<Mode, number>>) =>
  app.call('POST /menu/update-items-modifier/:id', { params: { id }, form: { modePrices } }, owner.token);
const orderIn = (mode: 'delivery' | 'pickup', quantity: number, total: number) =>
  (mode === 'delivery' ? deliveryOrder : pickupOrder)(made, [largeBurger(made, quantity)], total);
const quote = async (mode: 'delivery' | 'pickup', quantity: number) =>
  (await app.call('POST /order/quote-order', { body: orderIn(mode, quantity, 1) }, made.siteToken)).quote;
const place = (mode: 'delivery' | 'pickup', quantity: number, total: number) =>
  app.call('POST /order/create-order', { body: orderIn(mode, quantity, total) }, guest.token);

/** In minor units, by hand: options once, 5 % rounded half up, and the fee of a delivery. */
function totalByHand(mode: 'delivery' | 'pickup', quantity: number): number {
  const [dish, large, cheese] = mode === 'delivery' ? [2000, 450, 400] : [1800, 400, 325];
  const subtotal = quantity * dish + large + cheese;
  return subtotal + Math.floor((subtotal * 5 + 50) / 100) + (mode === 'delivery' ? 500 : 0);
}

test('a delivery costs what deliveries cost, a pickup what pickups cost, in quote, order and receipt alike', async () => {
  await setPrices(made.items.burger, { delivery: 20 });
  await setPrices(made.modifiers.cheese, { delivery: 4 });
  await setPrices(made.modifiers.large, { pickup: 4 });
  for (const quantity of [2, 3]) {
    for (const mode of ['delivery', 'pickup', 'delivery'] as const) {
      const total = totalByHand(mode, quantity) / 100;
      expect((await quote(mode, quantity)).total).toBe(total);
      const { order } = await place(mode, quantity, total);
      expect(order).toMatchObject({ totalPrice: total, cart: [{ price: mode === 'delivery' ? 20 : 18 }] });
      const call = { params: { id: order._id } };
      expect((await app.call('GET /order/get-receipt/:id', call, guest.token)).receipt.order.cart).toEqual(order.cart);
    }
  }
});

test('the total of another mode is refused with the fresh quote, and so is that of before a change', async () => {
  await setPrices(made.items.burger, { delivery: 20 });
  const asPickup = 45.94 + 5;
  expect(await refusalOf(place('delivery', 2, asPickup))).toMatchObject({
    code: 'order.price_changed',
    details: { quote: { total: totalOf(4000 + 450 + 325) } },
  });
  await place('delivery', 2, totalOf(4000 + 775));
  await setPrices(made.items.burger, { delivery: 21.5 });
  expect(await refusalOf(place('delivery', 2, totalOf(4000 + 775)))).toMatchObject({ code: 'order.price_changed' });
  await place('delivery', 2, totalOf(4300 + 775));
  await setPrices(made.items.burger, {});
  expect((await quote('delivery', 2)).total).toBe(totalOf(3600 + 775));
});

/** With 5 % and the fee. */
const totalOf = (subtotal: number) => (subtotal + Math.floor((subtotal * 5 + 50) / 100) + 500) / 100;

test('guests read the prices of the modes, and nothing where there are none; changes are in the audit log', async () => {
  await setPrices(made.items.burger, { 'dine-in': 19.5, delivery: 20 });
  await setPrices(made.modifiers.cheese, { pickup: 0 });
  const priced = async () => {
    const { items, modifierLists } = await app.call('GET /site/:slug', { params: { slug: made.slug } });
    return [...items, ...modifierLists.flatMap(({ modifierList }) => modifierList)]
      .filter((one) => 'modePrices' in one)
      .map(({ _id, price, modePrices }) => [_id, price, modePrices]);
  };
  await expect.poll(priced).toEqual([
    [made.items.burger, 18, { delivery: 20, 'dine-in': 19.5 }],
    [made.modifiers.cheese, 3.25, { pickup: 0 }],
  ]);
  const entries = await platformTransaction(app.db, 'seed', (tx) =>
    tx
      .selectFrom('audit_log_entries')
      .select(['action', 'subject', 'details'])
      .where('restaurant_id', '=', made.id)
      .orderBy('number')
      .execute(),
  );
  const name = `burger ${made.canary}`;
  expect(entries.map(({ details, ...entry }) => ({ ...entry, details: JSON.parse(details) as unknown }))).toMatchObject(
    [
      {
        action: 'items.prices_changed',
        details: { prices: [`${name} (delivery): AED 18 → AED 20`, `${name} (dine-in): AED 18 → AED 19.5`] },
      },
      {
        action: 'item.price_changed',
        subject: `cheese ${made.canary} (pickup)`,
        details: { before: 'AED 3.25', after: 'AED 0' },
      },
    ],
  );
});

test.each<[Record<string, number>, string]>([
  [{ delivery: 1.234 }, 'modePrices'],
  [{ delivery: -1 }, 'modePrices.delivery'],
])('%j is refused', async (modePrices, field) => {
  const refused = await refusalOf(setPrices(made.items.burger, modePrices));
  expect(refused).toMatchObject({ status: 400, code: 'request.invalid' });
  expect(Object.keys(refused.fields ?? {})).toEqual([field]);
});

test.each(['csv', 'json'] as const)(
  'a file of %s carries them, and one without the field leaves them',
  async (format) => {
    await setPrices(made.items.burger, { delivery: 20, pickup: 0 });
    await setPrices(made.modifiers.cheese, { 'dine-in': 4 });
    const params = { id: made.menuId };
    const { text } = await app.call('GET /menu/export/:id', { params, query: { format } }, owner.token);
    const other = await makeRestaurant(app.db);
    const { token } = await makeOwner(app.db, other.id);
    const files = { file: new File([text], `menu.${format}`) };
    expect((await app.call('POST /menu/import', { form: { menuName: 'Menu' }, files }, token)).problems).toEqual([]);
    const { items } = await app.call('GET /menu/get-all-items-modifier', {}, token);
    const priced = items.flatMap((one) => (one.modePrices && one.name.includes(made.canary) ? [one.modePrices] : []));
    expect(priced).toHaveLength(2);
    expect(priced).toEqual(expect.arrayContaining([{ delivery: 20, pickup: 0 }, { 'dine-in': 4 }]));
  },
);
