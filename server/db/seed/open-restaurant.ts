import { modes } from '#contract/base/enumerations.ts';
import type { DeliveryAreaId, OutletId, RestaurantId, UserId } from '#contract/base/ids.ts';
import { type Currency, fromMajor } from '#contract/base/money.ts';
import type { OpeningHours } from '#contract/outlets/opening-hours.ts';
import { type Weekday, weekdays } from '#contract/base/time.ts';
import type { Config } from '#server/config.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Picture } from '#server/modules/restaurants/pictures/encode-picture.ts';
import { storePictures } from '#server/modules/restaurants/pictures/store-picture.ts';
import { createRestaurant, type NewRestaurant } from '#server/modules/restaurants/create-restaurant.ts';
import { insertMembership } from '#server/modules/staff/memberships/memberships.ts';
import type { Translations } from '#contract/base/fields.ts';
import { noteProven } from '#server/modules/outlets/alert-contacts.ts';

export interface DemoRestaurant extends NewRestaurant {
  slug: string;
  nameArabic?: string;
  chargeOptions: 'once' | 'each';
  accent: string;
  logo: Picture;
  cover: Picture;
}

export interface DemoMode {
  accepts: boolean;
  preparationMinutes: number;
  deliveryMinutes: number;
  takesCash: boolean;
  takesCard: boolean;
  hours: OpeningHours;
}

export interface DemoOutlet {
  name: string;
  nameArabic?: string;
  image?: Picture;
  timeZone: string;
  email: string;
  phone: string;
  /** Hundredths of a percent. */
  taxRateBasisPoints: number;
  taxInclusive: boolean;
  takesNextDate: boolean;
  location: string;
  locationArabic?: string;
  area: string;
  areaArabic?: string;
  latitude: number;
  longitude: number;
  delivery: DemoMode;
  pickup: DemoMode;
  /** Amounts in major units. */
  areas: readonly { name: string; nameArabic?: string; minimum: number; fee: number }[];
}

/** Creates a restaurant as a sign-up does, with its slug, branding and owner. */
export async function openRestaurant(
  tx: Tx,
  ownerId: UserId,
  demo: DemoRestaurant,
  config: Pick<Config, 'mode' | 'trialDays' | 'defaultCurrency' | 'defaultLocale'>,
  at: Date,
): Promise<{ id: RestaurantId; currency: Currency }> {
  const { id, currency } = await createRestaurant(tx, demo, config, at);
  await storePictures(tx, id, [demo.logo, demo.cover], at);
  await tx
    .updateTable('restaurants')
    .set({
      name_translations: inArabic(demo.nameArabic),
      charge_options: demo.chargeOptions,
      accent: demo.accent,
      logo_hash: demo.logo.hash,
      cover_hash: demo.cover.hash,
      branded_at: at,
    })
    .where('id', '=', id)
    .execute();
  await insertMembership(tx, id, { userId: ownerId, role: 'owner' }, at);
  return { id, currency: currency as Currency };
}

export async function addOutlet(
  tx: Tx,
  { id: restaurantId, currency }: { id: RestaurantId; currency: Currency },
  outlet: DemoOutlet,
  position: number,
  at: Date,
): Promise<void> {
  const outletId = newId<OutletId>();
  if (outlet.image !== undefined) await storePictures(tx, restaurantId, [outlet.image], at);
  await tx
    .insertInto('outlets')
    .values({
      restaurant_id: restaurantId,
      id: outletId,
      name: outlet.name,
      name_key: outlet.name.toLowerCase(),
      name_translations: inArabic(outlet.nameArabic),
      image_hash: outlet.image?.hash ?? null,
      time_zone: outlet.timeZone,
      email: outlet.email,
      phone: outlet.phone,
      tax_rate_bp: outlet.taxRateBasisPoints,
      tax_inclusive: outlet.taxInclusive,
      takes_next_date: outlet.takesNextDate,
      address_location: outlet.location,
      address_location_translations: inArabic(outlet.locationArabic),
      address_area: outlet.area,
      address_area_translations: inArabic(outlet.areaArabic),
      latitude: outlet.latitude,
      longitude: outlet.longitude,
      position,
      last_order_number: 0,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    .execute();
  for (const contact of [outlet.email, outlet.phone]) await noteProven(tx, restaurantId, contact, at);
  await tx
    .insertInto('outlet_modes')
    .values(
      modes.map((mode) => {
        const terms = mode === 'dine-in' ? { ...outlet.pickup, accepts: false } : outlet[mode];
        return {
          restaurant_id: restaurantId,
          outlet_id: outletId,
          mode,
          accepts_orders: terms.accepts,
          preparation_minutes: terms.preparationMinutes,
          delivery_minutes: terms.deliveryMinutes,
          takes_cash: terms.takesCash,
          takes_card: terms.takesCard,
          opening_hours: JSON.stringify(terms.hours),
        };
      }),
    )
    .execute();
  await tx
    .insertInto('delivery_areas')
    .values(
      outlet.areas.map((area, index) => ({
        restaurant_id: restaurantId,
        id: newId<DeliveryAreaId>(),
        outlet_id: outletId,
        name: area.name,
        name_translations: inArabic(area.nameArabic),
        minimum_minor: fromMajor(area.minimum, currency),
        fee_minor: fromMajor(area.fee, currency),
        position: index,
        created_at: at,
        deleted_at: null,
      })),
    )
    .execute();
}

function inArabic(text: string | undefined): Translations {
  return text === undefined ? {} : { ar: text };
}

type Hours = readonly [start: string, end: string][];

/** Opening hours that are the same every day, except for the given days; an empty list is a closed day. */
export function everyDay(hours: Hours, except: Partial<Record<Weekday, Hours>> = {}): OpeningHours {
  return weekdays.map((day) => {
    const periods = (except[day] ?? hours).map(([start, end]) => ({ start, end }));
    return { day, open: periods.length > 0, periods };
  });
}

/** 00:00 to 00:00 is the whole day. */
export const roundTheClock = everyDay([['00:00', '00:00']]);
