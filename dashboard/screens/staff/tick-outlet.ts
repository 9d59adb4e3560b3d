import type { OutletId } from '#contract/base/ids.ts';

/**
 * The outlets of a person once one of them is ticked or not. Deleted ones stay beside others, so that they count again when they are
 * restored; on their own they are nowhere to work.
 */
export function tickOutlet(
  chosen: readonly OutletId[],
  outletId: OutletId,
  isTicked: boolean,
  outlets: readonly { _id: OutletId }[],
): OutletId[] {
  const next = isTicked ? [...chosen, outletId] : chosen.filter((id) => id !== outletId);
  return outlets.some(({ _id }) => next.includes(_id)) ? next : [];
}
