import { expect, test } from 'vitest';
import { streetOf, withArea } from './street.ts';

test.each([
  ['4 Quay Street', 'Harbour', '4 Quay Street, Harbour'],
  ['', 'Harbour', 'Harbour'],
  ['harbour', 'Harbour', 'harbour'],
  ['4 Quay Street, Harbour', 'Harbour', '4 Quay Street, Harbour'],
])('the street %j in %s is the address %s', (street, areaName, location) => {
  expect(withArea(street, areaName)).toBe(location);
});

test.each([
  ['4 Quay Street, Harbour', '4 Quay Street'],
  ['Harbour', ''],
  ['4 Quay Street', '4 Quay Street'],
])('the address %j has the street %j', (location, street) => {
  expect(streetOf({ location, areaName: 'Harbour' })).toBe(street);
});
