import { modes, payments } from '#contract/base/enumerations.ts';
import type { ItemId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { MinorUnits } from '#contract/base/money.ts';
import { bigint, bytea, date, integer, text, uuid, type Tables } from './columns.ts';

/** Days are local dates of the outlets, 'YYYY-MM-DD'. */
export const reports = {
  order_counts: {
    restaurant_id: uuid<RestaurantId>(),
    span: text(['day', 'month']),
    starts_on: date(),
    outlet_id: uuid<OutletId>(),
    mode: text(modes),
    payment_method: text(payments),
    status: text(['Completed', 'Cancelled']),
    platform: text(),
    orders: integer(),
  },
  report_progress: {
    restaurant_id: uuid<RestaurantId>(),
    summed_to: date(),
  },
  report_changes: {
    restaurant_id: uuid<RestaurantId>(),
    placed_on: date(),
    id: uuid().defaulted(),
    outlet_id: uuid<OutletId>(),
  },
  report_sums: {
    restaurant_id: uuid<RestaurantId>(),
    span: text(['day', 'month']),
    grouped_by: text(['day', 'hour', 'type', 'payment', 'platform', 'tax', 'rejected', 'cancelled']),
    starts_on: date(),
    outlet_id: uuid<OutletId>(),
    value: text(),
    orders: integer(),
    subtotal_minor: bigint<MinorUnits>(),
    tax_minor: bigint<MinorUnits>(),
    fees_minor: bigint<MinorUnits>(),
    total_minor: bigint<MinorUnits>(),
    tips_minor: bigint<MinorUnits>().defaulted(),
    discounts_minor: bigint<MinorUnits>().defaulted(),
  },
  report_items: {
    restaurant_id: uuid<RestaurantId>(),
    span: text(['day', 'month']),
    kind: text(['item', 'option']),
    starts_on: date(),
    outlet_id: uuid<OutletId>(),
    item_id: uuid<ItemId>(),
    name: text(),
    quantity: integer(),
    orders: integer(),
    total_minor: bigint<MinorUnits>(),
  },
  report_times: {
    restaurant_id: uuid<RestaurantId>(),
    kind: text(['acceptance', 'readiness']),
    starts_on: date(),
    outlet_id: uuid<OutletId>(),
    times: bytea(),
  },
  report_month_times: {
    restaurant_id: uuid<RestaurantId>(),
    kind: text(['acceptance', 'readiness']),
    /** The first day of the month. */
    starts_on: date(),
    outlet_id: uuid<OutletId>(),
    times: bytea(),
  },
  order_ids: {
    restaurant_id: uuid<RestaurantId>(),
    placed_on: date(),
    outlet_id: uuid<OutletId>(),
    orders: integer(),
    /** Each of 36 characters, with a space behind it. */
    ids: text(),
  },
} satisfies Tables;
