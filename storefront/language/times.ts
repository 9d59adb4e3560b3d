/** Times as a guest reads them: on the clock of the outlet. */
import type { CatalogueOutlet } from '#contract/menu/catalogue.ts';
import type { Language } from '#contract/base/enumerations.ts';
import type { ModeState } from '#contract/outlets/mode-state.ts';
import { DAY, dayAfter, offsetMinutes, timeOfMinutes, wallTime } from '#contract/base/time.ts';
import { inLanguage } from './in-language.ts';
import { dateLocales } from './language.ts';
import type { Words } from '../words/words.ts';

/** 'HH:mm' in the zone. */
export function timeText(instant: Date, timeZone: string): string {
  return timeOfMinutes(wallTime(instant, timeZone).minuteOfDay);
}

/** Milliseconds ahead up to which the weekday names a day; from there on it has its date as well. */
export const weekdaySuffices = 6 * DAY;

/** 'at 10:00', 'tomorrow at 10:00', 'Sunday at 10:00'; from the day a week ahead 'Sunday 13 December at 10:00'. */
export function dayAndTimeText(
  instant: Date,
  now: Date,
  timeZone: string,
  words: Pick<Words, 'today' | 'tomorrow' | 'onDay'>,
  language: Language,
): string {
  const time = timeText(instant, timeZone);
  const { date } = wallTime(instant, timeZone);
  const today = wallTime(now, timeZone).date;
  if (date === today) return words.today(time);
  if (date === dayAfter(today)) return words.tomorrow(time);
  const isFar = instant.getTime() - now.getTime() > weekdaySuffices;
  const day = isFar ? ({ day: 'numeric', month: 'long' } as const) : {};
  const format = new Intl.DateTimeFormat(dateLocales[language], { weekday: 'long', ...day, timeZone });
  return words.onDay(format.format(instant), time);
}

type Where = Pick<CatalogueOutlet, 'timeZone' | 'specialDays'>;

/** One sentence on whether orders are taken; null where the mode itself is off, which has a sentence of its own. */
export function stateText(
  state: ModeState,
  { now, outlet, words, language }: { now: Date; outlet: Where; words: Words; language: Language },
): string | null {
  const { timeZone } = outlet;
  switch (state.kind) {
    case 'open':
      return openText(state.until);
    case 'paused':
      return words.opensAgain(dayAndTimeText(state.opensAt, now, timeZone, words, language));
    case 'closed':
      if (state.opensAt === null) return words.closed(reasonIn(state.reason, outlet, language));
      return words.closedOpensAt(
        words.closed(reasonIn(state.reason, outlet, language)),
        dayAndTimeText(state.opensAt, now, timeZone, words, language),
      );
    case 'hours_not_set':
      return words.hoursNotSet;
    case 'inactive':
      return words.notTakingOrders;
    case 'not_offered':
    case 'no_payment':
      return null;
  }

  function openText(until: Date | null): string {
    if (until === null) return words.openAlways;
    const isFar = until.getTime() - now.getTime() > DAY;
    return words.openUntil(isFar ? dayAndTimeText(until, now, timeZone, words, language) : timeText(until, timeZone));
  }
}

/** Why it is closed today, in the guest's language. */
function reasonIn(reason: string | null, { specialDays }: Where, language: Language): string | null {
  const day = specialDays.find((one) => one.reason === reason);
  return day === undefined ? reason : inLanguage(day.reason, day.reasonTranslations, language);
}

/**
 * The city of the outlet's zone, or in Arabic the name of its time ('توقيت الخليج', 'التوقيت العربي الرسمي'), when its clock differs
 * from this device's; else null. Not for the server: it has no device.
 */
export function foreignCity(now: Date, timeZone: string, language: Language): string | null {
  if (offsetMinutes(now.getTime(), timeZone) === -now.getTimezoneOffset()) return null;
  if (language === 'ar') {
    const format = new Intl.DateTimeFormat('ar', { timeZone, timeZoneName: 'longGeneric' });
    return format.formatToParts(now).find(({ type }) => type === 'timeZoneName')!.value;
  }
  return (timeZone.split('/').at(-1) ?? timeZone).replaceAll('_', ' ');
}
