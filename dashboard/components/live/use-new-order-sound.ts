import { useEffect, useSyncExternalStore } from 'react';
import type { OutletId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import {
  stopRinging,
  type Loudness,
  onSoundChange,
  ring,
  type SoundState,
  soundState,
} from '../../live/new-order-sound.ts';

const RING_INTERVAL: Record<Loudness, number> = { usual: 5000, loud: 2500 };

export function useSoundState(): SoundState {
  return useSyncExternalStore(onSoundChange, soundState);
}

/**
 * Loudness for this device: it rings for unseen new orders of the outlets that it attends, and loudly for those of
 * all outlets once an order has escalated.
 */
export function loudnessFor(orders: readonly Order[], attendedOutletIds: readonly OutletId[] | null): Loudness | null {
  const unseen = orders.filter(({ status, seenAt }) => status === 'New' && seenAt === null);
  if (unseen.some(({ escalation }) => escalation !== null)) return 'loud';
  return unseen.some(({ outletId }) => attendedOutletIds === null || attendedOutletIds.includes(outletId))
    ? 'usual'
    : null;
}

/** Rings at once and every few seconds. A device whose sound is off rings as well once it is loud: nobody else has reacted. */
export function useNewOrderSound(loudness: Loudness | null): void {
  const sound = useSoundState();
  const isSilent = sound === 'locked' || (sound === 'off' && loudness !== 'loud');
  useEffect(() => {
    if (loudness === null || isSilent) return;
    ring(loudness);
    const timer = setInterval(() => ring(loudness), RING_INTERVAL[loudness]);
    return () => {
      clearInterval(timer);
      stopRinging();
    };
  }, [loudness, isSilent]);
}
