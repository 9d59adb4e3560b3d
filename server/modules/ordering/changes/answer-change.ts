import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findOrder, lockOrder, type StoredOrder, type StoredOrderChange } from '../queries.ts';
import type { Audience } from '../wire.ts';
import { orderForWire } from '../wire.ts';
import { applyChange } from './apply-change.ts';
import { stateAt, withEnded, writeChanges } from './end-changes.ts';
import { requireNoCourierWithMoney, requireUnpaidAtTable } from './plan-change.ts';

/** The guest, or the member of staff who has the guest on the telephone. */
export interface Answerer {
  restaurantId: RestaurantId;
  /** Null: staff. */
  customerId: CustomerId | null;
  /** Null for the guest. */
  name: string | null;
  audience: Audience;
}

type ChangeDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Changes the order as its guest has agreed, or leaves it as it is. The order is locked: of an answer, another one and a move to Ready
 * the first one counts, and the others find the question over (decision 89).
 * @throws order.not_found, order.change_not_found, order.change_over, order.change_paid_at_table, order.change_with_courier,
 * order.sold_out
 */
export function answerChange(
  deps: ChangeDeps,
  answerer: Answerer,
  { orderId, number, isAccepted }: { orderId: OrderId; number: number; isAccepted: boolean },
): Promise<Order> {
  const state = isAccepted ? 'accepted' : 'declined';
  return endChange(deps, answerer, { orderId, number, state }, async (tx, order, change, ended, now) => {
    if (!isAccepted) {
      await writeChanges(tx, order, ended, now);
      return ended;
    }
    await requireUnpaidAtTable(tx, order.restaurant_id, order);
    // It may have been sent while the guest thought.
    requireNoCourierWithMoney(order, change.after.total_minor);
    return applyChange(tx, order, ended, change, now);
  });
}

/** Takes a question back that nobody has answered. @throws order.not_found, order.change_not_found, order.change_over */
export function withdrawChange(
  deps: ChangeDeps,
  person: { restaurantId: RestaurantId; name: string },
  { orderId, number }: { orderId: OrderId; number: number },
): Promise<Order> {
  const staff: Answerer = { ...person, customerId: null, audience: 'merchant' };
  return endChange(deps, staff, { orderId, number, state: 'withdrawn' }, async (tx, order, _, ended, now) => {
    await writeChanges(tx, order, ended, now);
    return ended;
  });
}

function endChange(
  { db, clock }: ChangeDeps,
  { restaurantId, customerId, name, audience }: Answerer,
  { orderId, number, state }: { orderId: OrderId; number: number; state: 'accepted' | 'declined' | 'withdrawn' },
  write: (tx: Tx, order: StoredOrder, change: StoredOrderChange, ended: StoredOrder, now: Date) => Promise<StoredOrder>,
): Promise<Order> {
  return transaction(db, restaurantId, async (tx) => {
    const [, order] = await Promise.all([
      lockOrder(tx, restaurantId, orderId),
      findOrder(tx, restaurantId, orderId, customerId),
    ]);
    if (order === null) throw new Refusal('order.not_found');
    const change = order.changes.find((one) => one.number === number);
    if (change === undefined) throw new Refusal('order.change_not_found');
    // A repeated request whose answer was lost succeeds.
    if (change.state === state) return orderForWire(order, audience);
    const now = clock();
    // A server of before changes ends an order without ending its question.
    const isOpen = order.status === 'New' || order.status === 'Confirmed';
    if (!isOpen || stateAt(change, now) !== 'proposed') throw new Refusal('order.change_over');
    const by = { ended_by_kind: customerId === null ? 'user' : 'customer', ended_by_name: name } as const;
    const ended = { ...order, changes: withEnded(order.changes, state, by, now) };
    return orderForWire(await write(tx, order, change, ended, now), audience);
  });
}
