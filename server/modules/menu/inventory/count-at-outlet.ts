import type { ItemId, OutletId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { correctedQuantity } from '#server/modules/menu/items/corrected-quantity.ts';
import { getItem, type ItemRow } from '#server/modules/menu/items/queries.ts';
import { getOutlet } from '#server/modules/outlets/queries.ts';

/**
 * Sets how many portions of an item or a modifier an outlet has; null: it does not count them for itself. An order takes from this
 * count and from that of all outlets together, where there is one. `quantitySeen` is what the person saw when they entered it.
 * @throws request.not_found
 */
export async function countAtOutlet(
  tx: Tx,
  restaurantId: RestaurantId,
  itemId: ItemId,
  entered: { outletId: OutletId; quantity: number | null; quantitySeen?: number | null | undefined },
  at: Date,
): Promise<ItemRow> {
  const { outletId } = entered;
  await getItem(tx, restaurantId, itemId);
  await getOutlet(tx, restaurantId, outletId, 'merchant');
  const before = await tx
    .selectFrom('item_outlet_quantities')
    .select('quantity')
    .where('restaurant_id', '=', restaurantId)
    .where('item_id', '=', itemId)
    .where('outlet_id', '=', outletId)
    .forUpdate()
    .executeTakeFirst();
  const quantity = correctedQuantity(entered.quantity, entered.quantitySeen, before?.quantity ?? null);
  if (quantity === null) {
    await tx
      .deleteFrom('item_outlet_quantities')
      .where('restaurant_id', '=', restaurantId)
      .where('item_id', '=', itemId)
      .where('outlet_id', '=', outletId)
      .execute();
  } else {
    await tx
      .insertInto('item_outlet_quantities')
      .values({ restaurant_id: restaurantId, item_id: itemId, outlet_id: outletId, quantity })
      .onConflict((conflict) => conflict.columns(['restaurant_id', 'item_id', 'outlet_id']).doUpdateSet({ quantity }))
      .execute();
  }
  await appendEvent(tx, restaurantId, { type: 'catalogue.changed' }, at);
  return getItem(tx, restaurantId, itemId);
}
