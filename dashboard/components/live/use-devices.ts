import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { Device } from '#contract/kitchen/escalation.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { onWatchedOutlets, watchedOutlets } from '../../live/device.ts';
import { beatWhile } from '../../live/heartbeat.ts';
import { useSoundState } from './use-new-order-sound.ts';

/** This one first; null before the server has said so. */
export const DevicesContext = createContext<readonly Device[] | null>(null);

/** The devices of the restaurant, as they were a few seconds ago. */
export function useDevices(): readonly Device[] | null {
  return useContext(DevicesContext);
}

/** Keeps this device heard, and the others known. */
export function useHeartbeat(isConnected: boolean, isHeard: boolean): readonly Device[] | null {
  const [devices, setDevices] = useState<readonly Device[] | null>(null);
  const sound = useSoundState();
  const isVisible = useIsVisible();
  const outletIds = useWatchedOutlets();
  useEffect(
    () => (isHeard ? beatWhile({ sound, isVisible, isConnected, outletIds }, setDevices) : undefined),
    [sound, isVisible, isConnected, outletIds, isHeard],
  );
  return devices;
}

/** The outlets that this device rings for; null: all. */
export function useWatchedOutlets(): readonly OutletId[] | null {
  return useSyncExternalStore(onWatchedOutlets, watchedOutlets);
}

function useIsVisible(): boolean {
  return useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
