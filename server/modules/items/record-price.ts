import type { ItemId } from '#contract/ids.ts';
import { toMajor } from '#contract/money.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Acting, appendAudit } from '#server/modules/audit/append-audit.ts';
import { getCurrency } from '#server/modules/restaurants/queries.ts';
import { getItem } from './queries.ts';

/**
 * A price that is about to change stands in the record, with what it was (R85). Before the change, so that the record is locked
 * ahead of the restaurant's counter, as everywhere.
 * @throws request.not_found
 */
export async function recordPrice(
  tx: Tx,
  by: Acting,
  itemId: ItemId,
  price: number | undefined,
  at: Date,
): Promise<void> {
  if (price === undefined) return;
  const { restaurantId } = by;
  const [item, currency] = [await getItem(tx, restaurantId, itemId), await getCurrency(tx, restaurantId)];
  const before = toMajor(item.price_minor, currency);
  if (before === price) return;
  const details = { before: `${currency} ${before}`, after: `${currency} ${price}` };
  await appendAudit(tx, restaurantId, { ...by, at }, { action: 'item.price_changed', subject: item.name, details });
}
