import { expect, test } from 'vitest';
import { readPriceChange } from './read-price-change.ts';

test.each([
  ['percent', '10', 'AED', 10],
  ['percent', ' -12.5 ', 'AED', -12.5],
  ['percent', '+7', 'AED', 7],
  ['percent', '1.234', 'AED', null],
  ['percent', '-101', 'AED', null],
  ['percent', '1001', 'AED', null],
  ['percent', '0', 'AED', null],
  ['percent', '', 'AED', null],
  ['percent', 'ten', 'AED', null],
  ['amount', '0.50', 'AED', 0.5],
  ['amount', '\u22122', 'AED', -2],
  ['amount', '0.125', 'KWD', 0.125],
  ['amount', '0.125', 'AED', null],
  ['amount', '0.5', 'JPY', null],
] as const)('by %s "%s" in %s is %s', (by, entered, currency, value) => {
  expect(readPriceChange(by, entered, currency)).toEqual(value === null ? null : { by, value });
});
