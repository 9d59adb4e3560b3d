import type { OutletId } from '#contract/base/ids.ts';
import type { Outlet } from '#contract/outlets/outlets.ts';

/** The outlet whose orders alone Live orders shows, as its address says; null: those of all. */
export function outletInAddress(outlets: readonly Outlet[], params: URLSearchParams): OutletId | null {
  if (outlets.length < 2) return null;
  return outlets.find(({ _id }) => _id === params.get('outlet'))?._id ?? null;
}
