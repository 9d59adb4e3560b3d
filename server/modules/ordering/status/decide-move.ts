/**
 * Whether an order may be moved as requested: the table of `contract/rules/order-status`, and facts that only the
 * history has. Pure.
 */
import type { UserId } from '#contract/base/ids.ts';
import { isAllowedMove, isUndo, type OrderStatus, UNDO_SECONDS } from '#contract/ordering/order-status.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { StoredChange, StoredOrder } from '../queries.ts';

/** A requested move. `preparationTime` in minutes, for a move to Confirmed. */
export interface MoveRequest {
  status: OrderStatus;
  expectedStatus?: OrderStatus;
  reason?: string;
  preparationTime?: number;
}

export interface Move {
  to: OrderStatus;
  reason: string | null;
  isUndo: boolean;
}

/**
 * The move to make; null when the same person has just made it, so that a repeated request whose answer was lost
 * succeeds.
 * @throws order.status_changed (who moved it, and to what), order.move_not_allowed, order.reason_required.
 */
export function decideMove(
  order: Pick<StoredOrder, 'status' | 'history'>,
  request: MoveRequest,
  userId: UserId,
  now: Date,
): Move | null {
  const last = order.history.at(-1);
  if (last === undefined) throw new Error('An order without a history');
  const { status: to, expectedStatus, reason } = request;
  if (isRepeated(last, request, userId, now)) return null;
  if (to === order.status || (expectedStatus !== undefined && expectedStatus !== order.status)) {
    throw new Refusal('order.status_changed', { name: last.actor_name, status: order.status });
  }
  if (isAllowedMove(order.status, to)) {
    if (to === 'Cancelled' && reason === undefined) throw new Refusal('order.reason_required');
    return { to, reason: reason ?? null, isUndo: false };
  }
  // Nobody else places again what the guest has taken back.
  if (to === last.from_status && last.actor_kind !== 'customer' && isUndo(order.status, to, last.changed_at, now)) {
    return { to, reason: reason ?? null, isUndo: true };
  }
  throw new Refusal('order.move_not_allowed', { from: order.status, to });
}

function isRepeated(last: StoredChange, request: MoveRequest, userId: UserId, now: Date): boolean {
  const seconds = Math.abs(now.getTime() - last.changed_at.getTime()) / 1000;
  return (
    last.to_status === request.status &&
    last.actor_id === userId &&
    seconds <= UNDO_SECONDS &&
    (request.expectedStatus === undefined || request.expectedStatus === last.from_status)
  );
}
