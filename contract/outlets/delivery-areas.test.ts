/** Zones with too many points are refused before their sides are compared. */
import { expect, test } from 'vitest';
import { explainIssues } from '../base/explain-input.ts';
import { limits } from '../base/limits.ts';
import { DeliveryAreaChanges, importDeliveryAreas, listDeliveryAreas } from './delivery-areas.ts';

/** A star that crosses itself wherever it can. */
const star = (points: number) =>
  Array.from({ length: points }, (_, index): [number, number] => {
    const angle = (index * Math.floor(points / 2 - 1) * 2 * Math.PI) / points;
    return [55 + Math.cos(angle), 25 + Math.sin(angle)];
  });
const polygon = (...rings: [number, number][][]) => ({ kind: 'polygon' as const, rings });
const triangle = polygon([
  [55, 25],
  [56, 25],
  [55, 26],
]);
const problemsOf = (schema: typeof DeliveryAreaChanges | typeof importDeliveryAreas.body, value: unknown) =>
  explainIssues(schema, value, schema.safeParse(value).error?.issues ?? []);
const save = (shape: unknown) => problemsOf(DeliveryAreaChanges, { shape });
const importAll = (...shapes: unknown[]) =>
  problemsOf(importDeliveryAreas.body, {
    zones: shapes.map((shape, index) => ({ areaName: `Zone ${index}`, shape })),
  });

const tooManyPoints = { code: 'area.too_many_points', details: { most: 300 } };

test('a shape has at most 300 points in all its rings together, which are counted before they are compared', () => {
  expect(save(polygon(star(300)))).toEqual({ shape: { code: 'area.crosses_itself' } });
  expect(save(polygon(star(301)))).toEqual({ shape: tooManyPoints });
  expect(save(polygon(star(151), star(150)))).toEqual({ shape: tooManyPoints });
  expect(save(polygon(...Array.from({ length: 10 }, () => star(300))))).toEqual({ shape: tooManyPoints });
});

test('more points than can be explained one by one are refused in one sentence', () => {
  const wrong = Array.from({ length: 200_000 }, () => [0, 99]);
  expect(save({ kind: 'polygon', rings: [wrong] })).toEqual({ shape: tooManyPoints });
  expect(save({ kind: 'polygon', rings: Array.from({ length: 200_000 }, () => []) })).toEqual({
    shape: { code: 'too_many', details: { most: limits.zoneRingsMax } },
  });
  expect(save({ kind: 'postcodes', postcodes: Array.from({ length: 200_000 }, () => '') })).toEqual({
    shape: { code: 'too_many', details: { most: limits.zonePostcodesMax } },
  });
  expect(problemsOf(importDeliveryAreas.body, { zones: Array.from({ length: 200_000 }, () => ({})) })).toEqual({
    zones: { code: 'too_many', details: { most: limits.zonesPerOutletMax } },
  });
});

test('a file has at most 5,000 points in all its zones together', () => {
  const shapes = (count: number) => Array.from({ length: count }, () => polygon(star(250)));
  expect(importAll(...shapes(20))).toMatchObject({ 'zones.0.shape': { code: 'area.crosses_itself' } });
  expect(importAll(...shapes(20), triangle)).toEqual({
    zones: { code: 'area.too_many_points_together', details: { most: 5000 } },
  });
  expect(importAll(triangle, polygon(star(301)))).toEqual({ 'zones.1.shape': tooManyPoints });
});

test.each([
  [null],
  [7],
  ['circle'],
  [[]],
  [{ rings: 7 }],
  [{ rings: [7] }],
  [{ kind: 'polygon', rings: { length: 1e9 } }],
])('a value that is no shape is counted as one without points: %j', (shape) => {
  const codes = Object.values(save(shape)).map(({ code }) => code);
  expect(codes.filter((code) => code.startsWith('area.'))).toEqual([]);
  expect(importAll(shape)).not.toHaveProperty('zones');
});

test('a shape that was saved before the limit is answered whole', () => {
  const shape = polygon(...Array.from({ length: 10 }, () => star(300)));
  const area = { areaName: 'Old Town', areaNameTranslations: {}, minBasketValue: 0, deliveryFee: 0, shape };
  const id = '01a232d9-2e55-7568-9ff7-4cfa322ae2bd';
  const deliveryAreas = [{ _id: id, outletId: id, ...area }];
  expect(listDeliveryAreas.answer.parse({ deliveryAreas })).toEqual({ deliveryAreas });
});
