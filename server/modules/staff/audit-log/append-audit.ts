import { createHash } from 'node:crypto';
import type { AuditAction } from '#contract/staff/audit-log.ts';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';

/** Who did it: a caller with a name. */
export interface Actor {
  kind: string;
  userId: UserId;
  name: string;
}

/** Whose restaurant, and who does something in it in which request. */
export interface Acting {
  restaurantId: RestaurantId;
  actor: Actor;
  requestId: string;
}

/** `subject` is whom or what it was about, in words; `details` what it was before and after, or why. */
export interface Act {
  action: AuditAction;
  subject: string;
  details?: Record<string, unknown>;
}

export interface Entry {
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

/** What the first entry of a restaurant is chained to. */
export const noHash = Buffer.alloc(32);

/**
 * Adds to the restaurant's record, in the transaction of what is recorded: both happen, or neither (R85). Entries of one
 * restaurant queue up behind its last one.
 */
export async function appendAudit(
  tx: Tx,
  restaurantId: RestaurantId,
  { actor, requestId, at }: { actor: Actor; requestId: string; at: Date },
  { action, subject, details = {} }: Act,
): Promise<void> {
  await tx
    .insertInto('audit_heads')
    .values({ restaurant_id: restaurantId, number: 0, hash: noHash })
    .onConflict((conflict) => conflict.column('restaurant_id').doNothing())
    .execute();
  const head = await tx
    .selectFrom('audit_heads')
    .select(['number', 'hash'])
    .where('restaurant_id', '=', restaurantId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const entry: Entry = {
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
    .insertInto('audit_entries')
    .values({ ...entry, hash })
    .execute();
  await tx
    .updateTable('audit_heads')
    .set({ number: entry.number, hash })
    .where('restaurant_id', '=', restaurantId)
    .execute();
}

/** SHA-256 of the hash before and everything the entry says. */
export function hashOf(before: Buffer, entry: Entry): Buffer {
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
