import type { OrderId, RestaurantId } from '#contract/base/ids.ts';
import { addMoney, type MinorUnits } from '#contract/base/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { tellOfRefund } from '#server/modules/ordering/guest-messages/tell-of-refund.ts';
import { lockOrder } from '#server/modules/ordering/queries.ts';
import { undoStampsIfPaidBack } from '#server/modules/ordering/stamps/order-stamps.ts';
import { findRefundsOfOrder } from '../../refunds-of-order.ts';

/**
 * Tells the guests of a table's orders of money that went back, and undoes the stamps of an order whose money has all gone back. Orders
 * are locked before cards, in the sequence in which paying locks them.
 */
export async function followRefunds(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'clock'>,
  restaurantId: RestaurantId,
  returned: ReadonlyMap<OrderId, MinorUnits>,
): Promise<void> {
  const orders = [...returned].toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [orderId] of orders) await lockOrder(tx, restaurantId, orderId);
  for (const [orderId, amount] of orders) {
    const money = await findRefundsOfOrder(tx, restaurantId, orderId);
    if (money === null) continue;
    const total = addMoney(...money.refunds.map((refund) => refund.amount));
    const refund = { amount, total, paid: addMoney(money.remaining, total) };
    await tellOfRefund(tx, deps, { restaurantId, orderId }, refund);
  }
  for (const [orderId] of orders) await undoStampsIfPaidBack(tx, restaurantId, orderId, deps.clock());
}
