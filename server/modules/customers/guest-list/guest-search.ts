import { type RawBuilder, sql } from 'kysely';
import { keyPattern } from '#server/modules/ordering/history/history-conditions.ts';
import { readPhone } from '#server/modules/ordering/history/history-filters.ts';

/** The signs that people write a number with, in Latin, Arabic and Persian digits. */
const looksLikeNumber = /^[\d\u0660-\u0669\u06f0-\u06f9\s()+./-]+$/;

/** The guests whom a search finds, as a condition on `c`: by a part of the name, or of the number where it may be one. */
export function guestMatches(search: string | undefined): RawBuilder<boolean> {
  if (search === undefined || search === '') return sql<boolean>`true`;
  const isNamed = sql<boolean>`c.name_key like ${keyPattern(search)}`;
  const digits = looksLikeNumber.test(search) ? (readPhone(search) ?? '') : '';
  return digits === '' ? isNamed : sql<boolean>`(${isNamed} or c.phone like ${`%${digits}%`})`;
}
