/** How a ticket stands against the time the guest was promised (LO-13). Pure functions. */
import type { Order } from '#contract/ordering/orders.ts';
import { readyBy } from '#contract/ordering/ready-by.ts';
import { MINUTE } from '#contract/base/time.ts';

/** From so many minutes before it is due, a ticket is due soon. */
const SOON = 5;

type TicketAge =
  | { kind: 'on time' }
  | { kind: 'due soon' }
  /** `minutes` since it was due, counted from 1. */
  | { kind: 'late'; minutes: number };

type Timed = Pick<Order, 'promisedAt' | 'createdAt' | 'firesAt' | 'preparationTime'>;

export function ticketAge(order: Timed, now: Date): TicketAge {
  const over = (now.getTime() - readyBy(order).getTime()) / MINUTE;
  if (over >= 0) return { kind: 'late', minutes: Math.max(1, Math.floor(over)) };
  return { kind: over >= -SOON ? 'due soon' : 'on time' };
}

/** Sorts by the time an order is due; of two at once, the one that was ordered first comes first. */
export function byDueTime(one: Order, other: Order): number {
  return (
    readyBy(one).getTime() - readyBy(other).getTime() ||
    one.createdAt.localeCompare(other.createdAt) ||
    one.orderNumber - other.orderNumber
  );
}
