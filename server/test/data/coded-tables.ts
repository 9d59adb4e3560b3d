import type { TableId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { newId } from '#server/db/new-id.ts';
import { transaction } from '#server/db/transaction.ts';
import { makeTableCode } from '#server/modules/dining/table-code.ts';
import type { TestRestaurant } from './restaurant.ts';

/** Inserts tables of the outlet directly. @returns their codes. */
export async function insertCodedTables(
  db: Db,
  { id: restaurantId, outletId }: TestRestaurant,
  secret: string,
  count: number,
): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  const tables = numbers.map((number) => ({ restaurantId, outletId, id: newId<TableId>(), number, version: 1 }));
  const now = new Date();
  const rows = tables.map(({ id, number, version }) => ({
    restaurant_id: restaurantId,
    outlet_id: outletId,
    id,
    number,
    name: String(number),
    area_id: null,
    code_version: version,
    coded_at: now,
    created_at: now,
    deleted_at: null,
  }));
  await transaction(db, restaurantId, (tx) => tx.insertInto('dining_tables').values(rows).execute());
  return tables.map((table) => makeTableCode(secret, table));
}
