import { performance } from 'node:perf_hooks';
import type { RestaurantId, UserId } from '#contract/ids.ts';
import type { Db } from '#server/db/connect.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Caller } from '#server/http/caller.ts';
import { hashToken, isOver, markSeen, type SessionKind, type SessionTimes } from './sessions.ts';

/**
 * Who a bearer token belongs to: a session, or the site of a restaurant; null when nobody, or no longer. One indexed query by
 * the hash of the token (a second one for the role of a merchant), remembered for a second, which is as late as the end of a
 * session may be noticed (R8 to R10). Writes when the session was last used, at most once a minute.
 */
export async function findCaller(db: Db, token: string, now: Date): Promise<Caller | null> {
  const tokenHash = hashToken(token);
  const found = remembered(db, tokenHash) ?? remember(db, tokenHash, await lookUp(db, token, tokenHash));
  if (found === null) return null;
  const { caller, session } = found;
  if (session === null) return caller;
  if (isOver(session, now)) return null;
  if (await markSeen(db, [{ ...session, tokenHash }], now)) session.lastSeenAt = now;
  return caller;
}

/**
 * Makes this process forget tokens whose sessions have ended, and closes their streams, at once. The others notice within a second
 * (`findCaller`) and five (`listEndedTokens`).
 */
export function forgetCallers({ db, streams }: Pick<Deps, 'db' | 'streams'>, tokenHashes: readonly Buffer[]): void {
  for (const tokenHash of tokenHashes) memories.get(db)?.delete(tokenHash.toString('base64'));
  streams.closeOf(tokenHashes);
}

interface Found {
  caller: Caller;
  /** null: a site, whose token does not end. */
  session: SessionTimes | null;
}

async function lookUp(db: Db, token: string, tokenHash: Buffer): Promise<Found | null> {
  const session = await db
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('sessions')
    .select(['users.user_type', 'users.first_name', 'users.last_name', 'users.disabled_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  if (session === undefined) return findSite(db, token);
  const { restaurant_id: restaurantId, customer_id: customerId, user_id: userId, phone } = session;
  const found = (kind: SessionKind, caller: Caller): Found => ({
    caller,
    session: { kind, expiresAt: session.expires_at, lastSeenAt: session.last_seen_at },
  });
  if (customerId !== null && restaurantId !== null) {
    return found('customer', { kind: 'customer', restaurantId, customerId, tokenHash });
  }
  if (phone !== null && restaurantId !== null) {
    return found('registration', { kind: 'registration', restaurantId, phone, tokenHash });
  }
  if (userId === null || session.disabled_at !== null) return null;
  const name = `${session.first_name} ${session.last_name}`;
  if (session.user_type === 'admin') return found('admin', { kind: 'admin', userId, name, tokenHash });
  if (restaurantId === null) return null;
  const membership = await findMembership(db, restaurantId, userId);
  if (membership === null) return null;
  const { role, outlet_ids: outletIds } = membership;
  return found('merchant', { kind: role, restaurantId, userId, name, outletIds, tokenHash });
}

/** The role and the outlets of now, so that a change or a removal counts from the next request on (R10, R25). */
async function findMembership(db: Db, restaurantId: RestaurantId, userId: UserId) {
  const membership = await transaction(db, restaurantId, (tx) =>
    tx
      .selectFrom('memberships')
      .select(['role', 'outlet_ids'])
      .where('restaurant_id', '=', restaurantId)
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  );
  return membership ?? null;
}

async function findSite(db: Db, token: string): Promise<Found | null> {
  const site = await db.selectFrom('restaurants').select('id').where('site_token', '=', token).executeTakeFirst();
  return site === undefined ? null : { caller: { kind: 'site', restaurantId: site.id }, session: null };
}

// What a process remembers, by database and hash of the token. A token that nobody has is not remembered.

interface Memory {
  found: Found;
  /** On the clock that never jumps. */
  untilMs: number;
}

const rememberMs = 1_000;
const mostRemembered = 10_000;
const memories = new WeakMap<Db, Map<string, Memory>>();

function remembered(db: Db, tokenHash: Buffer): Found | null {
  const memory = memories.get(db)?.get(tokenHash.toString('base64'));
  return memory !== undefined && performance.now() < memory.untilMs ? memory.found : null;
}

function remember(db: Db, tokenHash: Buffer, found: Found | null): Found | null {
  if (found === null) return null;
  const memory = memories.get(db) ?? new Map<string, Memory>();
  memories.set(db, memory);
  if (memory.size >= mostRemembered) memory.clear();
  memory.set(tokenHash.toString('base64'), { found, untilMs: performance.now() + rememberMs });
  return found;
}
