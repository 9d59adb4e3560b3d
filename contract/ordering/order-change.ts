/** A change of an order that its guest is asked about, as both apps read it (decision 89). */
import * as z from 'zod';
import { instant, price } from '../base/fields.ts';
import { AppliedOffer } from './offers/offers.ts';
import { OrderLine } from './order-lines.ts';

export const orderChangeStates = ['proposed', 'accepted', 'declined', 'expired', 'withdrawn'] as const;
export type OrderChangeState = (typeof orderChangeStates)[number];

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

/** A proposal ends by the clock, like a pause. */
export function changeStateAt(
  { state, answerBy }: { state: OrderChangeState; answerBy: string | Date },
  now: Date,
): OrderChangeState {
  return state === 'proposed' && now >= new Date(answerBy) ? 'expired' : state;
}

/** The change that waits for the guest's answer; null where none does. */
export function openChange<Change extends { state: OrderChangeState; answerBy: string | Date }>(
  changes: readonly Change[],
  now: Date,
): Change | null {
  return changes.find((change) => changeStateAt(change, now) === 'proposed') ?? null;
}

/** Lines side by side: `before` is null for a dish that was added, `after` for one that was taken off. */
export interface LineChange {
  before: OrderLine | null;
  after: OrderLine | null;
}

/** The lines that a change touches, by their number. */
export function lineChanges({ before, after }: Pick<OrderChange, 'before' | 'after'>): LineChange[] {
  const numbers = [...new Set([...before.cart, ...after.cart].map(({ lineNumber }) => lineNumber))];
  return numbers
    .map((number) => ({
      before: before.cart.find(({ lineNumber }) => lineNumber === number) ?? null,
      after: after.cart.find(({ lineNumber }) => lineNumber === number) ?? null,
    }))
    .filter((line) => !isSameLine(line));
}

function isSameLine({ before, after }: LineChange): boolean {
  if (before === null || after === null) return false;
  const dish = ({ itemId, quantity, modifierList, totalPrice }: OrderLine) =>
    [itemId, quantity, totalPrice, ...modifierList].join(' ');
  return dish(before) === dish(after);
}
