import { limits } from '#contract/base/limits.ts';
import type { RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

/**
 * Refuses what was just created or restored when the restaurant then has too many items or modifiers. The transaction
 * has the menu's lock, so that no other one creates any meanwhile.
 * @throws items.too_many; items.too_many_modifiers.
 */
export async function requireRoomForItems(tx: Tx, restaurantId: RestaurantId): Promise<void> {
  const rows = await tx
    .selectFrom('items')
    .select((eb) => ['type', eb.fn.countAll<number>().as('count')])
    .where('restaurant_id', '=', restaurantId)
    .where('deleted_at', 'is', null)
    .groupBy('type')
    .execute();
  const countOf = new Map(rows.map(({ type, count }) => [type, count]));
  const { itemsMax, modifiersMax } = limits;
  if ((countOf.get('item') ?? 0) > itemsMax) throw new Refusal('items.too_many', { most: itemsMax });
  if ((countOf.get('modifier') ?? 0) > modifiersMax) {
    throw new Refusal('items.too_many_modifiers', { most: modifiersMax });
  }
}
