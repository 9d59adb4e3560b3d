/** One order per Idempotency-Key of a guest (R41 to R43). A key is claimed in the order's own transaction, so a refused order leaves it free. */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { CustomerId, RestaurantId } from '#contract/ids.ts';
import type { NewOrder, Order } from '#contract/orders.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/refusal.ts';

const operation = 'create-order';

export interface OrderKey {
  restaurantId: RestaurantId;
  customerId: CustomerId;
  /** null: the client sent none. */
  key: string | null;
  /** Of what was asked, so that the same key cannot stand for two different orders. */
  requestHash: Buffer;
}

export function orderKey(
  customer: { restaurantId: RestaurantId; customerId: CustomerId },
  key: string | null,
  order: NewOrder,
): OrderKey {
  const requestHash = createHash('sha256').update(JSON.stringify(order)).digest();
  return { restaurantId: customer.restaurantId, customerId: customer.customerId, key, requestHash };
}

/** Part of a statement: `claimed` has a row when the key is new. While another order with the key is being placed, it waits. */
export function claimingKey({ restaurantId, customerId, key, requestHash }: OrderKey, now: Date): RawBuilder<unknown> {
  return sql`
    claimed as (
      insert into idempotency_keys (restaurant_id, customer_id, operation, key, request_hash, created_at)
      select ${restaurantId}::uuid, ${customerId}::uuid, ${operation}, ${key}::text, ${requestHash}::bytea, ${now}::timestamptz
      where ${key}::text is not null
      on conflict do nothing
      returning key
    )`;
}

/** Part of the statement that writes the order: keeps the answer, to which `placed` adds the number. */
export function keepingAnswer({ restaurantId, customerId, key }: OrderKey, answer: Order): RawBuilder<unknown> {
  return sql`
    answered as (
      update idempotency_keys
      set answer = ${JSON.stringify(answer)}::jsonb || jsonb_build_object('orderNumber', order_number)
      from placed
      where restaurant_id = ${restaurantId} and customer_id = ${customerId} and operation = ${operation} and key = ${key}
    )`;
}

/**
 * The first answer of a key that was claimed before.
 * @throws Refusal `order.key_reused` when it stood for another order.
 */
export async function findAnswer(tx: Tx, { restaurantId, customerId, key, requestHash }: OrderKey): Promise<Order> {
  const stored = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (!stored.request_hash.equals(requestHash)) throw new Refusal('order.key_reused');
  return stored.answer as Order;
}
