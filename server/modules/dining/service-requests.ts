import type { ServiceRequest } from '#contract/dining/dining.ts';
import type { RestaurantId, ServiceRequestId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import { newId } from '#server/db/new-id.ts';
import type { Tx } from '#server/db/transaction.ts';
import { appendEvent } from '#server/events/append-event.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { counterKey, consumeOne } from '#server/rate-limits/rate-counters.ts';
import type { TableRow } from './queries.ts';

/**
 * Creates a service request of a table. A repetition before it is answered changes nothing.
 * @throws rate.limited when the table has asked too often.
 */
export async function requestService(
  tx: Tx,
  restaurantId: RestaurantId,
  table: TableRow,
  { kind, isLimited, at }: { kind: ServiceRequest['kind']; isLimited: boolean; at: Date },
): Promise<void> {
  const called = await tx
    .insertInto('service_requests')
    .values({
      restaurant_id: restaurantId,
      id: newId<ServiceRequestId>(),
      outlet_id: table.outlet_id,
      table_id: table.id,
      kind,
      requested_at: at,
      answered_at: null,
      answered_by: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['restaurant_id', 'table_id', 'kind']).where('answered_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (called === undefined) return;
  if (isLimited) {
    const taking = await consumeOne(
      tx,
      counterKey('table call', table.id),
      limits.serviceRequestsPerTenMinutes,
      600,
      at,
    );
    if (!taking.isAllowed) throw new Refusal('rate.limited', { seconds: taking.retryAfterSeconds });
  }
  await appendEvent(tx, restaurantId, { type: 'service_request.changed', data: { outletId: table.outlet_id } }, at);
}

/** The unanswered requests, the longest waiting first, of outlets and tables that still exist. */
export async function listServiceRequests(tx: Tx, restaurantId: RestaurantId): Promise<ServiceRequest[]> {
  const rows = await tx
    .selectFrom('service_requests as c')
    .innerJoin('outlets as o', (join) =>
      join.onRef('o.restaurant_id', '=', 'c.restaurant_id').onRef('o.id', '=', 'c.outlet_id'),
    )
    .innerJoin('dining_tables as t', (join) =>
      join.onRef('t.restaurant_id', '=', 'c.restaurant_id').onRef('t.id', '=', 'c.table_id'),
    )
    .leftJoin('dining_areas as a', (join) =>
      join
        .onRef('a.restaurant_id', '=', 't.restaurant_id')
        .onRef('a.id', '=', 't.area_id')
        .on('a.deleted_at', 'is', null),
    )
    .select([
      'c.id',
      'c.kind',
      'c.requested_at',
      'c.outlet_id',
      'o.name as outlet',
      't.name as table',
      'a.name as area',
    ])
    .where('c.restaurant_id', '=', restaurantId)
    .where('c.answered_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .where('t.deleted_at', 'is', null)
    .orderBy('c.requested_at')
    .limit(limits.listMax)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    requestedAt: row.requested_at.toISOString(),
    outletId: row.outlet_id,
    outletName: row.outlet,
    tableName: row.table,
    tableArea: row.area,
  }));
}

/**
 * Marks a request as answered; a second answer keeps the first person.
 * @throws request.not_found
 */
export async function answerServiceRequest(
  tx: Tx,
  restaurantId: RestaurantId,
  id: ServiceRequestId,
  name: string,
  at: Date,
): Promise<void> {
  const found = await tx
    .selectFrom('service_requests as c')
    .innerJoin('outlets as o', (join) =>
      join.onRef('o.restaurant_id', '=', 'c.restaurant_id').onRef('o.id', '=', 'c.outlet_id'),
    )
    .select(['c.outlet_id', 'c.answered_at'])
    .where('c.restaurant_id', '=', restaurantId)
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (found === undefined) throw new Refusal('request.not_found');
  const answered = await tx
    .updateTable('service_requests')
    .set({ answered_at: at, answered_by: name })
    .where('restaurant_id', '=', restaurantId)
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .executeTakeFirst();
  if (answered.numUpdatedRows === 0n) return;
  await appendEvent(tx, restaurantId, { type: 'service_request.changed', data: { outletId: found.outlet_id } }, at);
}
