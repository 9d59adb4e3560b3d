/** The search over everything: what a text finds among the pages, settings and entities that a person may see. Pure functions. */
import type SvgIcon from '@mui/material/SvgIcon';
import type { Translations } from '#contract/base/fields.ts';
import { latinDigits } from '#contract/base/latin-digits.ts';
import { containsText } from '../list/text-search.ts';

export interface Hit {
  /** The kind of thing, in words. */
  kind: string;
  label: string;
  /** Names in other languages: searched, and not shown. */
  otherNames?: Translations | undefined;
  /** Tells it from others of the same name. */
  detail?: string;
  to: string;
  Icon: typeof SvgIcon;
}

/** Most hits of one kind: more words find fewer. */
const MOST_OF_A_KIND = 6;

/** Hits whose words are all in the label, another name or the detail, those that begin with the text first; without a text, the pages. */
export function searchHits(all: readonly Hit[], text: string, pageKind: string): Hit[] {
  const parts = text.trim().split(/\s+/);
  if (text.trim() === '') return all.filter(({ kind }) => kind === pageKind);
  const found = all.filter(({ label, otherNames = {}, detail = '' }) => {
    const searched = [label, ...Object.values(otherNames), detail].join(' ');
    return parts.every((part) => containsText(searched, part));
  });
  const begins = ({ label }: Hit) => containsText(label.slice(0, text.trim().length), text);
  const counts = new Map<string, number>();
  return [...found.filter(begins), ...found.filter((hit) => !begins(hit))].filter(({ kind }) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts.get(kind)! <= MOST_OF_A_KIND;
  });
}

/** The order name in '#105', '105', 'M-105' or 'MA-105', with or without the dash; null where the text is about something else. */
export function orderNumberIn(text: string): string | null {
  const [, prefix, number] = /^\s*#?\s*(?:([a-z]{1,2})-?)?(\d{1,9})\s*$/i.exec(latinDigits(text)) ?? [];
  if (number === undefined) return null;
  return prefix === undefined ? number : `${prefix}-${number}`;
}
