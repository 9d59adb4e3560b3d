/** The rule of zones against PostgreSQL's own polygons and circles, and against the quotes of the server. */
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chooseZone, type Zone } from '#contract/outlets/choose-zone.ts';
import { feeAt, metresPerDegree, type Pin } from '#contract/outlets/zone-fee.ts';
import { covers, type MapPoint, shapeProblem, type ZoneShape } from '#contract/outlets/zone-shape.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** A place in millionths of a degree, which are whole numbers: then PostgreSQL's tolerance of a millionth means nothing. */
const place = (x: number, y: number): MapPoint => [55 + x / 1e6, 25 + y / 1e6];
const width = 200_000;
const coordinate = fc.integer({ min: 0, max: width });
/** Outlines of any form, convex or not, that do not cross themselves: their points lie around a middle, by their angle. */
const outline = fc
  .array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 12 })
  .map((points) => {
    const middle = [width / 2 + 0.5, width / 2 + 0.25] as const;
    const angle = ([x, y]: readonly [number, number]) => Math.atan2(y - middle[1], x - middle[0]);
    return points.toSorted((one, other) => angle(one) - angle(other)).map(([x, y]) => place(x, y));
  })
  .filter((ring) => shapeProblem({ kind: 'polygon', rings: [ring] }) === null);
const circle = fc
  .tuple(coordinate, coordinate, fc.integer({ min: 200, max: 12_000 }))
  .map(([x, y, radius]): ZoneShape => ({ kind: 'circle', centre: place(x, y), radius }));
const hole = 0.2;
/** Half of the polygons have a hole in the form of themselves. */
const polygon = fc.tuple(outline, fc.boolean()).map(([ring, hasHole]): ZoneShape => {
  const middle = ring.reduce(([x, y], [a, b]) => [x + a / ring.length, y + b / ring.length] as const, [
    0, 0,
  ] as MapPoint);
  const inner = ring.map(([x, y]): MapPoint => [
    middle[0] + (x - middle[0]) * hole,
    middle[1] + (y - middle[1]) * hole,
  ]);
  const pierced: ZoneShape = { kind: 'polygon', rings: [ring, inner] };
  return hasHole && shapeProblem(pierced) === null ? pierced : { kind: 'polygon', rings: [ring] };
});

const units = ([x, y]: MapPoint) => `(${Math.round(x * 1e6)},${Math.round(y * 1e6)})`;
const ringText = (ring: readonly MapPoint[]) => `(${ring.map(units).join(',')})`;

interface OracleZone {
  outline: string | null;
  hole: string | null;
  centre: MapPoint | null;
  radius: number | null;
  fee: number;
  tiers: { upTo: number; fee: number }[];
}

function oracleZone({ shape, deliveryFee, feeTiers = [] }: Zone): OracleZone {
  const rest = { fee: deliveryFee, tiers: [...feeTiers] };
  if (shape?.kind === 'circle')
    return { ...rest, outline: null, hole: null, centre: shape.centre, radius: shape.radius };
  const [ring, inner] = shape?.kind === 'polygon' ? shape.rings : [];
  return { ...rest, outline: ringText(ring!), hole: inner ? ringText(inner) : null, centre: null, radius: null };
}

/** Asks PostgreSQL, for each door: the number of the cheapest zone that has it, and its fee. */
async function askPostgres(zones: readonly Zone[], kitchen: Pin, doors: readonly MapPoint[]) {
  const metres = (longitude: string, latitude: string, x: string, y: string) =>
    sql.raw(
      `point((${x} - ${longitude}) * cosd(${latitude}) * ${metresPerDegree}, (${y} - ${latitude}) * ${metresPerDegree})`,
    );
  const { rows } = await sql<{ zone: number | null; fee: number | null }>`
    with zones as (
      select number::int - 1 as number, (zone ->> 'outline')::polygon as outline, (zone ->> 'hole')::polygon as hole,
        (zone -> 'centre' ->> 0)::float8 as lon, (zone -> 'centre' ->> 1)::float8 as lat, (zone ->> 'radius')::float8 as radius,
        (zone ->> 'fee')::int as fee, zone -> 'tiers' as tiers
      from jsonb_array_elements(${JSON.stringify(zones.map(oracleZone))}::jsonb) with ordinality as listed (zone, number)
    ), doors as (
      select number, (door ->> 0)::float8 as x, (door ->> 1)::float8 as y
      from jsonb_array_elements(${JSON.stringify(doors)}::jsonb) with ordinality as listed (door, number)
    ), kitchen as (select ${kitchen.longitude}::float8 as lon, ${kitchen.latitude}::float8 as lat)
    select best.number as zone, best.fee from doors cross join kitchen left join lateral (
      select zones.number, coalesce((
          select (tier ->> 'fee')::int from jsonb_array_elements(tiers) with ordinality as listed (tier, position)
          where (tier ->> 'upTo')::int + 0.5 >= ${metres('kitchen.lon', 'kitchen.lat', 'doors.x', 'doors.y')} <-> point '(0,0)'
          order by position limit 1), zones.fee) as fee
      from zones
      where (outline @> point(round(x * 1e6), round(y * 1e6))
          and (hole is null or not hole @> point(round(x * 1e6), round(y * 1e6))))
        or circle(point '(0,0)', radius + 0.5) @> ${metres('zones.lon', 'zones.lat', 'doors.x', 'doors.y')}
      order by 2, 1 limit 1
    ) best on true order by doors.number`.execute(app.db);
  return rows;
}

