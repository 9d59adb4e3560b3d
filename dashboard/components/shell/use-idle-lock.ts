import { useEffect, useEffectEvent } from 'react';

const MINUTE = 60_000;
const touchedKey = 'deviceTouchedAt';

/**
 * Locks after `minutes` without a touch or a key; null: never. The last touch is kept in this browser, so that closing the
 * page does not put the lock off.
 */
export function useIdleLock(minutes: number | null, onIdle: () => void): void {
  const lock = useEffectEvent(onIdle);
  useEffect(() => {
    if (minutes === null) return;
    const checkIdleTime = () => {
      const touchedAt = Number(localStorage.getItem(touchedKey) ?? Date.now());
      if (Date.now() - touchedAt >= minutes * MINUTE) lock();
    };
    const touch = () => localStorage.setItem(touchedKey, String(Date.now()));
    if (localStorage.getItem(touchedKey) === null) touch();
    checkIdleTime();
    const timer = setInterval(checkIdleTime, 5_000);
    for (const kind of ['pointerdown', 'keydown'] as const) addEventListener(kind, touch);
    return () => {
      clearInterval(timer);
      for (const kind of ['pointerdown', 'keydown'] as const) removeEventListener(kind, touch);
    };
  }, [minutes]);
}
