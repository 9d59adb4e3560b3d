import { sql } from 'kysely';
import { type Language, languages, type Mode } from '#contract/base/enumerations.ts';
import type { Translations } from '#contract/base/fields.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Currency } from '#contract/base/money.ts';
import { afterBatch } from '#server/db/after-batch.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ownOrigin } from '#server/http/pages/own-origin.ts';

/** The currency the restaurant sells in. Stored only after a check against ISO 4217. */
export async function getCurrency(tx: Tx, restaurantId: RestaurantId): Promise<Currency> {
  const { currency } = await tx
    .selectFrom('restaurants')
    .select('currency')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return currency as Currency;
}

export async function takesTips(tx: Tx, restaurantId: RestaurantId, mode: Mode): Promise<boolean> {
  const { tip_modes: modes } = await tx
    .selectFrom('restaurants')
    .select('tip_modes')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return modes.includes(mode);
}

export async function getNameAndCurrency(
  tx: Tx,
  restaurantId: RestaurantId,
): Promise<{ name: string; currency: Currency }> {
  const { name, currency } = await tx
    .selectFrom('restaurants')
    .select(['name', 'currency'])
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return { name, currency: currency as Currency };
}

/**
 * Locks the restaurant's menu and terms for a change, until the transaction ends, so that facts read under it stay true
 * and the currency applies to every amount. Take it before locking a row of the menu, the audit log or the counter; a
 * statement that changes the menu takes it by itself. Orders and stock do not wait.
 */
export async function lockMenu(tx: Tx, restaurantId: RestaurantId): Promise<Currency> {
  const { currency } = await tx
    .selectFrom('restaurants')
    .select('currency')
    .where('id', '=', restaurantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  return currency as Currency;
}

/**
 * Waits until no order of the restaurant is being written, or begins to wait for its payment, and keeps the next one away until the
 * transaction ends: it reads the menu's version then. Batches of orders heed the turn alone, and the others the row. The menu is locked.
 */
export async function lockOrders(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  await sql`select from restaurants where id = ${restaurantId} and ${afterBatch(restaurantId)} for update`.execute(tx);
}

/** The name, the site's place and the first language of the restaurant, for a message to a guest. */
export async function getSender(
  tx: Tx,
  restaurantId: RestaurantId,
): Promise<{
  name: string;
  nameTranslations: Translations;
  slug: string;
  ownDomain: string | null;
  country: string;
  language: Language;
}> {
  const { default_locale, ...sender } = await tx
    .selectFrom('restaurants')
    .select([
      'name',
      'name_translations as nameTranslations',
      'slug',
      'own_domain as ownDomain',
      'country',
      'default_locale',
    ])
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return { ...sender, language: languages.find((language) => language === default_locale) ?? 'en' };
}

/** The languages that guests read the site in. */
export async function getSiteLanguages(tx: Tx, restaurantId: RestaurantId): Promise<Language[]> {
  const { site_languages } = await tx
    .selectFrom('restaurants')
    .select('site_languages')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return site_languages;
}

/** The restaurant's part of its site's address on the platform, and its own domain if the site is there. */
export async function getSitePlace(
  tx: Tx,
  restaurantId: RestaurantId,
): Promise<{ slug: string; ownDomain: string | null }> {
  return tx
    .selectFrom('restaurants')
    .select(['slug', 'own_domain as ownDomain'])
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
}

/** Where guests find the site: 'https://order.millers.com', or 'https://order.example.com/millers'. Pages are below it. */
export function siteAddress(
  publicUrl: string,
  { slug, ownDomain }: { slug: string; ownDomain: string | null },
): string {
  return ownDomain === null ? `${publicUrl}/${slug}` : ownOrigin(publicUrl, ownDomain);
}

/** How guests can pay online from now on; null: not at all. */
export async function setOnlinePayment(
  tx: Tx,
  restaurantId: RestaurantId,
  onlinePayment: 'test' | 'live' | null,
): Promise<void> {
  await tx.updateTable('restaurants').set({ online_payment: onlinePayment }).where('id', '=', restaurantId).execute();
}

/** No restaurant is paid online from now on. */
export async function endOnlinePayments(tx: Tx): Promise<void> {
  await tx.updateTable('restaurants').set({ online_payment: null }).where('online_payment', 'is not', null).execute();
}

/** Alpha-2; ZZ when unknown. */
export async function getCountry(tx: Tx, restaurantId: RestaurantId): Promise<string> {
  const { country } = await tx
    .selectFrom('restaurants')
    .select('country')
    .where('id', '=', restaurantId)
    .executeTakeFirstOrThrow();
  return country;
}

/**
 * The restaurant whose site is or ever was at an address. Needs no tenant: the tables of restaurants and their
 * addresses are open to every transaction.
 */
export async function findRestaurantBySlug(
  db: Db | Tx,
  slug: string,
): Promise<{ id: RestaurantId; currency: Currency } | null> {
  const found = await db
    .selectFrom('restaurant_slugs')
    .innerJoin('restaurants', 'restaurants.id', 'restaurant_slugs.restaurant_id')
    .select(['restaurants.id', 'restaurants.currency'])
    .where('restaurant_slugs.slug', '=', slug)
    .executeTakeFirst();
  return found === undefined ? null : { id: found.id, currency: found.currency as Currency };
}
