/** The words of Order Manager in the reader's language, by domain: `words.ordering.history.title`. */
import { english, otherLanguages } from 'virtual:words';
import { formsOf } from './forms.ts';
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

const language = pickLanguage(navigator.languages, ['en', ...Object.keys(otherLanguages)]);
const other = await otherLanguages[language]?.();

export const words: Catalogue & {
  /** For `Intl`: dates, digits, currencies. */
  readonly locale: string;
} = { ...(other?.catalogue ?? english)(formsOf(language)), locale: language };
