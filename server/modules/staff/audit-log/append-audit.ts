import { createHash } from 'node:crypto';
import type { AuditAction } from '#contract/staff/audit-log.ts';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/** The acting person: a caller with a name. */
export interface Actor {
  kind: string;
  userId: UserId;
  name: string;
}

/** The server itself, in what it does by the clock. */
export const productActor = { kind: 'system', userId: null, name: 'Order Manager' } as const;

/** The restaurant, the actor and the request. */
export interface AuditContext {
  restaurantId: RestaurantId;
  actor: Actor;
  requestId: string;
}

/** `subject` names the person or thing; `details` are the values before and after, or the reason. */
interface AuditedAction {
  action: AuditAction;
  subject: string;
  details?: Record<string, unknown>;
}

interface AuditRecord {
  restaurant_id: RestaurantId;
  number: number;
  at: Date;
  actor_kind: string;
  actor_id: UserId | null;
  actor_name: string;
  action: string;
  subject: string;
  details: string;
  request_id: string;
}

/** The hash that a restaurant's first entry is chained to. */
export const noHash = Buffer.alloc(32);

/**
 * Appends to the restaurant's audit log, in the transaction of the logged change: both happen, or neither (R85).
 * Entries of one restaurant queue for the lock of its last one.
 */
export async function appendAuditEntry(
  tx: Tx,
  restaurantId: RestaurantId,
  { actor, requestId, at }: { actor: Actor | typeof productActor; requestId: string; at: Date },
  { action, subject, details = {} }: AuditedAction,
): Promise<void> {
  await tx
    .insertInto('audit_log_heads')
    .values({ restaurant_id: restaurantId, number: 0, hash: noHash })
    .onConflict((conflict) => conflict.column('restaurant_id').doNothing())
    .execute();
  const head = await tx
    .selectFrom('audit_log_heads')
    .select(['number', 'hash'])
    .where('restaurant_id', '=', restaurantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const entry: AuditRecord = {
    restaurant_id: restaurantId,
    number: head.number + 1,
    at,
    actor_kind: actor.kind,
    actor_id: actor.userId,
    actor_name: actor.name,
    action,
    subject,
    details: JSON.stringify(details),
    request_id: requestId,
  };
  const hash = hashOf(head.hash, entry);
  await tx
    .insertInto('audit_log_entries')
    .values({ ...entry, hash })
    .execute();
  await tx
    .updateTable('audit_log_heads')
    .set({ number: entry.number, hash })
    .where('restaurant_id', '=', restaurantId)
    .execute();
}

/** SHA-256 of the previous hash and the whole entry. */
export function hashOf(before: Buffer, entry: AuditRecord): Buffer {
  const said = [
    entry.restaurant_id,
    entry.number,
    entry.at.toISOString(),
    entry.actor_kind,
    entry.actor_id,
    entry.actor_name,
    entry.action,
    entry.subject,
    entry.details,
    entry.request_id,
  ];
  return createHash('sha256').update(before).update(JSON.stringify(said)).digest();
}
