import type { OrderId, RestaurantId, UserId } from '#contract/base/ids.ts';
import type { CancelReason } from '#contract/ordering/cancel-reasons.ts';
import type { MoveEvent } from '#contract/ordering/guest-events.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { type OrderStatus, UNDO_SECONDS } from '#contract/ordering/order-status.ts';
import { promisedTime } from '#contract/ordering/ready-by.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { StockMoves } from '#server/modules/menu/inventory/move-stock.ts';
import { isMoneyReturning } from '#server/modules/payments/refunds-of-order.ts';
import { enqueueSettling, enqueueSettlingAtTable } from '#server/modules/payments/settling.ts';
import { withProductEnded, writeChangeRows } from '../changes/end-changes.ts';
import { decideMove, type Move, type MoveRequest } from './decide-move.ts';
import { findOrder, lockOrder, type StoredChange, type StoredOrder } from '../queries.ts';
import { moveMinutesOf } from '../capacity/move-minutes.ts';
import { giveUsesBack, takeUsesAgain } from '../offers/take-offers.ts';
import { moveStampsOf } from '../stamps/order-stamps.ts';
import { orderForWire } from '../wire.ts';
import { tellGuest } from '../guest-messages/tell-guest.ts';
import { writeMove } from './write-move.ts';

/** The person who moves the order, from the token. */
export interface MovingPerson {
  restaurantId: RestaurantId;
  userId: UserId;
  name: string;
}

/**
 * Moves an order on, cancels it or undoes the last move (decision 32; R44, R45). Cancelling gives the stock back;
 * undoing that takes it again.
 * @throws order.not_found, order.sold_out, and those of `decideMove`.
 */
export function changeOrderStatus(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  person: MovingPerson,
  orderId: OrderId,
  request: MoveRequest,
): Promise<Order> {
  const { restaurantId, userId } = person;
  return transaction(db, restaurantId, async (tx) => {
    // Sent together. The read starts once the lock is held, so it sees the last committed change.
    const [, order] = await Promise.all([lockOrder(tx, restaurantId, orderId), findOrder(tx, restaurantId, orderId)]);
    if (order === null) throw new Refusal('order.not_found');
    const move = decideMove(order, request, userId, clock());
    if (move === null) return orderForWire(order, 'merchant');
    await requireMoney(tx, order, move);
    const moved = await moveOrder(tx, { config, clock }, order, move, request, actorOf(person));
    return orderForWire(moved, 'merchant');
  });
}

/**
 * Refuses to take a cancellation back once money of the order goes back, which nothing undoes. That begins after the time of an undo, by
 * the clock of another server, which may be ahead.
 * @throws order.move_not_allowed
 */
async function requireMoney(tx: Tx, order: StoredOrder, { to, isUndo }: Move): Promise<void> {
  if (!isUndo || order.status !== 'Cancelled') return;
  if (!(await isMoneyReturning(tx, order.restaurant_id, order.id))) return;
  throw new Refusal('order.move_not_allowed', { from: order.status, to });
}

/**
 * Moves a locked order, and tells its guest.
 * @returns the changed order.
 */
export async function moveOrder(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  order: StoredOrder,
  move: Move,
  request: Pick<MoveRequest, 'preparationTime'>,
  actor: Actor,
): Promise<StoredOrder> {
  const moved = movedOrder(order, move, request, actor, deps.clock());
  // Guests know of what they did themselves.
  const event = actor.actor_kind === 'customer' ? undefined : guestEventOf[move.to];
  const tell = async () => event !== undefined && tellGuest(tx, deps, moved, { event, isUndo: move.isUndo });
  // Before the move is written: that locks the counter of events, for which all orders of the restaurant wait. Cancelling locks the
  // budget of a country, for which all its restaurants wait, and so comes last.
  if (event !== 'cancelled') await tell();
  if (order.offers !== null) await moveUses(tx, order, move);
  await moveStampsOf(tx, order, move.to, moved.status_changed_at);
  await moveMinutesOf(tx, order, moved, moved.status_changed_at);
  if (moved.changes !== order.changes) await writeChangeRows(tx, order, moved);
  await writeMove(tx, moved, stockMoves(order, move));
  if (event === 'cancelled') await tell();
  // The money follows the kitchen: taken when it accepts, given back when it does not cook.
  if (moved.payment_method === 'online') await settleMoved(tx, moved);
  // At a table it is taken when guests pay, and given back when their dishes do not come.
  if (moved.mode === 'dine-in' && moved.status === 'Cancelled') await settleAtTable(tx, moved);
  return moved;
}

