import { latinNumber } from '#contract/base/typed-number.ts';
import { words } from '../../words/words.ts';

/** Tells whether an entered text is a whole number from 0 to `most`; `readCount` reads it then. */
export function isWholeNumber(entered: string, most: number): boolean {
  const typed = latinNumber(entered);
  return /^\d+$/.test(typed) && Number(typed) <= most;
}

/** The check of a form for a whole number in a field that may stay empty. Its sentence writes the most as the field takes it. */
export function wholeUpTo(most: number): (entered: string) => true | string {
  return (entered) =>
    entered.trim() === '' || isWholeNumber(entered, most) || words.general.form.wholeWrong({ most: String(most) });
}
