import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/base/client.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { platformTransaction, transaction } from '#server/db/transaction.ts';
import { batchStatements } from '#server/modules/ordering/place/write-batch.ts';
import { batchParameters, orderBatch } from '#server/test/data/order-batch.ts';
import { rescaleOffers } from '#server/modules/ordering/offers/rescale-offers.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { pickupOrder } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { whenFree } from '#server/test/data/when-free.ts';
import { countWaiting } from '#server/test/servers/waiting.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startApp();
});
afterAll(() => server.close());

async function make() {
  const made = await makeRestaurant(server.db);
  const { token } = await makeOwner(server.db, made.id);
  return { ...made, token };
}

type Changes = CallInput<'POST /restaurant/update-settings'>['body'];
const change = async (token: string, body: Changes) =>
  (await server.call('POST /restaurant/update-settings', { body }, token)).settings;
const prices = async (token: string) =>
  (await server.call('GET /menu/get-all-items-modifier', {}, token)).items.map(({ price }) => price);

test('fields that are not given stay, and guests and people of the restaurant see the others', async () => {
  const { slug, name, token } = await make();
  const before = {
    name,
    nameTranslations: {},
    slug,
    formerSlugs: [],
    currency: 'AED',
    currencyIsFixed: false,
    chargeOptions: 'once',
    locale: 'en',
    languages: ['en', 'ar'],
    legalName: '',
    taxNumber: '',
    taxAddress: '',
    tipModes: [],
    tipPercents: [5, 10, 15],
  };
  expect((await server.call('GET /restaurant/get-settings', {}, token)).settings).toEqual(before);
  const changed = { ...before, name: 'Café Ünique', chargeOptions: 'each', locale: 'ar', languages: ['ar'] };
  expect(
    await change(token, { name: ' Cafe\u0301 Ünique ', chargeOptions: 'each', locale: 'ar', languages: ['ar', 'ar'] }),
  ).toEqual(changed);
  expect(await change(token, {})).toEqual(changed);
  const read = async () => (await server.call('GET /site/:slug', { params: { slug } })).restaurant;
  await expect.poll(read).toMatchObject({ name: 'Café Ünique', chargeOptions: 'each', locale: 'ar' });
  const { restaurant } = await server.call('GET /auth/me', {}, token);
  expect(restaurant).toMatchObject({ name: 'Café Ünique', chargeOptions: 'each' });
});

test('the name in Arabic is read by guests and kept in the audit log, and an empty one is removed', async () => {
  const { slug, token } = await make();
  const nameOnSite = async () =>
    (await server.call('GET /site/:slug', { params: { slug } })).restaurant.nameTranslations;
  expect((await change(token, { nameTranslations: { ar: 'مطبخ النور' } })).nameTranslations).toEqual({
    ar: 'مطبخ النور',
  });
  await expect.poll(nameOnSite).toEqual({ ar: 'مطبخ النور' });
  expect((await change(token, { chargeOptions: 'each' })).nameTranslations).toEqual({ ar: 'مطبخ النور' });
  expect((await change(token, { nameTranslations: { ar: '' } })).nameTranslations).toEqual({});
  await expect.poll(nameOnSite).toEqual({});
});

test.each([
  ['name', ''],
  ['name', 'x'.repeat(101)],
  ['currency', 'XXX'],
  ['currency', 'aed'],
  ['chargeOptions', 'twice'],
  ['locale', 'fr'],
  ['languages', []],
  ['languages', 'en'],
])('%s cannot be %j', async (field, value) => {
  const { token } = await make();
  const refused = change(token, { [field]: value });
  await expect(refused).rejects.toMatchObject({ status: 400, answer: { code: 'request.invalid' } });
  await expect(refused).rejects.toHaveProperty(['answer', 'fields', field]);
});

test('every price keeps its number in another currency', async () => {
  const { slug, token, outletId } = await make();
  const before = await prices(token);
  expect(before).toContain(5.5);
  expect((await change(token, { currency: 'KWD' })).currency).toBe('KWD');
  expect(await prices(token)).toEqual(before);
  const areas = await server.call('GET /outlet/get-all-delivery-areas/:id', { params: { id: outletId } }, token);
  expect(areas.deliveryAreas).toMatchObject([{ minBasketValue: 30, deliveryFee: 5 }]);
  await expect
    .poll(async () => (await server.call('GET /site/:slug', { params: { slug } })).restaurant.currency)
    .toBe('KWD');
  await change(token, { currency: 'USD' });
  expect(await prices(token)).toEqual(before);
});

