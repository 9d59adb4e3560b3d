import type { Catalogue } from '#contract/menu/catalogue.ts';
import type { ItemId, RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import type { EventLog, StoredEvent, Subscription } from '#server/events/event-log.ts';
import { hashOf, Prepared } from '#server/http/answers/prepared.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { LruCache } from '#server/lru-cache.ts';
import { findRestaurantBySlug } from '#server/modules/restaurants/queries.ts';
import { popularUntil, readPopularItems } from './popular-items.ts';
import { readCatalogue } from './read-catalogue.ts';
import { comesBackAt, toCatalogue } from './wire.ts';

/**
 * A catalogue in memory, with its serialised form. Its `version` is also the ETag; a cached catalogue is never
 * modified.
 */
export interface CachedCatalogue {
  catalogue: Catalogue;
  prepared: Prepared;
}

/**
 * The catalogue of every restaurant, cached in memory until it changes. Orders read the database instead: they need the
 * present state.
 */
export interface Catalogues {
  /** Null when no restaurant has or had the slug; any case is read. */
  findBySlug(slug: string): Promise<CachedCatalogue | null>;
  /** @throws request.not_found when the restaurant was erased. */
  get(restaurantId: RestaurantId): Promise<CachedCatalogue>;
  /** Forgets everything and stops listening. Call it before the event log is closed. */
  close(): void;
}

/** A restaurant that was asked for. `kept` is null from a change until the next request. */
interface Entry {
  kept: Promise<CachedCatalogue> | null;
  subscription: Promise<Subscription>;
  /** Counted once a day, not at each change of the menu. */
  popular: { items: Promise<ItemId[]>; until: number };
  /** Milliseconds since the epoch at which the catalogue changes by itself, because a sold-out item is back or the day ends. */
  endsAt: number;
}

/** Bytes, roughly: a catalogue in memory takes about five times its text. */
const cacheMaxBytes = 96 * 1024 * 1024;
const weightOf = ({ prepared }: CachedCatalogue) => prepared.body.length * 5;
const slugsMax = 10_000;

/**
 * Opens the catalogues of this process. Every process hears of a change by the restaurant's events within a moment of
 * its commit (P6). Listening starts before reading, so that no change falls between the two.
 */
export function openCatalogues({ db, events, clock }: { db: Db; events: EventLog; clock: () => Date }): Catalogues {
  const entries = new LruCache<RestaurantId, Entry>(cacheMaxBytes, (entry) => {
    // It hears of no further change.
    entry.kept = null;
    entry.subscription.then((subscription) => subscription.unsubscribe()).catch(() => undefined);
  });
  const slugs = new LruCache<string, RestaurantId>(slugsMax);

  function get(restaurantId: RestaurantId): Promise<CachedCatalogue> {
    const entry = entries.get(restaurantId) ?? listenTo(restaurantId);
    if (clock().getTime() >= entry.endsAt) entry.kept = null;
    entry.kept ??= keep(restaurantId, entry);
    return entry.kept;
  }

  function listenTo(restaurantId: RestaurantId): Entry {
    const entry: Entry = {
      kept: null,
      endsAt: Infinity,
      popular: { items: Promise.resolve([]), until: 0 },
      subscription: events.subscribe(
        restaurantId,
        (event) => {
          if (changesCatalogue(event)) entry.kept = null;
        },
        () => {
          entry.kept = null;
        },
      ),
    };
    entries.set(restaurantId, entry, 0);
    return entry;
  }

  /** Reads once for all parallel requests. After a change while reading, `entry.kept` belongs to a later read. */
  function keep(restaurantId: RestaurantId, entry: Entry): Promise<CachedCatalogue> {
    const now = clock();
    if (now.getTime() >= entry.popular.until) {
      // A menu without its popular dishes is better than none.
      const items = readPopularItems(db, restaurantId, now).catch(() => []);
      entry.popular = { items, until: popularUntil(now) };
    }
    const { popular } = entry;
    entry.endsAt = popular.until;
    const isCurrent = () => entry.kept === reading && clock().getTime() < entry.endsAt;
    const reading: Promise<CachedCatalogue> = entry.subscription
      .then(() => Promise.all([readCatalogue(db, restaurantId), popular.items]))
      .then(([rows, popularItems]) => {
        entry.endsAt = Math.min(entry.endsAt, comesBackAt(rows, now));
        return prepareCatalogue(toCatalogue(rows, popularItems, now), isCurrent);
      });
    reading.then(
      (kept) => {
        if (entries.get(restaurantId) === entry) entries.set(restaurantId, entry, weightOf(kept));
      },
      () => {
        if (entries.get(restaurantId) === entry) entries.delete(restaurantId);
      },
    );
    return reading;
  }

  async function findBySlug(slug: string): Promise<CachedCatalogue | null> {
    const key = slug.toLowerCase();
    // A slug belongs to its restaurant for as long as the restaurant exists.
    const remembered = slugs.get(key);
    if (remembered !== undefined) return get(remembered).catch((error: unknown) => nullIfErased(error, key));
    const restaurant = await findRestaurantBySlug(db, key);
    if (restaurant === null) return null;
    slugs.set(key, restaurant.id, 1);
    return get(restaurant.id);
  }

  function nullIfErased(error: unknown, slug: string): null {
    if (!(error instanceof Refusal)) throw error;
    slugs.delete(slug);
    return null;
  }

  return { findBySlug, get, close: () => entries.clear() };
}

function changesCatalogue(event: StoredEvent): boolean {
  return event.type === 'outlet.changed' || event.type === 'catalogue.changed';
}

/**
 * The version is a hash of the content, so it changes exactly when the content does, and is the same in every process.
 */
function prepareCatalogue(content: Omit<Catalogue, 'version'>, isCurrent: () => boolean): CachedCatalogue {
  const text = JSON.stringify(content);
  const version = hashOf(text);
  // Spliced, so that a large menu is written once.
  const prepared = new Prepared(`{"version":"${version}",${text.slice(1)}`, version, isCurrent);
  return { catalogue: { version, ...content }, prepared };
}
