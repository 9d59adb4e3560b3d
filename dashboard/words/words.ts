/** The words of Order Manager in the reader's language, by domain: `words.ordering.history.title`. */
import { directions, english, otherLanguages } from 'virtual:words';
import type { EnglishFiles, MessageValues } from './messages.ts';
import { pickLanguage } from './pick-language.ts';

/** A message with arguments is a function of them, any other a text. */
type Messages<Tree, Path extends string> = {
  readonly [Key in keyof Tree & string]: Tree[Key] extends string
    ? `${Path}${Key}` extends keyof MessageValues
      ? (values: MessageValues[`${Path}${Key}` & keyof MessageValues]) => string
      : string
    : Messages<Tree[Key], `${Path}${Key}.`>;
};

export type Catalogue = Messages<EnglishFiles, ''>;

export type Words = Catalogue & {
  /** The folder that the words are from. */
  readonly language: string;
  /** For `Intl`: dates, digits, currencies. Digits are Latin in every language, as on tickets, receipts and phones. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
};

/** The languages that have words, English first. */
export const languages: readonly [string, ...string[]] = ['en', ...Object.keys(otherLanguages)];

/**
 * English until `loadWords` has brought another language, which it does before anything else is imported. A module of English has
 * the words that it reads itself: the build adds them to its imports (scripts/words/plugin.ts).
 */
// oxlint-disable-next-line import/no-mutable-exports -- set once, before the modules that read it are evaluated.
export let words: Words = english;

/** Takes the first of the wanted languages that there is; English where its words do not arrive. */
export async function loadWords(wanted: readonly string[]): Promise<void> {
  const language = pickLanguage(wanted, languages);
  const loaded = await otherLanguages[language]?.().catch(() => undefined);
  if (loaded === undefined) return;
  const locale = new Intl.Locale(language, { numberingSystem: 'latn' }).toString();
  words = { ...loaded, language, locale, direction: directions[language]! };
}
