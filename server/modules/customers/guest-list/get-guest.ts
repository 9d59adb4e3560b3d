import type { CustomerId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { scopeOf } from './list-guests.ts';
import { findGuestRow, type GuestRow } from './queries.ts';

/** @throws request.not_found for a guest of another restaurant, without a number, or who never ordered at the caller's outlets. */
export async function getGuestRow(tx: Tx, caller: MerchantCaller, id: CustomerId): Promise<GuestRow> {
  const guest = await findGuestRow(tx, await scopeOf(tx, caller), id);
  if (guest === null) throw new Refusal('request.not_found');
  return guest;
}
