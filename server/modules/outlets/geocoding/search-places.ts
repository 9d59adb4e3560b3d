import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Place } from '#contract/outlets/geocoding.ts';
import type { Config } from '#server/config.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { counterKey, consumeOne } from '#server/rate-limits/rate-counters.ts';
import { listOutlets } from '#server/modules/outlets/queries.ts';
import { networkOf } from '#server/http/requests/client-address.ts';
import { LruCache } from '#server/lru-cache.ts';
import { type Geocoder, GeocoderFailed } from './geocoder.ts';

/** Cached answers, and how long they are cached. */
const cachedAnswersMax = 2_000;
const cacheMs = 6 * 60 * 60 * 1000;

/** Lookups a minute, by who searches. */
const mostPerMinute = { search: limits.placeSearchesPerMinute, guest: limits.guestSearchesPerMinute };
type Searcher = keyof typeof mostPerMinute;
/** Each lookup may cost the platform money, and anybody is a guest: those of a network in a minute, and of a restaurant's guests in a day. */
const mostOfNetwork = 30;
const mostOfDay = 3_000;

type PlaceSearch = (restaurantId: RestaurantId, text: string) => Promise<Place[]>;
type GuestSearch = (restaurantId: RestaurantId, text: string, clientAddress: string) => Promise<Place[]>;

/**
 * Searches with the geocoder: answers are cached for hours, and lookups are counted for each restaurant, those of guests by themselves.
 * Without a geocoder staff search the addresses of the restaurant's own outlets, and guests find nothing.
 */
export function openPlaceSearch(
  { db, clock, config }: Pick<Deps, 'db' | 'clock'> & { config: Pick<Config, 'rateLimits'> },
  geocoder: Geocoder | null,
): { search: PlaceSearch; searchForGuest: GuestSearch } {
  if (geocoder === null) {
    return { search: (restaurantId, text) => searchOwnPlaces(db, restaurantId, text), searchForGuest: async () => [] };
  }
  const kept = new LruCache<string, { places: Place[]; at: number }>(cachedAnswersMax);
  const searchAs = (who: Searcher) => async (restaurantId: RestaurantId, text: string, clientAddress?: string) => {
    const key = asOneLine(text);
    const now = clock();
    const found = kept.get(key);
    if (found !== undefined && now.getTime() - found.at < cacheMs) return found.places;
    if (config.rateLimits) {
      await countSearch(db, restaurantId, who, now);
      if (clientAddress !== undefined) await countGuest(db, restaurantId, clientAddress, now);
    }
    try {
      const places = await geocoder.search(text);
      kept.set(key, { places, at: now.getTime() }, 1);
      return places;
    } catch (error) {
      if (error instanceof GeocoderFailed) throw new Refusal('geocoding.search_failed');
      throw error;
    }
  };
  return { search: searchAs('search'), searchForGuest: searchAs('guest') };
}

async function countSearch(db: Deps['db'], restaurantId: RestaurantId, who: Searcher, now: Date): Promise<void> {
  const taking = await consumeOne(db, counterKey(`maps:${who}`, restaurantId), mostPerMinute[who], 60, now);
  if (!taking.isAllowed) throw new Refusal('rate.limited', { seconds: taking.retryAfterSeconds });
}

async function countGuest(db: Deps['db'], restaurantId: RestaurantId, clientAddress: string, now: Date): Promise<void> {
  const ofNetwork = counterKey('maps:network', networkOf(clientAddress));
  const ofDay = counterKey('maps:guests-day', restaurantId);
  for (const taking of [
    await consumeOne(db, ofNetwork, mostOfNetwork, 60, now),
    await consumeOne(db, ofDay, mostOfDay, 86_400, now),
  ]) {
    if (!taking.isAllowed) throw new Refusal('rate.limited', { seconds: taking.retryAfterSeconds });
  }
}

async function searchOwnPlaces(db: Deps['db'], restaurantId: RestaurantId, text: string): Promise<Place[]> {
  const outlets = await transaction(db, restaurantId, (tx) => listOutlets(tx, restaurantId, 'merchant'), {
    readOnly: true,
  });
  const places = new Map<string, Place>();
  for (const { name, address_location, address_area, latitude, longitude } of outlets) {
    if (address_location === null || latitude === null || longitude === null) continue;
    const place = { location: address_location, area: address_area ?? '', latitude, longitude };
    const isMeant = folded(`${name} ${place.location} ${place.area}`).includes(folded(text));
    if (isMeant) places.set(JSON.stringify(place), place);
  }
  return [...places.values()];
}

/** Removes differences of writing: case, accents of Latin letters, vowel signs of Arabic ones, spaces. */
function folded(text: string): string {
  return asOneLine(text.normalize('NFD').replaceAll(/[\u0300-\u036f\u064b-\u0652\u0670]/g, ''));
}

/** The same question of the geocoder, however it is spaced; marks stay, which in many scripts are the vowels of a name. */
function asOneLine(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
