import { expect, test } from 'vitest';
import type { OutletId, DeliveryAreaId } from '#contract/base/ids.ts';
import type { DeliveryArea } from '#contract/outlets/delivery-areas.ts';
import { geoJsonOf, readGeoJson, readPoint, readPostcodes, readRings, textOfRings } from './zone-text.ts';

const ring: [number, number][] = [
  [55.1, 25.1],
  [55.2, 25.1],
  [55.2, 25.2],
];
const terms = { minBasketValue: 10, deliveryFee: 5 };
const area = (areaName: string, shape: NonNullable<DeliveryArea['shape']>): DeliveryArea => ({
  _id: areaName as DeliveryAreaId,
  outletId: 'outlet' as OutletId,
  areaName,
  areaNameTranslations: {},
  ...terms,
  shape,
});

test('points are lines with the latitude first, holes come after an empty line', () => {
  expect(textOfRings([ring, ring.slice(0, 1)])).toBe('25.1, 55.1\n25.1, 55.2\n25.2, 55.2\n\n25.1, 55.1');
  expect(readRings(textOfRings([ring, ring]))).toEqual([ring, ring]);
  expect(readRings('25.1 55.1\n\n\n25.1;55.2')).toEqual([[[55.1, 25.1]], [[55.2, 25.1]]]);
});

test.each(['', 'Marina', '95, 55', '25, 181', '25', '25,1, 55,1'])('%j is no point', (text) => {
  expect(readPoint(text)).toBeNull();
});

test('a pasted polygon of GeoJSON is read as points', () => {
  expect(readRings(JSON.stringify({ type: 'Polygon', coordinates: [[...ring, ring[0]]] }))).toEqual([ring]);
  expect(readRings('{"type":"Polygon"}')).toBeNull();
});

test('postcodes are read from lines and between commas, each once', () => {
  expect(readPostcodes('SW1A*, 10115\n10115\n\n')).toEqual(['SW1A*', '10115']);
});

test('zones that are exported are read back as they were', () => {
  const zones = [
    area('Marina', { kind: 'polygon', rings: [ring, ring] }),
    {
      ...area('Close by', { kind: 'circle', centre: [55.1, 25.1], radius: 1500 }),
      feeTiers: [{ upTo: 500, fee: 2 }],
      freeFrom: 90,
      deliveryTime: 40,
    },
    area('By post', { kind: 'postcodes', postcodes: ['10115'] }),
  ];
  const read = readGeoJson(geoJsonOf(zones));
  expect(read).toEqual(zones.map(({ _id, outletId, areaNameTranslations, ...zone }) => zone));
});

test('areas that guests choose by their name are not in the file', () => {
  const { shape: _, ...named } = area('Harbour', { kind: 'postcodes', postcodes: ['1'] });
  expect(JSON.parse(geoJsonOf([named]))).toEqual({ type: 'FeatureCollection', features: [] });
});

test('the parts of a zone become zones, and heights are left out', () => {
  const coordinates = [[ring.map(([x, y]) => [x, y, 12])], [ring]];
  const feature = { type: 'Feature', properties: { name: 'Isles' }, geometry: { type: 'MultiPolygon', coordinates } };
  expect(readGeoJson(JSON.stringify(feature))).toEqual([
    { areaName: 'Isles', shape: { kind: 'polygon', rings: [ring] } },
    { areaName: 'Isles 2', shape: { kind: 'polygon', rings: [ring] } },
  ]);
});

test.each([
  'no JSON',
  '{}',
  '{"type":"FeatureCollection","features":[]}',
  '{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[1,2],[3,4]]}}',
  '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1,2]}}',
  '{"type":"Polygon","coordinates":[[["a","b"]]]}',
])('%s is no file of zones', (text) => {
  expect(readGeoJson(text)).toBeNull();
});
