import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findOrder, type StoredOrder } from './queries.ts';

/**
 * An order; for a guest, only one of their own (R28).
 * @throws order.not_found
 */
export async function getOrder(
  db: Db,
  restaurantId: RestaurantId,
  orderId: OrderId,
  customerId: CustomerId | null,
): Promise<StoredOrder> {
  const order = await transaction(db, restaurantId, (tx) => findOrder(tx, restaurantId, orderId, customerId));
  if (order === null) throw new Refusal('order.not_found');
  return order;
}
