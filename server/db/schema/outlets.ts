import { modes } from '#contract/base/enumerations.ts';
import type { DeliveryAreaId, OutletId, RestaurantId, SpecialDayId } from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import type { Translations } from '#contract/base/fields.ts';
import type { OpeningHours } from '#contract/outlets/opening-hours.ts';
import type { Period } from '#contract/outlets/opening-hours.ts';
import type { ZoneShape } from '#contract/outlets/zone-shape.ts';
import {
  bigint,
  boolean,
  bytea,
  date,
  double,
  integer,
  jsonb,
  text,
  timestamptz,
  uuid,
  type Tables,
} from './columns.ts';

/** A fee up to a distance from the kitchen, in metres. */
export interface FeeTier {
  upTo: number;
  fee: MinorUnits;
}

export const outlets = {
  outlets: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<OutletId>(),
    name: text(),
    name_translations: jsonb<Translations>().defaulted(),
    name_key: text(),
    image_hash: text().nullable(),
    time_zone: text(),
    email: text(),
    phone: text(),
    address_location: text().nullable(),
    address_area: text().nullable(),
    address_location_translations: jsonb<Translations>().defaulted(),
    address_area_translations: jsonb<Translations>().defaulted(),
    latitude: double().nullable(),
    longitude: double().nullable(),
    is_active: boolean().defaulted(),
    tax_rate_bp: integer().defaulted(),
    tax_inclusive: boolean().defaulted(),
    takes_same_date: boolean().defaulted(),
    takes_next_date: boolean().defaulted(),
    /** Minutes since the kitchen heard of an order. */
    escalation_devices_minutes: integer().defaulted(),
    escalation_mail_minutes: integer().nullable().defaulted(),
    /** null: the outlet's email. */
    escalation_mail_to: text().nullable(),
    escalates_by_call: boolean().defaulted(),
    escalation_call_minutes: integer().defaulted(),
    /** null: as the server is configured; 0: never. */
    auto_reject_minutes: integer().nullable(),
    refuses_unattended: boolean().defaulted(),
    /** The minutes in which guests answer whether their order may be changed. */
    change_answer_minutes: integer().defaulted(),
    /** Whether guests at its tables sign in with their number before they order. */
    asks_phone_at_tables: boolean().defaulted(),
    last_order_number: integer().defaulted(),
    /** A letter or two before the numbers of its orders; '' in a restaurant of one outlet. */
    order_prefix: text().defaulted(),
    position: integer().defaulted(),
    created_at: timestamptz(),
    updated_at: timestamptz(),
    deleted_at: timestamptz().nullable(),
  },
  /** Numbers and addresses that alerts may go to. */
  alert_contacts: {
    restaurant_id: uuid<RestaurantId>(),
    /** E.164, or an email in lower case. */
    contact: text(),
    proven_at: timestamptz().nullable(),
    code_hash: bytea().nullable(),
    code_sent_at: timestamptz().nullable(),
    wrong_tries: integer().defaulted(),
    created_at: timestamptz(),
  },
  outlet_modes: {
    restaurant_id: uuid<RestaurantId>(),
    outlet_id: uuid<OutletId>(),
    mode: text(modes),
    accepts_orders: boolean().defaulted(),
    paused_until: timestamptz().nullable(),
    preparation_minutes: integer().defaulted(),
    delivery_minutes: integer().defaulted(),
    /** Minutes that are promised on top of these until `busy_until`. */
    busy_minutes: integer().defaulted(),
    busy_until: timestamptz().nullable(),
    /** Make-minutes that the kitchen sells a quarter of an hour; null: no limit. */
    make_minutes_per_quarter: integer().nullable(),
    takes_cash: boolean().defaulted(),
    takes_card: boolean().defaulted(),
    /** Where the restaurant has connected a gateway. */
    takes_online: boolean().defaulted(),
    opening_hours: jsonb<OpeningHours>(),
  },
  special_days: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<SpecialDayId>(),
    outlet_id: uuid<OutletId>(),
    mode: text(modes).nullable(),
    /** Local dates, 'YYYY-MM-DD'. */
    starts_on: date(),
    ends_on: date(),
    is_open: boolean(),
    periods: jsonb<Period[]>().defaulted(),
    reason: text(),
    reason_translations: jsonb<Translations>().defaulted(),
    created_at: timestamptz(),
    deleted_at: timestamptz().nullable(),
  },
  delivery_areas: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<DeliveryAreaId>(),
    outlet_id: uuid<OutletId>(),
    name: text(),
    name_translations: jsonb<Translations>().defaulted(),
    minimum_minor: bigint<MinorUnits>(),
    fee_minor: bigint<MinorUnits>().defaulted(),
    /** null: guests choose the area by its name. */
    shape: jsonb<ZoneShape>().nullable(),
    /** `upTo` in metres from the kitchen, `fee` in minor units. */
    fee_tiers: jsonb<FeeTier[]>().defaulted(),
    /** The subtotal from which the delivery is free; null: never. */
    free_from_minor: bigint<MinorUnits>().nullable(),
    /** Preparation and delivery together; null: those of the outlet. */
    delivery_minutes: integer().nullable(),
    position: integer().defaulted(),
    created_at: timestamptz(),
    deleted_at: timestamptz().nullable(),
  },
} satisfies Tables;
