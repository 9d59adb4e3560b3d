import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Currency, currencies, isCurrency } from './currency-digits.ts';
import {
  addMoney,
  basisPointsFromPercent,
  currencyDigits,
  formatMoney,
  fromMajor,
  minorUnits,
  MoneyError,
  multiplyMoney,
  percentFromBasisPoints,
  subtractMoney,
  toDecimalText,
  toMajor,
  ZERO,
} from './money.ts';

const RUNS = 5000;
const currency = fc.constantFrom(...currencies);
const anyAmount = fc.maxSafeInteger().map(minorUnits);
/** Any amount up to 1e15: the largest that a double holds with every decimal of every currency. */
const wireAmount = fc.integer({ min: -1e15, max: 1e15 }).map(minorUnits);

/** Decimal text x 10^digits; null when it has more decimals. */
function scaled(text: string, digits: number): bigint | null {
  const [whole = '', fraction = ''] = text.split('.');
  return fraction.length > digits ? null : BigInt(whole + fraction.padEnd(digits, '0'));
}

/** The decimal text of a whole number of minor units, by long division in BigInt. */
function textOf(amount: bigint, digits: number): string {
  const size = amount < 0n ? -amount : amount;
  const scale = 10n ** BigInt(digits);
  const fraction = digits === 0 ? '' : `.${String((size % scale) + scale).slice(1)}`;
  return `${amount < 0n ? '-' : ''}${size / scale}${fraction}`;
}

describe('currency digits', () => {
  test.each<[Currency, number]>([
    ['AED', 2],
    ['GBP', 2],
    ['PKR', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['XOF', 0],
    ['KWD', 3],
    ['BHD', 3],
    ['OMR', 3],
    ['IQD', 3],
  ])('%s has %i', (code, digits) => {
    expect(currencyDigits(code)).toBe(digits);
  });

  test('the table differs from the platform only where the platform leaves the standard', () => {
    const platform = (code: Currency): number | undefined =>
      new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits;
    const differing = currencies.filter((code) => platform(code) !== currencyDigits(code));
    // Currencies whose decimals are not used in daily life; the platform's list of them changes from version to
    // version.
    const everyday = 'AFN ALL COP CRC HUF IDR IQD IRR KPW LAK LBP MGA MMK MNT MUR PKR RSD SOS SYP TZS UZS YER'.split(
      ' ',
    );
    expect(differing.filter((code) => !everyday.includes(code))).toEqual([]);
    expect(differing).toContain('IQD');
  });

  test('every code is three capitals, known to the platform, and listed once', () => {
    const known = new Set(Intl.supportedValuesOf('currency'));
    expect(currencies.filter((code) => !/^[A-Z]{3}$/.test(code) || !known.has(code))).toEqual([]);
    expect(new Set(currencies).size).toBe(currencies.length);
  });

  test.each(['', 'aed', 'XXX', 'constructor', '__proto__', 'AED '])('%j is not a currency', (code) => {
    expect(isCurrency(code)).toBe(false);
    expect(() => currencyDigits(code as Currency)).toThrow(RangeError);
  });
});

describe('reading an amount', { timeout: 60_000 }, () => {
  test.each<[number | string, Currency, number]>([
    [18.5, 'AED', 1850],
    ['18.50', 'AED', 1850],
    [18, 'AED', 1800],
    [0, 'AED', 0],
    [-0, 'AED', 0],
    ['-0.00', 'AED', 0],
    [-1.25, 'AED', -125],
    [0.07, 'AED', 7],
    [1.1, 'AED', 110],
    [4.35, 'AED', 435],
    [1.005, 'KWD', 1005],
    [18.5, 'IQD', 18_500],
    [1234, 'JPY', 1234],
    ['007.10', 'AED', 710],
    ['90071992547409.91', 'AED', Number.MAX_SAFE_INTEGER],
    ['9007199254740991', 'JPY', Number.MAX_SAFE_INTEGER],
    [1_000_000_000, 'KWD', 1_000_000_000_000],
  ])('%s %s is %i minor units', (value, code, amount) => {
    expect(fromMajor(value, code)).toBe(amount);
  });

  test.each<[number | string, Currency]>([
    [1.005, 'AED'],
    ['1.500', 'AED'],
    [0.1 + 0.2, 'AED'],
    [1.5, 'JPY'],
    ['1.0', 'JPY'],
    [1.0001, 'KWD'],
    [Number.NaN, 'AED'],
    [Number.POSITIVE_INFINITY, 'AED'],
    [1e21, 'AED'],
    [1e-7, 'AED'],
    ['1e2', 'AED'],
    ['', 'AED'],
    ['.5', 'AED'],
    ['5.', 'AED'],
    ['+5', 'AED'],
    ['--5', 'AED'],
    [' 5', 'AED'],
    ['5 ', 'AED'],
    ['5\n', 'AED'],
    ['1,000', 'AED'],
    ['1.2.3', 'AED'],
    ['0x10', 'AED'],
    ['\u0661\u0662', 'AED'],
    ['9007199254740992', 'JPY'],
    ['90071992547409.92', 'AED'],
    ['9'.repeat(400), 'AED'],
  ])('%j %s is refused', (value, code) => {
    expect(() => fromMajor(value, code)).toThrow(MoneyError);
  });

  test('an unknown currency is refused', () => {
    expect(() => fromMajor(1, 'ABC' as Currency)).toThrow(RangeError);
  });

  test('the text of any amount reads as that amount', () => {
    fc.assert(
      fc.property(anyAmount, currency, (amount, code) => {
        expect(fromMajor(textOf(BigInt(amount), currencyDigits(code)), code)).toBe(amount);
      }),
      { numRuns: RUNS },
    );
  });

  test('a number is read exactly when it is the nearest double of a decimal with that many decimals', () => {
    const number = fc.oneof(
      fc.double({ min: -1e9, max: 1e9, noNaN: true }),
      fc.tuple(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 5 })).map(([n, d]) => n / 10 ** d),
    );
    fc.assert(
      fc.property(number, currency, (value, code) => {
        const digits = currencyDigits(code);
        const near = BigInt(Math.round(value * 10 ** digits));
        const exact = [near - 1n, near, near + 1n].filter((amount) => Number(textOf(amount, digits)) === value);
        if (exact.length === 1) expect(fromMajor(value, code)).toBe(Number(exact[0]));
        else expect(() => fromMajor(value, code)).toThrow(MoneyError);
      }),
      { numRuns: RUNS },
    );
  });
});

