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

test('the longest street with the longest name fits into an address', () => {
  const location = withArea('ش'.repeat(200), 'H'.repeat(100));
  expect(location).toBe(`${'ش'.repeat(98)}, ${'H'.repeat(100)}`);
});

test.each([
  ['4 Quay Street, Harbour', '4 Quay Street'],
  ['Harbour', ''],
  ['4 Quay Street', '4 Quay Street'],
])('the address %j has the street %j', (location, street) => {
  expect(streetOf({ location, areaName: 'Harbour' })).toBe(street);
});
