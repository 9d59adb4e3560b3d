import type { Outlet } from '#contract/outlets/outlets.ts';
import type { MapPoint } from '#contract/outlets/zone-shape.ts';

/** The pin of the outlet, from which distances are counted; null: it has none. */
export function kitchenOf(outlet: Outlet | null): MapPoint | null {
  const { latitude = null, longitude = null } = outlet?.address ?? {};
  return latitude === null || longitude === null ? null : [longitude, latitude];
}
