import type { RestaurantId } from '#contract/base/ids.ts';
import { outsideOutlets } from '#server/db/outlet-scope.ts';
import type { Deps } from '#server/deps.ts';
import { isSupportAccess } from '#server/http/requests/authenticating.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { RestaurantStreams } from './restaurant-streams.ts';

export function liveRoutes(deps: Pick<Deps, 'db' | 'events' | 'log'>) {
  const open = new Map<RestaurantId, RestaurantStreams>();

  function streamsOf(restaurantId: RestaurantId): RestaurantStreams {
    const found = open.get(restaurantId);
    if (found) return found;
    const streams = new RestaurantStreams(restaurantId, deps, () => open.delete(restaurantId));
    open.set(restaurantId, streams);
    return streams;
  }

  return {
    'GET /events': async ({ query, caller }, stream) => {
      const customerId = caller.kind === 'customer' ? caller.customerId : null;
      const outletIds = 'outletIds' in caller ? caller.outletIds : null;
      const audience = isSupportAccess(caller) ? 'support' : customerId === null ? 'merchant' : 'customer';
      // The streams of a restaurant read for all followers; each follower is then told what its outlets allow.
      await outsideOutlets(() =>
        streamsOf(caller.restaurantId).follow(
          { customerId, orderId: query.orderId ?? null, outletIds, audience },
          stream,
        ),
      );
    },
  } satisfies Partial<Handlers>;
}
