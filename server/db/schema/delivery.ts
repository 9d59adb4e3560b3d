import type {
  CourierCompanyId,
  DeliveryId,
  DriverId,
  OrderId,
  OutletId,
  RestaurantId,
  ShiftId,
} from '#contract/base/ids.ts';
import { courierProblems, courierStates } from '#contract/delivery/courier-states.ts';
import { courierProof, deliveryProofs } from '#contract/delivery/proofs.ts';
import type { Currency, MinorUnits } from '#contract/base/money.ts';
import { bigint, boolean, bytea, double, integer, text, timestamptz, uuid, uuidArray, type Tables } from './columns.ts';

export const delivery = {
  drivers: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<DriverId>(),
    name: text(),
    phone: text(),
    /** Null: all outlets. */
    outlet_ids: uuidArray<OutletId>().nullable(),
    /** Null: the driver was removed. */
    token_hash: bytea().nullable(),
    code_hash: bytea(),
    code_tries: integer().defaulted(),
    created_at: timestamptz(),
    removed_at: timestamptz().nullable(),
  },
  deliveries: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<DeliveryId>(),
    order_id: uuid<OrderId>(),
    outlet_id: uuid<OutletId>(),
    /** Null: a courier company has the order, and `driver_name` is its name. */
    driver_id: uuid<DriverId>().nullable(),
    driver_name: text(),
    /** Four digits that the guest reads to the driver, who never gets them otherwise. */
    code: text(),
    code_tries: integer().defaulted(),
    taken_at: timestamptz(),
    left_at: timestamptz().nullable(),
    /** Null: the order is with the driver, as long as it is live. */
    ended_at: timestamptz().nullable(),
    outcome: text(['delivered', 'failed', 'given_back']).nullable(),
    reason: text().nullable(),
    proof: text([...deliveryProofs, courierProof]).nullable(),
    proof_name: text().nullable(),
    changes: integer().defaulted(),
    /** The shift in which the order was taken. */
    shift_id: uuid<ShiftId>().nullable(),
    /** Where the driver has put this stop by hand; null: by distance, after those that have a place. */
    route_place: integer().nullable(),
    /** The courier company that has, or had, the order. */
    company_id: uuid<CourierCompanyId>().nullable(),
    courier_state: text(courierStates).nullable(),
    /** In the currency of the order, as the company said; null where it did not. */
    courier_fee_minor: bigint<MinorUnits>().nullable(),
    /** To the door, as the company said when it was asked. */
    courier_minutes: integer().nullable(),
    courier_name: text().nullable(),
    courier_phone: text().nullable(),
    tracking_url: text().nullable(),
    courier_problem: text(courierProblems).nullable(),
    /** Whether the company was told that the order is ready. */
    is_ready_told: boolean().defaulted(),
  },
  courier_companies: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<CourierCompanyId>(),
    name: text(),
    api_url: text(),
    merchant_id: text(),
    client_id: text(),
    /** The secret of the client, sealed under `id`; empty: removed. */
    sealed: bytea(),
    /** Null: all outlets. */
    outlet_ids: uuidArray<OutletId>().nullable(),
    takes_money: boolean(),
    connected_at: timestamptz(),
    removed_at: timestamptz().nullable(),
  },
  driver_shifts: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<ShiftId>(),
    driver_id: uuid<DriverId>(),
    driver_name: text(),
    currency: text<Currency>(),
    float_minor: bigint<MinorUnits>(),
    opened_at: timestamptz(),
    /** Null: open, and the expected cash is computed. */
    closed_at: timestamptz().nullable(),
    expected_minor: bigint<MinorUnits>().nullable(),
    counted_minor: bigint<MinorUnits>().nullable(),
  },
  delivery_photos: {
    restaurant_id: uuid<RestaurantId>(),
    delivery_id: uuid<DeliveryId>(),
    content_type: text(['image/jpeg', 'image/png']),
    /** Null: in the bucket. */
    bytes: bytea().nullable(),
    file: text().nullable(),
    created_at: timestamptz(),
  },
  driver_positions: {
    restaurant_id: uuid<RestaurantId>(),
    driver_id: uuid<DriverId>(),
    latitude: double(),
    longitude: double(),
    measured_at: timestamptz(),
  },
} satisfies Tables;
