import type { RestaurantId, TableId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findTableByNumber } from './queries.ts';
import { isTableCode, tableNumberIn } from './table-code.ts';
import { codedTable } from './wire.ts';

/**
 * The table of a code, and its outlet.
 * @throws table.code_invalid unless the code is valid now.
 */
export async function requireTableCode(tx: Tx, secret: string, restaurantId: RestaurantId, code: string) {
  const row = await findTableOfCode(tx, secret, restaurantId, code);
  if (row === null) throw new Refusal('table.code_invalid');
  const outlet = await tx
    .selectFrom('outlets')
    .select(['id', 'name', 'asks_phone_at_tables'])
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', row.outlet_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (outlet === undefined) throw new Refusal('table.code_invalid');
  return { row, outlet };
}

/** The id of the table of a code; null unless the code is valid now. */
export async function findTableIdOfCode(
  tx: Tx,
  secret: string,
  restaurantId: RestaurantId,
  code: string,
): Promise<TableId | null> {
  return (await findTableOfCode(tx, secret, restaurantId, code))?.id ?? null;
}

async function findTableOfCode(tx: Tx, secret: string, restaurantId: RestaurantId, code: string) {
  const number = tableNumberIn(code);
  const row = number === null ? null : await findTableByNumber(tx, restaurantId, number);
  return row !== null && isTableCode(secret, codedTable(row), code) ? row : null;
}
