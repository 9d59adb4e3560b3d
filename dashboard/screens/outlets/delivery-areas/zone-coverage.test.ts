import { expect, test } from 'vitest';
import type { ZoneShape } from '#contract/outlets/zone-shape.ts';
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
  expect(coverageOf(zones)).toEqual({ overlaps: [], holes: [] });
});

test('zones that overlap are named in pairs, with what they share', () => {
  const zones = [
    { name: 'West', shape: box(55, 25, 55.12, 25.1) },
    { name: 'East', shape: box(55.1, 25, 55.2, 25.1) },
    { name: 'By post', shape: { kind: 'postcodes' as const, postcodes: ['10115'] } },
  ];
  const { overlaps, holes } = coverageOf(zones);
  expect(overlaps.map(({ names }) => names)).toEqual([['West', 'East']]);
  const lows = overlaps[0]!.cells.map(([[west]]) => west);
  expect(Math.min(...lows)).toBeGreaterThan(55.095);
  expect(Math.max(...lows)).toBeLessThan(55.12);
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

test('no zones have no coverage', () => {
  expect(coverageOf([])).toEqual({ overlaps: [], holes: [] });
});
