import type { OutletId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { isDuplicate } from '#server/db/is-duplicate.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { getOutlet, type OutletRow, requireRoomForOutlet } from './queries.ts';

/**
 * Deletes an outlet (decision 35). Everything that belongs to it stays in the database for a restore, and its orders
 * stay for ever: the live ones are worked off.
 * @throws request.not_found
 */
export async function deleteOutlet(tx: Tx, by: AuditContext, outletId: OutletId, at: Date): Promise<void> {
  const { restaurantId } = by;
  const deleted = await tx
    .updateTable('outlets')
    .set({ deleted_at: at, updated_at: at })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', outletId)
    .where('deleted_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (deleted === undefined) throw new Refusal('request.not_found');
  await appendAuditEntry(tx, restaurantId, { ...by, at }, { action: 'outlet.deleted', subject: deleted.name });
  await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
}

/**
 * Brings a deleted outlet back; an outlet that is not deleted stays as it is.
 * @throws request.not_found, outlet.restore_conflict when another has its name by now, outlet.too_many.
 */
export async function restoreOutlet(tx: Tx, by: AuditContext, outletId: OutletId, at: Date): Promise<OutletRow> {
  const { restaurantId } = by;
  const deleted = await tx
    .selectFrom('outlets')
    .select('name')
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', outletId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  if (deleted !== undefined) {
    await requireRoomForOutlet(tx, restaurantId, limits.outletsMax);
    await tx
      .updateTable('outlets')
      .set({ deleted_at: null, updated_at: at })
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', outletId)
      .execute()
      .catch((error: unknown) => {
        throw isDuplicate(error) ? new Refusal('outlet.restore_conflict', { name: deleted.name }) : error;
      });
  }
  const outlet = await getOutlet(tx, restaurantId, outletId, 'merchant');
  if (deleted !== undefined) {
    await appendAuditEntry(tx, restaurantId, { ...by, at }, { action: 'outlet.restored', subject: outlet.name });
    await appendEvent(tx, restaurantId, { type: 'outlet.changed', data: { outletId } }, at);
  }
  return outlet;
}
