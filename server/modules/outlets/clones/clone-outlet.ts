import type { OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { copyCategoryAvailability } from '#server/modules/menu/categories/copy-availability.ts';
import { copyAreas } from '#server/modules/outlets/delivery-areas/copy-areas.ts';
import { copyTables } from '#server/modules/dining/copy-tables.ts';
import { copyMenuSale } from '#server/modules/menu/menus/copy-sale.ts';
import { copyItemAvailability } from '#server/modules/menu/items/copy-availability.ts';
import { copyOutlet } from '#server/modules/outlets/copy-outlet.ts';
import { getOutlet, type OutletRow } from '#server/modules/outlets/queries.ts';

/**
 * Copies an outlet, to be checked and switched to Active: its data, modes, areas, tables, its menus, and the
 * dishes that it does not sell.
 * @throws request.not_found, outlet.too_many.
 */
export async function cloneOutlet(
  tx: Tx,
  restaurantId: RestaurantId,
  sourceId: OutletId,
  at: Date,
): Promise<OutletRow> {
  const outletId = await copyOutlet(tx, restaurantId, sourceId, at);
  await copyAreas(tx, restaurantId, sourceId, outletId, at);
  await copyTables(tx, restaurantId, sourceId, outletId, at);
  await copyItemAvailability(tx, restaurantId, sourceId, outletId);
  await copyCategoryAvailability(tx, restaurantId, sourceId, outletId);
  await copyMenuSale(tx, restaurantId, sourceId, outletId);
  const clone = await getOutlet(tx, restaurantId, outletId, 'merchant');
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  return clone;
}
