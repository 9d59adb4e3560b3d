import type { Outlet, OrderingMode } from '#contract/outlets.ts';
import { percentFromBasisPoints } from '#contract/money.ts';
import { pictureAddress } from '#server/modules/media/address.ts';
import type { Audience } from '#server/modules/restaurants/audience.ts';
import type { ModeRow, OutletRow } from './queries.ts';

/** An outlet in the words of the documents. Guests get neither its email nor whether it is called about waiting orders. */
export function toOutlet(row: OutletRow, audience: Audience): Outlet {
  const delivery = modeOf(row, 'delivery');
  const pickup = modeOf(row, 'pickup');
  const accepts = { delivery: delivery.accepts_orders, pickup: pickup.accepts_orders };
  return {
    _id: row.id,
    name: row.name,
    image: pictureAddress(row.restaurant_id, row.image_hash, 640),
    coverImage: pictureAddress(row.restaurant_id, row.image_hash, 1200),
    timeZone: row.time_zone,
    phone: row.phone,
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
    orderingSchedule: { sameDate: row.takes_same_date, nextDate: row.takes_next_date },
    taxDetails: { taxRate: percentFromBasisPoints(row.tax_rate_bp), taxInclusive: row.tax_inclusive },
    address:
      row.address_location === null
        ? null
        : {
            location: row.address_location,
            area: row.address_area ?? '',
            latitude: row.latitude,
            longitude: row.longitude,
          },
    modes: row.modes.map(toOrderingMode),
    ...(audience === 'merchant' ? { email: row.email, alertCalls: row.alert_calls } : {}),
  };
}

/** An outlet has a row for delivery and for pickup from its first day. */
export function modeOf(row: OutletRow, mode: 'delivery' | 'pickup'): ModeRow {
  const found = row.modes.find((candidate) => candidate.mode === mode);
  if (found === undefined) throw new Error(`Outlet ${row.id} has no row for ${mode}`);
  return found;
}

export function toOrderingMode(row: ModeRow): OrderingMode {
  return {
    mode: row.mode,
    acceptsOrders: row.accepts_orders,
    preparationTime: row.preparation_minutes,
    deliveryTime: row.delivery_minutes,
    paymentMethod: { cashOnDelivery: row.takes_cash, cardOnDelivery: row.takes_card },
    openingHours: row.opening_hours as Outlet['openingHours'],
  };
}
