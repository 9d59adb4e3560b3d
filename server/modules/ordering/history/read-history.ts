import type { RestaurantId } from '#contract/base/ids.ts';
import type { HistoryFilters } from '#contract/ordering/order-history.ts';
import type { Db } from '#server/db/connect.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { maskedListed } from '../masked-order.ts';
import { listedForWire } from '../wire.ts';
import { type HistoryView, listHistory } from './list-history.ts';

/**
 * A page of the history on the wire, guests masked in support access.
 * @throws support.reads_only when a caller who may not read names and numbers searches by them.
 */
export async function readHistory(
  db: Db,
  restaurantId: RestaurantId,
  filters: HistoryFilters,
  view: HistoryView,
  isMasked: boolean,
) {
  if (isMasked && (filters.name || filters.phone)) throw new Refusal('support.reads_only');
  const { orders, ...facts } = await listHistory(db, restaurantId, filters, view);
  const listed = orders.map(listedForWire);
  return { order: isMasked ? listed.map(maskedListed) : listed, ...facts };
}
