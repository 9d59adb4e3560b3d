/** The shape of a delivery zone, and whether a place lies in it. Server and screens share the rule (decision 84). Pure. */
import { comparableCode } from '../base/comparable-code.ts';
import { limits } from '../base/limits.ts';
import { degreesEast, metresBetween, metresPerDegree, type Pin } from './zone-fee.ts';
import { crossingOf, hasThreeSpots, type Ring, ringOf, sideOf, type Spot } from './zone-rings.ts';

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

type Polygon = Extract<ZoneShape, { kind: 'polygon' }>;
type Postcodes = Extract<ZoneShape, { kind: 'postcodes' }>;

/** Where an order goes: by a pin, by a postcode, or both. */
export interface Door {
  position?: Pin | null | undefined;
  postcode?: string | null | undefined;
}

/** Whether the place lies in the zone, its edges included. A hole's edge is the zone's as well. */
export function covers(shape: ZoneShape, { position, postcode }: Door): boolean {
  if (shape.kind === 'postcodes') return postcode ? hasPostcode(shape, postcode) : false;
  if (!position) return false;
  if (shape.kind === 'circle') return metresBetween(positionOf(shape.centre), position) <= shape.radius;
  const spot = spotOf([position.longitude, position.latitude]);
  return ringsOf(shape).every((ring, index) => {
    const side = sideOf(ring, spot);
    return side === 'edge' || (side === 'in') === (index === 0);
  });
}

/** The rings of shapes, made once for each: one quote asks all zones of an outlet, and shapes do not change. */
const ringsOfShapes = new WeakMap<Polygon, readonly Ring[]>();

function ringsOf(shape: Polygon): readonly Ring[] {
  const known = ringsOfShapes.get(shape);
  if (known !== undefined) return known;
  const rings = shape.rings.map((ring) => ringOf(ring.map(spotOf)));
  ringsOfShapes.set(shape, rings);
  return rings;
}

/** A postcode as it is compared: 'sw1a 1aa' is SW1A1AA, and digits of an Arabic or Persian keyboard are Latin. */
function foldPostcode(postcode: string): string {
  return comparableCode(postcode).replaceAll('-', '');
}

interface FoldedPostcodes {
  whole: ReadonlySet<string>;
  /** Listed postcodes that end with an asterisk, without it. */
  beginnings: readonly string[];
}

/** The same for postcodes. */
const postcodesOfShapes = new WeakMap<Postcodes, FoldedPostcodes>();

function foldedOf(shape: Postcodes): FoldedPostcodes {
  const known = postcodesOfShapes.get(shape);
  if (known !== undefined) return known;
  const all = shape.postcodes.map(foldPostcode);
  const folded = {
    whole: new Set(all.filter((postcode) => !postcode.endsWith('*'))),
    beginnings: all.filter((postcode) => postcode.endsWith('*')).map((postcode) => postcode.slice(0, -1)),
  };
  postcodesOfShapes.set(shape, folded);
  return folded;
}

function hasPostcode(shape: Postcodes, given: string): boolean {
  const wanted = foldPostcode(given);
  const { whole, beginnings } = foldedOf(shape);
  return whole.has(wanted) || beginnings.some((beginning) => wanted.startsWith(beginning));
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
  const rings = ringsOf(shape);
  for (const [index, ring] of rings.entries()) {
    if (!hasThreeSpots(ring)) return { code: 'too_few_points' };
    const longitudes = shape.rings[index]!.map(([longitude]) => longitude);
    if (extent(longitudes) > limits.zoneDegreesMax) {
      const aroundFirst = longitudes.map((longitude) => degreesEast(longitudes[0]!, longitude));
      const isAcross = extent(aroundFirst) <= limits.zoneDegreesMax;
      return isAcross ? { code: 'crosses_meridian', at: shape.rings[0]![0]! } : { code: 'too_wide' };
    }
    const at = crossingOf(ring);
    if (at !== null) return { code: 'crosses_itself', at: degreesOf(at) };
  }
  const [outline, ...holes] = rings;
  for (const [index, hole] of holes.entries()) {
    const outside = hole.spots.findIndex((spot) => sideOf(outline!, spot) === 'out');
    if (outside >= 0) return { code: 'hole_outside', at: shape.rings[index + 1]![outside]! };
  }
  return null;
}

/** The points of a polygon, those of its holes included; 0 for other shapes. */
export function pointsIn(shape: ZoneShape): number {
  return shape.kind === 'polygon' ? shape.rings.reduce((sum, ring) => sum + ring.length, 0) : 0;
}

function extent(numbers: readonly number[]): number {
  let [least, most] = [Infinity, -Infinity];
  for (const number of numbers) {
    least = Math.min(least, number);
    most = Math.max(most, number);
  }
  return most - least;
}

function spotOf([longitude, latitude]: MapPoint): Spot {
  return [Math.round(longitude * 1e6), Math.round(latitude * 1e6)];
}

function degreesOf([x, y]: Spot): MapPoint {
  return [x / 1e6, y / 1e6];
}

export function positionOf([longitude, latitude]: MapPoint): Pin {
  return { latitude, longitude };
}

function sidesOf(ring: readonly MapPoint[]): [MapPoint, MapPoint][] {
  return ring.map((point, index) => [point, ring[(index + 1) % ring.length]!]);
}

function distanceToOrigin([ax, ay]: MapPoint, [bx, by]: MapPoint): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length));
  return Math.hypot(ax + along * dx, ay + along * dy);
}
