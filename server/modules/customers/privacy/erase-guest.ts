import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { forgetCallers } from '#server/modules/accounts/sessions/find-caller.ts';
import { endGuestSessions } from '#server/modules/accounts/sessions/sessions.ts';
import { eraseGuestFromDeliveries } from '#server/modules/delivery/queries.ts';
import { eraseGuestFromProblems } from '#server/modules/ordering/problems/queries.ts';
import { eraseGuestFromOrders } from '#server/modules/ordering/erase-guest.ts';
import { eraseGuestFromRefunds, forgetHeldOrders } from '#server/modules/payments/paying/queries.ts';
import { hasLiveOrder } from '#server/modules/ordering/queries.ts';
import { deleteMessagesTo } from '#server/modules/outbound/jobs/queries.ts';
import { type Erasure, erasuresSince } from './erasure-list.ts';
import { notedErasure } from './noted-erasure.ts';

/**
 * Erases a guest: the account, its sessions and codes, and on past orders the name, phone, address and notes. Dishes,
 * amounts and times stay, for the restaurant's books (R90).
 * @throws customer.order_live while an order is on its way: the kitchen still needs the guest's name.
 */
export async function eraseCustomer(
  deps: Pick<Deps, 'db' | 'streams' | 'clock' | 'erasures' | 'log'>,
  restaurantId: RestaurantId,
  customerId: CustomerId,
): Promise<void> {
  const ended = await notedErasure(deps, restaurantId, async (tx, note) => {
    const hashes = await eraseCustomers(tx, restaurantId, [customerId]);
    await note([{ restaurantId, customerId, at: deps.clock() }]);
    return hashes;
  });
  forgetCallers(deps, ended);
}

/**
 * Erases several guests, inside a transaction that the caller began and notes.
 * @returns the token hashes of the ended sessions.
 * @throws customer.order_live
 */
export async function eraseCustomers(
  tx: Tx,
  restaurantId: RestaurantId,
  customerIds: readonly CustomerId[],
): Promise<Buffer[]> {
  const ended: Buffer[] = [];
  for (const customerId of customerIds) {
    ended.push(...(await eraseEverything(tx, restaurantId, customerId)));
    if (await hasLiveOrder(tx, restaurantId, customerId)) throw new Refusal('customer.order_live');
  }
  return ended;
}

/**
 * Repeats, in a database restored from a backup of `takenAt`, the erasures made since.
 * @returns the number of erased guests.
 */
export async function repeatErasures(db: Db, erasures: readonly Erasure[], takenAt: Date): Promise<number> {
  // A guest may be in two lists.
  const missing = new Map<CustomerId, RestaurantId>();
  for (const { restaurantId, customerId } of erasuresSince(erasures, takenAt)) {
    if (customerId !== undefined) missing.set(customerId, restaurantId);
  }
  for (const [customerId, restaurantId] of missing) {
    // Live orders in the backup are no obstacle: they had ended when the guest was erased.
    await transaction(db, restaurantId, (tx) => eraseEverything(tx, restaurantId, customerId));
  }
  return missing.size;
}

/** Repeats erasures in rows that were written by this transaction, from an archive of before; nobody has them open. */
export async function eraseAgain(
  tx: Tx,
  restaurantId: RestaurantId,
  customerIds: readonly CustomerId[],
): Promise<void> {
  for (const customerId of customerIds) await eraseEverything(tx, restaurantId, customerId);
}

/** @returns the token hashes of the ended sessions. */
async function eraseEverything(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<Buffer[]> {
  await forgetHeldOrders(tx, restaurantId, customerId);
  // Waits for uncommitted orders that have read this row, so that each statement below sees them.
  const customer = await tx
    .deleteFrom('customers')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', customerId)
    .returning(['phone', 'email'])
    .executeTakeFirst();
  if (customer !== undefined) {
    const { phone, email } = customer;
    await tx.deleteFrom('phone_codes').where('restaurant_id', '=', restaurantId).where('phone', '=', phone).execute();
    // A guest who gave no number gave no email either.
    if (phone !== null) await deleteMessagesTo(tx, restaurantId, [phone, email, customerId]);
  }
  await eraseGuestFromDeliveries(tx, restaurantId, customerId);
  await eraseGuestFromProblems(tx, restaurantId, customerId);
  await eraseGuestFromRefunds(tx, restaurantId, customerId);
  await eraseGuestFromOrders(tx, restaurantId, customerId);
  return endGuestSessions(tx, restaurantId, customerId);
}
