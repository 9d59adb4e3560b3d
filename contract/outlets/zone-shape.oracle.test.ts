/** Shapes of zones against the same rules as they were first written: every side with every other, every point anew. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../base/limits.ts';
import { degreesEast, type Pin } from './zone-fee.ts';
import { crossingOf, ringOf, type Spot } from './zone-rings.ts';
import { covers, type MapPoint, type ShapeProblem, shapeProblem, type ZoneShape } from './zone-shape.ts';

type Polygon = Extract<ZoneShape, { kind: 'polygon' }>;

function slowCovers(shape: Polygon, position: Pin): boolean {
  const point = unitsOf([position.longitude, position.latitude]);
  return shape.rings.every((ring, index) => {
    const side = sideOf(ring.map(unitsOf), point);
    return side === 'edge' || (side === 'in') === (index === 0);
  });
}

function slowProblem(shape: Polygon): ShapeProblem | null {
  const [outline = [], ...holes] = shape.rings;
  for (const ring of shape.rings) {
    const points = ring.map(unitsOf);
    if (new Set(points.map(String)).size < 3) return { code: 'too_few_points' };
    const longitudes = ring.map(([longitude]) => longitude);
    if (extent(longitudes) > limits.zoneDegreesMax) {
      const aroundFirst = longitudes.map((longitude) => degreesEast(longitudes[0]!, longitude));
      const isAcross = extent(aroundFirst) <= limits.zoneDegreesMax;
      return isAcross ? { code: 'crosses_meridian', at: outline[0]! } : { code: 'too_wide' };
    }
    const at = slowCrossing(sidesOf(points));
    if (at !== null) return { code: 'crosses_itself', at: degreesOf(at) };
  }
  const border = outline.map(unitsOf);
  for (const hole of holes) {
    const outside = hole.find((point) => sideOf(border, unitsOf(point)) === 'out');
    if (outside !== undefined) return { code: 'hole_outside', at: outside };
  }
  return null;
}

function extent(numbers: readonly number[]): number {
  return Math.max(...numbers) - Math.min(...numbers);
}

function unitsOf([longitude, latitude]: MapPoint): MapPoint {
  return [Math.round(longitude * 1e6), Math.round(latitude * 1e6)];
}

function degreesOf([x, y]: MapPoint): MapPoint {
  return [x / 1e6, y / 1e6];
}

function sidesOf(ring: readonly MapPoint[]): [MapPoint, MapPoint][] {
  return ring.map((point, index) => [point, ring[(index + 1) % ring.length]!]);
}

function sideOf(ring: readonly MapPoint[], point: MapPoint): 'in' | 'out' | 'edge' {
  const [, y] = point;
  let isIn = false;
  for (const [from, to] of sidesOf(ring)) {
    const turn = turnOf(from, to, point);
    if (turn === 0 && isBetween(from, to, point)) return 'edge';
    const isUp = from[1] <= y && to[1] > y;
    const isDown = to[1] <= y && from[1] > y;
    if ((isUp && turn > 0) || (isDown && turn < 0)) isIn = !isIn;
  }
  return isIn ? 'in' : 'out';
}

function turnOf(from: MapPoint, to: MapPoint, [x, y]: MapPoint): number {
  return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
}

function isBetween([ax, ay]: MapPoint, [bx, by]: MapPoint, [x, y]: MapPoint): boolean {
  return Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by);
}

function slowCrossing(sides: readonly [MapPoint, MapPoint][]): MapPoint | null {
  for (const [index, [a, b]] of sides.entries()) {
    for (let other = index + 1; other < sides.length; other += 1) {
      const [c, d] = sides[other]!;
      const follows = other === index + 1;
      const leads = index === 0 && other === sides.length - 1;
      if (follows || leads) {
        const [before, joint, after] = follows ? [a, b, d] : [c, a, b];
        const runsBack =
          turnOf(before, joint, after) === 0 && (isBetween(before, joint, after) || isBetween(joint, after, before));
        if (runsBack) return joint;
      } else if (meets(a, b, c, d)) return c;
    }
  }
  return null;
}

function meets(a: MapPoint, b: MapPoint, c: MapPoint, d: MapPoint): boolean {
  const [c1, d1, a1, b1] = [turnOf(a, b, c), turnOf(a, b, d), turnOf(c, d, a), turnOf(c, d, b)];
  if (Math.sign(c1) * Math.sign(d1) < 0 && Math.sign(a1) * Math.sign(b1) < 0) return true;
  return (
    (c1 === 0 && isBetween(a, b, c)) ||
    (d1 === 0 && isBetween(a, b, d)) ||
    (a1 === 0 && isBetween(c, d, a)) ||
    (b1 === 0 && isBetween(c, d, b))
  );
}

/** Points of a coarse grid, where corners meet sides, sides lie on each other, and points come twice; now and then far away. */
const coarse = fc
  .tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 }))
  .map(([x, y]): MapPoint => [55 + x / 1e6, 25 + y / 1e6]);
