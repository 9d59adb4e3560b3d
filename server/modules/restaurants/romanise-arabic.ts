/** Arabic words in Latin letters, as signs in the Gulf write them. Pure functions. */
import { latinDigits } from '#contract/base/latin-digits.ts';

/** Letters with one sound; those of Persian and Urdu as well. A vowel between consonants is not written in Arabic. */
const consonants: Readonly<Record<string, string>> = {
  ب: 'b',
  پ: 'p',
  ت: 't',
  ث: 'th',
  ج: 'j',
  چ: 'ch',
  ح: 'h',
  خ: 'kh',
  د: 'd',
  ذ: 'dh',
  ر: 'r',
  ز: 'z',
  ژ: 'zh',
  س: 's',
  ش: 'sh',
  ص: 's',
  ض: 'd',
  ط: 't',
  ظ: 'z',
  غ: 'gh',
  ف: 'f',
  ق: 'q',
  ك: 'k',
  ک: 'k',
  گ: 'g',
  ل: 'l',
  م: 'm',
  ن: 'n',
  ه: 'h',
  ہ: 'h',
};
const vowels: Readonly<Record<string, string>> = { ا: 'a', ع: 'a', ى: 'a', ة: 'a' };
/** Letters that are a consonant beside a vowel and at the beginning of a word, else a vowel. */
const glides: Readonly<Record<string, readonly [consonant: string, vowel: string]>> = {
  و: ['w', 'oo'],
  ي: ['y', 'i'],
  ی: ['y', 'i'],
};
const article = 'ال';

/** The text with its Arabic words and digits in Latin ones: 'مطعم النور 7' is 'matam alnoor 7'. Marks above and below letters are not expected. */
export function romaniseArabic(text: string): string {
  return latinDigits(text).replaceAll(/\p{Script=Arabic}+/gu, (word) =>
    word.startsWith(article) && word.length > article.length + 1
      ? `al${romaniseStem(word.slice(article.length))}`
      : romaniseStem(word),
  );
}

function romaniseStem(stem: string): string {
  let latin = '';
  const letters = Array.from(stem);
  letters.forEach((letter, index) => {
    const next = letters[index + 1] ?? '';
    const glide = glides[letter];
    if (glide !== undefined) {
      const isConsonant = latin === '' || latin.endsWith('a') || Object.hasOwn(vowels, next);
      latin += glide[isConsonant ? 0 : 1];
      return;
    }
    const sound = consonants[letter];
    if (sound === undefined) {
      // No word needs two of them: 'عائلة' is 'ayla'.
      latin = latin.replace(/a$/, '') + (vowels[letter] ?? '');
      return;
    }
    // Two consonants at the beginning cannot be said: 'شرق' is 'sharq'.
    latin += latin === '' && Object.hasOwn(consonants, next) ? `${sound}a` : sound;
  });
  return latin;
}
