import type { CustomerId } from '#contract/base/ids.ts';
import type { CardOfGuest } from '#contract/ordering/offers/stamp-card.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { type Correction, correctStamps } from '#server/modules/ordering/stamps/correct-stamps.ts';
import { getGuestRow } from './get-guest.ts';

/**
 * Corrects the stamp card of a guest whom the caller may see.
 * @throws request.not_found, customer.too_few_stamps, customer.stamps_key_reused
 */
export async function correctCard(
  tx: Tx,
  caller: MerchantCaller,
  { customerId, requestId, at }: { customerId: CustomerId; requestId: string; at: Date },
  correction: Correction,
): Promise<CardOfGuest> {
  await getGuestRow(tx, caller, customerId);
  const by = { restaurantId: caller.restaurantId, actor: caller, requestId };
  return correctStamps(tx, by, customerId, correction, at);
}
