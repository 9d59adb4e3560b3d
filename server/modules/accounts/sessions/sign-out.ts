import type { RestaurantId, SessionId, UserId } from '#contract/base/ids.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { forgetCallers } from './find-caller.ts';
import { endSession, endSessionsOf, findCompanyRestaurant } from './sessions.ts';

type SignOutDeps = Pick<Deps, 'db' | 'streams'>;

/** Ends the session of a token. */
export async function signOut(deps: SignOutDeps, tokenHash: Buffer): Promise<void> {
  await endSession(deps.db, tokenHash);
  forgetCallers(deps, [tokenHash]);
}

/** A person, and the session that they ask with. */
interface SessionCaller {
  userId: UserId;
  tokenHash: Buffer;
}

/**
 * Ends one session of a user, here or on another device; from a company's session one in its restaurant.
 * @throws request.not_found
 */
export async function endOwnSession(
  deps: SignOutDeps,
  { userId, tokenHash }: SessionCaller,
  id: SessionId,
): Promise<void> {
  const ended = await endSessionsOf(deps.db, userId, { id, ...(await scopeOf(deps, tokenHash)) });
  if (ended.length === 0) throw new Refusal('request.not_found');
  forgetCallers(deps, ended);
}

/**
 * Ends all sessions of a user, the one that asks included; a company's session ends those in its restaurant.
 * @returns whether it was a company's.
 */
export async function signOutEverywhere(deps: SignOutDeps, { userId, tokenHash }: SessionCaller): Promise<boolean> {
  const scope = await scopeOf(deps, tokenHash);
  forgetCallers(deps, await endSessionsOf(deps.db, userId, scope));
  return scope.restaurantId !== undefined;
}

async function scopeOf({ db }: SignOutDeps, tokenHash: Buffer): Promise<{ restaurantId?: RestaurantId }> {
  const restaurantId = await findCompanyRestaurant(db, tokenHash);
  return restaurantId === undefined ? {} : { restaurantId };
}
