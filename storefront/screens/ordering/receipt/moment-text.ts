import type { Language } from '#contract/base/enumerations.ts';
import { locales } from '../../../language/language.ts';

/** A day with its time, on the clock of the outlet. */
export function momentText(at: string, timeZone: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(at));
}
