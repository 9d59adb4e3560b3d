import { expect, test } from 'vitest';
import { addressLines } from './address-lines.ts';

test.each([
  ['the street with its area', '4 Harbour Road, Harbour', 'Harbour', undefined, ['4 Harbour Road, Harbour', 'Flat 12']],
  ['an area alone, once', 'harbour', 'Harbour', undefined, ['harbour', 'Flat 12']],
  ['a street and the zone around it', '4 Quay Street', 'Zone 2', undefined, ['4 Quay Street', 'Flat 12', 'Zone 2']],
  ['a postcode', '4 Quay Street', null, 'SW1A 1AA', ['4 Quay Street', 'Flat 12', 'SW1A 1AA']],
  [
    'a postcode in the street, once',
    '4 Quay Street, sw1a 1aa',
    null,
    'SW1A 1AA',
    ['4 Quay Street, sw1a 1aa', 'Flat 12'],
  ],
  [
    'a postcode that is inside the number of a building',
    'Building 1012, Road 7',
    null,
    '101',
    ['Building 1012, Road 7', 'Flat 12', '101'],
  ],
])('an address is read as %s', (_, location, areaName, postcode, lines) => {
  expect(addressLines({ address: { location, floor: 'Flat 12', postcode }, areaName })).toEqual(lines);
});

test('an order that is not delivered has no lines', () => {
  expect(addressLines({ address: null, areaName: null })).toEqual([]);
});
