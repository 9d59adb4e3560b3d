/** Sessions that a sign-in would take the place of. */
import type { SignedIn } from '#contract/accounts/accounts.ts';
import { CallError } from '#contract/base/client.ts';
import { clientOf } from '../../../api/api.ts';
import { currentSession, loseSession, refreshSession, type Session } from '../../../api/session.ts';

/** The account that this browser is logged in to. */
export type HeldAccount = Omit<SignedIn, 'token'> & { tablet?: object | undefined };

/** Null where nobody is logged in, or the session is over. */
export async function readHeldAccount(): Promise<HeldAccount | null> {
  const session = currentSession();
  return session === null ? null : readAccount(session);
}

/** Time that the server has to say whether a session is over, in milliseconds. */
const TIMEOUT = 10_000;

/** Ends the session of this browser where it is over by now: another one is kept, and one that cannot be asked about. */
export async function loseHeldSession(): Promise<void> {
  // Another tab may have logged in or out, whose message has not come yet.
  refreshSession();
  const session = currentSession();
  if (session === null) return;
  const account = await readAccount(session, AbortSignal.timeout(TIMEOUT)).catch(() => undefined);
  refreshSession();
  if (account === null && currentSession()?.token === session.token) loseSession();
}

/** The account of a session; null where it is over. */
export async function readAccount({ token }: Session, signal?: AbortSignal): Promise<HeldAccount | null> {
  // A client of its own: a session that is over is no failure here, and opens no dialog.
  return clientOf(token)
    .call('GET /auth/me', { ...(signal !== undefined && { signal }) })
    .catch((error: unknown) => {
      if (error instanceof CallError && error.status === 401) return null;
      throw error;
    });
}

/** Whether the session would be lost to somebody else: of another person or restaurant, or of a tablet that several people share. */
export function isOthers(held: HeldAccount, { user, restaurant }: Omit<SignedIn, 'token'>): boolean {
  return held.tablet !== undefined || held.user._id !== user._id || held.restaurant?._id !== restaurant?._id;
}

/** Ends a session that this browser does not take. One that cannot be ended now was seen by nobody, and ends by itself. */
export function refuseSession({ token }: SignedIn): void {
  clientOf(token.token)
    .call('POST /auth/signout', {})
    .catch(() => undefined);
}
