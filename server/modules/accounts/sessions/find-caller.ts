import type { Selectable } from 'kysely';
import type { DriverId, OutletId, RestaurantId, UserId } from '#contract/base/ids.ts';
import type { Db } from '#server/db/connect.ts';
import type { Schema } from '#server/db/schema.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/requests/caller.ts';
import { fullName } from '../queries.ts';
import { CallerCache, type FoundCaller } from './caller-cache.ts';
import { isSeenLongAgo, markSeenTogether } from './mark-seen.ts';
import { type ReadSession, readSession, readSessionAhead } from './read-session.ts';
import { hashToken, isExpired, type SessionKind } from './sessions.ts';
import type { Role } from '#contract/base/enumerations.ts';

/**
 * The caller of a bearer token: a session, or the site of a restaurant; null when the token is unknown or over. One
 * indexed query by the token's hash, together with the requests of the moment (a second one for a merchant's role),
 * remembered for a second, which is the longest delay before an ended session is noticed (R8 to R10). Writes the session's last use at most once a minute.
 */
export async function findCaller(db: Db, token: string, now: Date): Promise<Caller | null> {
  const tokenHash = hashToken(token);
  const cache = cacheOf(db);
  const found = cache.recall(tokenHash) ?? (await cache.remember(tokenHash, () => lookUpCaller(db, token, tokenHash)));
  if (found === null || found === 'unknown') return null;
  const { caller, session } = found;
  if (session === null) return caller;
  if (isExpired(session, now)) return null;
  if (isSeenLongAgo(session, now)) {
    await markSeenTogether(db, { tokenHash, now });
    session.lastSeenAt = now;
  }
  return caller;
}

/**
 * Makes this process forget the tokens of ended sessions, and closes their streams, at once. Other processes notice
 * within one second (`findCaller`) and five (`listEndedTokens`).
 */
export function forgetCallers({ db, streams }: Pick<Deps, 'db' | 'streams'>, tokenHashes: readonly Buffer[]): void {
  cacheOf(db).forget(tokenHashes);
  streams.closeOf(tokenHashes);
}

const caches = new WeakMap<Db, CallerCache>();

function cacheOf(db: Db): CallerCache {
  const cache = caches.get(db) ?? new CallerCache((tokenHash) => findCallerAhead(db, tokenHash));
  caches.set(db, cache);
  return cache;
}

/** `unknown` is a token that no row has; null one whose owner may not use it at present. */
async function lookUpCaller(db: Db, token: string, tokenHash: Buffer): Promise<FoundCaller | 'unknown' | null> {
  const session = await readSession(db, tokenHash);
  return session === undefined ? findSite(db, token) : callerOf(db, session, tokenHash);
}

async function findCallerAhead(db: Db, tokenHash: Buffer): Promise<FoundCaller | null> {
  const session = await readSessionAhead(db, tokenHash);
  return session === undefined ? null : callerOf(db, session, tokenHash);
}

/** Null where its owner may not use it at present. */
async function callerOf(db: Db, session: ReadSession, tokenHash: Buffer): Promise<FoundCaller | null> {
  const { restaurant_id: restaurantId, customer_id: customerId, user_id: userId, phone } = session;
  const isClosed = session.closed_at !== null;
  const found = (kind: SessionKind, caller: Caller): FoundCaller => ({
    caller,
    session: { kind, expiresAt: session.expires_at, lastSeenAt: session.last_seen_at },
  });
  if (customerId !== null && restaurantId !== null) {
    const isWithoutPhone = session.is_without_phone;
    return found('customer', { kind: 'customer', restaurantId, customerId, isWithoutPhone, tokenHash, isClosed });
  }
  if (phone !== null && restaurantId !== null) {
    return found('registration', { kind: 'registration', restaurantId, phone, tokenHash, isClosed });
  }
  if (session.driver_id !== null && restaurantId !== null) {
    const driver = await findDriver(db, restaurantId, session.driver_id);
    return driver && found('driver', { ...driver, tokenHash, isClosed });
  }
  if (userId === null || session.disabled_at !== null) return null;
  const name = `${session.first_name} ${session.last_name}`;
  if (session.support_reason !== null) {
    if (session.user_type !== 'admin' || restaurantId === null) return null;
    const person = { kind: 'owner', outletIds: null, isShared: false, isLocked: false, isSupportAccess: true } as const;
    return found('support', { ...person, restaurantId, userId, name, tokenHash, isClosed });
  }
  if (session.user_type === 'admin') return found('admin', { kind: 'admin', userId, name, tokenHash });
  if (restaurantId === null) return null;
  const person = await findPerson(db, restaurantId, { ...session, user_id: userId }, name);
  if (person === null || (isClosed && person.kind !== 'owner')) return null;
  return found('merchant', { ...person, restaurantId, tokenHash, isClosed });
}

