/** The session that another tab has begun while a page waits for its person. */
import {
  continueSession,
  currentSession,
  loseSession,
  pageKey,
  refreshSession,
  type Session,
  startSession,
} from '../../../api/session.ts';
import { hideErrors } from '../../../components/feedback/toast-store.ts';
import { type HeldAccount, isOthers, readAccount } from '../company/held-session.ts';

/** Pause before the server is asked again, in milliseconds. */
const PAUSE = 2000;
/** Time that the server has for one answer, in milliseconds. */
const TIMEOUT = 10_000;

/**
 * Goes on with the session `next` where it is of the `owner` of the page; another person's is taken, and the page left. One that is over is
 * kept by no tab. The server is asked until it says which: a page whose own session is good must not stay hidden after a lost call.
 */
export async function takeNextSession(owner: HeldAccount, next: Session, closing: AbortSignal): Promise<void> {
  for (; isNext(next, closing); await pause()) {
    const me = await readAccount(next, AbortSignal.timeout(TIMEOUT)).catch(() => undefined);
    if (me === undefined) continue;
    if (!isNext(next, closing)) return;
    if (me === null) {
      loseSession();
      return;
    }
    hideErrors();
    if (me.tablet !== undefined || isOthers(owner, me)) startSession(next);
    else continueSession(next, pageKey(currentSession()));
    return;
  }
}

/** Whether the page still waits with this one. Another tab may have logged out, or somebody else in, whose message has not come yet. */
function isNext({ token }: Session, closing: AbortSignal): boolean {
  if (closing.aborted) return false;
  refreshSession();
  return currentSession()?.next?.token === token;
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAUSE);
  });
}
