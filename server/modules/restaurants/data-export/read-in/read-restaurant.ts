import { sql } from 'kysely';
import { findCountry } from '#contract/base/countries.ts';
import { languages, type Language } from '#contract/base/enumerations.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Config } from '#server/config.ts';
import type { Tx } from '#server/db/transaction.ts';
import { claimSlug } from '#server/modules/restaurants/claim-slug.ts';
import { createRestaurant, type NewRestaurant } from '#server/modules/restaurants/create-restaurant.ts';
import { setRestaurantStatus } from '#server/modules/restaurants/restaurant-status.ts';
import { reservedSlugs } from '#server/modules/restaurants/slug.ts';
import { reserveTableNumbers } from '#server/modules/restaurants/table-numbers.ts';
import type { CheckedArchive, Row } from './check-archive.ts';
import { UnreadableArchive } from './unreadable-archive.ts';

/**
 * The columns that the new restaurant has from the archive. Its address and secrets are new, the platform's budgets, its trial and its
 * decision are those of a restaurant that an admin has made, and it is open.
 */
const carried = [
  'name_translations',
  'country',
  'currency',
  'charge_options',
  'tip_modes',
  'tip_percents',
  'default_locale',
  'site_languages',
  'accent',
  'branded_at',
  'code_countries',
  'guest_switches',
] as const;

interface MadeRestaurant {
  name: string;
  slug: string;
  formerSlug: string;
  language: Language;
}

/** Makes the restaurant itself, with its old address where that is free, and its counters going on. */
export async function readRestaurant(
  tx: Tx,
  config: Config,
  id: RestaurantId,
  archive: CheckedArchive,
  now: Date,
): Promise<MadeRestaurant> {
  const row = await archive.restaurant();
  const text = (column: string) => {
    const value = row[column];
    if (typeof value !== 'string') throw new UnreadableArchive(`its restaurant has no ${column}`);
    return value;
  };
  const [name, formerSlug] = [text('name'), text('slug')];
  if (findCountry(text('country')) === undefined && text('country') !== 'ZZ')
    throw new UnreadableArchive('its restaurant is in no country');
  const asked = { id, name, country: text('country'), formerSlug } as NewRestaurant;
  const told = { outletBand: text('outlet_band'), informer: text('informer') } as NewRestaurant;
  const { slug } = await createRestaurant(tx, { ...asked, ...told }, config, now);
  await claimFormerSlugs(tx, id, archive, slug, now);
  await carryColumns(tx, id, row);
  await setRestaurantStatus(tx, id, 'approved', '', now);
  for await (const { table_number: last } of archive.rows('restaurant_counters'))
    await reserveTableNumbers(tx, id, Number(last));
  const language = languages.find((one) => one === row['default_locale']) ?? config.defaultLocale;
  return { name, slug, formerSlug, language };
}

/** Links and printed codes with older addresses lead here as well, where nobody else has them. */
async function claimFormerSlugs(
  tx: Tx,
  id: RestaurantId,
  archive: CheckedArchive,
  slug: string,
  now: Date,
): Promise<void> {
  let left = limits.slugsPerRestaurantMax - 1;
  for await (const { slug: former } of archive.rows('restaurant_slugs')) {
    if (typeof former !== 'string' || former === slug || left === 0) continue;
    const isAddress = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(former) && former.length <= limits.slug;
    if (!isAddress || former.length < limits.slugMin || reservedSlugs.has(former)) continue;
    if (await claimSlug(tx, id, former, now)) left -= 1;
  }
}

async function carryColumns(tx: Tx, id: RestaurantId, row: Row): Promise<void> {
  const given = carried.filter((column) => Object.hasOwn(row, column));
  const columns = sql.join(given.map((column) => sql.ref(column)));
  await sql`
    update restaurants set (${columns}) = (
      select ${columns} from jsonb_populate_record(null::restaurants, ${JSON.stringify(row)}::jsonb))
    where id = ${id}`.execute(tx);
}
