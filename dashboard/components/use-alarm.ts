import { useEffect, useSyncExternalStore } from 'react';
import { hush, onSoundChange, ring, type SoundState, soundState } from '../alarm.ts';

const RING_EVERY = 5000;

export function useSound(): SoundState {
  return useSyncExternalStore(onSoundChange, soundState);
}

/** Rings at once and every 5 s while orders wait. */
export function useAlarm(hasWaiting: boolean): void {
  const sound = useSound();
  useEffect(() => {
    if (!hasWaiting || sound !== 'on') return;
    ring();
    const timer = setInterval(ring, RING_EVERY);
    return () => {
      clearInterval(timer);
      hush();
    };
  }, [hasWaiting, sound]);
}
