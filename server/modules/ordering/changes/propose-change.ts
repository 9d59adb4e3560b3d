import type { OrderId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Currency } from '#contract/base/money.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { ChangedFacts } from '#contract/ordering/order-change.ts';
import type { WantedOrder } from '#contract/ordering/order-changes.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { getOutlet } from '#server/modules/outlets/queries.ts';
import { tellGuest } from '../guest-messages/tell-guest.ts';
import { findOrder, lockOrder, type StoredOrder, type StoredOrderChange } from '../queries.ts';
import type { MovingPerson } from '../status/change-order-status.ts';
import { factsForWire, orderForWire } from '../wire.ts';
import { withOverdueEnded, writeChanges } from './end-changes.ts';
import { type ChangePlan, planChange } from './plan-change.ts';

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** The figures of a change that nobody has proposed yet. @throws as `planChange`; order.not_found */
export function previewChange(
  deps: ChangeDeps,
  restaurantId: RestaurantId,
  wanted: WantedOrder,
): Promise<{ before: ChangedFacts; after: ChangedFacts }> {
  return transaction(
    deps.db,
    restaurantId,
    async (tx) => {
      const order = await findOrder(tx, restaurantId, wanted.orderId);
      if (order === null) throw new Refusal('order.not_found');
      const { before, after } = await planChange(tx, deps, order, wanted, deps.clock());
      const currency = order.currency as Currency;
      return { before: factsForWire(before, currency), after: factsForWire(after, currency) };
    },
    { readOnly: true },
  );
}

/**
 * Asks the guest whether the order may be changed (decision 89): on its page, and by the messages that the restaurant sends. Nothing of the
 * order changes by it.
 * @throws as `planChange`; order.not_found
 */
export function proposeChange(
  deps: ChangeDeps,
  { restaurantId, name }: MovingPerson,
  { note, ...wanted }: WantedOrder & { note: string },
): Promise<Order> {
  return transaction(deps.db, restaurantId, async (tx) => {
    const now = deps.clock();
    const order = await lockedOrder(tx, restaurantId, wanted.orderId);
    const plan = await planChange(tx, deps, order, wanted, now);
    const minutes = await answerMinutes(tx, restaurantId, order.outlet_id);
    const proposed = proposalOf(order, plan, { note, name, answerBy: new Date(now.getTime() + minutes * MINUTE), now });
    await tellGuest(tx, deps, proposed, { event: 'change_asked', number: proposed.changes.length });
    await writeChanges(tx, order, proposed, now);
    return orderForWire(proposed, 'merchant');
  });
}

/** The order, locked, as the previous holder of the lock left it. @throws order.not_found */
async function lockedOrder(tx: Tx, restaurantId: RestaurantId, orderId: OrderId): Promise<StoredOrder> {
  const [, order] = await Promise.all([lockOrder(tx, restaurantId, orderId), findOrder(tx, restaurantId, orderId)]);
  if (order === null) throw new Refusal('order.not_found');
  return order;
}

async function answerMinutes(tx: Tx, restaurantId: RestaurantId, outletId: OutletId): Promise<number> {
  return (await getOutlet(tx, restaurantId, outletId, 'merchant')).change_answer_minutes;
}

function proposalOf(
  order: StoredOrder,
  { before, after }: ChangePlan,
  { note, name, answerBy, now }: { note: string; name: string; answerBy: Date; now: Date },
): StoredOrder {
  const earlier = withOverdueEnded(order.changes, now);
  const change: StoredOrderChange = {
    restaurant_id: order.restaurant_id,
    order_id: order.id,
    number: earlier.length + 1,
    state: 'proposed',
    note,
    before,
    after,
    proposed_by_name: name,
    proposed_at: now,
    answer_by: answerBy,
    ended_by_kind: null,
    ended_by_name: null,
    ended_at: null,
  };
  return { ...order, changes: [...earlier, change] };
}