function settleMoved(tx: Tx, { restaurant_id, id: orderId, status_version, status_changed_at: now }: StoredOrder) {
  const key = `${orderId} ${status_version}`;
  return enqueueSettling(tx, restaurant_id, { orderId }, { key, delayMs: settleAfterMs, now });
}

function settleAtTable(tx: Tx, { restaurant_id, id, status_version, status_changed_at: now }: StoredOrder) {
  return enqueueSettlingAtTable(tx, restaurant_id, id, { key: `${id} ${status_version}`, delayMs: settleAfterMs, now });
}

/** Milliseconds after a move in which it may be undone, and a little for clocks that differ. */
const settleAfterMs = (UNDO_SECONDS + 6) * 1000;

const guestEventOf: Partial<Record<OrderStatus, MoveEvent>> = {
  Confirmed: 'accepted',
  Ready: 'ready',
  Cancelled: 'cancelled',
};

/** A person as the history names them. */
export function actorOf({ userId, name }: MovingPerson): Actor {
  return { actor_kind: 'user', actor_id: userId, actor_name: name };
}

/**
 * Cancels an order that nobody has accepted in time, as the product itself, and gives its stock back. Runs in the
 * caller's transaction.
 * @returns false when a person has moved the order, or it no longer exists.
 */
export async function rejectUnaccepted(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  restaurantId: RestaurantId,
  orderId: OrderId,
): Promise<boolean> {
  const [, order] = await Promise.all([lockOrder(tx, restaurantId, orderId), findOrder(tx, restaurantId, orderId)]);
  if (order === null || order.status !== 'New') return false;
  const move: Move = { to: 'Cancelled', reason: 'not_accepted' satisfies CancelReason, isUndo: false };
  const product = { actor_kind: 'system', actor_id: null, actor_name: 'Order Manager' } as const;
  await moveOrder(tx, deps, order, move, {}, product);
  return true;
}

type Actor = Pick<StoredChange, 'actor_kind' | 'actor_id' | 'actor_name'>;

function movedOrder(
  order: StoredOrder,
  move: Move,
  { preparationTime = order.preparation_minutes }: Pick<MoveRequest, 'preparationTime'>,
  actor: Actor,
  now: Date,
): StoredOrder {
  const { to, reason, isUndo } = move;
  const version = order.status_version + 1;
  return {
    ...order,
    status: to,
    status_version: version,
    status_changed_at: now,
    cancel_reason: to === 'Cancelled' ? reason : null,
    ...kitchenTimes(order, move, preparationTime, now),
    // A kitchen that accepts may still wait for the guest's answer.
    changes: to === 'Confirmed' || to === 'New' ? order.changes : withProductEnded(order.changes, now),
    history: [
      ...order.history,
      {
        restaurant_id: order.restaurant_id,
        order_id: order.id,
        version,
        from_status: order.status,
        to_status: to,
        reason,
        is_undo: isUndo,
        ...actor,
        changed_at: now,
      },
    ],
  };
}

/** The kitchen promises a time when it accepts. Undoing clears acceptance and promise, or the time of being ready. */
function kitchenTimes(
  order: StoredOrder,
  { to, isUndo }: Move,
  preparationMinutes: number,
  now: Date,
): Pick<StoredOrder, 'promised_at' | 'accepted_at' | 'ready_at'> {
  const { promised_at, accepted_at, ready_at } = order;
  if (to === 'New') return { promised_at: null, accepted_at: null, ready_at: null };
  if (to === 'Confirmed' && isUndo) return { promised_at, accepted_at, ready_at: null };
  if (to === 'Confirmed') {
    const { fires_at, preparation_minutes: preparationTime } = order;
    const later = { firesAt: fires_at?.toISOString() ?? null, preparationTime };
    return { promised_at: promisedTime(later, now, preparationMinutes), accepted_at: now, ready_at: null };
  }
  return { promised_at, accepted_at, ready_at: to === 'Ready' && !isUndo ? now : ready_at };
}

/** Cancelling gives the uses of offers back; undoing it takes them again. */
async function moveUses(tx: Tx, order: StoredOrder, { to }: Move): Promise<void> {
  if (to === 'Cancelled') await giveUsesBack(tx, order.restaurant_id, order.id);
  else if (order.status === 'Cancelled') await takeUsesAgain(tx, order);
}

/** Cancelling gives the portions back; undoing it takes them again. */
function stockMoves(order: StoredOrder, { to }: Move): StockMoves {
  if (to !== 'Cancelled' && order.status !== 'Cancelled') return new Map();
  const sign = to === 'Cancelled' ? -1 : 1;
  const taken = Object.entries(order.stock_taken) as [keyof typeof order.stock_taken, number][];
  return new Map(taken.map(([itemId, portions]) => [itemId, sign * portions]));
}
