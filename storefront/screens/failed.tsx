import { useEffect, useEffectEvent } from 'react';
import controls from '../components/controls.module.css';
import { Notice } from '../components/page.tsx';
import { useToast } from '../components/toast.tsx';
import { closeSheet } from '../navigation.ts';
import { useSite } from '../site.tsx';
import { forgetFailures } from './later.tsx';

/** In place of a page that could not be loaded or shown. The basket is safe: it is stored. */
export function PageFailed({ retry }: { retry: () => void }) {
  const { words, paths } = useSite();
  useEffect(() => forgetFailures, []);

  function tryAgain(): void {
    // It brings the present version of the site. Without a connection it would lose even the menu.
    if (navigator.onLine) return location.reload();
    forgetFailures();
    retry();
  }

  return (
    <main id="main">
      <Notice
        as="h1"
        title={navigator.onLine ? words.crashed : words.offline}
        action={
          <>
            <button type="button" className={controls.primary} onClick={tryAgain}>
              {words.tryAgain}
            </button>
            <a href={paths.menu()} className={controls.text}>
              {words.backToMenu}
            </a>
          </>
        }
      />
    </main>
  );
}

/** In place of a drawer that could not be loaded. */
export function SheetFailed() {
  const { words } = useSite();
  const toast = useToast();
  const giveUp = useEffectEvent(() => {
    toast({ text: navigator.onLine ? words.crashed : words.offline, tone: 'error' });
    closeSheet();
  });
  useEffect(() => {
    giveUp();
    return forgetFailures;
  }, []);
  return null;
}
