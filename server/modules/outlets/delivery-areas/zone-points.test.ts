/** How many points the zones of an outlet have: counted before they are saved; what was saved before there was a limit stays in use. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DeliveryAreaId, OutletId } from '#contract/base/ids.ts';
import { minorUnits } from '#contract/base/money.ts';
import type { DeliveryAreaChanges } from '#contract/outlets/delivery-areas.ts';
import { newId } from '#server/db/new-id.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { refusalOf } from '#server/test/data/orders.ts';
import { makeOwner, makeRestaurant, type TestRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
let made: TestRestaurant;
let owner: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  made = await makeRestaurant(app.db);
  ({ token: owner } = await makeOwner(app.db, made.id));
});

type Shape = NonNullable<DeliveryAreaChanges['shape']>;
type Id = OutletId | DeliveryAreaId;
const most = 5000;
const save = async (body: DeliveryAreaChanges, id: Id = made.outletId) =>
  (await app.call('POST /outlet/update-delivery-area/:id', { params: { id }, body }, owner)).deliveryArea;
const importZones = async (zones: { areaName: string; shape: Shape }[]) =>
  (await app.call('POST /outlet/import-delivery-areas/:id', { params: { id: made.outletId }, body: { zones } }, owner))
    .deliveryAreas;
const list = async () =>
  (await app.call('GET /outlet/get-all-delivery-areas/:id', { params: { id: made.outletId } }, made.siteToken))
    .deliveryAreas;

/** An outline around a place, and holes in it. */
function shapeOf(points: number, { east = 0, holes = 0 } = {}): Shape & { kind: 'polygon' } {
  const ring = (count: number, radius: number, middle: number) =>
    Array.from({ length: count }, (_, index): [number, number] => {
      const angle = (index / count) * 2 * Math.PI;
      return [
        Number((middle + radius * Math.cos(angle)).toFixed(6)),
        Number((25 + radius * Math.sin(angle)).toFixed(6)),
      ];
    });
  const middle = 55 + east;
  return {
    kind: 'polygon',
    rings: [
      ring(points, 0.1, middle),
      ...Array.from({ length: holes }, (_, hole) => ring(points, 0.004, middle - 0.05 + hole * 0.01)),
    ],
  };
}

/** Saves zones as they could be saved before the limits. */
async function saveOld(shapes: Shape[]): Promise<DeliveryAreaId[]> {
  const rows = shapes.map((shape, index) => ({
    restaurant_id: made.id,
    id: newId<DeliveryAreaId>(),
    outlet_id: made.outletId,
    name: `Old ${index}`,
    minimum_minor: minorUnits(0),
    fee_minor: minorUnits(700),
    position: 10 + index,
    shape,
    free_from_minor: null,
    delivery_minutes: null,
    created_at: new Date(),
    deleted_at: null,
  }));
  await changeMenu(app.db, made.id, (tx) => tx.insertInto('delivery_areas').values(rows).execute());
  return rows.map(({ id }) => id);
}

test('a shape with more points than it may have is refused for that alone', async () => {
  const { shape, ...zone } = { areaName: 'Old Town', minBasketValue: 0, shape: shapeOf(151) };
  const crossing = { ...shape, rings: [[...shape.rings[0]!, ...shape.rings[0]!.toReversed()]] };
  expect(await refusalOf(save({ ...zone, shape: crossing }))).toMatchObject({
    code: 'request.invalid',
    fields: { shape: { code: 'area.too_many_points', details: { most: 300 } } },
  });
  expect(await save({ ...zone, shape: shapeOf(150, { holes: 1 }) })).toMatchObject(zone);
});

test('zones of one file have a limit together, and so have those of the outlet', async () => {
  const zones = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ areaName: `Zone ${index}`, shape: shapeOf(300) }));
  expect(await refusalOf(importZones(zones(17)))).toMatchObject({
    code: 'request.invalid',
    fields: { zones: { code: 'area.too_many_points_together', details: { most } } },
  });
  await importZones(zones(16));
  const further = { areaName: 'Further', minBasketValue: 0 };
  const before = await list();
  expect(await refusalOf(save({ ...further, shape: shapeOf(201) }))).toMatchObject({
    code: 'area.too_many_points',
    details: { most },
  });
  expect(await refusalOf(importZones([{ areaName: 'Further', shape: shapeOf(201) }]))).toMatchObject({
    code: 'area.too_many_points',
  });
  expect(await list()).toEqual(before);
  await save({ ...further, shape: shapeOf(200) });
  // The file is counted as a whole: one of its zones gets what the other one gives.
  await importZones([
    { areaName: 'Further', shape: shapeOf(300) },
    { areaName: 'Zone 0', shape: shapeOf(200) },
  ]);
});

test('a deleted zone comes back only where its points have room', async () => {
  const shapes = Array.from({ length: 17 }, () => shapeOf(290));
  const [first] = await saveOld(shapes);
  const restore = () => app.call('POST /outlet/restore-delivery-area/:id', { params: { id: first! } }, owner);
  await app.call('DELETE /outlet/delete-deliver-area/:id', { params: { id: first! } }, owner);
  const { _id } = await save({ areaName: 'Meanwhile', minBasketValue: 0, shape: shapeOf(290) });
  expect((await refusalOf(restore())).code).toBe('area.too_many_points');
  await save({ shape: shapeOf(70) }, _id);
  await restore();
});

test('zones of an outlet that had more before the limit are served and used, and can become fewer', async () => {
  const large = shapeOf(300, { holes: 9 });
  const old = await saveOld([large, large, shapeOf(300, { east: 1, holes: 9 })]);
  const served = (await list()).filter(({ shape }) => shape !== undefined);
  expect(served.map(({ _id, shape }) => [_id, shape])).toEqual([
    [old[0], large],
    [old[1], large],
    [old[2], shapeOf(300, { east: 1, holes: 9 })],
  ]);
  const quote = async (longitude: number) => {
    const items = [{ itemId: made.items.water, quantity: 1 }];
    const position = { latitude: 25, longitude };
    const body = { outletId: made.outletId, deliveryMode: 'delivery' as const, position, items };
    return (await app.call('POST /order/quote-order', { body }, made.siteToken)).quote.deliveryAreaId;
  };
  // In the last one, in its hole, and nowhere; each twice, read and remembered.
  for (const _ of ['read', 'remembered']) {
    expect([await quote(56.08), await quote(55.95), await quote(57)]).toEqual([old[2], null, null]);
  }
  expect((await refusalOf(save({ areaName: 'New', minBasketValue: 0, shape: shapeOf(3) }))).code).toBe(
    'area.too_many_points',
  );
  expect(await save({ areaName: 'Renamed', deliveryFee: 3 }, old[0])).toMatchObject({ shape: large, deliveryFee: 3 });
  await save({ shape: shapeOf(300) }, old[0]);
  // A redrawn zone is the one that is used from then on.
  await save({ shape: shapeOf(300, { east: 2 }) }, old[2]);
  expect([await quote(56.08), await quote(57)]).toEqual([null, old[2]]);
});
