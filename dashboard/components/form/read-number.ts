import { latinNumber, typedDecimal } from '#contract/base/typed-number.ts';

/** The number that is typed into a field. NaN for any other text, which every schema refuses. */
export function readNumber(entered: string): number {
  const [, sign = '', number = ''] = /^(-?)(.*)$/.exec(latinNumber(entered)) ?? [];
  const plain = typedDecimal(number);
  return plain === null ? Number.NaN : Number(sign + plain);
}

/** The same of a field that may stay empty. */
export function readOptionalNumber(entered: string): number | null {
  return entered.trim() === '' ? null : readNumber(entered);
}
