import type { Translations } from '#contract/base/fields.ts';
import { foldText } from '#contract/base/fold-text.ts';

/** Whether a text contains another as it is typed, ignoring signs that show nothing: 'Café' contains 'cafe', and 'شوربة' 'شوربه'. */
export function containsText(text: string, part: string): boolean {
  return searched(text).includes(searched(part.trim()));
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

function searched(text: string): string {
  return foldText(text).replaceAll(/\p{Format}/gu, '');
}
