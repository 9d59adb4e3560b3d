import { words } from '../../words/words.ts';

const names = new Intl.DisplayNames(words.locale, { type: 'region' });

/** 'United Arab Emirates' of 'AE'; a dash where it is unknown. */
export function countryName(code: string): string {
  return code === '' || code === 'ZZ' ? '–' : (names.of(code) ?? code);
}
