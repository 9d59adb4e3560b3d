import { createHash, randomBytes } from 'node:crypto';
import type { CustomerId, DriverId, PasskeyId, RestaurantId, SessionId, UserId } from '#contract/base/ids.ts';
import { limits } from '#contract/base/limits.ts';
import type { Db } from '#server/db/connect.ts';
import type { Tx } from '#server/db/transaction.ts';

/**
 * The owner of a session: a merchant in a restaurant, an admin, an admin with support access to a restaurant, a guest,
 * a number without an account (decision 28), or a driver.
 */
export type SessionOwner =
  | {
      kind: 'merchant';
      userId: UserId;
      restaurantId: RestaurantId;
      passkeyId?: PasskeyId | undefined;
      company?: CompanyOrigin | undefined;
    }
  | { kind: 'admin'; userId: UserId; passkeyId?: PasskeyId | undefined }
  | { kind: 'support'; userId: UserId; restaurantId: RestaurantId; reason: string }
  | { kind: 'customer'; restaurantId: RestaurantId; customerId: CustomerId; isWithoutPhone?: boolean }
  | { kind: 'registration'; restaurantId: RestaurantId; phone: string }
  | { kind: 'driver'; restaurantId: RestaurantId; driverId: DriverId };

/** The link to the company's account that a session began with; `mostSeconds` where it is to end sooner than others. */
export interface CompanyOrigin {
  linkId: string;
  mostSeconds: number;
}

export type SessionKind = SessionOwner['kind'];

/** The times that decide when a session ends by itself. */
export interface SessionTimes {
  kind: SessionKind;
  expiresAt: Date;
  lastSeenAt: Date;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Seconds since the beginning, and seconds without use, after which a session is over (R8). */
const sessionSeconds: Record<SessionKind, { longest: number; idle: number }> = {
  merchant: { longest: 7 * day, idle: day },
  admin: { longest: 12 * hour, idle: 30 * minute },
  support: { longest: limits.supportSeconds, idle: limits.supportSeconds },
  customer: { longest: 30 * day, idle: 30 * day },
  // A long shift. The code is asked for again the next day.
  driver: { longest: 18 * hour, idle: 18 * hour },
  registration: { longest: limits.registrationValidSeconds, idle: limits.registrationValidSeconds },
};

const sessionsPerOwnerMax = 50;

/** Characters kept of a user agent; real ones need 200. */
const userAgentMax = 300;

/**
 * Begins a session in `db`, which may be a transaction. A person or a guest who has too many loses the one that was
 * unused for longest.
 * @returns the bearer token: 256 random bits that are stored nowhere; the row has its SHA-256.
 */
export async function createSession(db: Db, owner: SessionOwner, now: Date, userAgent = ''): Promise<string> {
  const token = newToken();
  await db
    .with('ended', (cte) => cte.deleteFrom('sessions').where('token_hash', 'in', surplusOf(db, owner)))
    .insertInto('sessions')
    .values({
      token_hash: hashToken(token),
      kind: 'userId' in owner ? 'user' : owner.kind,
      user_id: 'userId' in owner ? owner.userId : null,
      restaurant_id: 'restaurantId' in owner ? owner.restaurantId : null,
      customer_id: 'customerId' in owner ? owner.customerId : null,
      driver_id: 'driverId' in owner ? owner.driverId : null,
      phone: 'phone' in owner ? owner.phone : null,
      is_without_phone: owner.kind === 'customer' && owner.isWithoutPhone === true,
      support_reason: 'reason' in owner ? owner.reason : null,
      passkey_id: 'passkeyId' in owner ? (owner.passkeyId ?? null) : null,
      company_link_id: 'company' in owner ? (owner.company?.linkId ?? null) : null,
      device: userAgent.slice(0, userAgentMax),
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + longestOf(owner) * 1000),
    })
    .execute();
  return token;
}

function longestOf(owner: SessionOwner): number {
  const { longest } = sessionSeconds[owner.kind];
  return 'company' in owner && owner.company !== undefined ? Math.min(longest, owner.company.mostSeconds) : longest;
}

/**
 * The sessions of an owner that have to end before another begins. Support access ends by its own rules; a row that is
 * being ended by somebody else is passed over, so that parallel sign-ins do not wait for each other in a circle.
 */
