import { randomBytes, randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import { currencyOfCountry, findCountry } from '#contract/base/countries.ts';
import type { outletBands, referralSources } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Config } from '#server/config.ts';
import { newId } from '#server/db/new-id.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';
import { claimSlug } from './claim-slug.ts';
import { slugCandidates } from './slug.ts';

export interface NewRestaurant {
  name: string;
  /** Alpha-2 or English name, as typed; an unknown one is stored as ZZ, "unknown". */
  country: string;
  outletBand: (typeof outletBands)[number];
  informer: (typeof referralSources)[number];
  /** Replaces the slug made from the name; it must be free. */
  slug?: string;
  /** The address that a slug is made from instead of the name: itself, where it is free. */
  formerSlug?: string;
  /** Its id, where the transaction is its own already. */
  id?: RestaurantId;
}

/**
 * Opens a restaurant: its address is derived from its name and free, its currency is its country's (decision 29), its
 * trial begins (ON-03). Runs in the transaction of a sign-up, which also gives it an owner.
 */
export async function createRestaurant(
  tx: Tx,
  restaurant: NewRestaurant,
  config: Pick<Config, 'mode' | 'trialDays' | 'defaultCurrency' | 'defaultLocale'>,
  now: Date,
): Promise<Selectable<Schema['restaurants']>> {
  const country = findCountry(restaurant.country)?.code;
  const values = {
    id: restaurant.id ?? newId<RestaurantId>(),
    name: restaurant.name,
    country: country ?? 'ZZ',
    // Codes to numbers abroad cost most and are the most abused; the owner adds the countries of their guests.
    code_countries: country === undefined ? null : [country],
    currency: currencyOfCountry(restaurant.country, config.defaultCurrency),
    outlet_band: restaurant.outletBand,
    informer: restaurant.informer,
    default_locale: config.defaultLocale,
    logo_hash: null,
    cover_hash: null,
    site_token: `site_${randomBytes(24).toString('base64url')}`,
    // Outside production nobody is asked: from a clone to the first order it is a matter of minutes.
    owner_verified_at: config.mode === 'production' ? null : now,
    trial_started_at: now,
    trial_ends_at: config.trialDays === 0 ? null : new Date(now.getTime() + config.trialDays * dayMs),
    created_at: now,
    updated_at: now,
  };
  const { slug: wanted, formerSlug, name } = restaurant;
  const candidates = wanted === undefined ? slugCandidates(formerSlug ?? name, randomWord) : [wanted];
  for (const slug of candidates) {
    if (!(await claimSlug(tx, values.id, slug, now))) continue;
    const created = await tx
      .insertInto('restaurants')
      .values({ ...values, slug })
      .returningAll()
      .executeTakeFirstOrThrow();
    await tx.insertInto('restaurant_counters').values({ restaurant_id: created.id }).execute();
    return created;
  }
  throw new Error(`Another restaurant has the address ${restaurant.slug}`);
}

const dayMs = 24 * 60 * 60 * 1000;

function randomWord(): string {
  return randomInt(36 ** 4, 36 ** 5).toString(36);
}
