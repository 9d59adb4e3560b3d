import type { OutletId, RestaurantId, UserId } from '#contract/base/ids.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { noteRemoval } from '#server/modules/accounts/former-staff.ts';
import { forgetCallers } from '#server/modules/accounts/sessions/find-caller.ts';
import { fullName } from '#server/modules/accounts/queries.ts';
import { endSessionsAndTabletsOf } from '#server/modules/accounts/sessions/sessions.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import type { Proof, Prover } from '#server/modules/accounts/second-factor/require-proof.ts';
import { withOwnerProof } from './owner-proof.ts';
import { namesOfOutlets, outletsOf } from './outlets-of-people.ts';
import { type ColleagueRow, listColleagues } from './queries.ts';
import type { Role } from '#contract/base/enumerations.ts';

type StaffDeps = Pick<Deps, 'db' | 'clock' | 'withProof' | 'streams'>;

interface Membership {
  role: Role;
  /** Null means all outlets, undefined as before. */
  outletIds?: readonly OutletId[] | null | undefined;
}

/**
 * Gives a colleague another role, or other outlets; their sessions in the restaurant end, and tablets that they have taken over lock
 * themselves (R10).
 * @throws request.not_found, staff.last_owner; as `withOwnerProof`
 */
export async function changeMembership(
  deps: StaffDeps,
  by: AuditContext & Prover,
  userId: UserId,
  place: Membership & Proof,
): Promise<ColleagueRow> {
  const { restaurantId, actor, requestId } = by;
  const { role, outletIds: _, ...proof } = place;
  const { colleague, ended } = await withOwnerProof(deps, by, { ...proof, role, userId }, async (tx) => {
    const before = await requireColleague(tx, restaurantId, userId);
    const outletIds = outletsOf(role, place.outletIds === undefined ? before.outlet_ids : place.outletIds);
    const movesOutlets = !isSame(before.outlet_ids, outletIds);
    if (before.role === role && !movesOutlets) return { colleague: before, ended: [] };
    if (before.role === 'owner') await requireOtherOwner(tx, restaurantId, userId);
    const after =
      place.outletIds === undefined ? null : await namesOfOutlets(tx, restaurantId, outletIds, before.outlet_ids);
    await tx
      .updateTable('memberships')
      .set({ role, outlet_ids: outletIds })
      .where('restaurant_id', '=', restaurantId)
      .where('user_id', '=', userId)
      .execute();
    const subject = fullName(before);
    const moment = { actor, requestId, at: deps.clock() };
    if (before.role !== role) {
      const details = { before: before.role, after: role };
      await appendAuditEntry(tx, restaurantId, moment, { action: 'staff.role_changed', subject, details });
    }
    if (movesOutlets) {
      const details = { outlets: after ?? 'all' };
      await appendAuditEntry(tx, restaurantId, moment, { action: 'staff.outlets_changed', subject, details });
    }
    const ended = await endSessionsAndTabletsOf(tx, userId, { restaurantId });
    return { colleague: { ...before, role, outlet_ids: outletIds, last_seen_at: null }, ended };
  });
  forgetCallers(deps, ended);
  return colleague;
}

function isSame(some: readonly OutletId[] | null, others: readonly OutletId[] | null): boolean {
  if (some === null || others === null) return some === others;
  return some.length === others.length && some.every((id) => others.includes(id));
}

/**
 * Removes a colleague; their sessions in the restaurant end as above. Their account stays, for `removeFormerStaff` to delete where they work
 * nowhere else: this transaction sees the memberships of its own restaurant alone.
 * @throws request.not_found, staff.last_owner; as `withOwnerProof`
 */
export async function removeStaff(
  deps: StaffDeps,
  by: AuditContext & Prover,
  userId: UserId,
  proof: Proof,
): Promise<void> {
  const { restaurantId, actor, requestId } = by;
  const ended = await withOwnerProof(deps, by, { ...proof, userId }, async (tx) => {
    const colleague = await requireColleague(tx, restaurantId, userId);
    if (colleague.role === 'owner') await requireOtherOwner(tx, restaurantId, userId);
    await tx
      .deleteFrom('memberships')
      .where('restaurant_id', '=', restaurantId)
      .where('user_id', '=', userId)
      .execute();
    await noteRemoval(tx, userId, deps.clock());
    await appendAuditEntry(
      tx,
      restaurantId,
      { actor, requestId, at: deps.clock() },
      {
        action: 'staff.removed',
        subject: fullName(colleague),
        details: { role: colleague.role, email: colleague.email },
      },
    );
    return endSessionsAndTabletsOf(tx, userId, { restaurantId });
  });
  forgetCallers(deps, ended);
}

async function requireColleague(tx: Tx, restaurantId: RestaurantId, userId: UserId): Promise<ColleagueRow> {
  const [colleague] = await listColleagues(tx, restaurantId, userId);
  if (colleague === undefined) throw new Refusal('request.not_found');
  return colleague;
}

/** Locks the owners, so that two who remove each other at once do not both succeed. */
async function requireOtherOwner(tx: Tx, restaurantId: RestaurantId, userId: UserId): Promise<void> {
  const owners = await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('restaurant_id', '=', restaurantId)
    .where('role', '=', 'owner')
    .orderBy('user_id')
    .forUpdate()
    .execute();
  if (!owners.some(({ user_id }) => user_id !== userId)) throw new Refusal('staff.last_owner');
}
