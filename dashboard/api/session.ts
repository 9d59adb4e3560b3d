/**
 * The session of this device. The token and the user type are kept in local storage as the specification requires
 * (core-setup 7, decision 28); nothing else about a person is (R71).
 */
import type { SignedIn } from '#contract/accounts/accounts.ts';

const tokenKey = 'token';
const userTypeKey = 'userType';
/** In place of a token that the server takes no more. */
const lostToken = '';
/** Token of an admin with support access: for this tab alone, in front of the session of the device. */
const supportAccessKey = 'supportToken';

export type UserType = SignedIn['user']['userType'];
export interface Session {
  token: string;
  userType: UserType;
  /** Reads alone: an admin looks at the restaurant. */
  isSupportAccess?: true;
  /** The server takes the token no more, and the open page waits, hidden, for its person to log in again (decision 114). */
  isOver?: true;
  /** Began in another tab while the page of this one waits: of its person or of somebody else. */
  next?: Session;
  /** Token of the session in which the page was opened, where its person has logged in again since. */
  openedWith?: string;
}

/** The session that a sign-in has begun. */
export function sessionOf({ token, user }: Pick<SignedIn, 'token' | 'user'>): Session {
  return { token: token.token, userType: user.userType };
}

let current: Session | null = storedSession();
let canWait: () => boolean = () => false;
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

/**
 * The person of the page that waits has logged in again: it goes on where it was. Answers false, and does nothing, where the page with the
 * key `page` waits no more: somebody else may have its place by now.
 */
export function continueSession({ token, userType }: Session, page: string | null): boolean {
  if (page === null || current?.isOver !== true || pageKey(current) !== page) return false;
  localStorage.setItem(tokenKey, token);
  localStorage.setItem(userTypeKey, userType);
  setCurrent({ token, userType, openedWith: page });
  return true;
}

/** Stays the same as long as the page that is open belongs to the same person. */
export function pageKey(session: Session | null): string | null {
  return session === null ? null : (session.openedWith ?? session.token);
}

/** Has open pages wait for their person when a session is over, if `check` says so. Answers how to stop; a page that waits is left then. */
export function keepPage(check: () => boolean): () => void {
  canWait = check;
  return () => {
    canWait = () => false;
    leavePage();
  };
}

/** Gives up the page that waits. A session that began in another tab since takes its place, and is not ended. */
export function leavePage(): void {
  if (current?.isOver === true) setCurrent(storedSession());
}

/** Gives up the page that waits for good, in all tabs, unless another one has begun a session since: that one is not of this page. */
export function leavePageForOthers(): void {
  // The message of another tab may not have come yet.
  refreshSession();
  if (current?.isOver === true && current.next === undefined) endSession();
  else leavePage();
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

/** The server takes the token no more. No tab keeps it, and each of them lets its page wait or leaves it, as `keepPage` says. */
export function loseSession(): void {
  if (current?.isSupportAccess === true) {
    endSession();
    return;
  }
  localStorage.setItem(tokenKey, lostToken);
  refreshSession();
}

/** Tells of every change of who is signed in, in this tab or another one. Answers how to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reads the storage again: another tab may have signed in or out, or the browser brought an old page back. */
export function refreshSession(): void {
  const now = storedSession();
  if (now?.token === current?.token && now?.userType === current?.userType) return;
  if (current === null || !waitsFor(now, current)) {
    setCurrent(now);
    return;
  }
  const { next, ...waiting } = current;
  if (waiting.isOver === true && next?.token === now?.token) return;
  setCurrent({ ...waiting, isOver: true, ...(now !== null && { next: now }) });
}

/** A log-out on purpose takes the token away; pages are left then, with whatever is in them (R71). */
function waitsFor(now: Session | null, { userType }: Session): boolean {
  const isLost = now === null && localStorage.getItem(tokenKey) === lostToken;
  return (isLost || now?.userType === userType) && canWait();
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
