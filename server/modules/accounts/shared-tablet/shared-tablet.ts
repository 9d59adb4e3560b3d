import { createHmac } from 'node:crypto';
import type { RestaurantId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { TabletPerson } from '#contract/accounts/shared-tablet.ts';
import { transaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { isSameBytes } from '#server/same-bytes.ts';
import { type AuditContext, appendAuditEntry } from '#server/modules/staff/audit-log/append-audit.ts';
import { clearPinTries, countPinTry, setPinHash } from '#server/modules/staff/memberships/memberships.ts';
import { isPinRefused } from '../company/require-company.ts';
import { forgetCallers } from '../sessions/find-caller.ts';
import { findLockMinutes, getSessionUser } from '../sessions/sessions.ts';
import { keyOf } from '#server/sealing.ts';
import { fullName, getUser } from '../queries.ts';
import { requirePassword } from '../passwords/require-password.ts';

type TabletDeps = Pick<Deps, 'db' | 'config' | 'clock' | 'passwords' | 'streams'>;

/** A person at a device, in a request. */
export interface TabletUser extends AuditContext {
  tokenHash: Buffer;
  clientAddress: string;
}

/** The people with a PIN, by name, and whether the caller has one. */
export async function readTablet(
  { db }: Pick<Deps, 'db'>,
  { restaurantId, userId }: { restaurantId: RestaurantId; userId: UserId },
): Promise<{ people: TabletPerson[]; hasPin: boolean }> {
  const rows = await transaction(
    db,
    restaurantId,
    (tx) =>
      tx
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .select(['users.id', 'first_name', 'last_name', 'pin_tries'])
        .where('restaurant_id', '=', restaurantId)
        .where('pin_hash', 'is not', null)
        .where('disabled_at', 'is', null)
        .orderBy('first_name')
        .orderBy('last_name')
        .orderBy('users.id')
        .execute(),
    { readOnly: true },
  );
  const people = rows.map((row) => ({
    _id: row.id,
    name: fullName(row),
    hasLockedPin: row.pin_tries >= limits.pinTries,
  }));
  return { people, hasPin: people.some(({ _id }) => _id === userId) };
}

/** @throws auth.wrong_password, auth.too_many_tries */
export async function setPin(
  deps: TabletDeps,
  { restaurantId, actor, clientAddress }: TabletUser,
  { password, pin }: { password: string; pin: string | null },
): Promise<void> {
  const { db, config } = deps;
  await requirePassword(deps, await getUser(db, actor.userId), password, clientAddress);
  const pinHash = pin === null ? null : hashPin(config.secret, restaurantId, actor.userId, pin);
  await transaction(db, restaurantId, (tx) => setPinHash(tx, restaurantId, actor.userId, pinHash));
}

/**
 * Shares the device; the caller acts on it until it is locked.
 * @throws auth.no_pin
 */
export async function shareTablet(deps: TabletDeps, by: TabletUser, lockMinutes: number): Promise<void> {
  const { restaurantId, actor, tokenHash } = by;
  await transaction(deps.db, restaurantId, async (tx) => {
    const member = await tx
      .selectFrom('memberships')
      .select('pin_hash')
      .where('restaurant_id', '=', restaurantId)
      .where('user_id', '=', actor.userId)
      .executeTakeFirst();
    if (member === undefined || member.pin_hash === null) throw new Refusal('auth.no_pin');
    await updateTabletSession(tx, tokenHash, { lock_minutes: lockMinutes, acting_user_id: actor.userId });
    await auditTablet(tx, by, 'tablet.shared', deps.clock());
  });
  forgetCallers(deps, [tokenHash]);
}

/**
 * Stops sharing; takes the password of the person who logged the device in.
 * @throws auth.wrong_password, auth.too_many_tries
 */
export async function unshareTablet(deps: TabletDeps, by: TabletUser, password: string): Promise<void> {
  const { db } = deps;
  const { restaurantId, tokenHash, clientAddress } = by;
  await requirePassword(deps, await getUser(db, await getSessionUser(db, tokenHash)), password, clientAddress);
  await transaction(db, restaurantId, async (tx) => {
    await updateTabletSession(tx, tokenHash, { lock_minutes: null, acting_user_id: null });
    await auditTablet(tx, by, 'tablet.unshared', deps.clock());
  });
  forgetCallers(deps, [tokenHash]);
}

/** @throws auth.not_shared */
export async function lockTablet(deps: TabletDeps, { restaurantId, tokenHash }: TabletUser): Promise<void> {
  await transaction(deps.db, restaurantId, async (tx) => {
    if (!(await updateTabletSession(tx, tokenHash, { acting_user_id: null }))) throw new Refusal('auth.not_shared');
  });
  forgetCallers(deps, [tokenHash]);
}

/**
 * Takes a shared device over; on any other no PIN is tried, or everybody could lock and guess those of colleagues from a phone. A try is
 * counted before it is checked, so that parallel ones count; five wrong ones in a row lock the PIN until its owner has given the password,
 * and are in the audit log.
 * @throws request.not_found, auth.wrong_pin, auth.pin_locked, auth.not_shared, auth.company_required
 */
export async function switchPerson(
  deps: TabletDeps,
  by: TabletUser,
  { userId, pin }: { userId: UserId; pin: string },
): Promise<void> {
  const { restaurantId, tokenHash } = by;
  const left = await transaction(deps.db, restaurantId, async (tx) => {
    if ((await findLockMinutes(tx, tokenHash)) === null) throw new Refusal('auth.not_shared');
    const known = await countPinTry(tx, restaurantId, userId);
    if (!isSameBytes(known.hash, hashPin(deps.config.secret, restaurantId, userId, pin))) {
      if (known.tries === limits.pinTries) {
        const moment = { actor: by.actor, requestId: by.requestId, at: deps.clock() };
        await appendAuditEntry(tx, restaurantId, moment, { action: 'account.pin_locked', subject: fullName(known) });
      }
      // Returned and not thrown, so that the transaction commits the counted try.
      return limits.pinTries - known.tries;
    }
    if (await isPinRefused(tx, restaurantId, userId, deps.clock())) throw new Refusal('auth.company_required');
    if (!(await updateTabletSession(tx, tokenHash, { acting_user_id: userId }))) throw new Refusal('auth.not_shared');
    await clearPinTries(tx, restaurantId, userId);
    return null;
  });
  if (left !== null) throw left === 0 ? new Refusal('auth.pin_locked') : new Refusal('auth.wrong_pin', { left });
  forgetCallers(deps, [tokenHash]);
}

/** @returns whether there is such a session; unless the change sets `lock_minutes`, it has to be a shared one. */
async function updateTabletSession(
  tx: Tx,
  tokenHash: Buffer,
  change: { lock_minutes?: number | null; acting_user_id: UserId | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set(change)
    .where('token_hash', '=', tokenHash)
    .$if(change.lock_minutes === undefined, (query) => query.where('lock_minutes', 'is not', null))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function auditTablet(tx: Tx, by: TabletUser, action: 'tablet.shared' | 'tablet.unshared', at: Date): Promise<void> {
  const { restaurantId, actor, requestId } = by;
  return appendAuditEntry(tx, restaurantId, { actor, requestId, at }, { action, subject: actor.name });
}

/**
 * The hash takes the server's secret, because four digits are soon tried out; valid for one person in one restaurant.
 */
function hashPin(secret: string, restaurantId: RestaurantId, userId: UserId, pin: string): Buffer {
  return createHmac('sha256', keyOf(secret, 'pins')).update(`${restaurantId} ${userId} ${pin}`).digest();
}
