/** The issuer of a restaurant's invoices, now and at any earlier time. */
import type { Selectable } from 'kysely';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Schema } from '#server/db/schema.ts';
import type { Tx } from '#server/db/transaction.ts';

type TaxDetails = Pick<Selectable<Schema['tax_details']>, 'legal_name' | 'tax_number' | 'address'>;

/** The tax details in force at an instant; null before the first. */
export async function findTaxDetails(tx: Tx, restaurantId: RestaurantId, at: Date): Promise<TaxDetails | null> {
  const found = await tx
    .selectFrom('tax_details')
    .select(['legal_name', 'tax_number', 'address'])
    .where('restaurant_id', '=', restaurantId)
    .where('valid_from', '<=', at)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** Adds tax details that are in force from the instant on; earlier orders keep the earlier ones. */
export async function addTaxDetails(tx: Tx, restaurantId: RestaurantId, details: TaxDetails, at: Date): Promise<void> {
  await tx
    .insertInto('tax_details')
    .values({ restaurant_id: restaurantId, valid_from: at, ...details })
    .onConflict((conflict) => conflict.columns(['restaurant_id', 'valid_from']).doUpdateSet(details))
    .execute();
}

/**
 * The tax number without spaces and dashes; null for one that the country does not issue. Countries without a known
 * form take any text.
 */
export function taxNumberOf(written: string, country: string): string | null {
  if (written === '' || country !== 'AE') return written;
  const digits = written.replaceAll(/[\s-]/g, '');
  return /^\d{15}$/.test(digits) ? digits : null;
}
