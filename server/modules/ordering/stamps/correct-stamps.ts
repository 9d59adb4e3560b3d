import type { CustomerId } from '#contract/base/ids.ts';
import type { CardOfGuest } from '#contract/ordering/offers/stamp-card.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { MerchantCaller } from '#server/http/requests/caller.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { findMoved, lockCard, moveStamps } from './move-stamps.ts';
import { findCard, showCardOfGuest } from './stamp-card.ts';

export interface Correction {
  stamps: number;
  reason: string;
  /** Null when the client sent none. */
  key: string | null;
}

/**
 * Gives stamps, or takes some. The audit log has the number, and not the guest or the reason, which may name them: the card has both.
 * A repeated key is one correction.
 * @throws request.not_found where there is no card, or no guest any more; customer.too_few_stamps; customer.stamps_key_reused for a key of
 * another number of stamps.
 */
export async function correctStamps(
  tx: Tx,
  by: Pick<AuditContext, 'restaurantId' | 'requestId'> & { actor: MerchantCaller },
  customerId: CustomerId,
  { stamps, reason, key }: Correction,
  now: Date,
): Promise<CardOfGuest> {
  const { restaurantId, actor } = by;
  const guest = await tx
    .selectFrom('customers')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', customerId)
    .forKeyShare()
    .executeTakeFirst();
  const found = guest && (await findCard(tx, restaurantId, customerId, now));
  if (!found) throw new Refusal('request.not_found');
  const card = { restaurantId, offerId: found.offerId, customerId };
  const left = await lockCard(tx, card, now);
  const moved = await findMoved(tx, card, key);
  if (moved !== null && moved !== stamps) throw new Refusal('customer.stamps_key_reused');
  if (moved !== null) return (await showCardOfGuest(tx, restaurantId, customerId, now))!;
  if (left + stamps < 0) throw new Refusal('customer.too_few_stamps', { stamps: left });
  const kind = stamps > 0 ? 'granted' : 'taken_back';
  await moveStamps(tx, card, { kind, stamps, by: { name: actor.name, reason, key } }, now);
  const details = { stamps };
  await appendAuditEntry(
    tx,
    restaurantId,
    { ...by, at: now },
    { action: 'guest.stamps_corrected', subject: found.name, details },
  );
  return (await showCardOfGuest(tx, restaurantId, customerId, now))!;
}
