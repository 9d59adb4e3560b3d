import { describe, expect, test } from 'vitest';
import { chooseZone, explainZones, nearestZone, type Zone } from './choose-zone.ts';
import { feeAt, metresBetween } from './zone-fee.ts';
import { covers, metresOutside, type MapPoint, shapeProblem, type ZoneShape } from './zone-shape.ts';

const square = (west: number, south: number, size: number): MapPoint[] => [
  [west, south],
  [west + size, south],
  [west + size, south + size],
  [west, south + size],
];
const at = (longitude: number, latitude: number) => ({ position: { longitude, latitude } });
const polygon = (...rings: MapPoint[][]): ZoneShape => ({ kind: 'polygon', rings });

describe('a place lies in a polygon', () => {
  const ring = polygon(square(55, 25, 0.3), square(55.1, 25.1, 0.1));
  test.each([
    ['inside', 55.05, 25.05, true],
    ['outside', 55.4, 25.05, false],
    ['on a corner', 55, 25, true],
    ['on a side', 55.3, 25.123456, true],
    ['at the height of a corner, outside', 54.9, 25.3, false],
    ['in the hole', 55.15, 25.15, false],
    ['on the edge of the hole', 55.1, 25.15, true],
    ['a tenth of a millionth beyond a side, which is nothing', 55.3000001, 25.1, true],
    ['a millionth beyond a side', 55.300001, 25.1, false],
  ])('%s', (_, longitude, latitude, isIn) => {
    expect(covers(ring, at(longitude, latitude))).toBe(isIn);
  });

  test('only with a pin, whatever the postcode says', () => {
    expect(covers(ring, { postcode: '12345' })).toBe(false);
  });
});

test('a circle has its radius in metres, the edge included', () => {
  const circle: ZoneShape = { kind: 'circle', centre: [55, 25], radius: 1000 };
  const door = at(55, 25 + 1000 / 111_195.08);
  expect(covers(circle, door)).toBe(true);
  expect(covers(circle, at(55, 25.01))).toBe(false);
  expect(metresOutside(circle, at(55, 25.01).position)).toBe(112);
});

test('a circle across the 180th meridian has both sides of it, and a way across is as long as it is', () => {
  const circle: ZoneShape = { kind: 'circle', centre: [179.99, -17], radius: 5000 };
  expect(covers(circle, at(-179.98, -17))).toBe(true);
  expect(covers(circle, at(-179.94, -17))).toBe(false);
  expect(metresBetween(at(179.99, -17).position, at(-179.98, -17).position)).toBe(3190);
  expect(metresOutside(polygon(square(179.9, -17, 0.1)), at(-179.99, -16.95).position)).toBe(1064);
});