describe('writing an amount', { timeout: 60_000 }, () => {
  test.each<[number, Currency, string, number]>([
    [1850, 'AED', '18.50', 18.5],
    [5, 'AED', '0.05', 0.05],
    [-5, 'AED', '-0.05', -0.05],
    [0, 'AED', '0.00', 0],
    [1850, 'JPY', '1850', 1850],
    [-3, 'JPY', '-3', -3],
    [1850, 'KWD', '1.850', 1.85],
    [7, 'KWD', '0.007', 0.007],
    [100_000_000_000, 'GBP', '1000000000.00', 1_000_000_000],
  ])('%i minor units of %s are %s', (amount, code, text, major) => {
    expect(toDecimalText(minorUnits(amount), code)).toBe(text);
    expect(toMajor(minorUnits(amount), code)).toBe(major);
  });

  test('the text has every decimal of the currency', () => {
    fc.assert(
      fc.property(anyAmount, currency, (amount, code) => {
        expect(toDecimalText(amount, code)).toBe(textOf(BigInt(amount), currencyDigits(code)));
      }),
      { numRuns: RUNS },
    );
  });

  test('an amount survives the round trip over the wire, through JSON', () => {
    fc.assert(
      fc.property(wireAmount, currency, (amount, code) => {
        const received = JSON.parse(JSON.stringify(toMajor(amount, code))) as number;
        expect(fromMajor(received, code)).toBe(amount);
      }),
      { numRuns: RUNS },
    );
  });

  test('an amount that no number holds exactly is refused, not rounded', () => {
    fc.assert(
      fc.property(anyAmount, currency, (amount, code) => {
        const digits = currencyDigits(code);
        const nearest = Number(textOf(BigInt(amount), digits));
        if (scaled(String(nearest), digits) === BigInt(amount)) expect(toMajor(amount, code)).toBe(nearest);
        else expect(() => toMajor(amount, code)).toThrow(MoneyError);
      }),
      { numRuns: RUNS },
    );
    expect(() => toMajor(minorUnits(Number.MAX_SAFE_INTEGER), 'AED')).toThrow(MoneyError);
  });

  test.each<[number, Currency, string, string]>([
    [123_450, 'AED', 'en-AE', 'AED\u00a01,234.50'],
    [0, 'AED', 'en', 'AED\u00a00.00'],
    [1250, 'IQD', 'en', 'IQD\u00a01.250'],
    [1850, 'JPY', 'en', '\u00a51,850'],
    [1850, 'GBP', 'en-GB', '\u00a318.50'],
    [10_000, 'RSD', 'en', 'RSD\u00a0100.00'],
    [9_007_199_254_740_991, 'AED', 'en', 'AED\u00a090,071,992,547,409.91'],
    [-550, 'GBP', 'en-GB', '-\u00a35.50'],
  ])('%i minor units of %s in %s read %s', (amount, code, locale, text) => {
    expect(formatMoney(minorUnits(amount), code, locale)).toBe(text);
  });

  test('Arabic places the currency and the sign in its own order', () => {
    expect(formatMoney(minorUnits(123_450), 'AED', 'ar-AE').replace(/[\u200e\u200f]/g, '')).toBe('1,234.50\u00a0د.إ.');
    expect(formatMoney(minorUnits(123_450), 'EGP', 'ar-EG').replace(/[\u200e\u200f]/g, '')).toBe('١٬٢٣٤٫٥٠\u00a0ج.م.');
  });

  test.each([
    ['USD', '\u200f18.50\u00a0$'],
    ['GBP', '\u200f18.50\u00a0£'],
    ['PKR', '\u200f18.50\u00a0PKR'],
  ] as const)('in Arabic a sign stands without letters: %s', (code, text) => {
    expect(formatMoney(minorUnits(1850), code, 'ar-AE-u-nu-latn')).toBe(text);
  });

  test('every currency shows all its decimals', () => {
    for (const code of currencies) {
      const shown = formatMoney(minorUnits(1_111_111), code, 'en').replace(/^\D+|,/g, '');
      expect(shown).toBe(textOf(1_111_111n, currencyDigits(code)));
    }
  });
});

