/** Orders with which a restaurant tries things out. */
import * as z from 'zod';
import { endpoint, merchant } from '../base/endpoint.ts';
import { idOf } from '../base/fields.ts';
import type { OutletId } from '../base/ids.ts';
import { Order, QuoteProblem } from './orders.ts';

/**
 * A real order of the first available item, which takes no stock, reaches no guest and is in no report. It passes every
 * check of an order except the opening hours; `problems` says when those would have refused a guest.
 */
export const placeTestOrder = endpoint({
  summary: 'Place a test order.',
  callers: merchant,
  body: z.object({ outletId: idOf<OutletId>().optional() }),
  answer: z.object({ order: Order, problems: z.array(QuoteProblem) }),
  errors: [
    'order.test_no_outlet',
    'order.test_no_mode',
    'order.test_no_item',
    'order.outlet_not_found',
    'order.outlet_inactive',
    'order.below_minimum',
  ],
});
