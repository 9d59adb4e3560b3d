/** Delivery areas with a shape: what an owner saves, and where orders to them go (decision 84). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryAreaId, OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { DeliveryAreaChanges } from '#contract/outlets/delivery-areas.ts';
import { metresPerDegree } from '#contract/outlets/zone-fee.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { deliveryOrder, type OrderInput, refusalOf } from '#server/test/data/orders.ts';
import { makeCustomer, makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
let made: TestRestaurant;
let owner: string;
let guest: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  ({ token: owner } = await makeOwner(app.db, made.id));
  ({ token: guest } = await makeCustomer(app.db, made.id));
});

type Body = DeliveryAreaChanges;
const save = async (body: Body, id: OutletId | DeliveryAreaId = made.outletId) =>
  (await app.call('POST /outlet/update-delivery-area/:id', { params: { id }, body }, owner)).deliveryArea;
const refusal = (body: Body, id?: OutletId | DeliveryAreaId) => refusalOf(save(body, id));
const list = async () =>
  (await app.call('GET /outlet/get-all-delivery-areas/:id', { params: { id: made.outletId } }, made.siteToken))
    .deliveryAreas;
const setPin = (latitude: number, longitude: number) =>
  changeMenu(app.db, made.id, (tx) =>
    tx.updateTable('outlets').set({ latitude, longitude }).where('id', '=', made.outletId).execute(),
  );

const square: NonNullable<Body['shape']> = {
  kind: 'polygon',
  rings: [
    [
      [55, 25],
      [55.2, 25],
      [55.2, 25.2],
      [55, 25.2],
    ],
  ],
};
const zone: Body = { areaName: 'Old Town', minBasketValue: 10, deliveryFee: 9, shape: square };
const inside = { latitude: 25.1, longitude: 55.1 };
const outside = { latitude: 25.3, longitude: 55.1 };

describe('a zone', () => {
  test('keeps shape and terms, and guests read its kind at once and its shape when they ask', async () => {
    const terms = { feeTiers: [{ upTo: 2000, fee: 4.5 }], freeFrom: 80, deliveryTime: 55 };
    const saved = await save({ ...zone, ...terms });
    expect(saved).toMatchObject({ ...zone, ...terms });
    expect(await list()).toContainEqual(saved);
    const { deliveryAreas } = await app.call('GET /site/:slug', { params: { slug: made.slug } });
    const { shape: _, ...rest } = saved;
    expect(deliveryAreas).toContainEqual({ ...rest, zone: 'polygon' });
  });

  test('becomes an area to choose by its name again, without the terms that are taken away', async () => {
    const { _id } = await save({ ...zone, feeTiers: [{ upTo: 2000, fee: 4.5 }], freeFrom: 80, deliveryTime: 55 });
    const named = await save({ shape: null, feeTiers: [], freeFrom: null, deliveryTime: null }, _id);
    expect(Object.keys(named).sort()).toEqual(
      ['_id', 'areaName', 'areaNameTranslations', 'deliveryFee', 'minBasketValue', 'outletId'].sort(),
    );
  });

  test.each<[string, Body, string, string]>([
    [
      'an outline that crosses itself',
      {
        shape: {
          kind: 'polygon',
          rings: [
            [
              [55, 25],
              [56, 26],
              [56, 25],
              [55, 26],
            ],
          ],
        },
      },
      'shape',
      'area.crosses_itself',
    ],
    [
      'a zone across the 180th meridian',
      {
        shape: {
          kind: 'polygon',
          rings: [
            [
              [179.9, -17],
              [-179.9, -17],
              [-179.9, -16],
            ],
          ],
        },
      },
      'shape',
      'area.crosses_meridian',
    ],
    ['a postcode of signs', { shape: { kind: 'postcodes', postcodes: ['?!'] } }, 'shape', 'area.postcode_malformed'],
    [
      'distances that do not rise',
      {
        feeTiers: [
          { upTo: 3000, fee: 1 },
          { upTo: 2000, fee: 2 },
        ],
      },
      'feeTiers',
      'area.tiers_not_rising',
    ],
    ['a fee with too many decimals', { feeTiers: [{ upTo: 3000, fee: 1.005 }] }, 'feeTiers', 'amount_invalid'],
    ['a sum with too many decimals', { freeFrom: 1.005 }, 'freeFrom', 'amount_invalid'],
  ])('is refused with %s', async (_, change, field, code) => {
    expect(await refusal({ ...zone, ...change })).toMatchObject({
      code: 'request.invalid',
      fields: { [field]: { code } },
    });
  });

  test('is one of at most fifty at an outlet, also where an area gets a shape later', async () => {
    const shape: Body['shape'] = { kind: 'postcodes', postcodes: ['10115'] };
    await changeMenu(app.db, made.id, (tx) =>
      tx
        .insertInto('delivery_areas')
        .values(
          Array.from({ length: limits.zonesPerOutletMax }, (_, index) => ({
            restaurant_id: made.id,
            id: crypto.randomUUID() as DeliveryAreaId,
            outlet_id: made.outletId,
            name: `Zone ${index}`,
            minimum_minor: 0 as never,
            shape,
            free_from_minor: null,
            delivery_minutes: null,
            created_at: new Date(),
            deleted_at: null,
          })),
        )
        .execute(),
    );
    expect((await refusal(zone)).code).toBe('area.too_many_zones');
    expect((await refusal({ shape }, made.areaId)).code).toBe('area.too_many_zones');
    await save({ areaName: 'By name', minBasketValue: 0 });
  });
});

describe('a file of zones', () => {
  const importZones = (zones: (Body & { areaName: string })[], id = made.outletId, token = owner) =>
    app.call('POST /outlet/import-delivery-areas/:id', { params: { id }, body: { zones } }, token);
  const named = async () =>
    (await list()).map(({ areaName, minBasketValue, deliveryFee }) => [areaName, minBasketValue, deliveryFee]);

  test('is saved whole: an area of its name is changed and keeps what the file does not say, others are added', async () => {
    await save(zone);
    const before = await named();
    const { deliveryAreas } = await importZones([
      { areaName: 'OLD TOWN', shape: square, deliveryFee: 4 },
      { areaName: 'Quays', shape: square },
    ]);
    expect(deliveryAreas.map(({ areaName }) => areaName)).toEqual(['OLD TOWN', 'Quays']);
    expect(await named()).toEqual([...before.slice(0, -1), ['OLD TOWN', 10, 4], ['Quays', 0, 0]]);
  });

  test('is not saved at all where one zone of it cannot be', async () => {
    await save(zone);
    const before = await list();
    const fine = { areaName: 'Quays', shape: square };
    const refusals = [
      await refusalOf(importZones([{ areaName: 'Old Town', deliveryFee: 1 }, fine, { ...fine, areaName: 'QUAYS' }])),
      await refusalOf(importZones([fine, { ...fine, areaName: 'Dear', deliveryFee: 1.005 }])),
      await refusalOf(importZones(Array.from({ length: 50 }, (_, index) => ({ ...fine, areaName: `Zone ${index}` })))),
    ];
    expect(refusals.map(({ code }) => code)).toEqual(['area.name_taken', 'request.invalid', 'area.too_many_zones']);
    expect(await list()).toEqual(before);
  });

  test("is not saved to another restaurant's outlet", async () => {
    const stranger = await makeOwner(app.db, (await makeRestaurant(app.db)).id);
    expect(
      (await refusalOf(importZones([{ areaName: 'Quays', shape: square }], made.outletId, stranger.token))).code,
    ).toBe('request.not_found');
  });
});

describe('an order to a zone', () => {
  const water = (quantity = 2) => [{ itemId: made.items.water, quantity }];
  const order = (total: number, more: Partial<OrderInput>, quantity = 2) =>
    deliveryOrder(made, water(quantity), total, { deliveryAreaId: null, ...more });
  const place = async (input: OrderInput) => (await app.call('POST /order/create-order', { body: input }, guest)).order;
  const quote = async (input: OrderInput) =>
    (await app.call('POST /order/quote-order', { body: input }, made.siteToken)).quote;

  test('goes where its pin lies, and keeps pin, zone, fee and minutes', async () => {
    const { _id } = await save({ ...zone, deliveryTime: 55 });
    // 2 x 5.50, 5 % tax, 9.00 for the zone.
    const placed = await place(order(20.55, { position: inside }));
    expect(placed).toMatchObject({
      deliveryAreaId: _id,
      areaName: 'Old Town',
      deliveryFee: 9,
      travelTime: 40,
      address: { location: '4 Harbour Road', floor: '12', position: inside },
    });
    // Again from what is remembered of the menu.
    expect(await place(order(20.55, { position: inside }))).toMatchObject({ deliveryAreaId: _id, deliveryFee: 9 });
  });

  test('outside of all zones is refused', async () => {
    await save(zone);
    expect((await refusalOf(place(order(20.55, { position: outside })))).code).toBe('order.area_not_served');
  });

  test('is never let through without a pin', async () => {
    const { _id } = await save(zone);
    expect((await refusalOf(place(order(20.55, { deliveryAreaId: _id })))).code).toBe('order.pin_needed');
    expect((await quote(order(20.55, { deliveryAreaId: _id }))).problems.map(({ code }) => code)).toEqual([
      'order.pin_needed',
    ]);
  });

  test('with exactly the stated keys goes to the address that the guest saved last in the zone, with its pin', async () => {
    const { _id } = await save(zone);
    const { address: _, ...stated } = order(20.55, { deliveryAreaId: _id });
    const saved = { location: '4 Quay Street', floor: 'Villa 7', instruction: '', nickName: 'Home' as const };
    const body = { ...saved, deliveryAreaId: _id, areaName: 'Old Town', position: inside };
    await app.call('POST /auth/save-address', { body }, guest);
    expect((await app.call('GET /auth/addresses', {}, guest)).addresses).toMatchObject([{ position: inside }]);
    expect((await place(stated as OrderInput)).address).toEqual({ ...saved, position: inside });
  });

  test('takes the pin of the same address in the account where a page sends none, for the quote and the order', async () => {
    const { _id } = await save(zone);
    const address = { location: '4 Quay Street', floor: 'Villa 7', instruction: '', nickName: 'Home' as const };
    const old = order(20.55, { deliveryAreaId: _id, address });
    const body = { ...address, deliveryAreaId: _id, areaName: 'Old Town', position: inside };
    await app.call('POST /auth/save-address', { body }, guest);
    const { quote: quoted } = await app.call(
      'POST /order/quote-order',
      { body: { ...old, address: undefined } as never },
      guest,
    );
    expect([quoted.deliveryAreaId, quoted.deliveryFee, quoted.problems]).toEqual([_id, 9, []]);
    expect((await place(old)).address).toEqual({ ...address, position: inside });
    // Another door in the same zone is not known.
    const next = order(20.55, { deliveryAreaId: _id, address: { ...address, floor: 'Villa 8' } });
    expect((await refusalOf(place(next))).code).toBe('order.pin_needed');
  });

  test('is delivered by the cheapest zone of its outlet, whichever is named', async () => {
    const { _id: dear } = await save(zone);
    const cheap = await save({ ...zone, areaName: 'Near', deliveryFee: 6 });
    expect(await place(order(17.55, { deliveryAreaId: dear, position: inside }))).toMatchObject({
      deliveryAreaId: cheap._id,
      areaName: 'Near',
      deliveryFee: 6,
    });
  });

  test('pays by its distance from the kitchen, and nothing from the stated subtotal on', async () => {
    await setPin(inside.latitude, inside.longitude);
    await save({
      ...zone,
      feeTiers: [
        { upTo: 1000, fee: 3 },
        { upTo: 3000, fee: 5 },
      ],
      freeFrom: 22,
    });
    const at = (metres: number) => ({ ...inside, latitude: inside.latitude + metres / metresPerDegree });
    const fees = async (metres: number, quantity?: number) =>
      (await quote(order(0, { position: at(metres) }, quantity))).deliveryFee;
    expect(await Promise.all([fees(0), fees(1000), fees(1001), fees(3001)])).toEqual([3, 3, 5, 9]);
    // 4 x 5.50 is 22.00.
    expect([await fees(3001, 3), await fees(3001, 4)]).toEqual([9, 0]);
    expect(await place(order(23.1, { position: at(3001) }, 4))).toMatchObject({ deliveryFee: 0, totalPrice: 23.1 });
  });

  test('is found by its postcode where nobody has a map', async () => {
    const shape: Body['shape'] = { kind: 'postcodes', postcodes: ['SW1A*'] };
    const { _id } = await save({ ...zone, shape });
    expect(await place(order(20.55, { postcode: 'sw1a 1aa' }))).toMatchObject({
      deliveryAreaId: _id,
      address: { postcode: 'sw1a 1aa' },
    });
    expect((await refusalOf(place(order(20.55, { postcode: 'SW2 1AA' })))).code).toBe('order.area_not_served');
  });

  test('to an area that is chosen by its name needs no pin, and has the same fee with one', async () => {
    await save(zone);
    const named = deliveryOrder(made, water(6), 39.65, { position: inside });
    expect(await place(named)).toMatchObject({ deliveryAreaId: made.areaId, deliveryFee: 5 });
  });

  test('is tried out at a place inside, where the outlet has zones alone and no pickup', async () => {
    await changeMenu(app.db, made.id, async (tx) => {
      await tx.deleteFrom('delivery_areas').where('id', '=', made.areaId).execute();
      const modes = tx.updateTable('outlet_modes').set({ accepts_orders: false });
      await modes.where('outlet_id', '=', made.outletId).where('mode', '=', 'pickup').execute();
    });
    await save(zone);
    const { order: tried } = await app.call('POST /order/place-test-order', { body: {} }, owner);
    expect(tried).toMatchObject({ isTest: true, deliveryMode: 'delivery', areaName: 'Old Town', deliveryFee: 9 });
  });

  test('is promised the minutes of the zone', async () => {
    await save({ ...zone, deliveryTime: 120 });
    expect((await quote(order(0, { position: inside }))).deliveryTime).toBe(120);
    // A zone that is nearer than the food is ready.
    const { _id } = (await list()).find(({ areaName }) => areaName === zone.areaName)!;
    await save({ deliveryTime: 1 }, _id);
    const { preparationTime, deliveryTime } = await quote(order(0, { position: inside }));
    expect(deliveryTime).toBe(preparationTime);
  });
});
