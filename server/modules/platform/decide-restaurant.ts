import type { RestaurantId } from '#contract/base/ids.ts';
import { platformTransaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { type Actor, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { setRestaurantStatus } from '#server/modules/restaurants/restaurant-status.ts';
import { listRestaurants, type RestaurantRow } from './queries.ts';

/** An admin in a request. */
export interface AdminRequest {
  actor: Actor;
  requestId: string;
}

/**
 * Approves or cancels a restaurant. A cancelled one takes no orders from this moment on; its people and its audit log
 * get the reason.
 * @throws request.not_found
 */
export async function decideRestaurant(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: AdminRequest,
  id: RestaurantId,
  status: 'approved' | 'cancelled',
  reason: string,
): Promise<RestaurantRow> {
  const now = clock();
  return platformTransaction(db, 'administration', async (tx) => {
    const before = await tx
      .selectFrom('restaurants')
      .select(['name', 'status', 'status_reason'])
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (before === undefined) throw new Refusal('request.not_found');
    if (before.status !== status || before.status_reason !== reason) {
      await setRestaurantStatus(tx, id, status, reason, now);
      await appendAuditEntry(
        tx,
        id,
        { ...by, at: now },
        {
          action: status === 'approved' ? 'admin.restaurant_approved' : 'admin.restaurant_cancelled',
          subject: before.name,
          details: { before: before.status, after: status, reason },
        },
      );
      // The status decides which dishes guests may order.
      await appendEvent(tx, id, { type: 'catalogue.changed' }, now);
    }
    return (await listRestaurants(tx, id))[0]!;
  });
}
