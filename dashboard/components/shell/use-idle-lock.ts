import { useEffect, useEffectEvent } from 'react';

const MINUTE = 60_000;
const touchedKey = 'deviceTouchedAt';
const touches = ['pointerdown', 'keydown'] as const;

/** Counts as a touch of the device, for what begins by another way than a touch that was heard. */
export function noteTouch(): void {
  localStorage.setItem(touchedKey, String(Date.now()));
}

/**
 * Locks a shared tablet after its minutes without a touch or a key. The last touch is kept in this browser, so that closing the
 * page does not put the lock off. Touches count while it is locked, too: the PIN that unlocks it is one of them.
 */
export function useIdleLock(tablet: { isLocked: boolean; lockMinutes: number } | undefined, onIdle: () => void): void {
  const lock = useEffectEvent(onIdle);
  const isShared = tablet !== undefined;
  const minutes = tablet === undefined || tablet.isLocked ? null : tablet.lockMinutes;
  useEffect(() => {
    if (!isShared) return;
    for (const kind of touches) addEventListener(kind, noteTouch);
    return () => {
      for (const kind of touches) removeEventListener(kind, noteTouch);
    };
  }, [isShared]);
  useEffect(() => {
    if (minutes === null) return;
    const checkIdleTime = () => {
      const touchedAt = Number(localStorage.getItem(touchedKey) ?? Date.now());
      if (Date.now() - touchedAt >= minutes * MINUTE) lock();
    };
    if (localStorage.getItem(touchedKey) === null) noteTouch();
    checkIdleTime();
    const timer = setInterval(checkIdleTime, 5_000);
    return () => clearInterval(timer);
  }, [minutes]);
}
