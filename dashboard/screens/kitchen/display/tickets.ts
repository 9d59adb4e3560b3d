/** Which orders stand on the board of a station, with which of their lines (LO-13). Pure functions. */
import { limits } from '#contract/base/limits.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import { cancellationOf } from './seen-orders.ts';
import { isInStation, type Station } from './station.ts';
import { byDueTime } from './ticket-age.ts';

export interface Ticket {
  order: Order;
  /** `again`: it was Ready, and something of it is to be made again. `stopped`: it was cancelled while it was being made. */
  kind: 'open' | 'again' | 'stopped';
  /** Lines of this station. */
  lines: readonly OrderLine[];
  /** How many lines other stations have still to make. */
  elsewhere: number;
}

/** The board in the order in which the tickets are due. `seen` names the cancellations that somebody has taken note of. */
export function ticketsOf(orders: readonly Order[], station: Station, seen: ReadonlySet<string>, now: Date): Ticket[] {
  return orders
    .flatMap((order) => ticketOf(order, station, seen, now) ?? [])
    .toSorted((one, other) => byDueTime(one.order, other.order));
}

function ticketOf(order: Order, station: Station, seen: ReadonlySet<string>, now: Date): Ticket | null {
  if (station.outletId !== null && order.outletId !== station.outletId) return null;
  const lines = order.cart.filter((line) => isInStation(line.itemId, station));
  if (lines.length === 0) return null;
  const elsewhere = order.cart.filter((line) => !lines.includes(line) && isOpen(line)).length;
  const ticket = { order, lines, elsewhere };
  switch (order.status) {
    case 'Confirmed':
      // With every line made, somebody has still to say that it is ready: no station may lose sight of it.
      return lines.some(isOpen) || elsewhere === 0 ? { ...ticket, kind: 'open' } : null;
    case 'Ready':
      return lines.some(isRecalled) ? { ...ticket, kind: 'again' } : null;
    case 'Cancelled':
      return wasBeingMade(order, now) && !seen.has(cancellationOf(order)) ? { ...ticket, kind: 'stopped' } : null;
    case 'New':
    case 'Completed':
      return null;
  }
}

export function isOpen({ madeAt }: OrderLine): boolean {
  return madeAt === null;
}

function isRecalled({ recalledAt }: OrderLine): boolean {
  return recalledAt !== null;
}

/**
 * Lines that a bump of the whole ticket makes: the waiting ones of an open ticket, the recalled ones of a ticket that
 * was Ready.
 */
export function linesToMake({ kind, lines }: Ticket): OrderLine[] {
  return lines.filter(kind === 'again' ? isRecalled : isOpen);
}

function wasBeingMade({ history, statusChangedAt }: Order, now: Date): boolean {
  const minutes = (now.getTime() - new Date(statusChangedAt).getTime()) / 60_000;
  return history.at(-1)?.from === 'Confirmed' && minutes < limits.stoppedShownMinutes;
}
