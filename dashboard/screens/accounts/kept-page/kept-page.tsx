import GlobalStyles from '@mui/material/GlobalStyles';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import { currentSession, keepPage, leavePage, leavePageForOthers } from '../../../api/session.ts';
import { coverToasts } from '../../../components/feedback/toast-store.ts';
import { coverPageTitle } from '../../../components/shell/page-title.ts';
import { useSession } from '../../../components/shell/use-session.ts';
import { paths } from '../../../routing/paths.ts';
import { words } from '../../../words/words.ts';
import type { LogInAgain as Dialog } from './log-in-again.tsx';
import { pageOwner } from './page-owner.ts';

const LogInAgain = lazy(async (): Promise<{ default: typeof Dialog }> => {
  try {
    return { default: (await import('./log-in-again.tsx')).LogInAgain };
  } catch {
    return { default: LeavePage };
  }
});

/** Everything under /dashboard. The page whose session is over stays, hidden, until its person has logged in again (decision 114). */
export function KeptPage() {
  const session = useSession();
  const cache = useQueryClient();
  const [isLeft, setLeft] = useState(false);
  useEffect(() => keepPage(() => pageOwner(cache) !== null), [cache]);
  // Nobody asks the next person for the page of this one.
  if (isLeft && session === null) return <Navigate to={paths.welcome()} replace />;
  const leave = () => {
    leavePageForOthers();
    setLeft(currentSession() === null);
  };
  return (
    <>
      <Outlet />
      {session?.isOver === true && (
        <>
          <HidePage />
          <Suspense>
            <LogInAgain next={session.next ?? null} onLeave={leave} />
          </Suspense>
        </>
      )}
    </>
  );
}

/**
 * The page that is hidden, from searches in it and from prints as well, which a cover in front of it would not do. Its dialogs stand beside
 * it in the body, and parts of it that are shown by a style of their own are inside of what is hidden.
 */
const page = 'body > :not([data-log-in-again], .MuiSnackbar-root)';
const hidden = { [`${page}, ${page} *`]: { visibility: 'hidden !important' } } as const;

/** While it is drawn nothing of the page can be seen or reached; afterwards the focus is back where it was. */
function HidePage() {
  const [focusedBefore] = useState(() => document.activeElement);
  useLayoutEffect(() => coverPageTitle(words.accounts.logInAgain.title), []);
  useLayoutEffect(coverToasts, []);
  useEffect(
    () => () => {
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus();
    },
    [focusedBefore],
  );
  return <GlobalStyles styles={hidden} />;
}

/** Gives the page up where the code of the dialog cannot be fetched. Other tabs may have it, and wait on. */
function LeavePage() {
  useEffect(leavePage, []);
  return null;
}
