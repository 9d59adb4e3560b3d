import { type QueryClient, useMutationState, useQuery } from '@tanstack/react-query';
import { CallError } from '#contract/base/client.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { isScheduled } from '#contract/ordering/scheduled-order.ts';
import { type Bump, withBumps } from '../../live/bumps.ts';
import { type Move, withMoves } from '../../live/live-orders.ts';
import { queries } from '../../api/queries.ts';

/** The key of every move that this device has under way. */
export const moveKey = ['move order'];
/** The same of its bumps and recalls in the kitchen. */
export const bumpKey = ['bump order'];

/**
 * The orders as this device shows them: as the feed keeps them, with the moves and bumps that the server has not confirmed yet. The
 * feed reads them, so asking here starts nothing. Those that just came to their end are among them.
 */
export function useLiveOrders(): { orders: Order[]; query: ReturnType<typeof useLiveQuery> } {
  const query = useLiveQuery();
  const moves = useMutationState({
    filters: { mutationKey: moveKey, status: 'pending' },
    select: (mutation) => mutation.state.variables as Move,
  });
  const bumps = useMutationState({
    filters: { mutationKey: bumpKey, status: 'pending' },
    select: (mutation) => mutation.state.variables as Bump,
  });
  return { orders: withBumps(withMoves(query.data?.order ?? [], moves), bumps), query };
}

function useLiveQuery() {
  return useQuery({ ...queries.liveOrders(), enabled: false });
}

/** Whether a change was refused because the order is another one by now, or is none of this person's. */
export function isOvertaken(error: Error): boolean {
  return error instanceof CallError && (error.status === 409 || error.status === 404);
}

/** Reads the list anew where it does not hold. */
export function readAfterRefusal(cache: QueryClient, error: Error): void {
  // The error is shown already; a list that cannot be read now is the feed's to tell.
  if (isOvertaken(error)) void cache.fetchQuery({ ...queries.liveOrders(), staleTime: 0 }).catch(() => undefined);
}

/** Orders that wait for somebody to accept them; scheduled orders wait for their time. */
export function useWaitingOrders(): Order[] {
  return useLiveOrders().orders.filter((order) => order.status === 'New' && !isScheduled(order));
}

export function useNewOrderCount(): number {
  return useWaitingOrders().length;
}
