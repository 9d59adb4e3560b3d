/** The cache of what the server said, and the one place that reacts to a session that is no longer good. */
import { focusManager, notifyManager, QueryClient } from '@tanstack/react-query';
import type { CallError } from '#contract/base/client.ts';
import { hideToasts, showToast } from '../components/feedback/toast-store.ts';
import { words } from '../words/words.ts';
import { hasEnded, onRefusal } from './api.ts';
import { queries } from './queries.ts';
import { currentSession, loseSession, onSessionChange, pageKey, refreshSession } from './session.ts';
import { errorText } from '../words/error-text.ts';

function leaveWhenSignedOut(error: CallError): void {
  // Closed meanwhile, on another device or in another tab.
  if (error.answer?.code === 'restaurant.closed') {
    void queryClient.invalidateQueries({ queryKey: queries.me().queryKey });
  }
  if (error.status !== 401) return;
  // Somebody may have logged in in another tab, whose message has not come yet.
  refreshSession();
  const session = currentSession();
  if (session === null || session.isOver === true || !hasEnded(session, error)) return;
  loseSession();
  // The dialog in front of the page says so itself.
  if (currentSession()?.isOver === true) return;
  const text = session.isSupportAccess === true ? words.platform.supportAccess.over : errorText(error, 'setup');
  showToast({ place: 'bar', tone: 'error', text });
}

// Screens show a change before the next key or tap is heard: what is pressed twice in haste must not count twice from the same state.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    // A failure is shown at once, with a way to try again, instead of being hidden behind silent tries.
    queries: { retry: false, staleTime: 10_000, networkMode: 'always' },
    // A tap that did not reach the server is taken back at once: it must not be sent minutes later.
    mutations: { retry: false, networkMode: 'always' },
  },
});

// Refusals of calls outside queries and changes, such as a switch or a deletion with Undo, end the session as well.
onRefusal(leaveWhenSignedOut);

let shownPage = pageKey(currentSession());
onSessionChange(() => {
  const session = currentSession();
  const isOver = session?.isOver === true;
  // A page that waits asks for nothing, as if nobody looked at it.
  focusManager.setFocused(isOver ? false : undefined);
  if (pageKey(session) !== shownPage) {
    // Messages to the last person tell the next one of their work, and can take it back.
    if (shownPage !== null) hideToasts();
    shownPage = pageKey(session);
    // The next person to sign in must not see the answers cached for the last one (R71).
    queryClient.clear();
  } else if (!isOver) {
    // Answers that no page shows now would be shown first when one is opened, as the person's former rights had them.
    // Live orders are shown by queries that are disabled, which the library counts as inactive.
    queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 });
    void queryClient.invalidateQueries();
  }
});
