import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Pin } from '#contract/outlets/zone-fee.ts';
import { routeOrder } from './route-order.ts';

interface Stop {
  id: number;
  pin: Pin | null;
}

const pinOf = ({ pin }: Stop) => pin;
const pin = fc.record({
  latitude: fc.double({ min: 25, max: 25.4, noNaN: true }),
  longitude: fc.double({ min: 55, max: 55.4, noNaN: true }),
});
const stops = fc.array(fc.option(pin), { maxLength: 9 }).map((pins) => pins.map((one, id): Stop => ({ id, pin: one })));

/** Metres on the sphere, by the law of haversines. */
function sphereMetres(from: Pin, to: Pin): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (degrees: number) => Math.sin(radians(degrees) / 2) ** 2;
  const a =
    half(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(to.longitude - from.longitude);
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(a));
}

test('each stop is the nearest one that is left, and those without a pin are last, in their order', () => {
  fc.assert(
    fc.property(stops, pin, (given, start) => {
      const route = routeOrder(given, pinOf, start);
      expect(route.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(given.map(({ id }) => id));
      const known = route.flatMap(({ pin: place }) => place ?? []);
      expect(route.slice(known.length).map(({ id }) => id)).toEqual(
        given.flatMap(({ id, pin: place }) => (place === null ? [id] : [])),
      );
      for (const [index, place] of known.entries()) {
        const from = known[index - 1] ?? start;
        const nearest = Math.min(...known.slice(index).map((one) => sphereMetres(from, one)));
        // The plane on which the product measures is off by some metres.
        expect(sphereMetres(from, place)).toBeLessThan(nearest * 1.01 + 2);
      }
    }),
    { numRuns: 500 },
  );
});

test('without a start the first stop with a pin is the first', () => {
  const [far, near] = [
    { latitude: 25.3, longitude: 55.3 },
    { latitude: 25.1, longitude: 55.1 },
  ];
  const given: Stop[] = [
    { id: 0, pin: null },
    { id: 1, pin: far },
    { id: 2, pin: near },
  ];
  expect(routeOrder(given, pinOf, null).map(({ id }) => id)).toEqual([1, 2, 0]);
});
