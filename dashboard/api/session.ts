/**
 * The session of this device. The token and the user type are kept in local storage as the specification requires
 * (core-setup 7, decision 28); nothing else about a person is (R71).
 */
import type { SignedIn } from '#contract/accounts/accounts.ts';

const tokenKey = 'token';
const userTypeKey = 'userType';
/** Token of an admin with support access: for this tab alone, in front of the session of the device. */
const supportAccessKey = 'supportToken';

export type UserType = SignedIn['user']['userType'];
export interface Session {
  token: string;
  userType: UserType;
  /** Reads alone: an admin looks at the restaurant. */
  isSupportAccess?: true;
}

let current: Session | null = storedSession();
const listeners = new Set<() => void>();

/** The session of this device, or null. The same object until it changes. */
export function currentSession(): Session | null {
  return current;
}

export function startSession(session: Session): void {
  localStorage.setItem(tokenKey, session.token);
  localStorage.setItem(userTypeKey, session.userType);
  setCurrent(session);
}

/** Until it ends, this tab shows the restaurant that the token reads. */
export function startSupportAccess(token: string): void {
  sessionStorage.setItem(supportAccessKey, token);
  setCurrent(storedSession());
}

/** Ends the session; when support access ends, the session of the device continues. */
export function endSession(): void {
  if (current?.isSupportAccess === true) {
    sessionStorage.removeItem(supportAccessKey);
    setCurrent(storedSession());
    return;
  }
  localStorage.removeItem(tokenKey);
  localStorage.removeItem(userTypeKey);
  setCurrent(null);
}

/** Tells of every change of who is signed in, in this tab or another one. Answers how to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the storage again: another tab may have signed in or out, or the browser brought an old page back. */
export function refreshSession(): void {
  const now = storedSession();
  if (now?.token !== current?.token || now?.userType !== current?.userType) setCurrent(now);
}

function setCurrent(session: Session | null): void {
  current = session;
  for (const listener of listeners) listener();
}

/** Any other stored user type counts as signed out (decision 28). */
function storedSession(): Session | null {
  const support = sessionStorage.getItem(supportAccessKey);
  if (support !== null) return { token: support, userType: 'merchant', isSupportAccess: true };
  const token = localStorage.getItem(tokenKey);
  const userType = localStorage.getItem(userTypeKey);
  if (token === null || token === '' || (userType !== 'merchant' && userType !== 'admin')) return null;
  return { token, userType };
}
