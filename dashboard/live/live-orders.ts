/**
 * The live orders as this device knows them. Facts arrive in any order and more than once (the stream, polls, answers to own
 * moves); the version of an order says which is the newer. Pure functions.
 */
import { escalations } from '#contract/base/enumerations.ts';
import type { LiveEvent } from '#contract/kitchen/live.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderId } from '#contract/base/ids.ts';
import { isFinal, isLive, type OrderStatus, orderStatuses } from '#contract/ordering/order-status.ts';
import { promisedTime } from '#contract/ordering/ready-by.ts';

export interface LiveOrders {
  order: Order[];
  /** The number of the last event that the list contains; null while it has to be read anew. */
  lastEvent: number | null;
}

/** A move made on this device, which the server has not confirmed yet. */
export interface Move {
  orderId: OrderId;
  from: OrderStatus;
  to: OrderStatus;
  at: Date;
  reason?: string;
  /** With Confirmed: minutes until ready. */
  preparationTime?: number;
}

/** Orders that came to their end stay for a while: one of them may be on screen, with its Undo. As many of each end. */
const ENDED_KEPT = 20;

export function afterEvent(current: LiveOrders, event: LiveEvent): LiveOrders {
  if (current.lastEvent === null || event.seq <= current.lastEvent) return current;
  return { order: 'order' in event ? withOrder(current.order, event.order) : current.order, lastEvent: event.seq };
}

/** The list with the answer to an own move: its event is yet to come. */
export function afterAnswer(current: LiveOrders, order: Order): LiveOrders {
  return { ...current, order: withOrder(current.order, order) };
}

/** The list that no longer holds, because the database has gone back or somebody else reads it: it stays in sight until it is read anew. */
export function afterRewind(current: LiveOrders): LiveOrders {
  return { ...current, lastEvent: null };
}

/**
 * The whole list as just read. One that was overtaken by events while it travelled changes nothing. One that was behind when it was
 * asked for comes from a database that has gone back (a restore, a failover to a copy that was behind), whose numbers and
 * versions are given a second time: nothing that was known before holds.
 * @param askedAfter the number of the last event that was known when it was asked for.
 */
export function afterSnapshot(
  current: LiveOrders | undefined,
  snapshot: LiveOrders & { lastEvent: number },
  askedAfter: number | null,
): LiveOrders {
  if (current === undefined || current.lastEvent === null) return snapshot;
  if (askedAfter !== null && snapshot.lastEvent < askedAfter) return snapshot;
  if (snapshot.lastEvent < current.lastEvent) return current;
  const before = new Map(current.order.map((order) => [order._id, order]));
  const read = snapshot.order.map((order) => newer(before.get(order._id), order));
  const isRead = new Set(read.map((order) => order._id));
  const ended = current.order.filter((order) => !isLive(order.status) && !isRead.has(order._id));
  return { order: withoutOldEndedOrders([...read, ...ended]), lastEvent: snapshot.lastEvent };
}

/** The orders as they will stand when the pending moves have been confirmed; moves that were overtaken are left out. */
export function withMoves(orders: readonly Order[], moves: readonly Move[]): Order[] {
  return orders.map((order) =>
    moves.reduce(
      (moved, move) => (move.orderId === moved._id && move.from === moved.status ? afterMove(moved, move) : moved),
      order,
    ),
  );
}

function afterMove(order: Order, move: Move): Order {
  const promisedAt =
    move.preparationTime === undefined
      ? order.promisedAt
      : promisedTime(order, move.at, move.preparationTime).toISOString();
  return { ...order, status: move.to, statusChangedAt: move.at.toISOString(), promisedAt };
}

function withOrder(orders: readonly Order[], order: Order): Order[] {
  if (!orders.some((one) => one._id === order._id)) return withoutOldEndedOrders([...orders, order]);
  return withoutOldEndedOrders(orders.map((one) => (one._id === order._id ? newer(one, order) : one)));
}

function newer(current: Order | undefined, other: Order): Order {
  if (current === undefined || current.version < other.version) return other;
  return current.version > other.version || escalationRank(current) >= escalationRank(other) ? current : other;
}

/**
 * Firing, seeing and escalation leave an order's version unchanged; the rank compares them, since they only ever
 * advance.
 */
function escalationRank({ firedAt, seenAt, escalation }: Order): number {
  return (
    (firedAt === null ? 0 : 1) +
    (seenAt === null ? 0 : escalations.length + 1) +
    (escalation === null ? 0 : escalations.indexOf(escalation) + 1)
  );
}

/** Cancelled orders make no room for completed ones: the kitchen has to read of each that its cooking stops. */
function withoutOldEndedOrders(orders: Order[]): Order[] {
  const ended = orders
    .filter((order) => !isLive(order.status))
    .toSorted((a, b) => a.statusChangedAt.localeCompare(b.statusChangedAt));
  const ofEach = orderStatuses.filter(isFinal).map((end) => ended.filter(({ status }) => status === end));
  const dropped = new Set(ofEach.flatMap((one) => one.slice(0, -ENDED_KEPT)));
  return dropped.size === 0 ? orders : orders.filter((order) => !dropped.has(order));
}
