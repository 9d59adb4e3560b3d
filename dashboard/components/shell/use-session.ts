import { useSyncExternalStore } from 'react';
import { currentSession, onSessionChange, type Session } from '../../api/session.ts';

/** Who is signed in on this device, in whichever tab it changed. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, currentSession);
}