function surplusOf(db: Db, owner: SessionOwner) {
  return db
    .selectFrom('sessions')
    .select('token_hash')
    .where('support_reason', 'is', null)
    .where((eb) => {
      if ('userId' in owner) return eb('user_id', '=', owner.userId);
      if (owner.kind === 'driver')
        return eb.and([eb('restaurant_id', '=', owner.restaurantId), eb('driver_id', '=', owner.driverId)]);
      if (owner.kind !== 'customer') return eb.lit(false);
      return eb.and([eb('restaurant_id', '=', owner.restaurantId), eb('customer_id', '=', owner.customerId)]);
    })
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .offset(sessionsPerOwnerMax - 1)
    .forUpdate()
    .skipLocked();
}

/** Whether a session is past its longest time, or was unused for too long. */
export function isExpired({ kind, expiresAt, lastSeenAt }: SessionTimes, now: Date): boolean {
  return now >= expiresAt || now.getTime() - lastSeenAt.getTime() >= sessionSeconds[kind].idle * 1000;
}

/** 256 random bits, in characters that an address and a header can carry. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a token, also that of a printer: with 128 random bits or more, one SHA-256 is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The person who logged a session of a merchant in, which on a shared tablet is not always the one who acts. */
export async function getSessionUser(db: Db, tokenHash: Buffer): Promise<UserId> {
  const { user_id: userId } = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return userId!;
}

/** Whether a session that has let a call in is still there, in the transaction of what the call does. */
export async function isSessionThere(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const session = tx.selectFrom('sessions').select('id').where('token_hash', '=', tokenHash);
  return (await session.executeTakeFirst()) !== undefined;
}

/**
 * Ends a session; exactly one of several parallel callers gets true. The cache of `findCaller` may know the token for a
 * second more.
 */
export async function endSession(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The hashes of the tokens of sessions past their longest time. */
export async function listExpiredTokens(db: Db, now: Date): Promise<Buffer[]> {
  const expired = await db.selectFrom('sessions').select('token_hash').where('expires_at', '<=', now).execute();
  return expired.map(({ token_hash }) => token_hash);
}

/** The guests of a restaurant with a session. It ends some weeks after its last use, so they were there not long ago. */
export async function listSignedInGuests(db: Db, restaurantId: RestaurantId): Promise<CustomerId[]> {
  const open = await db
    .selectFrom('sessions')
    .select('customer_id')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', 'is not', null)
    .execute();
  return [...new Set(open.map(({ customer_id }) => customer_id!))];
}

/** Removes the sessions past their longest time. */
export async function removeExpiredSessions(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
}

/** A person with more sessions can only end them all at once. */
const sessionsListedMax = 100;

/**
 * The restaurant beyond which a session says nothing about its person: that of the company it began at, which vouches for its own
 * restaurant alone; undefined for other sessions.
 */
export async function findCompanyRestaurant(db: Db, tokenHash: Buffer): Promise<RestaurantId | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select('restaurant_id')
    .where('token_hash', '=', tokenHash)
    .where('company_link_id', 'is not', null)
    .executeTakeFirst();
  return session?.restaurant_id ?? undefined;
}

/** The open sessions of a user, in one restaurant where it is given, the most recently used first. */
export async function listSessions(
  db: Db,
  userId: UserId,
  { kind, restaurantId }: { kind: 'merchant' | 'admin'; restaurantId: RestaurantId | undefined },
  now: Date,
) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'token_hash', 'device', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', userId)
    .$if(restaurantId !== undefined, (query) => query.where('restaurant_id', '=', restaurantId!))
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .limit(sessionsListedMax)
    .execute();
  return rows.filter((row) => !isExpired({ kind, expiresAt: row.expires_at, lastSeenAt: row.last_seen_at }, now));
}

/**
 * A choice of a user's sessions: one by its id, all but one, those that began with a passkey or at the company, those that did not begin
 * at a company, or those in one restaurant.
 */
interface SessionSelection {
  id?: SessionId;
  passkeyId?: PasskeyId;
  companyLinkId?: string | null;
  except?: Buffer;
  restaurantId?: RestaurantId;
}

