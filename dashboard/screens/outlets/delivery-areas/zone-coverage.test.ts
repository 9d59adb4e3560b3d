import { expect, test } from 'vitest';
import { limits } from '#contract/base/limits.ts';
import { covers, type ZoneShape } from '#contract/outlets/zone-shape.ts';
import { coverageOf } from './zone-coverage.ts';

const box = (west: number, south: number, east: number, north: number): ZoneShape => ({
  kind: 'polygon',
  rings: [
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ],
  ],
});

test('two zones that lie side by side neither overlap nor leave anything out', () => {
  const zones = [
    { name: 'West', shape: box(55, 25, 55.1, 25.1) },
    { name: 'East', shape: box(55.1, 25, 55.2, 25.1) },
  ];
  expect(coverageOf(zones)).toEqual({ overlaps: [], shared: [], holes: [] });
});

test('zones that overlap are named in pairs, with what they share', () => {
  const zones = [
    { name: 'West', shape: box(55, 25, 55.12, 25.1) },
    { name: 'East', shape: box(55.1, 25, 55.2, 25.1) },
    { name: 'By post', shape: { kind: 'postcodes' as const, postcodes: ['10115'] } },
  ];
  const { overlaps, shared, holes } = coverageOf(zones);
  expect(overlaps).toEqual([['West', 'East']]);
  expect(Math.min(...shared.map(([[west]]) => west))).toBeGreaterThan(55.095);
  expect(Math.max(...shared.map(([, [east]]) => east))).toBeLessThan(55.125);
  // A strip for each row.
  expect(shared).toHaveLength(72);
  expect(holes).toEqual([]);
});

test('a place that zones leave out between them is a hole, with its middle', () => {
  const around = [
    box(55, 25, 55.3, 25.1),
    box(55, 25.2, 55.3, 25.3),
    box(55, 25, 55.1, 25.3),
    box(55.2, 25, 55.3, 25.3),
  ];
  const { holes } = coverageOf(around.map((shape, index) => ({ name: `Zone ${index}`, shape })));
  expect(holes).toHaveLength(1);
  const [longitude, latitude] = holes[0]!.middle;
  expect(longitude).toBeCloseTo(55.15, 2);
  expect(latitude).toBeCloseTo(25.15, 2);
});

test('the grid says of its cells what the rule says of their middles', () => {
  const ring = box(55, 25, 55.3, 25.3);
  const pierced: ZoneShape = {
    kind: 'polygon',
    rings: [
      [
        [55, 25],
        [55.3123, 25.0213],
        [55.2817, 25.3],
        [55.2039, 25.1071],
        [55.0413, 25.2729],
      ],
      [
        [55.0307, 25.0311],
        [55.1019, 25.0353],
        [55.0623, 25.1237],
      ],
    ],
  };
  const { shared } = coverageOf([
    { name: 'One', shape: ring },
    { name: 'Other', shape: pierced },
  ]);
  const isShared = ([x, y]: readonly [number, number]) =>
    shared.some(([[west, south], [east, north]]) => west < x && x < east && south < y && y < north);
  const middles = Array.from({ length: 72 ** 2 }, (_, cell) => {
    const [column, row] = [cell % 72, Math.floor(cell / 72)];
    return [55 + ((column + 0.5) / 72) * 0.3123, 25 + ((row + 0.5) / 72) * 0.3] as const;
  });
  const differing = middles.filter(([longitude, latitude]) => {
    const door = { position: { longitude, latitude } };
    return isShared([longitude, latitude]) !== (covers(ring, door) && covers(pierced, door));
  });
  expect(shared.length).toBeGreaterThan(72);
  expect(differing).toEqual([]);
});

test('no zones have no coverage', () => {
  expect(coverageOf([])).toEqual({ overlaps: [], shared: [], holes: [] });
});

test('zones on both sides of the 180th meridian are neighbours', () => {
  const circle = (longitude: number): ZoneShape => ({ kind: 'circle', centre: [longitude, -17], radius: 3000 });
  const { overlaps } = coverageOf([
    { name: 'West', shape: circle(179.99) },
    { name: 'East', shape: circle(-179.99) },
    { name: 'Apart', shape: box(179.7, -17.1, 179.8, -17) },
  ]);
  expect(overlaps).toEqual([['West', 'East']]);
});

test('the most zones and points that there may be are compared while nobody waits', () => {
  const wheel = (zone: number): ZoneShape => {
    const spoke = (point: number) => {
      const angle = (point / limits.zonePointsMax) * 2 * Math.PI;
      return [55 + zone / 1000 + Math.cos(angle), 25 + Math.sin(angle)] as const;
    };
    return { kind: 'polygon', rings: [Array.from({ length: limits.zonePointsMax }, (_, point) => spoke(point))] };
  };
  const zones = Array.from({ length: limits.zonesPerOutletMax }, (_, zone) => ({
    name: `${zone}`,
    shape: wheel(zone),
  }));
  const begun = performance.now();
  expect(coverageOf(zones).overlaps).toHaveLength((50 * 49) / 2);
  // Took half a minute when every cell asked every zone.
  expect(performance.now() - begun).toBeLessThan(15_000);
});
