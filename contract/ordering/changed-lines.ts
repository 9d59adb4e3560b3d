/** The state of a change that a guest is asked about, and the lines that it touches (decision 89); both apps read it. */
import type { OrderChange } from './order-change.ts';
import type { OrderLine } from './order-lines.ts';

export const orderChangeStates = ['proposed', 'accepted', 'declined', 'expired', 'withdrawn'] as const;
export type OrderChangeState = (typeof orderChangeStates)[number];

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
export interface ChangedLine {
  before: OrderLine | null;
  after: OrderLine | null;
}

/** The lines that a change touches, by their number. */
export function lineChanges({ before, after }: Pick<OrderChange, 'before' | 'after'>): ChangedLine[] {
  const numbers = [...new Set([...before.cart, ...after.cart].map(({ lineNumber }) => lineNumber))];
  return numbers
    .map((number) => ({
      before: before.cart.find(({ lineNumber }) => lineNumber === number) ?? null,
      after: after.cart.find(({ lineNumber }) => lineNumber === number) ?? null,
    }))
    .filter((line) => !isSameLine(line));
}

function isSameLine({ before, after }: ChangedLine): boolean {
  if (before === null || after === null) return false;
  const dish = ({ itemId, quantity, modifierList, totalPrice }: OrderLine) =>
    [itemId, quantity, totalPrice, ...modifierList].join(' ');
  return dish(before) === dish(after);
}
