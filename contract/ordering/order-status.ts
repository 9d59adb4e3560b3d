/**
 * The status machine of an order in the kitchen (R44). The server refuses moves by this table, and the screens derive
 * their buttons from it.
 */
import { limits } from '../base/limits.ts';

export const orderStatuses = ['New', 'Confirmed', 'Ready', 'Completed', 'Cancelled'] as const;
/** 'Confirmed' is shown as "In Kitchen". */
export type OrderStatus = (typeof orderStatuses)[number];

const moves: Record<OrderStatus, readonly OrderStatus[]> = {
  New: ['Confirmed', 'Cancelled'],
  Confirmed: ['Ready', 'Cancelled'],
  Ready: ['Completed', 'Cancelled'],
  Completed: [],
  Cancelled: [],
};

/** The kitchen's next move, and the key of its button's label. */
interface NextMove {
  to: OrderStatus;
  label: 'moveToPreparation' | 'moveToReady' | 'complete';
}

const nextMoves: Record<OrderStatus, NextMove | null> = {
  New: { to: 'Confirmed', label: 'moveToPreparation' },
  Confirmed: { to: 'Ready', label: 'moveToReady' },
  Ready: { to: 'Completed', label: 'complete' },
  Completed: null,
  Cancelled: null,
};

/** Seconds within which a move can be undone. */
export const UNDO_SECONDS = limits.undoSeconds;

/** Milliseconds in which a person may undo a move, and in which the clocks of two servers may differ. */
export const undoMs = (UNDO_SECONDS + 5) * 1000;

/** Whether the text is a known status. */
export function isOrderStatus(text: string): text is OrderStatus {
  return (orderStatuses as readonly string[]).includes(text);
}

export function isAllowedMove(from: OrderStatus, to: OrderStatus): boolean {
  return moves[from].includes(to);
}

/** The move of the order's main button; null when there is none. */
export function nextMove(status: OrderStatus): NextMove | null {
  return nextMoves[status];
}

/**
 * Whether moving back `from` the present status `to` the previous one is still an undo of the move made at `changedAt`.
 * Callers check that `to` is the status the order came from: a cancelled order may have come from any of three.
 */
export function isUndo(from: OrderStatus, to: OrderStatus, changedAt: Date, now: Date): boolean {
  // The absolute difference, so that a clock set back does not extend the undo time.
  const seconds = Math.abs(now.getTime() - changedAt.getTime()) / 1000;
  return isAllowedMove(to, from) && seconds <= UNDO_SECONDS;
}

/** Whether the order belongs on the Live orders screen. */
export function isLive(status: OrderStatus): boolean {
  return !isFinal(status);
}

/** Whether only an undo can change the status. */
export function isFinal(status: OrderStatus): boolean {
  return moves[status].length === 0;
}
