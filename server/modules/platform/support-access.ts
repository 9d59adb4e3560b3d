import type { RestaurantId, SessionId, UserId } from '#contract/base/ids.ts';
import type { SupportAccess } from '#contract/platform/support-access.ts';
import type { Db } from '#server/db/connect.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { forgetCallers } from '#server/modules/accounts/sessions/find-caller.ts';
import { fullName } from '#server/modules/accounts/queries.ts';
import { createSession, endSession, hashToken } from '#server/modules/accounts/sessions/sessions.ts';
import { type Actor, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import type { AdminRequest } from './decide-restaurant.ts';

/** An owner of the restaurant, or an admin with support access. */
interface SupportAccessCaller extends Actor {
  restaurantId: RestaurantId;
  isSupportAccess: boolean;
  tokenHash: Buffer;
}

/**
 * Begins a session in which an admin reads a restaurant, for an hour, with an entry and the reason in its audit log.
 * @throws request.not_found, restaurant.closed
 */
export async function beginSupportAccess(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  by: AdminRequest,
  restaurantId: RestaurantId,
  reason: string,
  userAgent: string,
): Promise<{ token: string; supportAccess: SupportAccess }> {
  const now = clock();
  return platformTransaction(db, 'administration', async (tx) => {
    const known = await tx
      .selectFrom('restaurants')
      .select('closed_at')
      .where('id', '=', restaurantId)
      .executeTakeFirst();
    if (known === undefined) throw new Refusal('request.not_found');
    if (known.closed_at !== null) throw new Refusal('restaurant.closed');
    const { userId } = by.actor;
    const token = await createSession(tx, { kind: 'support', userId, restaurantId, reason }, now, userAgent);
    const row = await supportSessions(tx).where('token_hash', '=', hashToken(token)).executeTakeFirstOrThrow();
    const details = { reason, until: row.expires_at.toISOString() };
    const act = { action: 'support.began', subject: by.actor.name, details } as const;
    await appendAuditEntry(tx, restaurantId, { ...by, at: now }, act);
    return { token, supportAccess: supportAccessForWire(row) };
  });
}

/** The open support sessions, the newest first; an admin gets only their own. */
export async function listSupportAccess(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { restaurantId, isSupportAccess, tokenHash }: SupportAccessCaller,
): Promise<SupportAccess[]> {
  const rows = await supportSessions(db)
    .where('restaurant_id', '=', restaurantId)
    .where('expires_at', '>', clock())
    .$if(isSupportAccess, (query) => query.where('token_hash', '=', tokenHash))
    .orderBy('sessions.created_at', 'desc')
    .execute();
  return rows.map(supportAccessForWire);
}

/**
 * Ends support access; exactly one of several parallel callers does. An admin ends only their own.
 * @throws request.not_found
 */
export async function endSupportAccess(
  deps: Pick<Deps, 'db' | 'clock' | 'streams'>,
  by: SupportAccessCaller,
  requestId: string,
  id: SessionId,
): Promise<void> {
  const { restaurantId, isSupportAccess, tokenHash } = by;
  const actor = isSupportAccess ? { ...by, kind: 'admin' } : by;
  const ended = await platformTransaction(deps.db, 'administration', async (tx) => {
    const row = await supportSessions(tx)
      .where('restaurant_id', '=', restaurantId)
      .where('sessions.id', '=', id)
      .$if(isSupportAccess, (query) => query.where('token_hash', '=', tokenHash))
      .forUpdate('sessions')
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('request.not_found');
    await endSession(tx, row.token_hash);
    const act = { action: 'support.ended', subject: fullName(row) } as const;
    await appendAuditEntry(tx, restaurantId, { actor, requestId, at: deps.clock() }, act);
    return row.token_hash;
  });
  forgetCallers(deps, [ended]);
}

/** Writes the end of support sessions whose hour is over to the audit log. Run it before their sessions are removed. */
export async function auditExpiredSupportAccess(db: Db, now: Date): Promise<void> {
  await platformTransaction(db, 'clean-up', async (tx) => {
    const rows = await supportSessions(tx).where('expires_at', '<=', now).forUpdate('sessions').skipLocked().execute();
    for (const row of rows) {
      await endSession(tx, row.token_hash);
      const actor = { kind: 'admin', userId: row.user_id!, name: fullName(row) };
      const act = { action: 'support.ended', subject: actor.name, details: { reason: 'time' } } as const;
      await appendAuditEntry(tx, row.restaurant_id!, { actor, requestId: 'clean-up', at: row.expires_at }, act);
    }
  });
}

function supportSessions(db: Db | Tx) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'token_hash', 'user_id', 'restaurant_id', 'support_reason', 'first_name', 'last_name'])
    .select(['sessions.created_at', 'expires_at'])
    .where('support_reason', 'is not', null);
}

interface SupportSessionRow {
  id: SessionId;
  user_id: UserId | null;
  support_reason: string | null;
  first_name: string;
  last_name: string;
  created_at: Date;
  expires_at: Date;
}

function supportAccessForWire(row: SupportSessionRow): SupportAccess {
  return {
    _id: row.id,
    adminName: fullName(row),
    reason: row.support_reason ?? '',
    beganAt: row.created_at.toISOString(),
    endsAt: row.expires_at.toISOString(),
  };
}
