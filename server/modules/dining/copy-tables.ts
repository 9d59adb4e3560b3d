import { reserveTableNumbers } from '#server/modules/restaurants/table-numbers.ts';
import type { DiningAreaId, OutletId, RestaurantId, TableId } from '#contract/base/ids.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { listAreas, listTables } from './queries.ts';

/** Copies the areas and tables of another outlet in their present order. The copies have codes of their own. */
export async function copyTables(
  tx: Tx,
  restaurantId: RestaurantId,
  from: OutletId,
  to: OutletId,
  at: Date,
): Promise<void> {
  const areas = await listAreas(tx, restaurantId, from);
  const tables = await listTables(tx, restaurantId, from);
  const ofCopy = { restaurant_id: restaurantId, outlet_id: to, created_at: at, deleted_at: null };
  const copies = new Map(areas.map(({ id }) => [id, newId<DiningAreaId>()]));
  if (areas.length > 0) {
    await tx
      .insertInto('dining_areas')
      .values(areas.map(({ id, name }, position) => ({ ...ofCopy, id: copies.get(id)!, name, position })))
      .execute();
  }
  if (tables.length === 0) return;
  const number = await reserveTableNumbers(tx, restaurantId, tables.length);
  await tx
    .insertInto('dining_tables')
    .values(
      tables.map(({ name, area_id }, position) => ({
        ...ofCopy,
        id: newId<TableId>(),
        area_id: area_id === null ? null : copies.get(area_id)!,
        name,
        number: number + position + 1,
        coded_at: at,
        position,
      })),
    )
    .execute();
}
