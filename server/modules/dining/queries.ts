import { sql } from 'kysely';
import type { DiningAreaId, OutletId, RestaurantId, TableId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';

export type AreaRow = Awaited<ReturnType<typeof listAreas>>[number];
export type TableRow = Awaited<ReturnType<typeof listTables>>[number];

export const areaColumns = ['id', 'outlet_id', 'name'] as const;

/** The areas of an outlet, in order. */
export function listAreas(tx: Tx, restaurantId: RestaurantId, outletId: OutletId) {
  return tx
    .selectFrom('dining_areas')
    .select(areaColumns)
    .where('restaurant_id', '=', restaurantId)
    .where('outlet_id', '=', outletId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** A table in a deleted area counts as being in none. */
function selectTables(tx: Tx, restaurantId: RestaurantId) {
  return tx
    .selectFrom('dining_tables as t')
    .leftJoin('dining_areas as a', (join) =>
      join
        .onRef('a.restaurant_id', '=', 't.restaurant_id')
        .onRef('a.id', '=', 't.area_id')
        .on('a.deleted_at', 'is', null),
    )
    .select([
      't.id',
      't.restaurant_id',
      't.outlet_id',
      't.name',
      't.number',
      't.code_version',
      't.coded_at',
      'a.id as area_id',
      'a.name as area_name',
    ])
    .where('t.restaurant_id', '=', restaurantId)
    .where('t.deleted_at', 'is', null);
}

/** The tables of an outlet, in order. */
export function listTables(tx: Tx, restaurantId: RestaurantId, outletId: OutletId) {
  return selectTables(tx, restaurantId)
    .where('t.outlet_id', '=', outletId)
    .orderBy('t.position')
    .orderBy('t.number')
    .execute();
}

export async function listTablesById(tx: Tx, restaurantId: RestaurantId, ids: readonly TableId[]): Promise<TableRow[]> {
  return selectTables(tx, restaurantId)
    .where('t.id', '=', sql<TableId>`any(${ids}::uuid[])`)
    .orderBy('t.position')
    .orderBy('t.number')
    .execute();
}

/** @throws request.not_found */
export async function getTable(tx: Tx, restaurantId: RestaurantId, id: TableId): Promise<TableRow> {
  const [table] = await listTablesById(tx, restaurantId, [id]);
  if (table === undefined) throw new Refusal('request.not_found');
  return table;
}

export async function findTableByNumber(tx: Tx, restaurantId: RestaurantId, number: number): Promise<TableRow | null> {
  const table = await selectTables(tx, restaurantId).where('t.number', '=', number).executeTakeFirst();
  return table ?? null;
}

/** @throws request.not_found when the outlet has no such area. */
export async function requireArea(
  tx: Tx,
  restaurantId: RestaurantId,
  outletId: OutletId,
  areaId: DiningAreaId,
): Promise<void> {
  const area = await tx
    .selectFrom('dining_areas')
    .select('id')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', areaId)
    .where('outlet_id', '=', outletId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (area === undefined) throw new Refusal('request.not_found');
}
