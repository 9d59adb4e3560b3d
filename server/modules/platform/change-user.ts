import type { AuditAction } from '#contract/staff/audit-log.ts';
import type { UserId } from '#contract/base/ids.ts';
import { platformTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { forgetCallers } from '#server/modules/accounts/sessions/find-caller.ts';
import { fullName, setDisabled } from '#server/modules/accounts/queries.ts';
import { endSessionsAndTabletsOf } from '#server/modules/accounts/sessions/sessions.ts';
import { appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import type { AdminRequest } from './decide-restaurant.ts';
import { listUsers, listWorkplaces, type UserRow } from './queries.ts';

type UserDeps = Pick<Deps, 'db' | 'clock' | 'streams'>;

/**
 * Disables a user, who can no longer sign in, and ends their sessions.
 * @throws request.not_found, admin.yourself
 */
export async function disableUser(deps: UserDeps, by: AdminRequest, id: UserId, reason: string): Promise<UserRow> {
  requireSomebodyElse(by, id);
  return changeUser(deps, by, id, 'admin.user_disabled', { reason }, async (tx, now) => {
    await setDisabled(tx, id, reason, now);
    return endSessionsAndTabletsOf(tx, id);
  });
}

/** @throws request.not_found */
export async function enableUser(deps: UserDeps, by: AdminRequest, id: UserId): Promise<UserRow> {
  return changeUser(deps, by, id, 'admin.user_enabled', {}, async (tx, now) => {
    await setDisabled(tx, id, null, now);
    return [];
  });
}

/** @throws request.not_found, admin.yourself */
export async function endUserSessions(deps: UserDeps, by: AdminRequest, id: UserId): Promise<UserRow> {
  requireSomebodyElse(by, id);
  return changeUser(deps, by, id, 'admin.sessions_ended', {}, (tx) => endSessionsAndTabletsOf(tx, id));
}

/**
 * Makes the change, with an entry in the audit log of each restaurant where they work. `write` returns the tokens that
 * ended.
 */
async function changeUser(
  deps: UserDeps,
  by: AdminRequest,
  id: UserId,
  action: AuditAction,
  details: Record<string, unknown>,
  write: (tx: Tx, now: Date) => Promise<Buffer[]>,
): Promise<UserRow> {
  const now = deps.clock();
  const { user, ended } = await platformTransaction(deps.db, 'administration', async (tx) => {
    const known = await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    if (known === undefined) throw new Refusal('request.not_found');
    const ended = await write(tx, now);
    const user = (await listUsers(tx, now, id))[0]!;
    const subject = fullName(user);
    for (const restaurantId of await listWorkplaces(tx, id)) {
      await appendAuditEntry(tx, restaurantId, { ...by, at: now }, { action, subject, details });
    }
    return { user, ended };
  });
  forgetCallers(deps, ended);
  return user;
}

/** Keeps admins from locking the platform by a slip. */
function requireSomebodyElse({ actor }: AdminRequest, id: UserId): void {
  if (actor.userId === id) throw new Refusal('admin.yourself');
}
