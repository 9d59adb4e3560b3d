import { modes, payments } from '#contract/base/enumerations.ts';
import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import { date, integer, text, uuid, type Tables } from './columns.ts';

export const reports = {
  order_counts: {
    restaurant_id: uuid<RestaurantId>(),
    span: text(['day', 'month']),
    /** A local date, 'YYYY-MM-DD'. */
    starts_on: date(),
    outlet_id: uuid<OutletId>(),
    mode: text(modes),
    payment_method: text(payments),
    status: text(['Completed', 'Cancelled']),
    platform: text(),
    orders: integer(),
  },
} satisfies Tables;
