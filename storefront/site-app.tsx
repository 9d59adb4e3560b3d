import { Suspense, useEffect } from 'react';
import { announcementsId } from './components/announce.ts';
import { Boundary, Optional } from './components/boundary.tsx';
import { ToastProvider } from './components/toast.tsx';
import type { Words } from './words/words.ts';
import { closeSheet, followLink, useHash } from './routing/navigation.ts';
import { Router, useAddress } from './routing/router.tsx';
import { preloadScreens, OpenScreen, Sheets } from './routing/routes.tsx';
import { ItemPanelContext, type ItemPanelType } from './screens/menu/item/lazy-item-panel.tsx';
import { PageFailure, PartFailure } from './screens/load-failure.tsx';
import { lazyPart } from './screens/lazy.tsx';
import { SwitchPlaceProvider } from './screens/outlets/switch-place.tsx';
import { type PageNotes, PricesOfMode, type SiteData, SiteProvider, useBasket, useSite } from './site.tsx';

/** The whole site; `request` and `notes` when it is rendered on the server. */
export function SiteApp({
  data,
  words,
  request,
  notes,
}: {
  data: SiteData;
  words: Words;
  request?: { path: string; search: string; ItemPanel: ItemPanelType };
  notes?: PageNotes;
}) {
  return (
    <SiteProvider data={data} words={words} notes={notes}>
      <ToastProvider>
        <ItemPanelContext value={request?.ItemPanel ?? null}>
          <Shell request={request} />
        </ItemPanelContext>
      </ToastProvider>
    </SiteProvider>
  );
}

function Shell({ request }: { request?: { path: string; search: string } }) {
  const { paths, menu, words } = useSite();
  const isTest = menu.catalogue.restaurant.onlinePayment?.isTest;
  return (
    <Router base={paths.base} request={request}>
      {/* Catches the clicks on the links inside, which the keyboard makes as well. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div onClick={(event) => followLink(event, paths.base)}>
        {isTest ? <aside className="test-mode">{words.testMode}</aside> : null}
        <OpenSite />
      </div>
    </Router>
  );
}

function OpenSite() {
  const { path } = useAddress();
  return (
    <PricesOfMode path={path}>
      <SwitchPlaceProvider>
        <OpenPage />
        <OpenSheet />
        <TableSessionSync />
        <div id={announcementsId} aria-live="polite" className="visually-hidden" />
      </SwitchPlaceProvider>
    </PricesOfMode>
  );
}

function OpenPage() {
  const { path } = useAddress();
  return (
    <Boundary place={path} renderFallback={(retry) => <PageFailure retry={retry} />}>
      <OpenScreen />
    </Boundary>
  );
}

/** Milliseconds after which the menu has been seen, and what comes next is loaded. */
const preloadDelayMilliseconds = 1500;

function OpenSheet() {
  const hash = useHash();
  useEffect(() => {
    const timer = setTimeout(() => void preloadScreens(), preloadDelayMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Boundary place={hash} renderFallback={() => <PartFailure onGiveUp={closeSheet} />}>
      {hash === '' ? null : (
        <Suspense>
          <Sheets />
        </Suspense>
      )}
    </Boundary>
  );
}

const TableSync = lazyPart(() => import('./screens/dining/table-sync.tsx').then((file) => file.TableSync));

/** Keeps a basket that a table shares in step with the table, on every page. */
function TableSessionSync() {
  const { path } = useAddress();
  const { participant } = useBasket().basket;
  if (participant === null) return null;
  return (
    <Optional place={path}>
      <TableSync key={participant.tableSessionId} participant={participant} />
    </Optional>
  );
}
