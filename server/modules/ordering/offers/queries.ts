import { sql } from 'kysely';
import { fieldProblem } from '#contract/base/field-problems.ts';
import type { OfferId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { OfferInput } from '#contract/ordering/offers/offers.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { OfferRow } from './wire.ts';

/** The newest first, without the vouchers of single guests. `locked`: nobody adds another one until the transaction ends. */
export async function listOfferRows(tx: Tx, restaurantId: RestaurantId, mode: 'read' | 'locked'): Promise<OfferRow[]> {
  if (mode === 'locked') await lockRestaurant(tx, restaurantId);
  return tx
    .selectFrom('offers')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .where('customer_id', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/** The offers of all outlets and of those at which the person works; null: of any. */
export function seenBy(rows: readonly OfferRow[], outletIds: readonly OutletId[] | null): OfferRow[] {
  return rows.filter(
    ({ outlet_ids: own }) => own === null || outletIds === null || own.some((id) => outletIds.includes(id)),
  );
}

/** @throws request.not_found also for a deleted one. */
export async function lockOffer(tx: Tx, restaurantId: RestaurantId, id: OfferId): Promise<OfferRow> {
  // Before the offer, as every change of the menu does: orders lock offers and never the restaurant.
  await lockRestaurant(tx, restaurantId);
  const row = await tx
    .selectFrom('offers')
    .selectAll()
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('customer_id', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('request.not_found');
  return row;
}

function lockRestaurant(tx: Tx, restaurantId: RestaurantId): Promise<unknown> {
  return tx.selectFrom('restaurants').select('id').where('id', '=', restaurantId).forNoKeyUpdate().execute();
}

export async function findOfferOfCode(
  tx: Tx,
  restaurantId: RestaurantId,
  code: string,
): Promise<{ id: OfferId; name: string } | null> {
  const row = await tx
    .selectFrom('offers')
    .select(['id', 'name'])
    .where('restaurant_id', '=', restaurantId)
    .where('code', '=', code)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** @throws request.invalid for dishes, categories or outlets that are not of the restaurant, or deleted. */
export async function requireTargets(
  tx: Tx,
  restaurantId: RestaurantId,
  { scope, outlets }: Pick<OfferInput, 'scope' | 'outlets'>,
): Promise<void> {
  const missing = (table: 'categories' | 'items' | 'outlets', ids: readonly string[]) => sql<boolean>`
    exists (select from unnest(${ids}::uuid[]) as wanted (id) where not exists (
      select from ${sql.table(table)} as known
      where known.restaurant_id = ${restaurantId} and known.id = wanted.id and known.deleted_at is null))`;
  const { rows } = await sql<{ dishes: boolean; outlets: boolean }>`
    select ${missing('categories', scope?.categories ?? [])} or ${missing('items', scope?.items ?? [])} as dishes,
      ${missing('outlets', outlets ?? [])} as outlets`.execute(tx);
  const found = rows[0]!;
  if (!found.dishes && !found.outlets) return;
  throw new Refusal('request.invalid', undefined, {
    ...(found.dishes ? { scope: fieldProblem('not_found') } : {}),
    ...(found.outlets ? { outlets: fieldProblem('not_found') } : {}),
  });
}
