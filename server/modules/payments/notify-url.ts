import type { GatewayKind } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';

export const notifyPath = '/payments/notify/:kind/:restaurantId';

/** Where the gateway posts its notifications about a restaurant's payments. */
export function notifyUrl(publicUrl: string, kind: GatewayKind, restaurantId: RestaurantId): string {
  return `${publicUrl}${notifyPath.replace(':kind', kind).replace(':restaurantId', restaurantId)}`;
}
