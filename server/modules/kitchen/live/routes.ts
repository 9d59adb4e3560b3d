import type { Deps } from '#server/deps.ts';
import { isSupportAccess } from '#server/http/requests/authenticating.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { FollowedRestaurants } from './follow-restaurant.ts';

export function liveRoutes(deps: Pick<Deps, 'db' | 'events' | 'log'>) {
  const restaurants = new FollowedRestaurants(deps);
  return {
    'GET /events': async ({ query, caller }, stream) => {
      const customerId = caller.kind === 'customer' ? caller.customerId : null;
      const outletIds = 'outletIds' in caller ? caller.outletIds : null;
      const audience = isSupportAccess(caller) ? 'support' : customerId === null ? 'merchant' : 'customer';
      const reader = { customerId, orderId: query.orderId ?? null, outletIds, audience } as const;
      await restaurants.follow(caller.restaurantId, reader, stream);
    },
  } satisfies Partial<Handlers>;
}
