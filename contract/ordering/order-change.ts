/** A change of an order that its guest is asked about, as both apps read it (decision 89). */
import * as z from 'zod';
import { instant, price } from '../base/fields.ts';
import { AppliedOffer } from './offers/offers.ts';
import { orderChangeStates } from './changed-lines.ts';
import { OrderLine } from './order-lines.ts';

/** Everything of an order that a change can change. */
export const ChangedFacts = z.object({
  cart: z.array(OrderLine),
  subtotal: price,
  discount: price,
  offers: z.array(AppliedOffer),
  taxAmount: price,
  tip: price.nullable(),
  totalPrice: price,
  /** When the kitchen has it ready; null before it has accepted. */
  promisedAt: instant.nullable(),
});
export type ChangedFacts = z.infer<typeof ChangedFacts>;

/**
 * `number` counts from 1 within the order. `state` is as stored: one that nobody has answered by `answerBy` has expired, whatever it
 * says (`changeStateAt`). `by` and `endedBy` are null for guests; `endedBy` is also null where the guest or the clock ended it.
 */
export const OrderChange = z.object({
  number: z.int(),
  state: z.enum(orderChangeStates),
  note: z.string(),
  by: z.string().nullable(),
  proposedAt: instant,
  answerBy: instant,
  endedBy: z.string().nullable(),
  endedAt: instant.nullable(),
  before: ChangedFacts,
  after: ChangedFacts,
});
export type OrderChange = z.infer<typeof OrderChange>;
