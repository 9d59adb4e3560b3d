import type { DeliveryId } from '#contract/base/ids.ts';
import { formatMoney, type Currency } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { StoredOrder } from '#server/modules/ordering/queries.ts';
import { orderName } from '#server/modules/ordering/order-name.ts';
import { getCountry } from '#server/modules/restaurants/queries.ts';
import type { CourierRequest, CourierTrip } from './courier.ts';

/** From the outlet to the door of the order; null where the outlet or the order has no address. */
export async function findTrip(tx: Tx, order: StoredOrder): Promise<CourierTrip | null> {
  const { restaurant_id: restaurantId, address } = order;
  const [outlet, country] = await Promise.all([
    tx
      .selectFrom('outlets')
      .select(['address_location', 'address_area', 'latitude', 'longitude'])
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', order.outlet_id)
      .executeTakeFirst(),
    getCountry(tx, restaurantId),
  ]);
  if (!outlet?.address_location || address === null) return null;
  const { latitude, longitude } = outlet;
  return {
    from: {
      street: outlet.address_location,
      complement: '',
      area: outlet.address_area ?? '',
      postcode: '',
      country,
      pin: latitude === null || longitude === null ? null : { latitude, longitude },
    },
    to: {
      street: address.location,
      complement: [address.floor, address.instruction].filter((part) => part !== '').join(', '),
      area: order.delivery_area_name ?? '',
      postcode: address.postcode ?? '',
      country,
      pin: address.position ?? null,
    },
  };
}

/** The specification has no field for money that is taken at the door: the note says it. */
export function requestOf(order: StoredOrder, deliveryId: DeliveryId, trip: CourierTrip): CourierRequest {
  const name = orderName(order);
  const total = formatMoney(order.total_minor, order.currency as Currency, 'en');
  const due = order.payment_method === 'online' ? '' : ` · ${total} (${order.payment_method})`;
  return {
    ...trip,
    deliveryId,
    guest: { name: order.customer_name, phone: order.customer_phone },
    note: `#${name}${due}`,
  };
}
