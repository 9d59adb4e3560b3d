import { type RawBuilder, sql } from 'kysely';
import { mayBePhone, searchedPhone } from '#contract/base/searched-text.ts';
import { keyPattern } from '#server/modules/ordering/history/history-conditions.ts';

/** The guests whom a search finds, as a condition on `c`: by a part of the name, or of the number where it may be one. */
export function guestMatches(search: string | undefined): RawBuilder<boolean> {
  if (search === undefined || search === '') return sql<boolean>`true`;
  const isNamed = sql<boolean>`c.name_key like ${keyPattern(search)}`;
  const digits = mayBePhone(search) ? searchedPhone(search) : '';
  return digits === '' ? isNamed : sql<boolean>`(${isNamed} or c.phone like ${`%${digits}%`})`;
}
