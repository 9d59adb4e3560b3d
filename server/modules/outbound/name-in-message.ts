/** A name that somebody chose, as it may stand in a message from the platform. */
import type { Language } from '#contract/base/enumerations.ts';

/** Graphemes of a name in a message. */
const longest = 30;
/** Graphemes of a sentence, so that a text stays within two messages. */
const longestSentence = 60;

/** The name of a restaurant or an outlet, for a message in `language`. */
export function placeInMessage(name: string, language: Language = 'en'): string {
  return harmless(name) ?? yourRestaurant[language];
}

/** The name of a person who did something. */
export function personInMessage(name: string, language: Language): string {
  return harmless(name) ?? aColleague[language];
}

/** The first line of a mail to a person. */
export function greeting(firstName: string, language: Language): string {
  const name = harmless(firstName);
  if (language === 'ar') return name === null ? 'مرحبًا،' : `مرحبًا ${name}،`;
  return name === null ? 'Hello,' : `Hello ${name},`;
}

/** A sentence that somebody typed for a guest to read; null when no letter or digit is left. */
export function sentenceInMessage(text: string): string | null {
  return harmless(text, longestSentence);
}

const yourRestaurant: Record<Language, string> = { en: 'your restaurant', ar: 'مطعمك' };
const aColleague: Record<Language, string> = { en: 'A colleague', ar: 'أحد الزملاء' };

/**
 * Letters of any script with their marks, digits, spaces and `&'-`: the platform's number and address send it, so it
 * must not read as a link, a code or a line of its own. Addresses go as a whole, any other character becomes a space.
 * Null when no letter or digit is left.
 */
function harmless(name: string, most = longest): string | null {
  const text = name
    .normalize('NFKC')
    .replaceAll(/\p{Format}/gu, '')
    .replaceAll(/\p{Letter}*:\/\/\S*/gu, ' ')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Decimal_Number}&'-]+/gu, ' ')
    .trim();
  const short = graphemesOf(text).slice(0, most).join('').trim();
  return /[\p{Letter}\p{Decimal_Number}]/u.test(short) ? short : null;
}

let segmenter: Intl.Segmenter | undefined;

/** The graphemes of a text. Their tables are read for the first one; they took 15 ms of each start. */
function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
