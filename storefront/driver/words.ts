import { createContext, use } from 'react';
import { CallError } from '#contract/base/client.ts';
import type { Language } from '#contract/base/enumerations.ts';
import { type Currency, formatMoney, fromMajor } from '#contract/base/money.ts';
import { fillSentence } from '#contract/base/sentence.ts';
import { timeOfMinutes, wallTime } from '#contract/base/time.ts';
import type { DeliveryErrorCode, DriverWords } from '../words/driver-words.ts';

export interface Spoken {
  language: Language;
  words: DriverWords;
}

export async function loadSpoken(language: Language): Promise<Spoken> {
  const words =
    language === 'ar'
      ? (await import('../words/ar-driver.ts')).arDriver
      : (await import('../words/en-driver.ts')).enDriver;
  return { language, words };
}

const SpokenContext = createContext<Spoken | null>(null);
export const SpokenProvider = SpokenContext.Provider;

export function useSpoken(): Spoken {
  const spoken = use(SpokenContext);
  if (spoken === null) throw new Error('The words of the page are not loaded');
  return spoken;
}

/** Digits are Latin in both languages, as on the guest's site. */
const locales: Readonly<Record<Language, string>> = { en: 'en-GB', ar: 'ar-AE-u-nu-latn' };

/** The marks that `Intl` puts around an amount would turn it round between Arabic words. */
export function moneyText(amount: number, currency: string, language: Language): string {
  const code = currency as Currency;
  return formatMoney(fromMajor(amount, code), code, locales[language]).replaceAll(/[\u200e\u200f\u061c]/g, '');
}

/** '19:05' in both languages, as on the ticket in the bag. */
export function timeText(instant: string, timeZone: string): string {
  return timeOfMinutes(wallTime(new Date(instant), timeZone).minuteOfDay);
}

/** The words of a refusal for a driver. */
export function problemText(error: unknown, words: DriverWords): string {
  const answer = error instanceof CallError ? error.answer : null;
  if (answer === null) return words.failed;
  const sentence = (words.errors as Readonly<Record<string, string>>)[answer.code as DeliveryErrorCode];
  return sentence ? fillSentence(sentence, answer.details) : words.failed;
}
