/** Shapes of zones as text: points that are typed or pasted, and GeoJSON files. Pure functions. */
import type { DeliveryArea, DeliveryAreaChanges } from '#contract/outlets/delivery-areas.ts';
import type { MapPoint } from '#contract/outlets/zone-shape.ts';

type Rings = MapPoint[][];
type Shape = NonNullable<DeliveryArea['shape']>;

/** A line for each point, latitude first, as people write it; an empty line before each hole. */
export function textOfRings(rings: readonly (readonly MapPoint[])[]): string {
  return rings.map((ring) => ring.map(textOfPoint).join('\n')).join('\n\n');
}

export function textOfPoint([longitude, latitude]: MapPoint): string {
  return `${latitude}, ${longitude}`;
}

/** Null for what is no point. */
export function readPoint(text: string): MapPoint | null {
  const [, latitude, longitude] =
    /^\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*$/.exec(text) ?? [];
  if (latitude === undefined || longitude === undefined) return null;
  const [north, east] = [Number(latitude), Number(longitude)];
  return Math.abs(north) <= 85 && Math.abs(east) <= 180 ? [east, north] : null;
}

/** Reads such lines, or GeoJSON with one polygon; null for anything else. */
export function readRings(text: string): Rings | null {
  if (text.trim().startsWith('{')) {
    const zones = readGeoJson(text);
    const shape = zones?.length === 1 ? zones[0]!.shape : null;
    return shape?.kind === 'polygon' ? shape.rings : null;
  }
  const rings = text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => part.split('\n').map(readPoint));
  return rings.every((ring) => ring.every((point) => point !== null)) ? rings : null;
}

/** Postcodes on lines or between commas. */
export function readPostcodes(text: string): string[] {
  const all = text.split(/[\n,;،]+/).map((postcode) => postcode.trim());
  return [...new Set(all.filter((postcode) => postcode !== ''))];
}

/** Zones as other programs read them: a circle is a point with a radius in metres, postcodes have no place. */
export function geoJsonOf(areas: readonly DeliveryArea[]): string {
  const features = areas.flatMap(
    ({ areaName, shape, minBasketValue, deliveryFee, feeTiers, freeFrom, deliveryTime }) => {
      if (shape === undefined) return [];
      const terms = { minBasketValue, deliveryFee, feeTiers, freeFrom, deliveryTime };
      const properties = { name: areaName, ...terms, ...partsOf(shape) };
      return [{ type: 'Feature', properties, geometry: geometryOf(shape) }];
    },
  );
  return `${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`;
}

function partsOf(shape: Shape): object {
  if (shape.kind === 'circle') return { radius: shape.radius };
  return shape.kind === 'postcodes' ? { postcodes: shape.postcodes } : {};
}

function geometryOf(shape: Shape): object | null {
  if (shape.kind === 'circle') return { type: 'Point', coordinates: shape.centre };
  if (shape.kind === 'postcodes') return null;
  return { type: 'Polygon', coordinates: shape.rings.map((ring) => [...ring, ring[0]]) };
}

/** A zone of a file: without a name it gets one when it is added. */
type FileZone = Omit<DeliveryAreaChanges, 'shape'> & { shape: Shape };

/** Null for what is no GeoJSON, or has something else than polygons, circles and postcodes. A file of several parts of one zone is several zones. */
export function readGeoJson(text: string): FileZone[] | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const zones = featuresIn(json).map(zonesOf);
  return zones.length > 0 && zones.every((zone) => zone !== null) ? zones.flat() : null;
}

interface Feature {
  geometry?: { type?: string; coordinates?: unknown } | null;
  properties?: Record<string, unknown> | null;
}

function featuresIn(json: unknown): Feature[] {
  const { type, features } = Object(json) as { type?: string; features?: unknown };
  if (type === 'FeatureCollection') return Array.isArray(features) ? features : [];
  return type === 'Feature' ? [json as Feature] : [{ geometry: json as NonNullable<Feature['geometry']> }];
}

function zonesOf({ geometry, properties }: Feature): FileZone[] | null {
  const given = properties ?? {};
  const terms = termsOf(given);
  const shapes = shapesOf(geometry ?? null, given);
  if (shapes === null) return null;
  const { areaName } = terms;
  return shapes.map((shape, index) => ({
    ...terms,
    ...(areaName === undefined || index === 0 ? {} : { areaName: `${areaName} ${index + 1}` }),
    shape,
  }));
}

function shapesOf(geometry: NonNullable<Feature['geometry']> | null, given: Record<string, unknown>): Shape[] | null {
  const { radius, postcodes } = given;
  const { type, coordinates } = geometry ?? {};
  if (geometry === null && Array.isArray(postcodes)) return [{ kind: 'postcodes', postcodes: postcodes.map(String) }];
  if (type === 'Point' && typeof radius === 'number' && isPoint(coordinates)) {
    return [{ kind: 'circle', centre: pointOf(coordinates), radius: Math.round(radius) }];
  }
  const polygons: unknown = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : null;
  if (!Array.isArray(polygons) || polygons.length === 0 || !polygons.every(isPolygon)) return null;
  return polygons.map((rings: MapPoint[][]) => ({ kind: 'polygon', rings: rings.map(opened) }));
}

function isPoint(value: unknown): value is MapPoint {
  return Array.isArray(value) && value.length >= 2 && value.slice(0, 2).every((degrees) => Number.isFinite(degrees));
}

function isPolygon(value: unknown): value is MapPoint[][] {
  return Array.isArray(value) && value.length > 0 && value.every((ring) => Array.isArray(ring) && ring.every(isPoint));
}

/** Without a height. */
function pointOf([longitude, latitude]: MapPoint): [number, number] {
  return [longitude, latitude];
}

/** Rings of GeoJSON end where they begin. */
function opened(ring: MapPoint[]): [number, number][] {
  const points = ring.map(pointOf);
  const [first, last] = [points[0], points.at(-1)];
  const isClosed = points.length > 1 && first![0] === last![0] && first![1] === last![1];
  return isClosed ? points.slice(0, -1) : points;
}

function termsOf(given: Record<string, unknown>): Omit<DeliveryAreaChanges, 'shape'> {
  const { name, minBasketValue, deliveryFee, feeTiers, freeFrom, deliveryTime } = given;
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
  const terms = {
    areaName: typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined,
    minBasketValue: number(minBasketValue),
    deliveryFee: number(deliveryFee),
    feeTiers: Array.isArray(feeTiers) ? (feeTiers as DeliveryAreaChanges['feeTiers']) : undefined,
    freeFrom: number(freeFrom),
    deliveryTime: number(deliveryTime),
  };
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
}
