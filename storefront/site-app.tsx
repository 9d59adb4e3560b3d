import { Suspense, useEffect, useRef } from 'react';
import { Router, useLocation } from 'wouter';
import { Boundary } from './components/boundary.tsx';
import { ToastProvider } from './components/toast.tsx';
import { followLink, useHash } from './navigation.ts';
import { loadAhead, Routes, Sheets } from './routes.tsx';
import { SwitchPlaceProvider } from './screens/place/switch-place.tsx';
import { type PageNotes, type SiteData, SiteProvider, useSite } from './site.tsx';

/** The whole site; `request` and `notes` when it is rendered on the server. */
export function SiteApp({
  data,
  request,
  notes,
}: {
  data: SiteData;
  request?: { path: string; search: string };
  notes?: PageNotes;
}) {
  return (
    <SiteProvider data={data}>
      <ToastProvider>
        <Shell request={request} notes={notes} />
      </ToastProvider>
    </SiteProvider>
  );
}

function Shell({ request, notes }: { request?: { path: string; search: string }; notes?: PageNotes }) {
  const { paths } = useSite();
  return (
    <Router base={paths.base} ssrPath={request?.path} ssrSearch={request?.search} ssrContext={notes}>
      {/* Catches the clicks on the links inside, which the keyboard makes as well. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div onClick={(event) => followLink(event, paths.base)}>
        <SwitchPlaceProvider>
          <Boundary>
            <Routes />
          </Boundary>
          <OpenSheet />
        </SwitchPlaceProvider>
      </div>
      <FocusNewPage />
    </Router>
  );
}

/** Milliseconds after which the menu has been seen, and what comes next is loaded. */
const menuSeen = 1500;

function OpenSheet() {
  const hasHash = useHash() !== '';
  useEffect(() => {
    const timer = setTimeout(loadAhead, menuSeen);
    return () => clearTimeout(timer);
  }, []);
  if (!hasHash) return null;
  return (
    <Suspense>
      <Sheets />
    </Suspense>
  );
}

/** Whoever cannot see that the page has changed is put at its beginning. */
function FocusNewPage() {
  const [path] = useLocation();
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    // An open dialog has the focus, and gives it back to the link that opened it.
    if (document.querySelector('dialog[open]') === null && document.activeElement === document.body) {
      document.getElementById('main')?.focus({ preventScroll: true });
    }
  }, [path]);
  return null;
}