type SessionOfPerson = Pick<Selectable<Schema['sessions']>, 'lock_minutes' | 'acting_user_id'> & { user_id: UserId };

/**
 * The person who acts, with their present role and outlets, so that a change or a removal counts from the next request
 * on (R10, R25). On a shared tablet it is the person who took it over, limited to what both they and the person who
 * logged it in may do.
 */
async function findPerson(db: Db, restaurantId: RestaurantId, session: SessionOfPerson, name: string) {
  const { user_id: userId, acting_user_id: actingId, lock_minutes: lockMinutes } = session;
  const members = await transaction(db, restaurantId, (tx) =>
    tx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['user_id', 'role', 'outlet_ids', 'first_name', 'last_name', 'disabled_at'])
      .where('restaurant_id', '=', restaurantId)
      .where('user_id', 'in', actingId === null ? [userId] : [userId, actingId])
      .execute(),
  );
  const owner = members.find(({ user_id }) => user_id === userId);
  if (owner === undefined) return null;
  const isShared = lockMinutes !== null;
  const acting = members.find(({ user_id, disabled_at }) => user_id === actingId && disabled_at === null);
  if (acting === undefined) {
    return {
      kind: owner.role,
      userId,
      name,
      outletIds: owner.outlet_ids,
      isShared,
      isLocked: isShared,
      isSupportAccess: false,
    };
  }
  return {
    kind: lesserRole(owner.role, acting.role),
    userId: acting.user_id,
    name: fullName(acting),
    outletIds: commonOutlets(owner.outlet_ids, acting.outlet_ids),
    isShared,
    isLocked: false,
    isSupportAccess: false,
  };
}

/** Null for a driver who was removed. */
async function findDriver(db: Db, restaurantId: RestaurantId, driverId: DriverId) {
  const driver = await transaction(db, restaurantId, (tx) =>
    tx
      .selectFrom('drivers')
      .select(['name', 'outlet_ids'])
      .where('restaurant_id', '=', restaurantId)
      .where('id', '=', driverId)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  );
  if (driver === undefined) return null;
  return { kind: 'driver', restaurantId, driverId, name: driver.name, outletIds: driver.outlet_ids } as const;
}

const roles: readonly Role[] = ['staff', 'manager', 'owner'];

function lesserRole(one: Role, other: Role): Role {
  return roles[Math.min(roles.indexOf(one), roles.indexOf(other))]!;
}

function commonOutlets(some: readonly OutletId[] | null, others: readonly OutletId[] | null) {
  if (some === null || others === null) return some ?? others;
  return some.filter((id) => others.includes(id));
}

async function findSite(db: Db, token: string): Promise<FoundCaller | 'unknown'> {
  const site = await db
    .selectFrom('restaurants')
    .select(['id', 'closed_at'])
    .where('site_token', '=', token)
    .executeTakeFirst();
  if (site === undefined) return 'unknown';
  return { caller: { kind: 'site', restaurantId: site.id, isClosed: site.closed_at !== null }, session: null };
}
