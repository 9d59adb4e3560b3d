import { latinNumber, typedDecimal } from '#contract/base/typed-number.ts';

/** The number that is typed into a field. NaN for any other text, which every schema refuses. */
export function readNumber(entered: string): number {
  return readDecimal(entered, 3);
}

/** The whole number that is typed into a field. `1.000` is none: it is a thousand to many people, and one to others. */
export function readCount(entered: string): number {
  return readDecimal(entered, 2);
}

/** @param digits the decimals that may be written: a point before three digits has two meanings where there are fewer. */
function readDecimal(entered: string, digits: number): number {
  const [, sign = '', number = ''] = /^(-?)(.*)$/.exec(latinNumber(entered)) ?? [];
  const plain = typedDecimal(number, digits);
  return plain === null ? Number.NaN : Number(sign + plain);
}

/** `readNumber` of a field that may stay empty. */
export function readOptionalNumber(entered: string): number | null {
  return entered.trim() === '' ? null : readNumber(entered);
}

/** `readCount` of a field that may stay empty. */
export function readOptionalCount(entered: string): number | null {
  return entered.trim() === '' ? null : readCount(entered);
}
