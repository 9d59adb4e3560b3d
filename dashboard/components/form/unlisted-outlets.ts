import type { OutletId } from '#contract/base/ids.ts';

/**
 * The chosen outlets that are not in the list: deleted ones, of `before` too, so that one that was left out can be taken back. People of
 * some outlets read those alone, and cannot tell open from deleted ones: theirs are hidden, and stay chosen.
 */
export function unlistedOutlets(
  outlets: readonly { _id: OutletId }[],
  { before, chosen, readsAll }: { before: readonly OutletId[]; chosen: readonly OutletId[]; readsAll: boolean },
): { deleted: OutletId[]; hidden: OutletId[] } {
  const isUnlisted = (id: OutletId) => !outlets.some(({ _id }) => _id === id);
  return readsAll
    ? { deleted: before.filter(isUnlisted), hidden: [] }
    : { deleted: [], hidden: chosen.filter(isUnlisted) };
}
