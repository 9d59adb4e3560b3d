import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencyDigits } from '../base/currency-digits.ts';
import { countOptions } from './count-options.ts';
import { sumPrices } from './sum-prices.ts';

const option = fc.record({
  _id: fc.constantFrom('a', 'b', 'c'),
  modifierListId: fc.constantFrom('x', 'y'),
  price: fc.nat(9),
});

test('each option stands once, where it was first chosen, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(option, { maxLength: 12 }), (options) => {
      const counted = countOptions(options);
      const keyOf = (one: { _id: string; modifierListId: string }) => [one.modifierListId, one._id].join(' ');
      const keys = options.map(keyOf);
      expect(counted.map((one) => keyOf(one.option))).toEqual(keys.filter((key, index) => keys.indexOf(key) === index));
      for (const { option: first, times, all } of counted) {
        const same = options.filter((one) => keyOf(one) === keyOf(first));
        expect([times, all]).toEqual([same.length, same]);
      }
    }),
  );
});

test.each(['AED', 'KWD', 'JPY'] as const)('prices of %s add up to the minor unit', (currency) => {
  const factor = 10 ** currencyDigits(currency);
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { maxLength: 10 }), (minors) => {
      const sum = minors.reduce((total, minor) => total + minor, 0);
      expect(
        sumPrices(
          minors.map((minor) => minor / factor),
          currency,
        ),
      ).toBe(sum / factor);
    }),
  );
});
