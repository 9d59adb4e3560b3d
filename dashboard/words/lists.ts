/** Lists of names, joined as the reader's language joins them before they are put into a message. */
import { words } from './words.ts';

const commas = new Intl.ListFormat(words.locale, { type: 'unit', style: 'short' });

/** 'Marina, Downtown'. */
export function commaList(names: Iterable<string>): string {
  return commas.format(Array.from(names, isolated));
}

const alternatives = new Intl.ListFormat(words.locale, { type: 'disjunction' });

/** 'Regular or Large': any of them is enough. */
export function orList(names: Iterable<string>): string {
  return alternatives.format(Array.from(names, isolated));
}

/** Between the parts of a sentence that is put together. */
export const comma = words.direction === 'rtl' ? '، ' : ', ';

/** '4 Harbour Road, 12, Marina': parts that somebody wrote, which may begin with a number. */
export function partsList(parts: readonly string[]): string {
  return parts.map(isolated).join(comma);
}

/** 'Pickup · Marina · 2 dishes'. */
export function dotList(parts: readonly string[]): string {
  return parts.map(isolated).join(' · ');
}

/** 'Address – Marina', as the title of a window. */
export function withName(title: string, name: string): string {
  return `${isolated(title)} – ${isolated(name)}`;
}

/** Keeps a name in other letters from moving its neighbours. */
export function isolated(part: string): string {
  return words.direction === 'rtl' ? `\u2068${part}\u2069` : part;
}
