import type { Mode } from '#contract/base/enumerations.ts';
import { percentFromBasisPoints } from '#contract/base/money.ts';
import type { Outlet, OrderingMode, OutletInMode } from '#contract/outlets/outlets.ts';
import { pausedUntilAfter } from '#contract/outlets/mode-state.ts';
import type { SpecialDay } from '#contract/outlets/special-days.ts';
import { pictureAddress } from '#server/modules/restaurants/pictures/address.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';
import type { SpecialDayRow } from './change-special-day.ts';
import type { ModeRow, OutletRow } from './queries.ts';

/**
 * An outlet with the field names of the specification; `now` decides whether a pause is over. Guests get neither its
 * email nor its escalation settings.
 */
export function toOutlet(row: OutletRow, audience: Audience, now: Date): Outlet {
  const delivery = modeOf(row, 'delivery');
  const pickup = modeOf(row, 'pickup');
  const cover = pictureAddress(row.restaurant_id, row.image_hash, 1200);
  const accepts = { delivery: acceptsOrders(delivery, now), pickup: acceptsOrders(pickup, now) };
  return {
    ...outletDetails(row),
    image: pictureAddress(row.restaurant_id, row.image_hash, 640),
    coverImage: cover === null ? null : { mimetype: 'image/webp', url: cover },
    status: row.is_active,
    ...accepts,
    orderingMode: accepts,
    paymentMethod: {
      cashOnDelivery: delivery.takes_cash,
      cardOnDelivery: delivery.takes_card,
      cash: pickup.takes_cash,
      cardMachine: pickup.takes_card,
    },
    preparationTime: delivery.preparation_minutes,
    deliveryTime: delivery.delivery_minutes,
    openingHours: delivery.opening_hours as Outlet['openingHours'],
    modes: row.modes.map((mode) => toOrderingMode(mode, audience)),
    ...(audience === 'merchant' ? { email: row.email, alertCalls: row.escalates_by_call } : {}),
  };
}

/** The details of an outlet that depend neither on the reader nor on the time. */
export function outletDetails(row: OutletRow) {
  return {
    _id: row.id,
    name: row.name,
    nameTranslations: row.name_translations,
    timeZone: row.time_zone,
    phone: row.phone,
    orderingSchedule: { sameDate: row.takes_same_date, nextDate: row.takes_next_date },
    asksPhoneAtTables: row.asks_phone_at_tables,
    taxDetails: { taxRate: percentFromBasisPoints(row.tax_rate_bp), taxInclusive: row.tax_inclusive },
    address:
      row.address_location === null
        ? null
        : {
            location: row.address_location,
            locationTranslations: row.address_location_translations,
            area: row.address_area ?? '',
            areaTranslations: row.address_area_translations,
            latitude: row.latitude,
            longitude: row.longitude,
          },
    specialDays: row.specialDays.map(toSpecialDay),
  };
}

/**
 * The outlet in one of its modes: times, payment methods and hours are those of the mode, under the names of the
 * specification.
 */
export function toOutletInMode(row: OutletRow, mode: Mode, now: Date): OutletInMode {
  const outlet = toOutlet(row, 'merchant', now);
  const { preparationTime, deliveryTime, paymentMethod, openingHours } = toOrderingMode(modeOf(row, mode), 'merchant');
  return {
    ...outlet,
    mode,
    preparationTime,
    deliveryTime,
    paymentMethod: { ...outlet.paymentMethod, ...paymentMethod },
    openingHours,
  };
}

/** Throws without a row for the mode: an outlet has all modes from its creation. */
export function modeOf(row: OutletRow, mode: Mode): ModeRow {
  const found = row.modes.find((candidate) => candidate.mode === mode);
  if (found === undefined) throw new Error(`Outlet ${row.id} has no row for ${mode}`);
  return found;
}

function acceptsOrders({ accepts_orders, paused_until }: ModeRow, now: Date): boolean {
  return accepts_orders && pausedUntilAfter(paused_until, now) === null;
}

/** Guests are not told how much a kitchen can make. */
export function toOrderingMode(row: ModeRow, audience: Audience): OrderingMode {
  return {
    mode: row.mode,
    acceptsOrders: row.accepts_orders,
    pausedUntil: row.paused_until === null ? null : new Date(row.paused_until).toISOString(),
    preparationTime: row.preparation_minutes,
    deliveryTime: row.delivery_minutes,
    busy: row.busy_until === null ? null : { minutes: row.busy_minutes, until: new Date(row.busy_until).toISOString() },
    ...(audience === 'merchant' && { makeMinutesPerQuarter: row.make_minutes_per_quarter }),
    paymentMethod: { cashOnDelivery: row.takes_cash, cardOnDelivery: row.takes_card },
    takesOnline: row.takes_online,
    openingHours: row.opening_hours as Outlet['openingHours'],
  };
}

export function toSpecialDay(row: SpecialDayRow): SpecialDay {
  return {
    _id: row.id,
    outletId: row.outlet_id,
    mode: row.mode,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    open: row.is_open,
    periods: row.periods,
    reason: row.reason,
    reasonTranslations: row.reason_translations,
  };
}
