import { useNow } from '../site.tsx';
import { outletState } from './menu.ts';
import type { Place } from './place.ts';

/** Whether a dish can be put into the basket here as it is; without an outlet that is decided in the basket. */
export function useTakesOrders({ mode, outlet, table, startsAt }: Place): boolean {
  const now = useNow();
  if (mode === 'dine-in' && table === null) return false;
  if (outlet === null) return true;
  const { kind } = outletState(outlet, mode, now);
  return kind === 'open' || (startsAt !== null && startsAt > now && (kind === 'closed' || kind === 'paused'));
}
