import { latinDigits } from '#contract/base/latin-digits.ts';

/** Whether a text contains another in digits of any keyboard, ignoring case, accents and signs that show nothing: 'Café' contains 'cafe'. */
export function containsText(text: string, part: string): boolean {
  return foldText(text).includes(foldText(part.trim()));
}

function foldText(text: string): string {
  return latinDigits(text)
    .normalize('NFD')
    .replace(/[\p{Mark}\p{Format}]/gu, '')
    .toLowerCase();
}
