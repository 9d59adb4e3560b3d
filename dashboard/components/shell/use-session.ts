import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Session } from '../../api/session.ts';

/** The session of this device, whichever tab changed it. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession);
}
