import { type RawBuilder, sql } from 'kysely';

/**
 * The right side of `id in ...` for ids that may be thousands. Unlike `= any(...)`, which compares each row with each id where no index
 * is used and the plan is older than the ids, it is joined, or looked up in a hash.
 */
export function idsIn<Id extends string>(ids: readonly Id[]): RawBuilder<Id> {
  return sql<Id>`(select unnest(${[...ids]}::uuid[]))`;
}
