/** The shape of a delivery zone, and whether a place lies in it. Server and screens share the rule (decision 84). Pure. */
import { comparableCode } from '../base/comparable-code.ts';
import { limits } from '../base/limits.ts';
import { degreesEast, metresBetween, metresPerDegree, type Pin } from './zone-fee.ts';

/** Degrees in the order of GeoJSON: the longitude first. */
export type MapPoint = readonly [longitude: number, latitude: number];

/**
 * The first ring of a polygon is its outline, the others are holes; a ring does not repeat its first point. A radius is in metres. A
 * postcode with an asterisk at its end means all that begin with it.
 */
export type ZoneShape =
  | { kind: 'polygon'; rings: readonly (readonly MapPoint[])[] }
  | { kind: 'circle'; centre: MapPoint; radius: number }
  | { kind: 'postcodes'; postcodes: readonly string[] };

/** Where an order goes: by a pin, by a postcode, or both. */
export interface Door {
  position?: Pin | null | undefined;
  postcode?: string | null | undefined;
}

/** Whether the place lies in the zone, its edges included. A hole's edge is the zone's as well. */
export function covers(shape: ZoneShape, { position, postcode }: Door): boolean {
  if (shape.kind === 'postcodes') return postcode ? hasPostcode(shape.postcodes, postcode) : false;
  if (!position) return false;
  if (shape.kind === 'circle') return metresBetween(positionOf(shape.centre), position) <= shape.radius;
  const point = unitsOf([position.longitude, position.latitude]);
  return shape.rings.every((ring, index) => {
    const side = sideOf(ring.map(unitsOf), point);
    return side === 'edge' || (side === 'in') === (index === 0);
  });
}

/** A postcode as it is compared: 'sw1a 1aa' is SW1A1AA, and digits of an Arabic or Persian keyboard are Latin. */
function foldPostcode(postcode: string): string {
  return comparableCode(postcode).replaceAll('-', '');
}

function hasPostcode(postcodes: readonly string[], given: string): boolean {
  const wanted = foldPostcode(given);
  return postcodes.some((listed) => {
    const folded = foldPostcode(listed);
    return folded.endsWith('*') ? wanted.startsWith(folded.slice(0, -1)) : wanted === folded;
  });
}

/** Metres from the place to the nearest point of a zone that does not cover it; null where the zone is not on the map. */
export function metresOutside(shape: ZoneShape, position: Pin): number | null {
  if (shape.kind === 'postcodes') return null;
  if (covers(shape, { position })) return 0;
  if (shape.kind === 'circle') return metresBetween(positionOf(shape.centre), position) - Math.floor(shape.radius);
  // On a plane around the place.
  const width = Math.cos((position.latitude * Math.PI) / 180);
  const flat = ([longitude, latitude]: MapPoint): MapPoint => [
    degreesEast(position.longitude, longitude) * width * metresPerDegree,
    (latitude - position.latitude) * metresPerDegree,
  ];
  const distances = shape.rings.flatMap((ring) =>
    sidesOf(ring).map(([from, to]) => distanceToOrigin(flat(from), flat(to))),
  );
  return Math.max(1, Math.round(Math.min(...distances)));
}

/** Why a shape cannot be a zone, with the place on the map where that is to be seen. */
export interface ShapeProblem {
  code: 'too_few_points' | 'crosses_itself' | 'crosses_meridian' | 'too_wide' | 'hole_outside' | 'postcode_malformed';
  at?: MapPoint;
}

/**
 * Null for a shape that can be a zone. Polygons across the 180th meridian are refused, because their inside would be their outside: they
 * are two, one on each side, as GeoJSON has them.
 */
export function shapeProblem(shape: ZoneShape): ShapeProblem | null {
  if (shape.kind === 'circle') return null;
  if (shape.kind === 'postcodes') {
    const isWrong = shape.postcodes.some((postcode) => !/^[A-Z\d]{2,12}\*?$|^[A-Z\d]\*$/.test(foldPostcode(postcode)));
    return isWrong ? { code: 'postcode_malformed' } : null;
  }
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
    const at = crossingOf(sidesOf(points));
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

/** Whole millionths of a degree, of about 10 cm: sums and products of such numbers within a zone are exact. */
function unitsOf([longitude, latitude]: MapPoint): MapPoint {
  return [Math.round(longitude * 1e6), Math.round(latitude * 1e6)];
}

function degreesOf([x, y]: MapPoint): MapPoint {
  return [x / 1e6, y / 1e6];
}

export function positionOf([longitude, latitude]: MapPoint): Pin {
  return { latitude, longitude };
}

function sidesOf(ring: readonly MapPoint[]): [MapPoint, MapPoint][] {
  return ring.map((point, index) => [point, ring[(index + 1) % ring.length]!]);
}

/** Counts the sides that a ray to the east crosses. */
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

/** Greater than 0 where the point lies to the left of the way from one to the other, 0 on its line. */
function turnOf(from: MapPoint, to: MapPoint, [x, y]: MapPoint): number {
  return (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
}

/** Whether a point on the line through both lies between them. */
function isBetween([ax, ay]: MapPoint, [bx, by]: MapPoint, [x, y]: MapPoint): boolean {
  return Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by);
}

/** A point where two sides meet that do not follow one another, or where one runs back along the other. */
function crossingOf(sides: readonly [MapPoint, MapPoint][]): MapPoint | null {
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

function distanceToOrigin([ax, ay]: MapPoint, [bx, by]: MapPoint): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length));
  return Math.hypot(ax + along * dx, ay + along * dy);
}
