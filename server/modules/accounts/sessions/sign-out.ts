import type { SessionId, UserId } from '#contract/base/ids.ts';
import type { Deps } from '#server/deps.ts';
import { Refusal } from '#server/http/answers/refusal.ts';
import { forgetCallers } from './find-caller.ts';
import { endSession, endSessionsOf } from './sessions.ts';

type SignOutDeps = Pick<Deps, 'db' | 'streams'>;

/** Ends the session of a token. */
export async function signOut(deps: SignOutDeps, tokenHash: Buffer): Promise<void> {
  await endSession(deps.db, tokenHash);
  forgetCallers(deps, [tokenHash]);
}

/**
 * Ends one session of a user, here or on another device.
 * @throws request.not_found
 */
export async function endOwnSession(deps: SignOutDeps, userId: UserId, id: SessionId): Promise<void> {
  const ended = await endSessionsOf(deps.db, userId, { id });
  if (ended.length === 0) throw new Refusal('request.not_found');
  forgetCallers(deps, ended);
}

/** Ends all sessions of a user, the one that asks included. */
export async function signOutEverywhere(deps: SignOutDeps, userId: UserId): Promise<void> {
  forgetCallers(deps, await endSessionsOf(deps.db, userId));
}
