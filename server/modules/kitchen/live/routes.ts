import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { audienceOf, guestOf } from '#server/modules/ordering/audience.ts';
import { FollowedRestaurants } from './followed-restaurants.ts';

export function liveRoutes(deps: Pick<Deps, 'db' | 'events' | 'log'>) {
  const restaurants = new FollowedRestaurants(deps);
  return {
    'GET /events': ({ query, caller }, stream) => {
      const outletIds = 'outletIds' in caller ? caller.outletIds : null;
      const reader = { customerId: guestOf(caller), orderId: query.orderId ?? null, outletIds };
      return restaurants.follow(caller.restaurantId, { ...reader, audience: audienceOf(caller) }, stream);
    },
  } satisfies Partial<Handlers>;
}
