import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { bigint, integer, jsonb, text, timestamptz, uuid, type Tables } from './columns.ts';

export const events = {
  restaurant_counters: {
    restaurant_id: uuid<RestaurantId>(),
    event_seq: bigint().defaulted(),
    table_number: integer().defaulted(),
  },
  events: {
    restaurant_id: uuid<RestaurantId>(),
    seq: bigint(),
    type: text(),
    order_id: uuid<OrderId>().nullable(),
    customer_id: uuid<CustomerId>().nullable(),
    data: jsonb<Record<string, unknown>>().defaulted(),
    happened_at: timestamptz(),
  },
  rate_counters: {
    key: text(),
    count: integer(),
    expires_at: timestamptz(),
  },
} satisfies Tables;
