import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider, useColorScheme } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, lazy, StrictMode, Suspense, useEffect, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { NavigationType } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import type { ToastBars as ShownToasts } from './components/feedback/toast-bar.tsx';
import { moveLostFocus } from './components/shell/lost-focus.ts';
import { PageFailed } from './components/shell/page-states.tsx';
import { queryClient } from './api/query-client.ts';
import { router } from './routes.tsx';
import { refreshSession } from './api/session.ts';
import { appearance, onAppearanceChange, showAppearance } from './theme/appearance.ts';
import { theme } from './theme/theme.ts';
import { words } from './words/words.ts';

/** No first screen has a toast. The code arrives behind it and not with the first toast, which may say that there is no network. */
const ToastBars = lazy(async (): Promise<{ default: typeof ShownToasts }> => {
  try {
    return { default: (await import('./components/feedback/toast-bar.tsx')).ToastBars };
  } catch {
    // Changes without an answer would look lost.
    return { default: PageFailed };
  }
});

/** Renders the application. Everything that it imports may read the words when it is evaluated. */
export async function startApp(): Promise<void> {
  // Another tab signs in or out, or Back brings a page that was left behind: what is shown belongs to who is signed in now.
  addEventListener('storage', refreshSession);
  addEventListener('pageshow', refreshSession);
  moveLostFocus();

  showAppearance();
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const Mirrored = words.direction === 'rtl' ? (await import('./theme/right-to-left.tsx')).RightToLeft : Fragment;
  createRoot(root).render(
    <StrictMode>
      <Mirrored>
        <ThemeProvider theme={theme} storageManager={null} defaultMode={appearance()} noSsr>
          <ChosenAppearance />
          <CssBaseline enableColorScheme />
          <QueryClientProvider client={queryClient}>
            <Suspense>
              <ToastBars onPageChange={onPageChange} />
            </Suspense>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ThemeProvider>
      </Mirrored>
    </StrictMode>,
  );
}

/** A redirect is no change of page: whoever is sent to sign in reads why there. */
function onPageChange(listener: () => void): () => void {
  let { pathname } = router.state.location;
  return router.subscribe(({ location, historyAction }) => {
    if (location.pathname === pathname) return;
    pathname = location.pathname;
    if (historyAction !== NavigationType.Replace) listener();
  });
}

/** Draws the theme as this browser's person has chosen (theme/appearance.ts). */
function ChosenAppearance() {
  const chosen = useSyncExternalStore(onAppearanceChange, appearance);
  const { setMode } = useColorScheme();
  useEffect(() => setMode(chosen), [chosen, setMode]);
  return null;
}