test('postcodes are compared without case and spaces, and with an asterisk by their beginning', () => {
  const shape: ZoneShape = { kind: 'postcodes', postcodes: ['SW1A*', '101 15'] };
  const isIn = (postcode: string) => covers(shape, { postcode });
  expect([isIn('sw1a 1aa'), isIn('SW1A'), isIn('10115'), isIn('sw1 1aa'), isIn('101159'), isIn('')]).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('digits of an Arabic or Persian keyboard are those of a postcode', () => {
  expect(covers({ kind: 'postcodes', postcodes: ['12345'] }, { postcode: '١٢٣٤٥' })).toBe(true);
  expect(covers({ kind: 'postcodes', postcodes: ['۱۲۳*'] }, { postcode: '12345' })).toBe(true);
});

describe('a shape that cannot be a zone', () => {
  test.each<[string, ZoneShape, ReturnType<typeof shapeProblem>]>([
    [
      'two points',
      polygon([
        [55, 25],
        [56, 25],
        [55, 25],
      ]),
      { code: 'too_few_points' },
    ],
    [
      'a bow tie',
      polygon([
        [55, 25],
        [56, 26],
        [56, 25],
        [55, 26],
      ]),
      { code: 'crosses_itself', at: [56, 25] },
    ],
    [
      'a side that runs back',
      polygon([
        [55, 25],
        [56, 25],
        [55.5, 25],
        [55, 26],
      ]),
      { code: 'crosses_itself', at: [56, 25] },
    ],
    [
      'a zone across the 180th meridian',
      polygon([
        [179.9, -17],
        [-179.9, -17],
        [-179.9, -16],
      ]),
      { code: 'crosses_meridian', at: [179.9, -17] },
    ],
    [
      'a zone as wide as a country',
      polygon([
        [55, 25],
        [60.1, 25],
        [55, 26],
      ]),
      { code: 'too_wide' },
    ],
    ['a hole outside', polygon(square(55, 25, 1), square(55.5, 25.5, 1)), { code: 'hole_outside', at: [56.5, 25.5] }],
    ['no postcode', { kind: 'postcodes', postcodes: ['*'] }, { code: 'postcode_malformed' }],
    ['a square', polygon(square(55, 25, 1)), null],
    ['a circle', { kind: 'circle', centre: [55, 25], radius: 1 }, null],
  ])('%s', (_, shape, problem) => {
    expect(shapeProblem(shape)).toEqual(problem);
  });
});

describe('fees by distance', () => {
  const kitchen = { latitude: 25, longitude: 55 };
  const fees = {
    deliveryFee: 20,
    feeTiers: [
      { upTo: 1000, fee: 5 },
      { upTo: 3000, fee: 9 },
    ],
  };
  const door = (metres: number) => ({
    latitude: 25,
    longitude: 55 + metres / (111_195.08 * Math.cos((25 * Math.PI) / 180)),
  });

  test('are those of the first tier that reaches so far, then the fee of the zone', () => {
    expect(metresBetween(kitchen, door(1000))).toBe(1000);
    expect([0, 1000, 1001, 3000, 3001].map((metres) => feeAt(fees, kitchen, door(metres)))).toEqual([5, 5, 9, 9, 20]);
  });

  test('are the fee of the zone where the kitchen or the place has no pin', () => {
    expect([feeAt(fees, null, door(5)), feeAt(fees, kitchen, null)]).toEqual([20, 20]);
  });
});

describe('the zone of a place', () => {
  const zone = (deliveryFee: number, shape: ZoneShape | null, isOpen = true): Zone => ({
    deliveryFee,
    shape,
    isOpen,
    kitchen: null,
  });
  const wide = polygon(square(55, 25, 1));
  const zones = [
    zone(0, null),
    zone(12, wide),
    zone(7, polygon(square(55, 25, 0.5))),
    zone(7, polygon(square(55, 25, 0.4))),
    zone(1, wide, false),
    zone(3, { kind: 'postcodes', postcodes: ['10115'] }),
  ];

  test('is the cheapest open one, the first of equals', () => {
    expect(chooseZone(zones, at(55.2, 25.2))).toBe(zones[2]);
    expect(chooseZone(zones, at(55.9, 25.2))).toBe(zones[1]);
    expect(chooseZone(zones, { ...at(55.2, 25.2), postcode: '10115' })).toBe(zones[5]);
    expect(chooseZone(zones, at(54, 25.2))).toBeNull();
  });

  test('is explained for each of them', () => {
    const verdicts = (place: Parameters<typeof explainZones>[1]) =>
      explainZones(zones, place).map(({ verdict }) => verdict);
    expect(verdicts(at(55.2, 25.2))).toEqual(['by_name', 'dearer', 'chosen', 'dearer', 'closed', 'no_postcode']);
    expect(verdicts({ postcode: '20' })).toEqual(['by_name', 'no_pin', 'no_pin', 'no_pin', 'no_pin', 'other_postcode']);
    expect(explainZones(zones, at(56.01, 25.2)).map(({ verdict, metres }) => [verdict, metres])[1]).toEqual([
      'outside',
      1006,
    ]);
  });

  test('that is nearest is an open one on the map', () => {
    expect(nearestZone(zones, at(56.01, 25.2).position)).toEqual({ zone: zones[1], metres: 1006 });
    expect(nearestZone([zones[0]!, zones[5]!], at(56.01, 25.2).position)).toBeNull();
  });
});
