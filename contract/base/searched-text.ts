import { latinDigits } from './latin-digits.ts';

/**
 * Marks of direction and other signs that show nothing, which come along when a number or a name is copied. Joiners stay: Persian names are
 * written with them.
 */
const invisible = /(?![\u200c\u200d])\p{Format}/gu;

/** The text that is looked for when this was typed or pasted. */
export function searchedText(typed: string): string {
  return typed.replaceAll(invisible, '');
}

/** Digits that must be left after a leading 0 is dropped. */
const leastPhoneDigits = 4;

/**
 * The digits of a number as stored in '+971501234567': without a trunk prefix (0) or an international one (00), unless
 * little is left then. '(0)' is for callers at home and never stored.
 */
export function searchedPhone(typed: string): string {
  const digits = latinDigits(typed).replaceAll('(0)', '').replaceAll(/\D/g, '');
  const bare = digits.replace(/^00?/, '');
  return bare.length >= leastPhoneDigits ? bare : digits;
}

/** Whether a text has nothing but the signs that people write a number with. */
export function mayBePhone(typed: string): boolean {
  return /^[\d\s()+./-]+$/.test(latinDigits(typed));
}
