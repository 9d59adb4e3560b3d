import { fieldProblem } from '#contract/base/field-problems.ts';
import type { ItemId } from '#contract/base/ids.ts';
import type { ItemsChange } from '#contract/menu/item-changes.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import type { AuditContext } from '#server/modules/staff/audit-log/append-audit.ts';
import { moveItems } from '#server/modules/menu/categories/move-items.ts';
import {
  changeAvailability,
  changePrices,
  lockItems,
  type SeenPrices,
} from '#server/modules/menu/items/change-items.ts';
import { lockMenu } from '#server/modules/restaurants/queries.ts';

/**
 * Changes all items alike, or none.
 * @param items with the prices that the person saw, in major units.
 * @returns the number of items.
 * @throws request.not_found, items.changed_since, items.price_out_of_range, request.invalid.
 */
export async function changeItems(
  tx: Tx,
  by: AuditContext,
  items: readonly (SeenPrices & { _id: ItemId })[],
  change: ItemsChange,
  at: Date,
): Promise<number> {
  const { restaurantId } = by;
  const currency = await lockMenu(tx, restaurantId);
  const held = await lockItems(
    tx,
    restaurantId,
    items.map(({ _id }) => _id),
  );
  switch (change.kind) {
    case 'category':
      if (held.some(({ type }) => type === 'modifier')) {
        throw new Refusal('request.invalid', undefined, { items: fieldProblem('item.modifier_has_no_category') });
      }
      await moveItems(
        tx,
        restaurantId,
        change.categoryId,
        held.map(({ id }) => id),
      );
      break;
    case 'availability':
      await changeAvailability(tx, restaurantId, held, change);
      break;
    case 'price': {
      const seen = new Map(items.map(({ _id, ...prices }) => [_id, prices]));
      const { price, withModePrices = false } = change;
      await changePrices(tx, by, held, { seen, change: price, withModePrices, currency, at });
      break;
    }
  }
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  return held.length;
}
