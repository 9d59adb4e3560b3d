import { useEffect } from 'react';

/** Whether this browser can keep the screen from going dark. */
export const canKeepScreenOn = 'wakeLock' in navigator;

/** Keeps the screen on while the page is in front. The browser lets go of it whenever the page is hidden, so it is asked anew. */
export function useWakeLock(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled || !canKeepScreenOn) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const requestLock = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // Refused while the battery is low: the screen goes dark as it would without us.
      }
    };
    const askAgain = () => void requestLock();
    document.addEventListener('visibilitychange', askAgain);
    askAgain();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', askAgain);
      void lock?.release();
    };
  }, [isEnabled]);
}
