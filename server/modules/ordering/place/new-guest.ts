import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { insertCustomer } from '#server/modules/customers/queries.ts';

/** Somebody on the telephone whose number is not known; they become a guest with their first order, and not by one that is refused. */
export interface NewGuest {
  phone: string;
  name: string;
}

/** Somebody else has made the guest of this number meanwhile. */
export class GuestExists extends Error {}

/** @throws GuestExists */
export async function insertNewGuest(
  tx: Tx,
  { restaurantId, customerId, newGuest }: { restaurantId: RestaurantId; customerId: CustomerId; newGuest: NewGuest },
  now: Date,
): Promise<void> {
  const made = await insertCustomer(tx, { restaurantId, id: customerId, ...newGuest, email: '' }, now);
  if (made === null) throw new GuestExists();
}
