import type { CustomerId, OrderId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { listAddressesFor } from '#server/modules/customers/addresses.ts';
import { findCustomer } from '#server/modules/customers/queries.ts';
import { findOrder, listNewestOf } from '#server/modules/ordering/queries.ts';
import { showCardOfGuest } from '#server/modules/ordering/stamps/stamp-card.ts';
import { listedForWire } from '#server/modules/ordering/wire.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { getGuestRow } from './get-guest.ts';
import { listNotes } from './notes.ts';
import { guestForWire, noteForWire } from './wire.ts';

/**
 * All that the page of a guest shows.
 * @throws request.not_found
 */
export async function showGuest(tx: Tx, caller: MerchantCaller, id: CustomerId, now: Date) {
  const { restaurantId } = caller;
  const row = await getGuestRow(tx, caller, id);
  const orders = await listNewestOf(tx, restaurantId, id, limits.guestOrdersShown);
  return {
    guest: {
      ...guestForWire(row, await getCurrency(tx, restaurantId)),
      email: row.email,
      since: row.created_at.toISOString(),
    },
    addresses: await listAddressesFor(tx, caller, id),
    orders: orders.map(listedForWire),
    notes: (await listNotes(tx, restaurantId, id)).map(noteForWire),
    stampCard: await showCardOfGuest(tx, restaurantId, id, now),
  };
}

/**
 * The notes that everybody who has an order in hand may read.
 * @throws order.not_found
 */
export async function showNotesOfOrder(tx: Tx, { restaurantId }: MerchantCaller, orderId: OrderId) {
  const order = await findOrder(tx, restaurantId, orderId, null);
  if (order === null) throw new Refusal('order.not_found');
  const guest = order.customer_id === null ? null : await findCustomer(tx, restaurantId, order.customer_id);
  if (guest === null || guest.phone === null) return { guestId: null, notes: [] };
  return { guestId: guest.id, notes: (await listNotes(tx, restaurantId, guest.id)).map(noteForWire) };
}
