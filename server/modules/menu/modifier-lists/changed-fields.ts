import { isDeepStrictEqual } from 'node:util';

/** The fields in which two rows of one kind differ. */
export function changedFields<Row extends object>(before: Row, after: Row): (keyof Row)[] {
  return (Object.keys(after) as (keyof Row)[]).filter((field) => !isDeepStrictEqual(before[field], after[field]));
}

/** The change of a set of links: some are new, or some are gone; null for neither, both, or another order alone. */
export function linkChange(before: readonly string[], after: readonly string[]): 'linked' | 'unlinked' | null {
  const isLinked = after.some((id) => !before.includes(id));
  const isUnlinked = before.some((id) => !after.includes(id));
  if (isLinked === isUnlinked) return null;
  return isLinked ? 'linked' : 'unlinked';
}
