import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limits } from '../base/limits.ts';
import { currencyDigits, fromMajor, type MinorUnits, minorUnits, MoneyError } from '../base/money.ts';
import { type BasketTerms, priceBasket, type PricedLine, priceLine } from './basket-price.ts';
import { tipPercentMax } from './tips.ts';
import type { ChargeOptions } from '../base/enumerations.ts';

/** 1,000,000 runs take about two minutes. */
const RUNS = 10_000;

const line = (unitPrice: number, optionPrices: readonly number[], quantity: number): PricedLine => ({
  unitPrice: minorUnits(unitPrice),
  optionPrices: optionPrices.map(minorUnits),
  quantity,
});
const terms = (changes: Partial<BasketTerms> = {}): BasketTerms => ({
  chargeOptions: 'once',
  taxRateBasisPoints: 0,
  taxInclusive: false,
  deliveryFee: null,
  tip: null,
  discounts: null,
  ...changes,
});
const plain = { discount: 0, deliveryDiscount: 0, tip: null };
const fee = (amount: number): Partial<BasketTerms> => ({ deliveryFee: minorUnits(amount) });

describe('a line', () => {
  test.each<[string, PricedLine, number, number]>([
    ['one without options', line(1850, [], 1), 1850, 1850],
    ['three without options', line(1850, [], 3), 5550, 5550],
    ['one with options', line(1850, [300, 150], 1), 2300, 2300],
    ['two with options', line(1850, [300, 150], 2), 4150, 4600],
    ['an item whose own price is 0', line(0, [899], 2), 899, 1798],
    ['all free', line(0, [0, 0], 99), 0, 0],
    ['99 of something', line(1, [1], 99), 100, 198],
  ])('%s', (_what, priced, once, each) => {
    expect(priceLine({ ...priced, chargeOptions: 'once' })).toBe(once);
    expect(priceLine({ ...priced, chargeOptions: 'each' })).toBe(each);
  });
});

