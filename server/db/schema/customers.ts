import { consentSources, noteKinds } from '#contract/base/enumerations.ts';
import type { AddressId, CustomerId, DeliveryAreaId, NoteId, RestaurantId, UserId } from '#contract/base/ids.ts';
import { bytea, double, integer, text, timestamptz, uuid, type Tables } from './columns.ts';

export const customers = {
  customers: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<CustomerId>(),
    /** E.164; null: a guest at a table who gave none. */
    phone: text().nullable(),
    name: text(),
    /** The name as it is searched: without case and accents. */
    name_key: text().generated(),
    email: text(),
    created_at: timestamptz(),
    updated_at: timestamptz(),
  },
  customer_addresses: {
    restaurant_id: uuid<RestaurantId>(),
    customer_id: uuid<CustomerId>(),
    id: uuid<AddressId>(),
    delivery_area_id: uuid<DeliveryAreaId>(),
    area_name: text(),
    location: text(),
    floor: text(),
    instruction: text(),
    nickname: text(),
    /** The pin; null: none was set. */
    latitude: double().nullable(),
    longitude: double().nullable(),
    postcode: text().defaulted(),
    used_at: timestamptz(),
  },
  /** Notes of the restaurant's people about a guest. */
  customer_notes: {
    restaurant_id: uuid<RestaurantId>(),
    id: uuid<NoteId>(),
    customer_id: uuid<CustomerId>(),
    kind: text(noteKinds),
    text: text(),
    author_id: uuid<UserId>(),
    author_name: text(),
    created_at: timestamptz(),
    /** Null: the note stands as it was written. */
    changed_by: text().nullable(),
    changed_at: timestamptz().nullable(),
    version: integer().defaulted(),
  },
  /** Guests who have agreed to hear of offers. */
  customer_consents: {
    restaurant_id: uuid<RestaurantId>(),
    customer_id: uuid<CustomerId>(),
    given_at: timestamptz(),
    source: text(consentSources),
    /** Null: it still holds. */
    withdrawn_at: timestamptz().nullable(),
  },
  phone_codes: {
    restaurant_id: uuid<RestaurantId>(),
    phone: text(),
    code_hash: bytea(),
    wrong_tries: integer().defaulted(),
    used_at: timestamptz().nullable(),
    created_at: timestamptz(),
    expires_at: timestamptz(),
  },
  /** The browser in which a guest is told of their orders by push. */
  guest_push_devices: {
    restaurant_id: uuid<RestaurantId>(),
    customer_id: uuid<CustomerId>(),
    session_hash: bytea(),
    endpoint_hash: bytea(),
    /** The subscription as JSON. */
    sealed: bytea(),
    created_at: timestamptz(),
  },
} satisfies Tables;
