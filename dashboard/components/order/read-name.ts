import { words } from '../../words/words.ts';

/** The name of a dish or an option in the language of this screen where the restaurant has given it one, else as it is called there. */
export function readName({
  name,
  nameTranslations,
}: {
  name: string;
  nameTranslations: Record<string, string>;
}): string {
  return nameTranslations[words.language] || name;
}