const fine = fc
  .tuple(fc.integer({ min: -40, max: 40 }), fc.integer({ min: -40, max: 40 }))
  .map(([x, y]): MapPoint => [55.0000201 + x * 2.5e-7, -33.0000203 + y * 2.5e-7]);
const far = fc.constantFrom<MapPoint>([179.9, 25], [-179.9, 25], [58, 25.1], [60.000001, 25]);
/** Around a middle by their angle, so that most of these outlines do not cross themselves. */
const round = (size: number, middle: MapPoint) =>
  fc.array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 60 }).map((lengths) =>
    lengths.map((length, index): MapPoint => {
      const angle = (index / lengths.length) * 2 * Math.PI;
      return [middle[0] + size * length * Math.cos(angle), middle[1] + size * length * Math.sin(angle)];
    }),
  );
const atMeridian = fc
  .tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 3 }))
  .map(([x, y]): MapPoint => [x > 0 ? x - 180 : x + 180, y]);
const ring = fc.oneof(
  fc.array(atMeridian, { minLength: 3, maxLength: 5 }),
  fc.array(coarse, { maxLength: 7 }),
  fc.array(fine, { maxLength: 9 }),
  fc.array(fc.oneof({ weight: 12, arbitrary: coarse }, { weight: 1, arbitrary: far }), { minLength: 3, maxLength: 6 }),
  round(0.1, [55, 25]),
);
const polygon = fc
  .oneof(
    ring.map((outline) => [outline]),
    fc.tuple(ring, ring),
    fc.tuple(round(0.1, [55, 25]), round(0.03, [55.01, 25])),
    fc.tuple(round(0.1, [55, 25]), round(0.02, [55.02, 25]), round(0.02, [54.98, 25.02])),
  )
  .map((rings): Polygon => ({ kind: 'polygon', rings }));

describe('shapes of all kinds, drawn by chance', () => {
  const drawn = fc.sample(polygon, { numRuns: 20_000, seed: 84 });

  test('have the same problem, at the same point, as when every side is compared with every other', () => {
    const problems = drawn.map(shapeProblem);
    expect(problems).toEqual(drawn.map(slowProblem));
    // Otherwise the shapes would say little.
    const counts = Map.groupBy(problems, (problem) => problem?.code ?? 'none');
    for (const code of ['none', 'too_few_points', 'crosses_itself', 'crosses_meridian', 'too_wide', 'hole_outside']) {
      expect([code, (counts.get(code as 'none') ?? []).length > 100]).toEqual([code, true]);
    }
  });

  test('cover the same places, also those on their corners and sides', () => {
    const sizes = fc.tuple(fc.nat(1e6), fc.nat(1e6));
    let [covered, places] = [0, 0];
    for (const [index, shape] of drawn.entries()) {
      const corners = shape.rings.flat();
      const near = fc.sample(sizes, { numRuns: 2, seed: index }).map(([x, y]): MapPoint => {
        const [from = [55, 25], to = [55, 25]] = [corners[x % corners.length], corners[y % corners.length]];
        return [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      });
      for (const [longitude, latitude] of [...corners.slice(0, 3), ...near]) {
        const position = { latitude, longitude };
        const isCovered = covers(shape, { position });
        if (isCovered !== slowCovers(shape, position)) expect({ shape, position, isCovered }).toBeNull();
        covered += isCovered ? 1 : 0;
        places += 1;
      }
    }
    expect(covered).toBeGreaterThan(10_000);
    expect(places - covered).toBeGreaterThan(5_000);
  });
});

describe('the work', () => {
  test('to find a crossing grows little faster than the points of an outline', () => {
    const reads = (count: number) => {
      let read = 0;
      const counting = (spot: Spot) =>
        new Proxy(spot, {
          get: (target, name) => {
            read += 1;
            return Reflect.get(target, name);
          },
        });
      const spots = Array.from({ length: count }, (_, index): Spot => {
        const angle = (index / count) * 2 * Math.PI;
        return counting([Math.round(1e6 * Math.cos(angle)), Math.round(1e6 * Math.sin(angle))]);
      });
      expect(crossingOf(ringOf(spots))).toBeNull();
      return read;
    };
    // Ten times the points were a hundred times the comparisons.
    expect(reads(3000)).toBeLessThan(20 * reads(300));
  });

  test('to read a shape is done once, however many places are asked about', () => {
    let read = 0;
    const outline = square(55, 1);
    const shape = {
      kind: 'polygon' as const,
      get rings() {
        read += 1;
        return [outline];
      },
    };
    const at = (longitude: number) => covers(shape, { position: { latitude: 25.5, longitude } });
    expect([at(55.5), at(56), at(57)]).toEqual([true, true, false]);
    expect(read).toBe(1);
  });
});

function square(west: number, size: number): MapPoint[] {
  return [
    [west, 25],
    [west + size, 25],
    [west + size, 25 + size],
    [west, 25 + size],
  ];
}
