/** The walk of an order through the kitchen. The server refuses by this table, the screens draw their buttons from it (decision 32, R44). */
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

/** The step a kitchen takes next, and the key of its button's words. */
export interface NextMove {
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

/** How long a move can be taken back (decision 32). */
export const UNDO_SECONDS = limits.undoSeconds;

/** Whether the text is a status of the product. */
export function isOrderStatus(text: string): text is OrderStatus {
  return (orderStatuses as readonly string[]).includes(text);
}

export function allowedMoves(status: OrderStatus): readonly OrderStatus[] {
  return moves[status];
}

export function isAllowedMove(from: OrderStatus, to: OrderStatus): boolean {
  return moves[from].includes(to);
}

/** The move of the order's one action button; null when there is none. */
export function nextMove(status: OrderStatus): NextMove | null {
  return nextMoves[status];
}

/**
 * Whether moving back `from` the present status `to` the one before is still an undo of the move made at `changedAt`. Whoever
 * asks makes sure that `to` is the status the order came from: a cancelled order may have come from three.
 */
export function isUndo(from: OrderStatus, to: OrderStatus, changedAt: Date, now: Date): boolean {
  // The distance either way, so that a clock set back does not hold the door open.
  const seconds = Math.abs(now.getTime() - changedAt.getTime()) / 1000;
  return isAllowedMove(to, from) && seconds <= UNDO_SECONDS;
}

/** Whether the order belongs on the Live orders screen. */
export function isLive(status: OrderStatus): boolean {
  return !isFinal(status);
}

/** Whether the order has come to its end, but for an undo. */
export function isFinal(status: OrderStatus): boolean {
  return moves[status].length === 0;
}
