/** The agreement of a guest to hear of offers. Only the guest gives it, and it is asked for by an empty box. */
import type { ConsentSource } from '#contract/base/enumerations.ts';
import type { CustomerId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

interface Consent {
  isGiven: boolean;
  /** When it was given; null: it was not, or holds no longer. */
  at: string | null;
}

export async function getConsent(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<Consent> {
  const row = await tx
    .selectFrom('customer_consents')
    .select('given_at')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return { isGiven: row !== undefined, at: row?.given_at.toISOString() ?? null };
}

/**
 * Gives the consent, or takes it back. Repeated, it changes nothing: the time stays that of the first.
 * @throws auth.required when the guest was erased meanwhile.
 */
export async function changeConsent(
  tx: Tx,
  guest: { restaurantId: RestaurantId; customerId: CustomerId },
  { isGiven, source }: { isGiven: boolean; source: ConsentSource },
  now: Date,
): Promise<Consent> {
  const { restaurantId, customerId } = guest;
  await lockGuest(tx, restaurantId, customerId);
  if (isGiven) {
    await tx
      .insertInto('customer_consents')
      .values({ restaurant_id: restaurantId, customer_id: customerId, given_at: now, source, withdrawn_at: null })
      .onConflict((conflict) =>
        conflict
          .columns(['restaurant_id', 'customer_id'])
          .doUpdateSet({ given_at: now, source, withdrawn_at: null })
          .where('customer_consents.withdrawn_at', 'is not', null),
      )
      .execute();
  } else {
    await tx
      .updateTable('customer_consents')
      .set({ withdrawn_at: now })
      .where('restaurant_id', '=', restaurantId)
      .where('customer_id', '=', customerId)
      .where('withdrawn_at', 'is', null)
      .execute();
  }
  return getConsent(tx, restaurantId, customerId);
}

/** A guest who is being erased is waited for, and then not there. */
async function lockGuest(tx: Tx, restaurantId: RestaurantId, customerId: CustomerId): Promise<void> {
  const found = await tx
    .selectFrom('customers')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', customerId)
    .forKeyShare()
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('auth.required');
}
