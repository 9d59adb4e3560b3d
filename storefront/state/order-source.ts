import { orderSourceOf, type OrderSource } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { sourceKey } from './remember-source.ts';

/** The place whose link brought the guest; null where the link named none that we know. */
export function orderSource(restaurantId: RestaurantId): OrderSource | null {
  try {
    const from = sessionStorage.getItem(sourceKey(restaurantId));
    return from === null ? null : orderSourceOf(from);
  } catch {
    return null;
  }
}