/**
 * Ends sessions of a user.
 * @returns the hashes of their tokens, for `forgetCallers`.
 */
export async function endSessionsOf(
  db: Db,
  userId: UserId,
  { id, except, passkeyId, companyLinkId, restaurantId }: SessionSelection = {},
): Promise<Buffer[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .$if(except !== undefined, (query) => query.where('token_hash', '<>', except!))
    .$if(passkeyId !== undefined, (query) => query.where('passkey_id', '=', passkeyId!))
    .$if(companyLinkId !== undefined, (query) => query.where('company_link_id', 'is not distinct from', companyLinkId!))
    .$if(restaurantId !== undefined, (query) => query.where('restaurant_id', '=', restaurantId!))
    .returning('token_hash')
    .execute();
  return ended.map(({ token_hash }) => token_hash);
}

/** Locks the shared tablets that a person has taken over. @returns the hashes of their tokens, for `forgetCallers`. */
export async function lockTabletsOf(
  db: Db,
  userId: UserId,
  { restaurantId }: Pick<SessionSelection, 'restaurantId'> = {},
): Promise<Buffer[]> {
  const locked = await db
    .updateTable('sessions')
    .set({ acting_user_id: null })
    .where('acting_user_id', '=', userId)
    .where('lock_minutes', 'is not', null)
    .$if(restaurantId !== undefined, (query) => query.where('restaurant_id', '=', restaurantId!))
    .returning('token_hash')
    .execute();
  return locked.map(({ token_hash }) => token_hash);
}

/**
 * Ends the sessions of a user, and locks the shared tablets that they have taken over, whose streams would go on with what they might see
 * before.
 * @returns the hashes of the tokens, for `forgetCallers`.
 */
export async function endSessionsAndTabletsOf(
  db: Db,
  userId: UserId,
  where: Pick<SessionSelection, 'restaurantId'> = {},
): Promise<Buffer[]> {
  const ended = await endSessionsOf(db, userId, where);
  return [...ended, ...(await lockTabletsOf(db, userId, where))];
}

/** Ends the sessions of a guest. @returns the hashes of their tokens, for `forgetCallers`. */
export async function endGuestSessions(db: Db, restaurantId: RestaurantId, customerId: CustomerId): Promise<Buffer[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('restaurant_id', '=', restaurantId)
    .where('customer_id', '=', customerId)
    .returning('token_hash')
    .execute();
  return ended.map(({ token_hash }) => token_hash);
}

/** Ends the sessions of a driver. @returns the hashes of their tokens, for `forgetCallers`. */
export async function endDriverSessions(db: Db, restaurantId: RestaurantId, driverId: DriverId): Promise<Buffer[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('restaurant_id', '=', restaurantId)
    .where('driver_id', '=', driverId)
    .returning('token_hash')
    .execute();
  return ended.map(({ token_hash }) => token_hash);
}

/**
 * Ends the sessions of everybody who works in a restaurant, and of its shared tablets; only the session of `except`
 * goes on. Support access expires at once and stays as a row, because its end is written into the audit log when its
 * time is over.
 * @returns the hashes of their tokens, for `forgetCallers`.
 */
export async function endRestaurantSessions(
  db: Db,
  restaurantId: RestaurantId,
  except: Buffer,
  now: Date,
): Promise<Buffer[]> {
  const ended = await db
    .deleteFrom('sessions')
    .where('restaurant_id', '=', restaurantId)
    .where('kind', '=', 'user')
    .where('support_reason', 'is', null)
    .where((eb) => eb.or([eb('token_hash', '<>', except), eb('lock_minutes', 'is not', null)]))
    .returning('token_hash')
    .execute();
  const expired = await db
    .updateTable('sessions')
    .set({ expires_at: now })
    .where('restaurant_id', '=', restaurantId)
    .where('support_reason', 'is not', null)
    .returning('token_hash')
    .execute();
  return [...ended, ...expired].map(({ token_hash }) => token_hash);
}

/** Minutes without a touch after which a shared tablet locks itself; null for the session of one person. */
export async function findLockMinutes(db: Db, tokenHash: Buffer): Promise<number | null> {
  const session = await db
    .selectFrom('sessions')
    .select('lock_minutes')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return session?.lock_minutes ?? null;
}
