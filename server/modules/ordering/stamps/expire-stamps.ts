import { sql } from 'kysely';
import type { CustomerId, OfferId, RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import { lockCard } from './move-stamps.ts';

const batchSize = 500;

/** Empties the cards that have expired. Until then their stamps do not count either: this makes the ledger say so. */
export async function expireStamps(db: Db, now: Date): Promise<void> {
  for (let expired = batchSize; expired === batchSize;) {
    expired = await platformTransaction(db, 'clean-up', async (tx) => {
      const { rows } = await sql<{ restaurantId: RestaurantId; offerId: OfferId; customerId: CustomerId }>`
        select restaurant_id as "restaurantId", offer_id as "offerId", customer_id as "customerId" from stamp_cards
        where stamps > 0 and expires_at <= ${now} limit ${batchSize} for no key update skip locked`.execute(tx);
      for (const card of rows) await lockCard(tx, card, now);
      return rows.length;
    });
  }
}
