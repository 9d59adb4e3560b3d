import type { Deps } from '#server/deps.ts';
import type { Handlers } from '#server/http/handlers.ts';
import { openGeocoder } from './geocoder.ts';
import { openPlaceSearch } from './search-places.ts';

export function mapRoutes({ db, clock, config, log }: Pick<Deps, 'db' | 'clock' | 'config' | 'log'>) {
  const { search, searchForGuest } = openPlaceSearch({ db, clock, config }, openGeocoder(config, log));
  const { tileUrl = null, attribution = null, geocoder } = config.map;
  return {
    'GET /geocoding/settings': async () => ({ tileUrl, attribution, geocoder }),

    'GET /geocoding/find-address': async ({ caller, query, clientAddress }) => ({
      places: await searchForGuest(caller.restaurantId, query.q, clientAddress),
    }),

    'GET /geocoding/search': async ({ caller, query }) => ({ places: await search(caller.restaurantId, query.q) }),
  } satisfies Partial<Handlers>;
}