describe('a basket', () => {
  test('two burgers with extra cheese, delivered: 40.00 + 5 % + 1.50 is 43.50', () => {
    expect(priceBasket({ ...terms({ taxRateBasisPoints: 500, ...fee(150) }), lines: [line(1850, [300], 2)] })).toEqual({
      ...plain,
      lineTotals: [4000],
      subtotal: 4000,
      tax: 200,
      deliveryFee: 150,
      total: 4350,
    });
  });

  test('two burgers with options charged for each portion cost more', () => {
    expect(
      priceBasket({
        ...terms({ chargeOptions: 'each', taxRateBasisPoints: 500, ...fee(150) }),
        lines: [line(1850, [300], 2)],
      }),
    ).toEqual({ ...plain, lineTotals: [4300], subtotal: 4300, tax: 215, deliveryFee: 150, total: 4665 });
  });

  test('tax that prices contain does not raise the total', () => {
    expect(
      priceBasket({
        ...terms({ taxRateBasisPoints: 500, taxInclusive: true, ...fee(150) }),
        lines: [line(1850, [300], 2), line(200, [], 1)],
      }),
    ).toEqual({ ...plain, lineTotals: [4000, 200], subtotal: 4200, tax: 200, deliveryFee: 150, total: 4350 });
  });

  test('an empty basket costs only its fee', () => {
    expect(priceBasket({ ...terms({ taxRateBasisPoints: 500, ...fee(150) }), lines: [] })).toEqual({
      ...plain,
      lineTotals: [],
      subtotal: 0,
      tax: 0,
      deliveryFee: 150,
      total: 150,
    });
  });

  test('a fee of 0 is a fee, and null is none', () => {
    const lines = [line(100, [], 1)];
    expect(priceBasket({ ...terms(fee(0)), lines })).toMatchObject({ deliveryFee: 0, total: 100 });
    expect(priceBasket({ ...terms(), lines })).toMatchObject({ deliveryFee: null, tip: null, total: 100 });
  });

  test.each<[subtotal: number, rate: number, added: number, contained: number]>([
    [0, 500, 0, 0],
    [9, 500, 0, 0], //        0.45
    [10, 500, 1, 0], //       0.5 rounds up; 0.476
    [11, 500, 1, 1], //       0.55; 0.524
    [29, 500, 1, 1], //       1.45; 1.38
    [30, 500, 2, 1], //       1.5 rounds up; 1.43
    [1050, 500, 53, 50], //   52.5 rounds up; 50 exactly
    [1999, 500, 100, 95], //  99.95; 95.19
    [2000, 1750, 350, 298], // exact; 297.87
    [333, 825, 27, 25], //    27.47; 25.38
    [1, 10_000, 1, 1], //     0.5 contained rounds up
    [3, 10_000, 3, 2], //     1.5 contained rounds up
    [100, 1, 0, 0], //        0.01
    [5000, 1, 1, 0], //       0.5 rounds up; 0.49995
    [4999, 1, 0, 0],
    [5001, 1, 1, 1], //       0.5001; 0.50005
    [100, 0, 0, 0],
    [12_345_678_901, 2000, 2_469_135_780, 2_057_613_150], // .2; .17
    [83_616_835_404_220, 1750, 14_632_946_195_739, 12_453_571_230_416], // .5 up, beyond 2^53 in between
    [975_899_548_473_246, 825, 80_511_712_749_043, 74_375_716_165_398],
    [900_000_000_000_001, 500, 45_000_000_000_000, 42_857_142_857_143], // beyond 2^53 in between
  ])('the tax on %i at %i hundredths is %i, or contains %i', (amount, rate, added, contained) => {
    const lines = [line(amount, [], 1)];
    const exclusive = priceBasket({ ...terms({ taxRateBasisPoints: rate }), lines });
    const inclusive = priceBasket({ ...terms({ taxRateBasisPoints: rate, taxInclusive: true }), lines });
    expect([exclusive.tax, exclusive.total]).toEqual([added, amount + added]);
    expect([inclusive.tax, inclusive.total]).toEqual([contained, amount]);
  });

  test('the tax is rounded once, not for each line', () => {
    const lines = [line(10, [], 1), line(10, [], 1), line(10, [], 1)];
    expect(priceBasket({ ...terms({ taxRateBasisPoints: 500 }), lines }).tax).toBe(2);
  });

  test('the fee carries no tax', () => {
    const lines = [line(10_000, [], 1)];
    expect(priceBasket({ ...terms({ taxRateBasisPoints: 500, ...fee(1000) }), lines }).tax).toBe(500);
  });

  test.each([-1, 10_001, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('a rate of %s is refused', (rate) => {
    expect(() => priceBasket({ ...terms({ taxRateBasisPoints: rate }), lines: [] })).toThrow(MoneyError);
  });

  test('a negative subtotal is refused', () => {
    expect(() => priceBasket({ ...terms(), lines: [line(-1, [], 1)] })).toThrow(MoneyError);
  });
});

describe('the largest basket that limits allow', () => {
  const filled = (price: number): PricedLine[] =>
    Array.from({ length: limits.basketLinesMax }, () =>
      line(
        price,
        Array.from({ length: limits.modifiersPerLineMax }, () => price),
        limits.quantityMax,
      ),
    );

  test('is exact where it can be held', () => {
    const price = priceBasket({
      ...terms({ chargeOptions: 'each', taxRateBasisPoints: 10_000, ...fee(1_000_000_000) }),
      lines: filled(1_000_000_000),
    });
    expect(price.subtotal).toBe(50 * 99 * 21 * 1_000_000_000);
    expect(price.tax).toBe(price.subtotal);
    expect(price.total).toBe(2 * 50 * 99 * 21 * 1_000_000_000 + 1_000_000_000);
  });

  test('is refused, never rounded, where it cannot', () => {
    const highest = fromMajor(limits.maxPrice, 'KWD');
    expect(currencyDigits('KWD')).toBe(3);
    expect(() => priceBasket({ ...terms({ chargeOptions: 'each' }), lines: filled(highest) })).toThrow(MoneyError);
    expect(priceBasket({ ...terms(), lines: [line(highest, [], 99)] }).total).toBe(99 * highest);
  });

  test('is refused when only the tax or the fee makes it too large', () => {
    const lines = [line(Number.MAX_SAFE_INTEGER, [], 1)];
    expect(priceBasket({ ...terms(), lines }).total).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => priceBasket({ ...terms({ taxRateBasisPoints: 1 }), lines })).toThrow(MoneyError);
    expect(() => priceBasket({ ...terms(fee(1)), lines })).toThrow(MoneyError);
  });
});

describe('a tip', () => {
  const lines = [line(1850, [], 2), line(25, [], 1)];

  test.each<[string, Partial<BasketTerms>, MinorUnits | null, number]>([
    // 37.25 and 1.86 tax; a tenth is 3.725 without the tax and the fee.
    ['of a tenth', { tip: { percent: 10 }, ...fee(500) }, minorUnits(373), 3725 + 186 + 500 + 373],
    ['of a tenth where prices contain the tax', { tip: { percent: 10 }, taxInclusive: true }, minorUnits(373), 4098],
    ['of an amount', { tip: { amount: minorUnits(400) } }, minorUnits(400), 3725 + 186 + 400],
    ['of nothing', { tip: { amount: minorUnits(0) } }, null, 3725 + 186],
  ])('%s is in the total, and carries no tax', (_what, changes, tip, total) => {
    const priced = priceBasket({ ...terms({ taxRateBasisPoints: 500, ...changes }), lines });
    expect(priced).toMatchObject({ subtotal: 3725, tax: changes.taxInclusive ? 177 : 186, tip, total });
  });

  test('is rounded half up to the minor unit', () => {
    const tipOn = (subtotal: number, percent: number) =>
      priceBasket({ ...terms({ tip: { percent } }), lines: [line(subtotal, [], 1)] }).tip;
    expect([tipOn(5, 10), tipOn(4, 10), tipOn(14, 10), tipOn(15, 10), tipOn(12_345, 15)]).toEqual([
      1,
      null,
      1,
      2,
      1852,
    ]);
  });

  test('below zero is refused', () => {
    expect(() => priceBasket({ ...terms({ tip: { amount: minorUnits(-1) } }), lines })).toThrow(MoneyError);
  });
});

// The oracle counts every portion in BigInt and checks the tax against the definition of "rounded half up", without
// dividing.
const price = fc.oneof(
  fc.integer({ min: 0, max: 30 }),
  fc.integer({ min: 0, max: 20_000 }),
  fc.integer({ min: 0, max: 1_000_000_000 }),
);
const lines: fc.Arbitrary<PricedLine[]> = fc.array(
  fc.record({
    unitPrice: price.map(minorUnits),
    optionPrices: fc.array(price.map(minorUnits), { maxLength: 5 }),
    quantity: fc.integer({ min: limits.quantityMin, max: limits.quantityMax }),
  }),
  { maxLength: 6 },
);
const rate = fc.oneof(fc.constantFrom(0, 500, 1500, 1750, 2000, 10_000), fc.integer({ min: 0, max: 10_000 }));
const chargeOptions = fc.constantFrom<ChargeOptions>('once', 'each');
const anyTerms: fc.Arbitrary<BasketTerms> = fc.record({
  chargeOptions,
  taxRateBasisPoints: rate,
  taxInclusive: fc.boolean(),
  deliveryFee: fc.option(price.map(minorUnits)),
  tip: fc.option(
    fc.oneof(
      fc.record({ amount: price.map(minorUnits) }),
      fc.record({ percent: fc.integer({ min: 1, max: tipPercentMax }) }),
    ),
  ),
  discounts: fc.constant(null),
});

function portionsOf({ unitPrice, optionPrices, quantity }: PricedLine, charged: ChargeOptions): bigint {
  let sum = 0n;
  for (let portion = 0; portion < quantity; portion++) {
    sum += BigInt(unitPrice);
    if (portion === 0 || charged === 'each') for (const option of optionPrices) sum += BigInt(option);
  }
  return sum;
}

/** Whether `rounded` is the whole number nearest to dividend / divisor, the greater one on a tie. */
function isHalfUp(rounded: bigint, dividend: bigint, divisor: bigint): boolean {
  return 2n * rounded * divisor - divisor <= 2n * dividend && 2n * dividend < 2n * rounded * divisor + divisor;
}

describe('any basket', { timeout: 600_000 }, () => {
  test('adds up', () => {
    fc.assert(
      fc.property(lines, anyTerms, (basketLines, basketTerms) => {
        const priced = priceBasket({ ...basketTerms, lines: basketLines });
        const rateOf = BigInt(basketTerms.taxRateBasisPoints);
        const expectedLines = basketLines.map((each) => portionsOf(each, basketTerms.chargeOptions));
        const subtotal = expectedLines.reduce((sum, each) => sum + each, 0n);
        const tax = BigInt(priced.tax);

        expect(priced.lineTotals.map(BigInt)).toEqual(expectedLines);
        expect(BigInt(priced.subtotal)).toBe(subtotal);
        expect(isHalfUp(tax, subtotal * rateOf, basketTerms.taxInclusive ? 10_000n + rateOf : 10_000n)).toBe(true);
        expect(priced.deliveryFee).toBe(basketTerms.deliveryFee);
        const tip = BigInt(priced.tip ?? 0);
        const asked = basketTerms.tip ?? { amount: 0 };
        if ('amount' in asked) expect(tip).toBe(BigInt(asked.amount));
        else expect(isHalfUp(tip, subtotal * BigInt(asked.percent), 100n)).toBe(true);
        expect(BigInt(priced.total)).toBe(
          subtotal + (basketTerms.taxInclusive ? 0n : tax) + BigInt(basketTerms.deliveryFee ?? 0) + tip,
        );
        expect(
          Object.values(priced)
            .flat()
            .every((amount) => amount === null || amount >= 0),
        ).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  test('costs the same in any order of its lines', () => {
    fc.assert(
      fc.property(lines, anyTerms, fc.nat(), (basketLines, basketTerms, turn) => {
        const at = turn % (basketLines.length + 1);
        const turned = [...basketLines.slice(at).toReversed(), ...basketLines.slice(0, at)];
        const { lineTotals: _before, ...before } = priceBasket({ ...basketTerms, lines: basketLines });
        const { lineTotals: _after, ...after } = priceBasket({ ...basketTerms, lines: turned });
        expect(after).toEqual(before);
      }),
      { numRuns: RUNS / 4 },
    );
  });

  test('costs the same when a line is split, options for each portion or none', () => {
    fc.assert(
      fc.property(lines, anyTerms, fc.integer({ min: 2, max: 99 }), fc.nat(), (others, basketTerms, quantity, cut) => {
        const first = 1 + (cut % (quantity - 1));
        for (const [charged, options] of [
          ['each', [7, 50]],
          ['once', []],
        ] as const) {
          const whole = [...others, line(333, options, quantity)];
          const split = [...others, line(333, options, first), line(333, options, quantity - first)];
          const parted = priceBasket({ ...basketTerms, chargeOptions: charged, lines: split });
          expect(parted.total).toBe(priceBasket({ ...basketTerms, chargeOptions: charged, lines: whole }).total);
        }
      }),
      { numRuns: RUNS / 4 },
    );
  });

  test('never costs less with one portion, one option or one minor unit more', () => {
    const total = (basketTerms: BasketTerms, basketLines: readonly PricedLine[]): MinorUnits =>
      priceBasket({ ...basketTerms, lines: basketLines }).total;
    fc.assert(
      fc.property(lines, anyTerms, price, (basketLines, basketTerms, extra) => {
        const before = total(basketTerms, basketLines);
        for (const [at, changed] of basketLines.entries()) {
          const more: PricedLine[] = [
            { ...changed, quantity: changed.quantity + 1 },
            { ...changed, unitPrice: minorUnits(changed.unitPrice + 1) },
            { ...changed, optionPrices: [...changed.optionPrices, minorUnits(extra)] },
          ];
          for (const dearer of more) {
            expect(total(basketTerms, basketLines.with(at, dearer))).toBeGreaterThanOrEqual(before);
          }
        }
      }),
      { numRuns: RUNS / 10 },
    );
  });

  test('costs the same under both ways of charging options when each line has one portion', () => {
    fc.assert(
      fc.property(lines, anyTerms, (basketLines, basketTerms) => {
        const single = basketLines.map((each) => ({ ...each, quantity: 1 }));
        expect(priceBasket({ ...basketTerms, chargeOptions: 'each', lines: single })).toEqual(
          priceBasket({ ...basketTerms, chargeOptions: 'once', lines: single }),
        );
      }),
      { numRuns: RUNS / 10 },
    );
  });
});