test('prices by mode keep their numbers as well, and one that is too fine keeps the currency', async () => {
  const { token, items } = await make();
  const modePrices = { delivery: 20.25, pickup: 0 };
  const params = { id: items.burger };
  await server.call('POST /menu/update-items-modifier/:id', { params, form: { modePrices } }, token);
  const read = async () =>
    (await server.call('GET /menu/get-all-items-modifier', {}, token)).items.find(({ _id }) => _id === items.burger);
  for (const currency of ['KWD', 'USD', 'AED'] as const) {
    await change(token, { currency });
    expect(await read()).toMatchObject({ price: 18, modePrices });
  }
  await change(token, { currency: 'KWD' });
  const fine = { delivery: 20.125 };
  await server.call('POST /menu/update-items-modifier/:id', { params, form: { modePrices: fine } }, token);
  await expect(change(token, { currency: 'AED' })).rejects.toMatchObject({ status: expect.any(Number) });
  expect(await read()).toMatchObject({ price: 18, modePrices: fine });
});

test('amounts that are saved while the currency changes keep their number', async () => {
  const { token, items, modifiers, outletId, areaId } = await make();
  const saved = [items.burger, items.water, items.special, modifiers.cheese];
  const file = new File(['category,name,price\nSoups,Lentil,7.50'], 'menu.csv');
  // A file that was read in the currency of before is refused, and its owner sends it again.
  const importUntilTaken = async (): Promise<unknown> => {
    try {
      return await whenFree(() => server.call('POST /menu/import', { form: {}, files: { file } }, token));
    } catch (error) {
      expect(error).toMatchObject({ answer: { code: 'import.currency_changed' } });
      return importUntilTaken();
    }
  };
  for (const currency of ['KWD', 'USD', 'KWD', 'AED', 'BHD'] as const) {
    const saves = [
      ...saved.map(
        (id) => () =>
          server.call('POST /menu/update-items-modifier/:id', { params: { id }, form: { price: 7.5 } }, token),
      ),
      () => change(token, { currency }),
      () =>
        server.call(
          'POST /outlet/update-delivery-area/:id',
          { params: { id: areaId }, body: { minBasketValue: 7.5, deliveryFee: 7.5 } },
          token,
        ),
    ];
    await Promise.all([...saves.map((save) => whenFree<unknown>(save)), importUntilTaken()]);
    const { items: now } = await server.call('GET /menu/get-all-items-modifier', {}, token);
    const pricesNow = new Map(now.map(({ _id, name, price }) => [name === 'Lentil' ? name : _id, price]));
    expect(['Lentil', ...saved].map((one) => pricesNow.get(one))).toEqual([7.5, 7.5, 7.5, 7.5, 7.5]);
    const areas = await server.call('GET /outlet/get-all-delivery-areas/:id', { params: { id: outletId } }, token);
    expect(areas.deliveryAreas).toMatchObject([{ minBasketValue: 7.5, deliveryFee: 7.5 }]);
  }
});

test('offers that are saved while the currency changes keep their number', async () => {
  const { id, token } = await make();
  const terms = { name: 'Evenings', benefit: { kind: 'amount', amount: 7.5 }, minimumSubtotal: 30.5 } as const;
  const add = () => server.call('POST /offer/add-offer', { body: terms }, token);
  const { offer } = await add();
  const update = () =>
    server.call('POST /offer/update-offer/:id', { params: { id: offer._id }, body: { ...terms, version: 1 } }, token);
  const saving: Promise<unknown>[] = [];
  await transaction(server.db, id, async (tx) => {
    await tx.updateTable('restaurants').set({ currency: 'KWD' }).where('id', '=', id).execute();
    await rescaleOffers(tx, id, 1);
    saving.push(...[add, update].map((save) => whenFree<unknown>(save)));
    await expect.poll(() => countWaiting(server.db), { interval: 5 }).toBe(2);
  });
  await Promise.all(saving);
  expect(await server.call('GET /offer/get-offers', {}, token)).toMatchObject({ offers: [terms, terms] });
});

