import type { CallAnswer } from '#contract/base/client.ts';
import type { MenuId, RestaurantId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import { getNameAndCurrency } from '#server/modules/restaurants/queries.ts';
import { exportMenu, type FileFormat } from './export-menu.ts';
import { writeMenuFileApart } from './menu-file-jobs.ts';
import { toFileName } from './wire.ts';

/** @throws request.not_found; export.too_large; QueueFull. */
export async function exportMenuFile(
  db: Db,
  restaurantId: RestaurantId,
  menuId: MenuId,
  format: FileFormat,
): Promise<CallAnswer<'GET /menu/export/:id'>> {
  const menu = await transaction(
    db,
    restaurantId,
    async (tx) => exportMenu(tx, restaurantId, menuId, await getNameAndCurrency(tx, restaurantId)),
    { readOnly: true, isolation: 'repeatable read' },
  );
  return {
    fileName: `${toFileName(menu.menu ?? '')}.${format}`,
    contentType: `${format === 'csv' ? 'text/csv' : 'application/json'}; charset=utf-8`,
    text: await writeMenuFileApart(restaurantId, menu, format),
  };
}
