/** Dates as guests read them, like those of Order Manager (decision 63): the day before the month, the month in letters, 24 hours. */
import type { Language } from '#contract/base/enumerations.ts';
import { dateLocales } from './language.ts';

const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** '22 Nov 2026', on the calendar of the outlet. */
export function dayText(at: string, timeZone: string, language: Language): string {
  return new Intl.DateTimeFormat(dateLocales[language], { ...date, timeZone }).format(new Date(at));
}

/** '22 Nov 2026, 18:05', on the clock of the outlet. */
export function momentText(at: string, timeZone: string, language: Language): string {
  return new Intl.DateTimeFormat(dateLocales[language], { ...date, ...time, timeZone }).format(new Date(at));
}
