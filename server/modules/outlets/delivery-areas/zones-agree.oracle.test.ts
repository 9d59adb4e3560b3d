/** For 10,000 doors the guest's page, the server and the database agree on zone, fee and minimum, also at the 180th meridian. */
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import { fromMajor } from '#contract/base/money.ts';
import { chooseZone } from '#contract/outlets/choose-zone.ts';
import { guestZone } from '#contract/outlets/guest-zones.ts';
import { feeAt, metresPerDegree } from '#contract/outlets/zone-fee.ts';
import { type Door, type MapPoint, shapeProblem, type ZoneShape } from '#contract/outlets/zone-shape.ts';
import { transaction } from '#server/db/transaction.ts';
import { newGuest } from '#server/modules/ordering/offers/offer-facts.ts';
import { examineBasket } from '#server/modules/ordering/quote/examine-basket.ts';
import { readBasketFacts } from '#server/modules/ordering/quote/read-basket-facts.ts';
import { changeMenu } from '#server/test/data/change-menu.ts';
import { makeOwner, makeRestaurant } from '#server/test/data/restaurant.ts';
import { startApp, type TestApp } from '#server/test/servers/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const span = 0.2;
const zonesPerOutlet = 8;
const doorsAsked = 5_000;
const postcodes = ['10115', '10117', 'SW1A 1AA', 'SW1A 2AA', '٢٠٠١', '2002'];
const wrapped = (longitude: number) => longitude - 360 * Math.round(longitude / 360);
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Zones and doors around a place, whose east may lie behind the meridian: an outline is then on one side of it. */
function around(west: number, south: number) {
  const share = fc.integer({ min: 0, max: span * 1e6 }).map((units) => units / 1e6);
  const point = fc.tuple(share, share).map(([x, y]): MapPoint => [rounded(wrapped(west + x)), rounded(south + y)]);
  const polygon = fc
    .tuple(fc.array(fc.tuple(share, share), { minLength: 3, maxLength: 9 }), fc.boolean())
    .map(([corners, isEast]): ZoneShape => {
      const angle = ([x, y]: readonly [number, number]) => Math.atan2(y - span / 2 - 1e-7, x - span / 2 - 2e-7);
      const half = west + span > 180 ? 0.5 : 1;
      const start = half === 1 ? west : isEast ? -180 : west;
      const ring = corners
        .toSorted((one, other) => angle(one) - angle(other))
        .map(([x, y]): MapPoint => [rounded(start + x * half), rounded(south + y)]);
      return { kind: 'polygon', rings: [ring] };
    })
    .filter((shape) => shapeProblem(shape) === null);
  const circle = fc
    .tuple(point, fc.integer({ min: 500, max: 9000 }))
    .map(([centre, radius]): ZoneShape => ({ kind: 'circle', centre, radius }));
  const codes = fc
    .constantFrom(['10115'], ['1011*'], ['sw1a*', '2002'], ['2001'])
    .map((list): ZoneShape => ({ kind: 'postcodes', postcodes: list }));
  const zone = fc.record({
    shape: fc.oneof(polygon, circle, codes),
    deliveryFee: fc.integer({ min: 0, max: 9 }),
    minBasketValue: fc.integer({ min: 0, max: 40 }),
    feeTiers: fc
      .uniqueArray(fc.integer({ min: 500, max: 20_000 }), { maxLength: 3 })
      .map((ends) => ends.toSorted((a, b) => a - b).map((upTo, index) => ({ upTo, fee: index + 0.5 }))),
  });
  const door = fc.record({
    position: fc.option(
      point.map(([longitude, latitude]) => ({ latitude, longitude })),
      { freq: 12 },
    ),
    postcode: fc.option(fc.constantFrom(...postcodes), { freq: 2 }),
  });
  return { zone, door };
}