const kitchen = { latitude: 25.1, longitude: 55.1 };
const zoneArbitrary = fc
  .record({
    shape: fc.oneof(polygon, circle),
    deliveryFee: fc.integer({ min: 0, max: 6 }),
    feeTiers: fc
      .uniqueArray(fc.integer({ min: 100, max: 15_000 }), { maxLength: 3 })
      .map((ends) => ends.toSorted((a, b) => a - b).map((upTo, index) => ({ upTo, fee: index }))),
  })
  .map((zone): Zone => ({ ...zone, isOpen: true, kitchen }));

test('for 10,000 random places the rule and PostgreSQL agree on the zone and its fee', async () => {
  let places = 0;
  let served = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(zoneArbitrary, { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(coordinate, coordinate), { minLength: 200, maxLength: 200 }),
      async (zones, points) => {
        const doors = points.map(([x, y]) => place(x, y));
        const said = doors.map(([longitude, latitude]) => {
          const position = { latitude, longitude };
          const zone = chooseZone(zones, { position });
          return zone === null
            ? { zone: null, fee: null }
            : { zone: zones.indexOf(zone), fee: feeAt(zone, kitchen, position) };
        });
        expect(said).toEqual(await askPostgres(zones, kitchen, doors));
        places += doors.length;
        served += said.filter(({ zone }) => zone !== null).length;
      },
    ),
    { numRuns: 60 },
  );
  expect(places).toBeGreaterThanOrEqual(10_000);
  // Otherwise the places would say little.
  expect(served).toBeGreaterThan(2_000);
  expect(places - served).toBeGreaterThan(2_000);
});

test('the corners of an outline, and what lies on its sides, are in it for both', async () => {
  await fc.assert(
    fc.asyncProperty(outline, async (ring) => {
      const shape: ZoneShape = { kind: 'polygon', rings: [ring] };
      const zone: Zone = { shape, deliveryFee: 0, isOpen: true, kitchen };
      const said = ring.map(([longitude, latitude]) => covers(shape, { position: { latitude, longitude } }));
      expect(said).toEqual(ring.map(() => true));
      expect((await askPostgres([zone], kitchen, ring)).map(({ zone: number }) => number)).toEqual(ring.map(() => 0));
    }),
    { numRuns: 60 },
  );
});

test('the server quotes the zone, the fee and the minimum that the guest’s page finds', async () => {
  const made = await makeRestaurant(app.db);
  const { token } = await makeOwner(app.db, made.id);
  await changeMenu(app.db, made.id, (tx) =>
    tx.updateTable('outlets').set(kitchen).where('id', '=', made.outletId).execute(),
  );
  const drawn = fc.sample(zoneArbitrary, { numRuns: 6, seed: 39 });
  for (const [index, { shape, deliveryFee, feeTiers }] of drawn.entries()) {
    const body = {
      areaName: `Zone ${index}`,
      minBasketValue: index,
      shape: shape as never,
      deliveryFee,
      feeTiers: [...feeTiers!],
    };
    await app.call('POST /outlet/update-delivery-area/:id', { params: { id: made.outletId }, body }, token);
  }
  const { deliveryAreas } = await app.call(
    'GET /outlet/get-all-delivery-areas/:id',
    { params: { id: made.outletId } },
    made.siteToken,
  );
  const zones = deliveryAreas.map((area) => ({ ...area, shape: area.shape ?? null, isOpen: true, kitchen }));
  const points = fc.sample(fc.tuple(coordinate, coordinate), { numRuns: 60, seed: 39 });
  let served = 0;
  for (const [x, y] of points) {
    const [longitude, latitude] = place(x, y);
    const position = { latitude, longitude };
    const found = chooseZone(zones, { position });
    const items = [{ itemId: made.items.water, quantity: 1 }];
    const body = { outletId: made.outletId, deliveryMode: 'delivery' as const, position, items };
    const { quote } = await app.call('POST /order/quote-order', { body }, made.siteToken);
    served += found === null ? 0 : 1;
    expect([quote.deliveryAreaId, quote.deliveryFee, quote.minBasketValue]).toEqual(
      found === null ? [null, null, null] : [found._id, feeAt(found, kitchen, position), found.minBasketValue],
    );
    expect(quote.problems.some(({ code }) => code === 'order.area_not_served')).toBe(found === null);
  }
  expect(served).toBeGreaterThan(10);
  expect(served).toBeLessThan(60);
});
