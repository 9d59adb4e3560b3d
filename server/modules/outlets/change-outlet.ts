import type { OutletId, RestaurantId } from '#contract/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/refusal.ts';
import { getOutlet, type OutletRow } from './queries.ts';

/** What is not given stays as it is, whoever else changes it meanwhile. */
export interface OutletChanges {
  status?: boolean | undefined;
  delivery?: boolean | undefined;
  pickup?: boolean | undefined;
}

/**
 * Switches an outlet on or off, and whether it takes delivery and pickup orders; the restaurant's screens and its site hear of
 * it. Writes only the columns that are given, so that two people who change different things both get their way.
 * @throws Refusal request.not_found.
 */
export async function changeOutlet(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  changes: OutletChanges,
  at: Date,
): Promise<OutletRow> {
  const { numUpdatedRows } = await tx
    .updateTable('outlets')
    .set({ updated_at: at, ...(changes.status === undefined ? {} : { is_active: changes.status }) })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', outletId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new Refusal('request.not_found');
  for (const mode of ['delivery', 'pickup'] as const) {
    const accepts = changes[mode];
    if (accepts !== undefined) await setAccepting(tx, restaurantId, outletId, mode, accepts);
  }
  const outlet = await getOutlet(tx, restaurantId, outletId, 'merchant');
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  return outlet;
}

async function setAccepting(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  mode: 'delivery' | 'pickup',
  accepts: boolean,
) {
  await tx
    .updateTable('outlet_modes')
    .set({ accepts_orders: accepts })
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('mode', '=', mode)
    .execute();
}
