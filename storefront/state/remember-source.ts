/** The place whose link brought the guest, as in `?from=instagram`: it holds for the tab, until the checkout reads it. */
import type { RestaurantId } from '#contract/base/ids.ts';

export const sourceKey = (restaurantId: RestaurantId) => `from.${restaurantId}`;

export function rememberSource(restaurantId: RestaurantId): void {
  const from = new URLSearchParams(location.search).get('from');
  if (from === null) return;
  try {
    sessionStorage.setItem(sourceKey(restaurantId), from.toLowerCase());
  } catch {
    // Full or forbidden: the order names no place.
  }
}
