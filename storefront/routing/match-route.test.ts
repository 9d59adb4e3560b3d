import { describe, expect, test } from 'vitest';
import { matchPattern, pathBelow } from './match-route.ts';

describe('an address and a pattern', () => {
  test.each([
    ['/', '/', {}],
    ['/menu', '/menu', {}],
    ['/menu', '/menu/', {}],
    ['/menu', '/Menu', {}],
    ['/menu', '/menus', null],
    ['/menu', '/', null],
    ['/:mode', '/pickup', { mode: 'pickup' }],
    ['/:mode', '/', null],
    ['/:mode/:outletName/item', '/pickup/Marina%20Walk/item', { mode: 'pickup', outletName: 'Marina Walk' }],
    ['/:mode/:outletName', '/pickup/A%2FB%3F', { mode: 'pickup', outletName: 'A/B?' }],
    ['/:mode/:outletName', '/pickup/%D9%85%D8%B7%D8%B9%D9%85', { mode: 'pickup', outletName: 'مطعم' }],
    ['/:mode/:outletName', '/pickup/100%', null],
    ['/:mode/:outletName', '/pickup//', null],
    ['/order/:orderId', '/order/1/2', null],
  ])('%s and %s: %j', (pattern, path, expected) => {
    expect(matchPattern(pattern, path)).toEqual(expected);
  });
});

test.each([
  ['/demo', '/demo', '/'],
  ['/demo', '/demo/', '/'],
  ['/demo', '/demo/menu', '/menu'],
  ['/demo', '/Demo/menu', '/menu'],
  ['/demo', '/demolition/menu', null],
  ['/demo', '/other/menu', null],
])('below %s, %s is %s', (base, path, expected) => {
  expect(pathBelow(base, path)).toBe(expected);
});