/** PostgreSQL reads the zones from their own table. East of Greenwich and west of it, longitudes run from 0 to 360 there. */
async function askPostgres(restaurantId: RestaurantId, outlets: readonly OutletId[], doors: readonly Door[]) {
  const asked = doors.map(({ position, postcode }) => [
    position?.longitude ?? null,
    position?.latitude ?? null,
    postcode ?? null,
  ]);
  const metres = (lon: string, lat: string) =>
    sql.raw(`point((x - ${lon}) * cosd(${lat}) * ${metresPerDegree}, (y - ${lat}) * ${metresPerDegree})`);
  const { rows } = await transaction(app.db, restaurantId, (tx) =>
    sql<{ zone: string | null; fee: number | null; minimum: number | null }>`
      with doors as materialized (
        select number, case when (door ->> 0)::float8 < 0 then (door ->> 0)::float8 + 360 else (door ->> 0)::float8 end as x,
          (door ->> 1)::float8 as y, upper(replace(translate(door ->> 2, '٠١٢٣٤٥٦٧٨٩', '0123456789'), ' ', '')) as postcode
        from jsonb_array_elements(${JSON.stringify(asked)}::jsonb) with ordinality as listed (door, number)
      ), zones as materialized (
        select area.id, area.position, area.fee_minor, area.fee_tiers, area.minimum_minor, area.shape,
          outlets.latitude as klat, case when outlets.longitude < 0 then outlets.longitude + 360 else outlets.longitude end as klon,
          outlets.id as outlet,
          case when area.shape ->> 'kind' = 'polygon' then (
            select '(' || string_agg(format('(%s,%s)',
                round((case when (corner ->> 0)::float8 < 0 then (corner ->> 0)::float8 + 360 else (corner ->> 0)::float8 end) * 1e6),
                round((corner ->> 1)::float8 * 1e6)), ',' order by number) || ')'
            from jsonb_array_elements(area.shape -> 'rings' -> 0) with ordinality as listed (corner, number)
          )::polygon end as outline,
          case when (area.shape -> 'centre' ->> 0)::float8 < 0 then (area.shape -> 'centre' ->> 0)::float8 + 360
            else (area.shape -> 'centre' ->> 0)::float8 end as clon,
          (area.shape -> 'centre' ->> 1)::float8 as clat, (area.shape ->> 'radius')::float8 as radius
        from delivery_areas area
        join outlets on outlets.restaurant_id = area.restaurant_id and outlets.id = area.outlet_id
        join outlet_modes on outlet_modes.restaurant_id = outlets.restaurant_id and outlet_modes.outlet_id = outlets.id
          and outlet_modes.mode = 'delivery' and outlet_modes.accepts_orders
        where area.restaurant_id = ${restaurantId} and area.shape is not null and area.deleted_at is null
      )
      select best.id as zone, best.fee, best.minimum_minor as minimum from doors left join lateral (
        select zones.id, zones.minimum_minor, coalesce((
            select (tier ->> 'fee')::int from jsonb_array_elements(fee_tiers) with ordinality as listed (tier, number)
            where (tier ->> 'upTo')::int + 0.5 >= ${metres('klon', 'klat')} <-> point '(0,0)'
            order by number limit 1), zones.fee_minor) as fee
        from zones
        where outline @> point(round(x * 1e6), round(y * 1e6))
          or circle(point '(0,0)', radius + 0.5) @> ${metres('clon', 'clat')}
          or exists (
            select from jsonb_array_elements_text(shape -> 'postcodes') as code
            where doors.postcode like replace(upper(replace(code, ' ', '')), '*', '%'))
        order by fee, array_position(${outlets}::uuid[], zones.outlet), zones.position, zones.id limit 1
      ) best on true order by doors.number`.execute(tx),
  );
  return rows;
}

