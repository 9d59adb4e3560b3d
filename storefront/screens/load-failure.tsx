import { useEffect, useEffectEvent, useState } from 'react';
import { Optional } from '../components/boundary.tsx';
import controls from '../components/controls.module.css';
import { Notice } from '../components/page.tsx';
import { useToast } from '../components/toast.tsx';
import { reload, wasReloaded } from '../routing/navigation.ts';
import { useSite } from '../site.tsx';
import { forgetFailures, hasFailedToLoad, lazyPart, LoadingScreen } from './lazy.tsx';

/** Its words are not those that the page comes with; without them the page says less. */
const LoadFailureText = lazyPart(() => import('./load-failure-text.tsx').then((file) => file.LoadFailureText));

/** In place of a page that could not be loaded or shown. The basket is safe: it is stored. */
export function PageFailure({ retry }: { retry: () => void }) {
  const { words, paths } = useSite();
  const { isReloading, failure, tryReload } = useReload();

  if (isReloading) return <LoadingScreen />;
  return (
    <main id="main">
      <Notice
        as="h1"
        title={navigator.onLine ? words.crashed : words.offline}
        action={
          <>
            <button
              type="button"
              className={controls.primary}
              onClick={() =>
                void tryReload().catch(() => {
                  forgetFailures();
                  retry();
                })
              }
            >
              {words.tryAgain}
            </button>
            <a href={paths.menu()} className={controls.text}>
              {words.backToMenu}
            </a>
          </>
        }
      >
        {navigator.onLine && failure !== null ? (
          <Optional>
            <LoadFailureText error={failure} />
          </Optional>
        ) : undefined}
      </Notice>
    </main>
  );
}

/** In place of what opens above the page and could not be loaded. */
export function PartFailure({ onGiveUp }: { onGiveUp: () => void }) {
  const { words } = useSite();
  const toast = useToast();
  const { isReloading } = useReload();
  const giveUp = useEffectEvent(() => {
    toast({ text: navigator.onLine ? words.crashed : words.offline, tone: 'error' });
    onGiveUp();
  });
  useEffect(() => {
    if (!isReloading) giveUp();
  }, [isReloading]);
  return null;
}

/**
 * Browsers remember a failed load for as long as the page lives, and a newer version of the site has other files: only a page
 * that is loaded anew has them. Where a load has failed that happens by itself, once, and when the connection is back.
 */
function useReload() {
  const { refreshMenu } = useSite();
  const [isLoadFailure] = useState(hasFailedToLoad);
  const [reloadsAtOnce] = useState(isLoadFailure && navigator.onLine && !wasReloaded());
  const [isReloading, setIsReloading] = useState(reloadsAtOnce);
  /** Why the menu could not be read again. */
  const [failure, setFailure] = useState<unknown>(null);

  /** Rejects when the server is out of reach: a new page would lose even the menu. */
  function tryReload(): Promise<void> {
    return refreshMenu().then(reload, (error: unknown) => {
      setFailure(error);
      throw error;
    });
  }

  const begin = useEffectEvent(() => {
    tryReload().catch(() => setIsReloading(false));
  });
  useEffect(() => {
    const onOnline = () => {
      if (isLoadFailure) begin();
    };
    if (reloadsAtOnce) begin();
    addEventListener('online', onOnline);
    return () => {
      removeEventListener('online', onOnline);
      forgetFailures();
    };
  }, [isLoadFailure, reloadsAtOnce]);
  return { isReloading, failure, tryReload };
}
