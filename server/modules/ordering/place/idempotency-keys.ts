/**
 * One order per Idempotency-Key of a guest, or of staff who enter it for one (R41 to R43). A key is claimed in the
 * transaction of its order, so that both exist or neither does, and a refused order leaves its key free.
 */
import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { phonePlatform } from '#contract/base/enumerations.ts';
import type { CustomerId, OrderId, RestaurantId } from '#contract/base/ids.ts';
import type { NewOrder } from '#contract/ordering/orders.ts';
import { MINUTE } from '#contract/base/time.ts';
import type { Db } from '#server/db/connect.ts';
import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { findOrder, type StoredOrder } from '../queries.ts';
import { orderName } from '../order-name.ts';
import { orderForWire } from '../wire.ts';

const operation = 'create-order';

export interface OrderKey {
  restaurantId: RestaurantId;
  customerId: CustomerId;
  /** Null when the client sent none. */
  key: string | null;
  /** Hash of the request, so that one key cannot stand for two different orders. */
  requestHash: Buffer;
  /** The id of the order if the key is new. */
  orderId: OrderId;
  /** Staff enter the order, and may have corrected the number of its guest between two tries. */
  isByPhone?: boolean;
}

/** The language is no part of it: the guest may have changed it between two tries. */
export function hashOf({ language: _, ...order }: NewOrder): Buffer {
  return createHash('sha256').update(JSON.stringify(order)).digest();
}

/**
 * Part of the statement that writes the order: `claimed` has a row when there is no key, or a new one. It waits while
 * another order with the key is being placed. Nothing is claimed unless `current` has a row.
 */
export function claimKeySql(claim: OrderKey, now: Date): RawBuilder<unknown> {
  const { restaurantId, customerId, key, requestHash, orderId } = claim;
  if (key === null) return sql`claimed as (select from current)`;
  return sql`
    claimed as (
      insert into idempotency_keys (restaurant_id, customer_id, operation, key, request_hash, answer, created_at)
      select ${restaurantId}::uuid, ${customerId}::uuid, ${operation}, ${key}::text, ${requestHash}::bytea,
        jsonb_build_object('orderId', ${orderId}::text), ${now}::timestamptz
      from current
      on conflict do nothing
      returning key
    )`;
}

/**
 * The order by telephone that the key was first used for; otherwise others wait with the key until this transaction ends, whichever guest
 * theirs is for.
 * @throws order.key_reused, as `findFirstOrder`.
 */
export async function lockPhoneKey(tx: Tx, claim: OrderKey): Promise<StoredOrder | null> {
  const { restaurantId, key } = claim;
  if (key === null) return null;
  const name = `phone order ${restaurantId} ${key}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
  return findFirstOrder(tx, claim);
}

/**
 * The order that the key was first used for, as it is by now; null when the key is new.
 * @throws order.key_reused, with the first order, when the first request was another, or by telephone for another guest.
 */
export async function findFirstOrder(
  tx: Tx,
  { restaurantId, customerId, key, requestHash, isByPhone = false }: OrderKey,
): Promise<StoredOrder | null> {
  if (key === null) return null;
  const ofGuest = sql<boolean>`claimed.customer_id = ${customerId}`;
  const first = await tx
    .selectFrom('idempotency_keys as claimed')
    .select(['customer_id', 'request_hash', 'answer'])
    .where('restaurant_id', '=', restaurantId)
    .where(isByPhone ? sql<boolean>`(${ofGuest} or ${isOfPhoneOrder})` : ofGuest)
    .where('operation', '=', operation)
    .where('key', '=', key)
    .orderBy(ofGuest, 'desc')
    .executeTakeFirst();
  if (first === undefined) return null;
  const order = await findOrder(tx, restaurantId, (first.answer as { orderId: OrderId }).orderId);
  if (order === null) throw new Error('A key stands for an order that is not there');
  if (first.customer_id === customerId && first.request_hash.equals(requestHash)) return order;
  const { order_number: number } = order;
  const details = { number, orderName: orderName(order), order: orderForWire(order, 'customer') };
  throw new Refusal('order.key_reused', details);
}

/** A guest's own key may be equal by chance where its client counts. */
const isOfPhoneOrder = sql<boolean>`exists (
  select from orders
  where restaurant_id = claimed.restaurant_id and id = (claimed.answer->>'orderId')::uuid and platform = ${phonePlatform})`;

const retentionDays = 7;

/**
 * Removes keys that no client retries with any more (R43, R90).
 * @returns the number of removed keys.
 */
export async function removeOldKeys(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * 24 * 60 * MINUTE);
  return deleteInBatches(db, (tx, limit) => deleteKeysBefore(tx, before, limit));
}

async function deleteKeysBefore(tx: Tx, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where (restaurant_id, customer_id, operation, key) in (
      select restaurant_id, customer_id, operation, key from idempotency_keys
      where created_at < ${before} order by created_at limit ${limit}
    )`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}
