import type { Catalogue } from '#contract/menu/catalogue.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import type { EventLog, StoredEvent, Subscription } from '#server/events/event-log.ts';
import { hashOf, prepare, type Prepared } from '#server/http/answers/prepared.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { RecentlyUsed } from '#server/recently-used.ts';
import { findRestaurantBySlug } from '#server/modules/restaurants/queries.ts';
import { readCatalogue } from './read-catalogue.ts';
import { comesBackAt, toCatalogue } from './wire.ts';

/** A catalogue as it is and as it is sent. `version` of the catalogue is also the ETag; nobody changes a kept catalogue. */
export interface KeptCatalogue {
  catalogue: Catalogue;
  prepared: Prepared;
}

/** What every restaurant sells, kept in memory until it changes. Orders read the database instead: they need this very moment. */
export interface Catalogues {
  /** null when no restaurant has or had the slug; any case is read. */
  findBySlug(slug: string): Promise<KeptCatalogue | null>;
  /** @throws request.not_found when the restaurant was erased. */
  get(restaurantId: RestaurantId): Promise<KeptCatalogue>;
  /** Forgets everything and stops listening. Before the event log is closed. */
  close(): void;
}

/** A restaurant somebody has asked for. `kept` is null from a change until somebody asks again. */
interface Entry {
  kept: Promise<KeptCatalogue> | null;
  subscription: Promise<Subscription>;
  /** From this moment on it is another one by itself, in milliseconds: something that was sold out is back. */
  endsAt: number;
}

/** Bytes, roughly: a catalogue in memory takes about five times its text. */
const mostWeight = 96 * 1024 * 1024;
const weightOf = ({ prepared }: KeptCatalogue) => prepared.body.length * 5;
const mostSlugs = 10_000;

/**
 * Opens the catalogues of this process. A change is out within a moment of its commit, in every process: each hears of it by
 * the restaurant's events (P6). Reading starts after the listening does, so no change can fall between the two.
 */
export function openCatalogues({ db, events, clock }: { db: Db; events: EventLog; clock: () => Date }): Catalogues {
  const entries = new RecentlyUsed<RestaurantId, Entry>(mostWeight, (entry) => {
    entry.subscription.then((subscription) => subscription.unsubscribe()).catch(() => undefined);
  });
  const slugs = new RecentlyUsed<string, RestaurantId>(mostSlugs);

  function get(restaurantId: RestaurantId): Promise<KeptCatalogue> {
    const entry = entries.get(restaurantId) ?? listenTo(restaurantId);
    if (clock().getTime() >= entry.endsAt) entry.kept = null;
    entry.kept ??= keep(restaurantId, entry);
    return entry.kept;
  }

  function listenTo(restaurantId: RestaurantId): Entry {
    const entry: Entry = {
      kept: null,
      endsAt: Infinity,
      subscription: events.subscribe(restaurantId, (event) => {
        if (changesCatalogue(event)) entry.kept = null;
      }),
    };
    entries.set(restaurantId, entry, 0);
    return entry;
  }

  /** Answers those who ask meanwhile too. If a change arrives while reading, `entry.kept` is another one by the time it is done. */
  function keep(restaurantId: RestaurantId, entry: Entry): Promise<KeptCatalogue> {
    const now = clock();
    entry.endsAt = Infinity;
    const reading = entry.subscription
      .then(() => readCatalogue(db, restaurantId))
      .then((rows) => {
        entry.endsAt = Math.min(entry.endsAt, comesBackAt(rows, now));
        return keptCatalogue(toCatalogue(rows, now));
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

  async function findBySlug(slug: string): Promise<KeptCatalogue | null> {
    const key = slug.toLowerCase();
    // An address stays its restaurant's for as long as that exists.
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

/** The version is made from the content, so it changes exactly when that does, and is the same in every process. */
async function keptCatalogue(content: Omit<Catalogue, 'version'>): Promise<KeptCatalogue> {
  const version = hashOf(JSON.stringify(content));
  const catalogue = { version, ...content };
  return { catalogue, prepared: await prepare(JSON.stringify(catalogue), version) };
}