describe('arithmetic', { timeout: 60_000 }, () => {
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, -(2 ** 53), 1e300])('%s is no amount', (value) => {
    expect(() => minorUnits(value)).toThrow(MoneyError);
  });

  test('zero has no sign', () => {
    expect(Object.is(minorUnits(-0), 0)).toBe(true);
    expect(Object.is(multiplyMoney(ZERO, -3), 0)).toBe(true);
    expect(addMoney()).toBe(0);
  });

  test('a sum, a difference and a product are exact or refused', () => {
    const exactly = (expected: bigint, actual: () => number): void => {
      if (Number.isSafeInteger(Number(expected))) expect(actual()).toBe(Number(expected));
      else expect(actual).toThrow(MoneyError);
    };
    fc.assert(
      fc.property(anyAmount, anyAmount, fc.integer({ min: -1000, max: 1000 }), (a, b, times) => {
        exactly(BigInt(a) + BigInt(b), () => addMoney(a, b));
        exactly(BigInt(a) - BigInt(b), () => subtractMoney(a, b));
        exactly(BigInt(a) * BigInt(times), () => multiplyMoney(a, times));
      }),
      { numRuns: RUNS },
    );
  });

  test('a sum that passes through an unsafe number is refused', () => {
    const most = minorUnits(Number.MAX_SAFE_INTEGER);
    expect(() => addMoney(most, most, subtractMoney(ZERO, most))).toThrow(MoneyError);
    expect(addMoney(most, subtractMoney(ZERO, most), most)).toBe(Number.MAX_SAFE_INTEGER);
  });

  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY])('an amount multiplied by %s is refused', (times) => {
    expect(() => multiplyMoney(minorUnits(2), times)).toThrow(MoneyError);
  });
});

describe('percentages', () => {
  test.each<[number | string, number]>([
    [5, 500],
    [0, 0],
    [12.5, 1250],
    ['17.25', 1725],
    [100, 10_000],
    [8.1, 810],
  ])('%s percent is %i hundredths', (percent, basisPoints) => {
    expect(basisPointsFromPercent(percent)).toBe(basisPoints);
    expect(percentFromBasisPoints(basisPoints)).toBe(Number(percent));
  });

  test.each([5.125, Number.NaN, '5%', ''])('%s is refused', (percent) => {
    expect(() => basisPointsFromPercent(percent)).toThrow(MoneyError);
  });

  test('every rate survives the round trip', () => {
    for (let rate = 0; rate <= 10_000; rate++) expect(basisPointsFromPercent(percentFromBasisPoints(rate))).toBe(rate);
  });
});
