/** Bumps and recalls of this device that the server has not confirmed yet (LO-13). Pure functions. */
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isUndo } from '#contract/ordering/order-status.ts';

export interface Bump {
  orderId: OrderId;
  /** By `lineNumber`. */
  lines: readonly number[];
  /** Made, or called back. */
  isMade: boolean;
  at: Date;
}

/** The orders as they will stand when the pending bumps have been confirmed. */
export function withBumps(orders: readonly Order[], bumps: readonly Bump[]): Order[] {
  if (bumps.length === 0) return [...orders];
  return orders.map((order) =>
    bumps.reduce((bumped, bump) => (bump.orderId === bumped._id ? afterBump(bumped, bump) : bumped), order),
  );
}

/** Predicts the server's answer: the last line makes the order Ready, a recall in time takes it back. */
function afterBump(order: Order, { lines, isMade, at }: Bump): Order {
  const { status } = order;
  if (status !== 'Confirmed' && status !== 'Ready') return order;
  const changes = isMade
    ? { madeAt: at.toISOString(), recalledAt: null }
    : { madeAt: null, recalledAt: at.toISOString() };
  const cart = order.cart.map((line) =>
    lines.includes(line.lineNumber) && (line.madeAt !== null) !== isMade ? { ...line, ...changes } : line,
  );
  const bumped = { ...order, cart };
  const moved = { ...bumped, statusChangedAt: at.toISOString() };
  if (isMade && status === 'Confirmed' && cart.every(({ madeAt }) => madeAt !== null)) {
    return { ...moved, status: 'Ready' };
  }
  const isBack = !isMade && status === 'Ready' && isUndo('Ready', 'Confirmed', new Date(order.statusChangedAt), at);
  return isBack ? { ...moved, status: 'Confirmed' } : bumped;
}
