import { expect, test } from 'vitest';
import { countries } from '#contract/base/countries.ts';
import { boundsOfCountry } from './country-outlines.ts';

test.each([
  ['AE', 24.5, 54.5],
  // Neither Guiana nor Réunion.
  ['FR', 46.5, 2.5],
  // Not Alaska.
  ['US', 39, -98],
  ['CD', -3, 23],
  ['GB', 52.5, -1.5],
])('%s is around %f, %f', (code, latitude, longitude) => {
  const [[south, west], [north, east]] = boundsOfCountry(code)!;
  expect([south < latitude, latitude < north, west < longitude, longitude < east]).toEqual([true, true, true, true]);
  expect(east - west).toBeLessThan(70);
});

test('nearly every country has an outline', () => {
  const without = countries.map(({ code }) => code).filter((code) => boundsOfCountry(code) === null);
  // Small islands, and parts of France and Norway that the outlines draw with their countries.
  expect(without).toEqual(['BQ', 'BV', 'CC', 'CX', 'GF', 'GI', 'GP', 'MQ', 'RE', 'SJ', 'TK', 'TV', 'UM', 'YT']);
  expect(boundsOfCountry('ZZ')).toBeNull();
});
