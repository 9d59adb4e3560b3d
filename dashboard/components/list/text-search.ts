import type { Translations } from '#contract/base/fields.ts';
import { latinDigits } from '#contract/base/latin-digits.ts';

/** Whether a text contains another in digits of any keyboard, ignoring case, accents and signs that show nothing: 'Café' contains 'cafe'. */
export function containsText(text: string, part: string): boolean {
  return foldText(text).includes(foldText(part.trim()));
}

interface Named {
  name: string;
  nameTranslations?: Translations | undefined;
}

/** A name in all its languages: people search for what a guest says, in whatever language Order Manager is. */
export function namesOf({ name, nameTranslations = {} }: Named): string[] {
  return [name, ...Object.values(nameTranslations)];
}

export function isNamed(thing: Named, text: string): boolean {
  return namesOf(thing).some((name) => containsText(name, text));
}

function foldText(text: string): string {
  return latinDigits(text)
    .normalize('NFD')
    .replace(/[\p{Mark}\p{Format}]/gu, '')
    .toLowerCase();
}
