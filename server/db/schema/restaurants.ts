import {
  chargeOptions,
  domainProblems,
  domainStates,
  languages,
  modes,
  restaurantStatuses,
} from '#contract/base/enumerations.ts';
import type { Translations } from '#contract/base/fields.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { TouchedGuestSwitches } from '#contract/ordering/guest-events.ts';
import {
  bigint,
  boolean,
  bytea,
  integer,
  integerArray,
  jsonb,
  text,
  textArray,
  timestamptz,
  uuid,
  type Tables,
} from './columns.ts';

export const restaurants = {
  restaurants: {
    id: uuid<RestaurantId>(),
    name: text(),
    name_translations: jsonb<Translations>().defaulted(),
    slug: text(),
    own_domain: text().nullable(),
    /** How guests can pay online: null, not at all. */
    online_payment: text(['test', 'live']).nullable(),
    country: text(),
    currency: text(),
    charge_options: text(chargeOptions).defaulted(),
    /** Modes in which guests can add a tip, and the percentages that are suggested to them. */
    tip_modes: textArray(modes).defaulted(),
    tip_percents: integerArray().defaulted(),
    outlet_band: text(),
    informer: text(),
    site_token: text(),
    default_locale: text().defaulted(),
    site_languages: textArray(languages).defaulted(),
    accent: text().defaulted(),
    logo_hash: text().nullable(),
    cover_hash: text().nullable(),
    branded_at: timestamptz().nullable(),
    code_countries: textArray().nullable(),
    codes_per_day: integer().defaulted(),
    /** The ceiling that the platform sets. */
    codes_per_day_max: integer().defaulted(),
    alert_mails_per_day: integer().defaulted(),
    alert_calls_per_day: integer().defaulted(),
    invitations_per_hour: integer().defaulted(),
    cancelled_texts_per_day: integer().defaulted(),
    cancelled_mails_per_day: integer().defaulted(),
    order_texts_per_day: integer().defaulted(),
    order_mails_per_day: integer().defaulted(),
    /** Switches that somebody has touched; the others stand as the product has them. */
    guest_switches: jsonb<TouchedGuestSwitches>().defaulted(),
    menu_version: bigint().defaulted(),
    trial_started_at: timestamptz(),
    trial_ends_at: timestamptz().nullable(),
    status: text(restaurantStatuses).defaulted(),
    status_reason: text().defaulted(),
    status_at: timestamptz().nullable(),
    /** Null: no owner has confirmed their email yet. */
    owner_verified_at: timestamptz().nullable(),
    closed_at: timestamptz().nullable(),
    /** Until then it can be opened again. */
    erase_at: timestamptz().nullable(),
    erasing_since: timestamptz().nullable(),
    created_at: timestamptz(),
    updated_at: timestamptz(),
  },
  restaurant_slugs: {
    restaurant_id: uuid<RestaurantId>(),
    slug: text(),
    taken_at: timestamptz(),
  },
  own_domains: {
    restaurant_id: uuid<RestaurantId>(),
    domain: text(),
    proof: text(),
    state: text(domainStates).defaulted(),
    /** Null: none. */
    problem: text(domainProblems).nullable(),
    failures: integer().defaulted(),
    claimed_at: timestamptz(),
    checked_at: timestamptz().nullable(),
    next_check_at: timestamptz(),
  },
  hand_overs: {
    restaurant_id: uuid<RestaurantId>(),
    token_hash: bytea(),
    domain: text(),
    /** With the text of whoever collects it, once somebody has. */
    browser_hash: bytea(),
    /** Empty once it has arrived. */
    sealed: bytea(),
    expires_at: timestamptz(),
  },
  /** Addresses of erased restaurants. */
  retired_slugs: {
    slug_hash: bytea(),
    free_at: timestamptz(),
  },
  /** Files of the bucket that no row names, until they are removed there. */
  unused_files: {
    prefix: text(),
    since: timestamptz().defaulted(),
    why: text(['upload', 'failed', 'replaced', 'erased']),
    is_leaving: boolean().defaulted(),
  },
  tax_details: {
    restaurant_id: uuid<RestaurantId>(),
    valid_from: timestamptz(),
    legal_name: text(),
    tax_number: text(),
    address: text(),
  },
  pictures: {
    restaurant_id: uuid<RestaurantId>(),
    hash: text(),
    content_type: text(['image/jpeg', 'image/png']),
    width: integer(),
    height: integer(),
    /** Null: in the bucket. */
    bytes: bytea().nullable(),
    file: text().nullable(),
    stored_bytes: integer(),
    created_at: timestamptz(),
  },
  picture_sizes: {
    restaurant_id: uuid<RestaurantId>(),
    hash: text(),
    width: integer(),
    content_type: text(),
    bytes: bytea(),
  },
} satisfies Tables;
