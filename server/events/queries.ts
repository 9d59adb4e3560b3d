import { type RawBuilder, sql } from 'kysely';
import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { EventType } from './append-event.ts';

/** A stored event. `seq` counts up from 1 within its restaurant, without gaps, in commit order. */
export interface StoredEvent {
  restaurantId: RestaurantId;
  seq: number;
  type: EventType;
  orderId: OrderId | null;
  customerId: CustomerId | null;
  data: Record<string, unknown>;
  happenedAt: Date;
}

/** The last number that a reader has seen of a restaurant. */
export interface Position {
  restaurantId: RestaurantId;
  seq: number;
}

/** The events after each position, grouped by restaurant and in order, at most `limit` of each. One statement. */
export async function listEventsAfter(tx: Tx, positions: readonly Position[], limit: number): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select event.restaurant_id as "restaurantId", event.seq, event.type, event.order_id as "orderId",
      event.customer_id as "customerId", event.data, event.happened_at as "happenedAt"
    from unnest(${positions.map((position) => position.restaurantId)}::uuid[],
      ${positions.map((position) => position.seq)}::bigint[]) as read_to (restaurant_id, seq)
    cross join lateral (
      select * from events
      where events.restaurant_id = read_to.restaurant_id and events.seq > read_to.seq
      order by events.seq limit ${limit}
    ) as event
    order by event.restaurant_id, event.seq`.execute(tx);
  return rows;
}

/** The number of the restaurant's newest event, 0 before the first, as an expression for a larger query. */
function lastSeqOf(restaurantId: RestaurantId): RawBuilder<number> {
  return sql<number>`coalesce((select event_seq from restaurant_counters where restaurant_id = ${restaurantId}), 0)`;
}

export async function findLastSeq(tx: Tx, restaurantId: RestaurantId): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select ${lastSeqOf(restaurantId)} as seq`.execute(tx);
  return rows[0]!.seq;
}

/** The numbers of the newest events of some restaurants. One without a counter is left out. */
export function listLastSeqs(tx: Tx, restaurantIds: readonly RestaurantId[]): Promise<Position[]> {
  return tx
    .selectFrom('restaurant_counters')
    .select(['restaurant_id as restaurantId', 'event_seq as seq'])
    .where(sql<boolean>`restaurant_id = any(${restaurantIds}::uuid[])`)
    .execute();
}

/** The restaurants whose site has changed since, each with the number of its newest change. */
export async function listCatalogueChanges(tx: Tx, since: Date): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select restaurant_id as "restaurantId", max(seq) as seq from events
    where happened_at >= ${since} and type in ('catalogue.changed', 'outlet.changed')
    group by restaurant_id`.execute(tx);
  return rows;
}

/** Removes up to `limit` events older than `before`. @returns the number removed. */
export async function deleteEventsBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from events where (restaurant_id, seq) in (
      select restaurant_id, seq from events where happened_at < ${before} order by happened_at limit ${limit}
    )`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
