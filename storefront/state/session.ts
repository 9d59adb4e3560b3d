/** The guest's sign-in at one restaurant, as it is kept in this browser: the token and whose it is, nothing else (R71). */
import type { CustomerId } from '#contract/base/ids.ts';

export interface Session {
  token: string;
  _id: CustomerId | null;
  isLoggedIn: true;
  /** The guest gave no number at a table: elsewhere they sign in first. */
  isWithoutPhone?: true;
}

/** Reads a stored session; any other shape counts as signed out. */
export function parseSession(text: string | null): Session | null {
  try {
    const stored = Object(JSON.parse(text ?? 'null')) as Partial<Session>;
    if (stored.isLoggedIn !== true || typeof stored.token !== 'string' || stored.token === '') return null;
    return {
      token: stored.token,
      _id: typeof stored._id === 'string' ? stored._id : null,
      isLoggedIn: true,
      ...(stored.isWithoutPhone === true ? { isWithoutPhone: true } : {}),
    };
  } catch {
    return null;
  }
}

/** A sign-in under way, kept for this tab until it is done, so that a reload does not lose it. */
export interface PendingSignIn {
  /** E.164. */
  number: string;
  /** Milliseconds since the epoch at which a new code may be asked for: the countdown survives a reload (D-65). */
  resendAt: number;
  /** Given for a verified number that is not yet registered. */
  registrationToken: string | null;
}

export function parsePendingSignIn(text: string | null): PendingSignIn | null {
  try {
    const stored = Object(JSON.parse(text ?? 'null')) as Partial<PendingSignIn>;
    if (typeof stored.number !== 'string' || typeof stored.resendAt !== 'number') return null;
    const { number, resendAt, registrationToken } = stored;
    return { number, resendAt, registrationToken: typeof registrationToken === 'string' ? registrationToken : null };
  } catch {
    return null;
  }
}
