/** Lists of names, joined as the reader's language joins them before they are put into a message. */
import { words } from './words.ts';

const commas = new Intl.ListFormat(words.locale, { type: 'unit', style: 'short' });

/** 'Marina, Downtown'. */
export function commaList(names: Iterable<string>): string {
  return commas.format(names);
}
