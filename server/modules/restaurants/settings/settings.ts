import { fieldProblem } from '#contract/base/field-problems.ts';
import type { RestaurantSettings } from '#contract/restaurants/branding.ts';
import type { Language, Mode } from '#contract/base/enumerations.ts';
import type { Translations } from '#contract/base/fields.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import { type Currency, currencyDigits } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { rescaleAmounts } from '#server/modules/outlets/delivery-areas/rescale-amounts.ts';
import { rescalePrices } from '#server/modules/menu/items/rescale-prices.ts';
import { rescaleOffers } from '#server/modules/ordering/offers/rescale-offers.ts';
import { hasOrders } from '#server/modules/ordering/queries.ts';
import { hasHeldOrders } from '#server/modules/payments/held-orders.ts';
import { getCountry, lockMenu, lockOrders } from '#server/modules/restaurants/queries.ts';
import { addTaxDetails, findTaxDetails, taxNumberOf } from '#server/modules/restaurants/tax-details.ts';
import { changeSlug, listFormerSlugs } from '#server/modules/restaurants/change-slug.ts';

/** Fields that are not given stay as they are. */
interface SettingsChanges {
  name?: string | undefined;
  nameTranslations?: Translations | undefined;
  currency?: Currency | undefined;
  chargeOptions?: 'once' | 'each' | undefined;
  tipModes?: Mode[] | undefined;
  tipPercents?: number[] | undefined;
  locale?: Language | undefined;
  languages?: Language[] | undefined;
  legalName?: string | undefined;
  taxNumber?: string | undefined;
  taxAddress?: string | undefined;
}

/** The restaurant's terms and place. */
export async function getSettings(tx: Tx, restaurantId: RestaurantId, at: Date): Promise<RestaurantSettings> {
  const [restaurant, formerSlugs, currencyIsFixed, tax] = await Promise.all([
    tx
      .selectFrom('restaurants')
      .select(['name', 'name_translations', 'slug', 'currency', 'charge_options', 'default_locale', 'site_languages'])
      .select(['tip_modes', 'tip_percents'])
      .where('id', '=', restaurantId)
      .executeTakeFirstOrThrow(),
    listFormerSlugs(tx, restaurantId),
    isCurrencyFixed(tx, restaurantId),
    findTaxDetails(tx, restaurantId, at),
  ]);
  const { name, slug, currency, charge_options: chargeOptions, default_locale: locale } = restaurant;
  return {
    name,
    nameTranslations: restaurant.name_translations,
    slug,
    formerSlugs,
    currency,
    currencyIsFixed,
    chargeOptions,
    tipModes: restaurant.tip_modes,
    tipPercents: restaurant.tip_percents,
    locale,
    languages: restaurant.site_languages,
    legalName: tax?.legal_name ?? '',
    taxNumber: tax?.tax_number ?? '',
    taxAddress: tax?.address ?? '',
  };
}

/**
 * Changes the given settings; guests' prices follow at once.
 * @throws restaurant.currency_fixed; request.invalid when a price has more decimals than the new currency, or for a tax
 * number that the country does not issue.
 */
export async function changeSettings(
  tx: Tx,
  by: AuditContext,
  changes: SettingsChanges,
  at: Date,
): Promise<RestaurantSettings> {
  const { restaurantId } = by;
  const { name, nameTranslations, currency, chargeOptions, tipModes, tipPercents, locale, languages } = changes;
  const before = await lockSettings(tx, restaurantId, at);
  if (currency !== undefined && currency !== before.currency) {
    await prepareCurrency(tx, restaurantId, before, currency);
  }
  await tx
    .updateTable('restaurants')
    .set({
      ...(name !== undefined && { name }),
      ...(nameTranslations !== undefined && { name_translations: nameTranslations }),
      ...(currency !== undefined && { currency }),
      ...(chargeOptions !== undefined && { charge_options: chargeOptions }),
      ...(tipModes !== undefined && { tip_modes: tipModes }),
      ...(tipPercents !== undefined && { tip_percents: tipPercents }),
      ...(locale !== undefined && { default_locale: locale }),
      ...(languages !== undefined && { site_languages: languages }),
      updated_at: at,
    })
    .where('id', '=', restaurantId)
    .execute();
  await changeTaxDetails(tx, restaurantId, before, changes, at);
  return returnSettings(tx, by, 'restaurant.settings_changed', before, at);
}

/**
 * Moves the site to another address.
 * @throws as `changeSlug`.
 */
