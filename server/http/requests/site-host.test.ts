import { expect, test } from 'vitest';
import { hostName } from './site-host.ts';

test.each([
  ['Shop.Test', 'shop.test'],
  ['shop.test:8080', 'shop.test'],
  ['shop.test.:443', 'shop.test'],
  ['[::1]:80', '[::1]'],
  [undefined, ''],
])('%s asks for %s, each time', (host, name) => {
  for (let n = 0; n < 2; n++) expect(hostName({ headers: host === undefined ? {} : { host } })).toBe(name);
});

test('names are told apart, however many hosts were asked before', () => {
  for (let n = 0; n < 2_500; n++) expect(hostName({ headers: { host: `Shop-${n}.test:1` } })).toBe(`shop-${n}.test`);
  const long = 'A'.repeat(400);
  expect(hostName({ headers: { host: long } })).toBe('a'.repeat(400));
});
