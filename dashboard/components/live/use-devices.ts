import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Device } from '#contract/kitchen/escalation.ts';
import type { OutletId } from '#contract/base/ids.ts';
import { queries } from '../../api/queries.ts';
import type { Session } from '../../api/session.ts';
import { onAttendedOutletsChange, attendedOutlets } from '../../live/device.ts';
import { startHeartbeat } from '../../live/heartbeat.ts';
import { keepPush } from '../../live/push.ts';
import { useSoundState } from './use-new-order-sound.ts';

/** This one first; null before the server has said so. */
export const DevicesContext = createContext<readonly Device[] | null>(null);

/** The devices of the restaurant, as they were a few seconds ago. */
export function useDevices(): readonly Device[] | null {
  return useContext(DevicesContext);
}

/** Keeps this device heard, and the others known. */
export function useHeartbeat(isConnected: boolean, isEnabled: boolean): readonly Device[] | null {
  const [devices, setDevices] = useState<readonly Device[] | null>(null);
  const sound = useSoundState();
  const isVisible = useIsVisible();
  const outletIds = useAttendedOutlets();
  useEffect(
    () => (isEnabled ? startHeartbeat({ sound, isVisible, isConnected, outletIds }, setDevices) : undefined),
    [sound, isVisible, isConnected, outletIds, isEnabled],
  );
  return devices;
}

/**
 * Binds the notifications of this device to its session and to the outlets of its reader, on every page: to another session once the
 * person has logged in again, so that a log-out ends them. A reader of null is not known yet.
 */
export function useKeptPush(session: Session | null, reader: string | null): void {
  const attended = useAttendedOutlets();
  const token = session === null || session.isOver === true || session.isSupportAccess === true ? null : session.token;
  useEffect(() => {
    // A call that fails is made again when the dashboard is next opened.
    if (token !== null && reader !== null) void keepPush(attended).catch(() => undefined);
  }, [attended, token, reader]);
}

/** The outlets that this device rings for; null: all of whoever uses it. Those that they do not work at, and deleted ones, are left out. */
export function useAttendedOutlets(): readonly OutletId[] | null {
  const chosen = useSyncExternalStore(onAttendedOutletsChange, attendedOutlets);
  const { data: outlets } = useQuery(queries.outlets());
  return useMemo(() => {
    if (chosen === null || outlets === undefined) return chosen;
    const own = chosen.filter((id) => outlets.some(({ _id }) => _id === id));
    return own.length === 0 ? null : own;
  }, [chosen, outlets]);
}

function useIsVisible(): boolean {
  return useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