export async function moveSite(tx: Tx, by: AuditContext, slug: string, at: Date): Promise<RestaurantSettings> {
  const before = await lockSettings(tx, by.restaurantId, at);
  await changeSlug(tx, by.restaurantId, slug, at);
  return returnSettings(tx, by, 'restaurant.address_changed', before, at);
}

/** The settings, locked until the transaction ends. */
async function lockSettings(tx: Tx, restaurantId: RestaurantId, at: Date): Promise<RestaurantSettings> {
  await lockMenu(tx, restaurantId);
  return getSettings(tx, restaurantId, at);
}

async function changeTaxDetails(
  tx: Tx,
  restaurantId: RestaurantId,
  before: RestaurantSettings,
  { legalName = before.legalName, taxNumber = before.taxNumber, taxAddress = before.taxAddress }: SettingsChanges,
  at: Date,
): Promise<void> {
  const number = taxNumberOf(taxNumber, await getCountry(tx, restaurantId));
  if (number === null) {
    throw new Refusal('request.invalid', undefined, {
      taxNumber: fieldProblem('restaurant.tax_number_malformed'),
    });
  }
  // An invoice names its issuer.
  if (number !== '' && legalName === '') {
    throw new Refusal('request.invalid', undefined, { legalName: fieldProblem('required') });
  }
  if (legalName === before.legalName && number === before.taxNumber && taxAddress === before.taxAddress) return;
  await addTaxDetails(tx, restaurantId, { legal_name: legalName, tax_number: number, address: taxAddress }, at);
}

/** The currency may change only before the first order, because sums of two currencies mean nothing. */
async function isCurrencyFixed(tx: Tx, restaurantId: RestaurantId): Promise<boolean> {
  return (await hasOrders(tx, restaurantId)) || hasHeldOrders(tx, restaurantId);
}

/**
 * Asks for orders once none can come any more before the currency has changed: one that is being written, or begins to wait for its payment,
 * in this moment keeps the currency that its guest saw.
 */
async function prepareCurrency(
  tx: Tx,
  restaurantId: RestaurantId,
  { currency }: RestaurantSettings,
  after: Currency,
): Promise<void> {
  await lockOrders(tx, restaurantId);
  if (await isCurrencyFixed(tx, restaurantId)) throw new Refusal('restaurant.currency_fixed', { currency });
  const digits = currencyDigits(after);
  const moreDecimals = digits - currencyDigits(currency as Currency);
  if (moreDecimals === 0) return;
  const fits =
    (await rescalePrices(tx, restaurantId, moreDecimals)) &&
    (await rescaleAmounts(tx, restaurantId, moreDecimals)) &&
    (await rescaleOffers(tx, restaurantId, moreDecimals));
  if (fits) return;
  throw new Refusal('request.invalid', undefined, {
    currency:
      digits === 0
        ? fieldProblem('restaurant.prices_have_decimals', { currency: after })
        : fieldProblem('restaurant.prices_too_fine', { currency: after, most: digits }),
  });
}

async function returnSettings(
  tx: Tx,
  by: AuditContext,
  action: 'restaurant.settings_changed' | 'restaurant.address_changed',
  before: RestaurantSettings,
  at: Date,
): Promise<RestaurantSettings> {
  const after = await getSettings(tx, by.restaurantId, at);
  const details = settingsChanges(before, after);
  if (Object.keys(details).length > 0) {
    await appendAuditEntry(tx, by.restaurantId, { ...by, at }, { action, subject: after.name, details });
  }
  await appendEvent(tx, by.restaurantId, { type: 'catalogue.changed' }, at);
  return after;
}

/** The settings that differ, before and after. */
function settingsChanges(before: RestaurantSettings, after: RestaurantSettings) {
  const recorded = [
    'name',
    'nameTranslations',
    'slug',
    'currency',
    'chargeOptions',
    'tipModes',
    'tipPercents',
    'locale',
    'languages',
    'legalName',
    'taxNumber',
    'taxAddress',
  ] as const;
  return Object.fromEntries(
    recorded
      .map((key) => [key, { before: recordedText(before[key]), after: recordedText(after[key]) }] as const)
      .filter(([, value]) => value.before !== value.after),
  );
}

/** A value of the settings in the audit log; of translations the texts. */
function recordedText(value: string | readonly (string | number)[] | Translations): string {
  return String(typeof value === 'object' && !Array.isArray(value) ? Object.values(value) : value);
}