test('a currency with too few decimals for a price, or for a fee, is refused and changes nothing', async () => {
  const { token, items, modifiers, areaId } = await make();
  const before = await prices(token);
  const refusal = {
    status: 400,
    answer: { fields: { currency: { code: 'restaurant.prices_have_decimals', details: { currency: 'JPY' } } } },
  };
  await expect(change(token, { currency: 'JPY' })).rejects.toMatchObject(refusal);
  expect(await prices(token)).toEqual(before);
  for (const id of [items.water, modifiers.large, modifiers.cheese, modifiers.bacon]) {
    const input = { params: { id }, form: { price: 4 } };
    await server.call('POST /menu/update-items-modifier/:id', input, token);
  }
  const area = (deliveryFee: number) =>
    server.call('POST /outlet/update-delivery-area/:id', { params: { id: areaId }, body: { deliveryFee } }, token);
  await area(2.5);
  await expect(change(token, { currency: 'JPY' })).rejects.toMatchObject(refusal);
  expect(Math.max(...(await prices(token)))).toBe(42);
  await area(3);
  expect((await change(token, { currency: 'JPY' })).currency).toBe('JPY');
  expect(Math.max(...(await prices(token)))).toBe(42);
});

test('the currency is fixed after the first order of a guest; a test order does not count', async () => {
  const made = await make();
  const { token, id, items } = made;
  await server.call('POST /order/place-test-order', { body: { outletId: made.outletId } }, token);
  expect((await change(token, { currency: 'USD' })).currencyIsFixed).toBe(false);
  const guest = await makeCustomer(server.db, id);
  const body = pickupOrder(made, [{ itemId: items.special, quantity: 1 }], 44.1);
  await server.call('POST /order/create-order', { body }, guest.token);
  await expect(change(token, { currency: 'EUR' })).rejects.toMatchObject({
    status: 409,
    answer: {
      code: 'restaurant.currency_fixed',
      msg: 'There are orders in USD already, so the currency stays.',
    },
  });
  expect(await change(token, { currency: 'USD', name: 'Same' })).toMatchObject({
    currency: 'USD',
    currencyIsFixed: true,
  });
});

describe('an order that is written while the currency changes', () => {
  const stored = (id: RestaurantId) =>
    platformTransaction(server.db, 'seed', async (tx) => {
      const { rows } = await sql<{ restaurant: string; orders: string[] }>`
        select currency as restaurant, array(select currency from orders where restaurant_id = ${id}) as orders
        from restaurants where id = ${id}`.execute(tx);
      return rows[0];
    });
  const changeOf = (token: string) =>
    change(token, { currency: 'KWD' }).then(
      ({ currency }) => currency,
      (error: unknown) => (error as { answer: { code: string } }).answer.code,
    );
  const waiting = (count: number) => expect.poll(() => countWaiting(server.db), { interval: 5 }).toBe(count);

  test('in a batch keeps its currency, and so does the restaurant', async () => {
    const made = await make();
    const guest = await makeCustomer(server.db, made.id);
    const batch = await orderBatch(server.db, { made, customerId: guest.customerId });
    const writer = await server.pool.connect();
    await writer.query('begin');
    const parameters = [[made.id], ...batchParameters(batch)];
    const { rows } = await writer.query(batchStatements.writeSingleOrder, parameters);
    expect(rows).toMatchObject([{ outcome: 'written' }]);
    const changing = changeOf(made.token);
    await waiting(1);
    await writer.query('commit');
    writer.release();
    expect(await changing).toBe('restaurant.currency_fixed');
    expect(await stored(made.id)).toEqual({ restaurant: 'AED', orders: ['AED'] });
  });

  test.each(['order', 'change'])(
    'alone has the currency of the restaurant, where the %s comes first',
    async (first) => {
      const made = await make();
      const guest = await makeCustomer(server.db, made.id);
      const body = pickupOrder(made, [{ itemId: made.items.special, quantity: 1 }], 44.1);
      const begin = {
        order: () => server.call('POST /order/create-order', { body }, guest.token).then(({ order }) => order.currency),
        change: () => changeOf(made.token),
      };
      const both: Promise<string>[] = [];
      await transaction(server.db, made.id, async (tx) => {
        // Each order and each change locks it before its end, and no batch waits for it.
        await sql`select from restaurant_counters where restaurant_id = ${made.id} for update`.execute(tx);
        for (const [index, which] of (first === 'order' ? ['order', 'change'] : ['change', 'order']).entries()) {
          both.push(begin[which as keyof typeof begin]());
          await waiting(index + 1);
        }
      });
      expect(await Promise.all(both)).toEqual(
        first === 'order' ? ['AED', 'restaurant.currency_fixed'] : ['KWD', 'KWD'],
      );
      const currency = first === 'order' ? 'AED' : 'KWD';
      expect(await stored(made.id)).toEqual({ restaurant: currency, orders: [currency] });
    },
  );
});
