import { type RawBuilder, sql } from 'kysely';
import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import { afterBatch } from '#server/db/after-batch.ts';
import type { Tx } from '#server/db/transaction.ts';
import { wake } from './wake.ts';

export type EventType =
  | 'order.placed'
  | 'order.fired'
  | 'order.status_changed'
  | 'order.escalated'
  | 'order.seen'
  | 'order.bumped'
  | 'outlet.changed'
  | 'catalogue.changed'
  | 'service_request.changed';

/**
 * An event to append. `outlet.changed` carries `data.outletId`; events of an order carry `orderId` and `customerId`.
 */
interface NewEvent {
  type: EventType;
  orderId?: OrderId;
  customerId?: CustomerId;
  data?: Record<string, unknown>;
}

/**
 * Appends an event as the last statement of the transaction that caused it, and wakes the readers once it is committed.
 * The restaurant's counter row stays locked until then, so numbers become visible in order and without gaps (R58); any
 * later statement would make the restaurant's other writers wait.
 * @returns the event's number within the restaurant.
 */
export async function appendEvent(tx: Tx, restaurantId: RestaurantId, event: NewEvent, at: Date): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    with facts (position, type, order_id, customer_id, data) as (
      values (1, ${event.type}::text, ${event.orderId ?? null}::uuid, ${event.customerId ?? null}::uuid,
        ${JSON.stringify(event.data ?? {})}::jsonb)
    ),
    ${appendingFacts(restaurantId, at)}
    select seq from told`.execute(tx);
  const [told] = rows;
  if (told === undefined) throw new Error('A restaurant without a counter cannot tell what happens');
  wakeOnCommit(tx, restaurantId);
  return told.seq;
}

/**
 * Appends events as part of a larger statement, which defines `facts` (position from 1, type, order_id, customer_id,
 * data) before and may read `told` (seq) after. `facts` must read from the statement's other writes, so that the
 * counter is locked after them. The caller calls `wakeOnCommit`.
 */
export function appendingFacts(restaurantId: RestaurantId, at: Date): RawBuilder<unknown> {
  return sql`
    counted as (
      update restaurant_counters set event_seq = event_seq + (select count(*) from facts)
      where restaurant_id = ${restaurantId} and exists (select from facts) and ${afterBatch(restaurantId)}
      returning event_seq - (select count(*) from facts) as before
    ),
    told as (
      insert into events (restaurant_id, seq, type, order_id, customer_id, data, happened_at)
      select ${restaurantId}::uuid, before + position, type, order_id, customer_id, data, ${at}::timestamptz
      from counted cross join facts
      returning seq
    )`;
}

export function wakeOnCommit(tx: Tx, restaurantId: RestaurantId): void {
  tx.onCommit(() => wake(restaurantId));
}
