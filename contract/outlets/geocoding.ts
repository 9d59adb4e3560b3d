/** Geocoding: the maps of addresses, and the search for an address. */
import * as z from 'zod';
import { editors, endpoint, merchant } from '../base/endpoint.ts';
import { line } from '../base/fields.ts';
import { limits } from '../base/limits.ts';

/**
 * `tileUrl` has {z}, {x} and {y}; null when no street map is configured. The geocoder `places` knows only the
 * restaurant's own addresses.
 */
export const getMapSettings = endpoint({
  summary: 'The tiles and the attribution of the maps of addresses.',
  callers: [...merchant, 'site', 'customer'],
  answer: z.object({
    tileUrl: z.string().nullable(),
    attribution: z.string().nullable(),
    geocoder: z.enum(['places', 'nominatim', 'photon', 'google']),
  }),
  errors: [],
});

/** `location` and `area` as in an outlet's address; `area` is empty where the service names none. Degrees, WGS 84. */
export const Place = z.object({
  location: z.string(),
  area: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});
export type Place = z.infer<typeof Place>;

/** Without an address service guests find nothing: what the geocoder `places` knows are the outlets themselves. */
export const findAddress = endpoint({
  summary: 'The places that the address of a guest may mean, the likeliest first.',
  callers: ['site', 'customer'],
  query: z.object({ q: line(limits.addressPart) }),
  answer: z.object({ places: z.array(Place) }),
  errors: ['geocoding.search_failed'],
});

export const searchPlaces = endpoint({
  summary: 'The places that a text may mean, the likeliest first.',
  callers: editors,
  query: z.object({ q: line(limits.addressPart) }),
  answer: z.object({ places: z.array(Place) }),
  errors: ['geocoding.search_failed'],
});
