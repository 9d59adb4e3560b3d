import type { Language } from '#contract/base/enumerations.ts';
import type { Words } from '../words/words.ts';
import { dayAndTimeText } from './times.ts';

/** The time of an order for later within a sentence: 'today at 11:00'. */
export function slotPhrase(instant: Date, now: Date, timeZone: string, words: Words, language: Language): string {
  const { todayAt: today, tomorrow, onDay } = words;
  return dayAndTimeText(instant, now, timeZone, { today, tomorrow, onDay }, language);
}

/** The time of an order for later, of the form of decision 21: 'Today - 11:00'. */
export function slotText(instant: Date, now: Date, timeZone: string, words: Words, language: Language): string {
  const { slotToday, slotTomorrow, slotOnDay } = words;
  const labels = { today: slotToday, tomorrow: slotTomorrow, onDay: slotOnDay };
  return dayAndTimeText(instant, now, timeZone, labels, language);
}