test.each([
  ['in the middle of a map', 55, 25],
  ['on both sides of the 180th meridian', 179.9, -17],
])('for 5,000 doors %s page, server and database agree on zone, fee and minimum', async (_, west, south) => {
  const made = await makeRestaurant(app.db);
  const { token } = await makeOwner(app.db, made.id);
  const clone = async () =>
    (await app.call('POST /outlet/clone-outlet/:id', { params: { id: made.outletId } }, token)).outlet._id;
  const [closed, later] = [await clone(), await clone()];
  const outlets: [OutletId, number][] = [
    [made.outletId, 0.05],
    [later, 0.15],
    [closed, 0.1],
  ];
  const { zone, door } = around(west, south);
  const drawn = fc.sample(zone, { numRuns: outlets.length * zonesPerOutlet, seed: 84 });
  for (const [number, [id, east]] of outlets.entries()) {
    await changeMenu(app.db, made.id, async (tx) => {
      const pin = { latitude: south + 0.1, longitude: rounded(wrapped(west + east)), is_active: true };
      await tx.updateTable('outlets').set(pin).where('id', '=', id).execute();
      const modes = tx.updateTable('outlet_modes').set({ accepts_orders: id !== closed });
      await modes.where('outlet_id', '=', id).where('mode', '=', 'delivery').execute();
    });
    const ours = drawn.slice(number * zonesPerOutlet, (number + 1) * zonesPerOutlet);
    const zones = ours.map((one, index) => ({ ...one, areaName: `Zone ${index}`, shape: one.shape as never }));
    await app.call('POST /outlet/import-delivery-areas/:id', { params: { id }, body: { zones } }, token);
  }

  // The guest's page reads them so.
  const catalogue = await app.call('GET /site/:slug', { params: { slug: made.slug } });
  const lists = await Promise.all(
    outlets.map(([id]) => app.call('GET /outlet/get-all-delivery-areas/:id', { params: { id } }, made.siteToken)),
  );
  const ofOutlet = new Map(catalogue.outlets.map((outlet) => [outlet._id, outlet]));
  const shown = lists.flatMap(({ deliveryAreas }) =>
    deliveryAreas.map((area) => guestZone(area, ofOutlet.get(area.outletId))),
  );
  const items = [{ itemId: made.items.water, modifierList: [], quantity: 1 }];
  const questionAt = (outletId: OutletId, at: Door) => ({ outletId, deliveryMode: 'delivery' as const, items, ...at });
  // The server remembers them so, for one version of the menu.
  const facts = new Map(
    await Promise.all(
      outlets.map(async ([id]) => {
        const question = questionAt(id, { postcode: 'any' });
        return [id, await transaction(app.db, made.id, (tx) => readBasketFacts(tx, made.id, question))] as const;
      }),
    ),
  );
  const atServer = (id: OutletId, at: Door) => {
    const { facts: found, price } = examineBasket(facts.get(id)!, questionAt(id, at), app.clock.now(), newGuest);
    return { zone: found.area?.id ?? null, fee: price.deliveryFee, minimum: found.area?.minimum ?? null };
  };

  const doors = fc.sample(door, { numRuns: doorsAsked, seed: 84 });
  const nobody = { zone: null, fee: null, minimum: null };
  const onPage = doors.map((at) => {
    const found = chooseZone(shown, at);
    if (found === null) return { ...nobody, outlets: outlets.filter(([id]) => id !== closed).map(([id]) => id) };
    const [fee, minimum] = [feeAt(found, found.kitchen, at.position), found.minBasketValue];
    const currency = catalogue.restaurant.currency as never;
    return {
      zone: found._id,
      fee: fromMajor(fee, currency),
      minimum: fromMajor(minimum, currency),
      outlets: [found.outletId],
    };
  });
  const said = onPage.map(({ outlets: _outlets, ...answer }) => answer);
  expect(said).toEqual(
    await askPostgres(
      made.id,
      outlets.map(([id]) => id),
      doors,
    ),
  );
  expect(doors.flatMap((at, index) => onPage[index]!.outlets.map((id) => atServer(id, at)))).toEqual(
    onPage.flatMap(({ outlets: asked, ...answer }) => asked.map(() => answer)),
  );

  // Otherwise the doors would say little: of all kinds and open outlets, by tiers and beyond them, in closed zones and nowhere.
  const chosen = said.map(({ zone: id }) => shown.find(({ _id }) => _id === id));
  expect(new Set(chosen.map((one) => one?.shape?.kind))).toEqual(
    new Set(['polygon', 'circle', 'postcodes', undefined]),
  );
  expect(new Set(chosen.map((one) => one?.outletId))).toEqual(new Set([made.outletId, later, undefined]));
  expect(said.filter(({ zone: id }) => id === null).length).toBeGreaterThan(200);
  const openAll = shown.map((one) => ({ ...one, isOpen: true }));
  expect(
    doors.filter((at, index) => chooseZone(openAll, at)?.outletId === closed && chosen[index]?.outletId !== closed)
      .length,
  ).toBeGreaterThan(200);
  expect(
    chosen.filter(
      (one, index) =>
        one !== undefined && fromMajor(one.deliveryFee, catalogue.restaurant.currency as never) !== said[index]!.fee,
    ).length,
  ).toBeGreaterThan(200);
});
