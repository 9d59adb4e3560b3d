import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMoney, type MinorUnits, minorUnits } from '#contract/base/money.ts';
import { priceBasket } from '#contract/ordering/basket-price.ts';
import { shareDiscount } from '#contract/ordering/offers/share-discount.ts';
import { shareOrder, sharePortions } from './share-order.ts';

const minor = (...amounts: number[]) => amounts.map(minorUnits);

test.each([
  // 10.00 + 5.00 + 5.00 with 5 % of 20.00 on top.
  ['AED', [1000, 500, 500], 100, false, 0, [1050, 525, 525]],
  // 0.010 is a third of 0.003 each: the first line has it all, and 1 fils of tip goes where it was rounded down most.
  ['KWD', [1000, 1000, 1000], 150, false, 1, [1051, 1050, 1050]],
  // Three dishes of 100 yen with 10 % in them, and a tip of 50.
  ['JPY', [100, 100, 100], 27, true, 50, [117, 117, 116]],
  // A free dish costs nothing.
  ['AED', [0, 999], 50, false, 0, [0, 1049]],
])('lines in %s cost what was added up by hand', (_currency, lines, tax, isTaxIncluded, tip, expected) => {
  const shares = shareOrder({
    lines: minor(...lines),
    discounts: [],
    tax: minorUnits(tax),
    isTaxIncluded,
    tip: minorUnits(tip),
  });
  expect(shares.map(({ amount }) => amount)).toEqual(expected);
});

test('the shares of any order add up to its total, tax and tip, and no line costs less than nothing', () => {
  const line = fc.record({
    unitPrice: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 500_000 })).map(minorUnits),
    quantity: fc.integer({ min: 1, max: 9 }),
    off: fc.integer({ min: 0, max: 100 }),
    extraOff: fc.integer({ min: 0, max: 100 }),
  });
  const order = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    rate: fc.integer({ min: 0, max: 3000 }),
    isTaxIncluded: fc.boolean(),
    tip: fc.option(fc.integer({ min: 0, max: 5_000 }).map(minorUnits)),
  });
  fc.assert(
    fc.property(order, ({ lines, rate, isTaxIncluded, tip }) => {
      const totals = lines.map(({ unitPrice, quantity }) => minorUnits(unitPrice * quantity));
      // One offer for single dishes, and one for what is left of the basket.
      const onLines = totals.map((total, index) => minorUnits(Math.floor((total * lines[index]!.off) / 100)));
      const left = totals.map((total, index) => minorUnits(total - onLines[index]!));
      const onBasket = shareDiscount(minorUnits(Math.floor((addMoney(...left) * lines[0]!.extraOff) / 100)), left);
      const off = totals.map((_, index) => addMoney(onLines[index]!, onBasket[index]!));
      const price = priceBasket({
        chargeOptions: 'once',
        taxRateBasisPoints: rate,
        taxInclusive: isTaxIncluded,
        deliveryFee: null,
        tip: tip === null ? null : { amount: tip },
        discounts: { lines: off, delivery: minorUnits(0) },
        lines: lines.map(({ unitPrice, quantity }) => ({ unitPrice, quantity, optionPrices: [] })),
      });
      const shares = shareOrder({
        lines: price.lineTotals,
        discounts: [onLines, onBasket],
        tax: price.tax,
        isTaxIncluded,
        tip: price.tip ?? minorUnits(0),
      });
      const sum = (amounts: MinorUnits[]) => addMoney(...amounts);
      expect(sum(shares.map(({ amount }) => amount))).toBe(price.total);
      expect(sum(shares.map(({ tax }) => tax))).toBe(price.tax);
      expect(sum(shares.map(({ tip: given }) => given))).toBe(price.tip ?? 0);
      expect(Math.min(...shares.map(({ amount }) => amount))).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 2000 },
  );
});

test('the portions of any line add up to it, and no two differ by more than a minor unit', () => {
  const amount = fc.integer({ min: 0, max: 500_000 }).map(minorUnits);
  const line = fc.record({ amount, tax: amount, tip: amount });
  fc.assert(
    fc.property(line, fc.integer({ min: 1, max: 99 }), (share, quantity) => {
      const portions = sharePortions(share, quantity);
      expect(portions).toHaveLength(quantity);
      for (const part of ['amount', 'tax', 'tip'] as const) {
        const parts = portions.map((portion) => portion[part]);
        expect(addMoney(...parts)).toBe(share[part]);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(1);
      }
    }),
  );
});
