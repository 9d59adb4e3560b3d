/** The language of the site: the switch is an address, and the last such address is remembered (docs/decisions/0020). */
import type { Language } from '#contract/base/enumerations.ts';
import { type Currency, formatMoney, fromMajor, type MinorUnits, toDecimalText } from '#contract/base/money.ts';
import type { SiteData } from '../site.tsx';

/** The language to switch to; null where there is one only. */
export function otherLanguage(offered: readonly Language[], language: Language): Language | null {
  return offered.find((other) => other !== language) ?? null;
}

/** How a language calls itself. */
export const ownNames: Readonly<Record<Language, string>> = { en: 'English', ar: 'العربية' };

/** For `Intl`. Digits are Latin in both: so do restaurants of the UAE print their prices, phones and tickets. */
const locales: Readonly<Record<Language, string>> = { en: 'en', ar: 'ar-AE-u-nu-latn' };

/** For dates: English of no region is American to `Intl`, and puts the month first. */
export const dateLocales: Readonly<Record<Language, string>> = { ...locales, en: 'en-GB' };

/** The amount as guests read it: '18.50 د.إ.' without the direction marks that `Intl` adds, which differ between its versions. */
export function moneyText(amount: MinorUnits, currency: Currency, language: Language): string {
  return formatMoney(amount, currency, locales[language]).replaceAll(/[\u200e\u200f\u061c]/g, '');
}

/** How an amount looks in the currency, for `moneyLike`. */
export const moneySample = (currency: Currency, language: Language): string =>
  moneyText(fromMajor(1_234_567, currency), currency, language);

/** The same as `moneyText`, by a sample of the server's: the first formatter that a phone makes keeps it from answering for a tenth of a second. */
export function moneyLike(sample: string, amount: MinorUnits, currency: Currency): string {
  const [whole = '', fraction = ''] = toDecimalText(amount, currency).replace('-', '').split('.');
  const text = sample.replace(
    /1(.*)234.*567(?:(.)0+)?/,
    (_, comma: string, point: string = '') => whole.replaceAll(/\B(?=(\d{3})+$)/g, comma) + point + fraction,
  );
  return amount < 0 ? `-${text}` : text;
}

/** The query string of a page in the language. */
export const searchIn = (language: Language) => `?lang=${language}`;

const YEAR = 365 * 24 * 60 * 60;

/** The language of an address that a guest opened holds for the other pages of this site too, for a year. */
export function rememberLanguage({ base, language }: SiteData): void {
  if (new URLSearchParams(location.search).get('lang') !== language) return;
  const isSecure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `lang=${language}; path=${base || '/'}; max-age=${YEAR}; samesite=lax${isSecure}`;
}
