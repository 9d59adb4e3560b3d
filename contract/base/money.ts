/**
 * Amounts of money (R32): integers in minor units of a currency, so 18.50 AED is 1850 and 18.500 KWD is 18500.
 * Conversion from and to decimals happens only here, by decimal text, never by multiplying a floating-point number.
 */
import { type Currency, currencyDigits } from './currency-digits.ts';

export { type Currency, currencyDigits } from './currency-digits.ts';

declare const minorUnitsBrand: unique symbol;
/** A whole number of minor units, within the safe integers. */
export type MinorUnits = number & { readonly [minorUnitsBrand]: true };

/** An amount that cannot be held, read or written exactly. */
export class MoneyError extends RangeError {
  override readonly name = 'MoneyError';
}

/** Takes a plain number as an amount. Throws MoneyError unless it is a safe integer; -0 becomes 0. */
export function minorUnits(amount: number): MinorUnits {
  if (!Number.isSafeInteger(amount)) throw new MoneyError(`${amount} is not a whole number of minor units`);
  return (amount + 0) as MinorUnits;
}

export const ZERO: MinorUnits = minorUnits(0);

/** The sum; 0 without amounts. Throws MoneyError when it leaves the safe integers. */
export function addMoney(...amounts: readonly MinorUnits[]): MinorUnits {
  // Checked at each step: two unsafe steps could land on a safe but wrong number.
  return amounts.reduce((sum, amount) => minorUnits(sum + amount), ZERO);
}

/** `amount` minus `less`; may be negative. */
export function subtractMoney(amount: MinorUnits, less: MinorUnits): MinorUnits {
  return minorUnits(amount - less);
}

/** The amount multiplied by `times`. Throws MoneyError when `times` is not an integer or the product is not safe. */
export function multiplyMoney(amount: MinorUnits, times: number): MinorUnits {
  if (!Number.isSafeInteger(times)) throw new MoneyError(`An amount cannot be taken ${times} times`);
  return minorUnits(amount * times);
}

/**
 * Reads an amount in major units: `18.5` or `'18.50'` of AED is 1850. Throws MoneyError for more decimals than the currency
 * has, and for anything but an optional minus, ASCII digits and a point between digits: no exponent, sign, space or comma.
 */
export function fromMajor(value: number | string, currency: Currency): MinorUnits {
  return minorUnits(scaledInteger(value, currencyDigits(currency)));
}

/**
 * The amount in major units as a number, for the wire: 1850 of AED is 18.5. Throws MoneyError when no number represents
 * it exactly.
 */
export function toMajor(amount: MinorUnits, currency: Currency): number {
  const major = Number(toDecimalText(amount, currency));
  // Above 10^15 minor units a double may be unable to hold every decimal.
  if (scaledIntegerOrNull(major, currencyDigits(currency)) !== amount) {
    throw new MoneyError(`${amount} minor units of ${currency} cannot be written exactly as a number`);
  }
  return major;
}

/** The amount in major units with all decimals of the currency: 1850 of AED is '18.50', of JPY '1850'. */
export function toDecimalText(amount: MinorUnits, currency: Currency): `${number}` {
  return decimalText(amount, currencyDigits(currency)) as `${number}`;
}

/** The amount formatted for a locale, with all decimals of the currency: 'AED 18.50' (with a no-break space). */
export function formatMoney(amount: MinorUnits, currency: Currency, locale: string): string {
  return signAlone(formatter(currency, locale).format(toDecimalText(amount, currency)));
}

/** Without the letters before a sign that follows its amount, as in '18.50 UK£': between Arabic words they would be torn from it. */
export function signAlone(text: string): string {
  return text.replace(/(?<=\s)[A-Z]+(?=\p{Sc})/u, '');
}

/** The quotient rounded half up. Both are at least 0; BigInt division truncates. */
export function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** A percentage with two decimals at most, as a whole number of hundredths: 5 is 500, '12.5' is 1250. Throws MoneyError. */
export function basisPointsFromPercent(percent: number | string): number {
  return minorUnits(scaledInteger(percent, 2));
}

/** The percentage of a number of hundredths of a percent: 1250 is 12.5. */
export function percentFromBasisPoints(basisPoints: number): number {
  return Number(decimalText(minorUnits(basisPoints), 2));
}

const decimal = /^(-?)(\d+)(?:\.(\d+))?$/;

/** `value` x 10^`digits`, exactly. */
function scaledInteger(value: number | string, digits: number): number {
  const integer = scaledIntegerOrNull(value, digits);
  if (integer === null) throw new MoneyError(`'${value}' is not a decimal with at most ${digits} decimals`);
  return integer;
}

function scaledIntegerOrNull(value: number | string, digits: number): number | null {
  const match = decimal.exec(String(value));
  if (match === null) return null;
  const [, sign, whole, fraction = ''] = match;
  if (fraction.length > digits) return null;
  return Number(`${sign}${whole}${fraction.padEnd(digits, '0')}`);
}

function decimalText(amount: MinorUnits, digits: number): string {
  const sign = amount < 0 ? '-' : '';
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  if (digits === 0) return sign + text;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Cached, because making a formatter costs a hundred times what using it does. */
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(currency: Currency, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`;
  let format = formatters.get(key);
  if (format === undefined) {
    const digits = currencyDigits(currency);
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formatters.set(key, format);
  }
  return format;
}
