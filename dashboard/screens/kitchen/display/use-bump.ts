import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import { client } from '../../../api/api.ts';
import type { Bump } from '../../../live/bumps.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { failureOf } from '../../../components/live/failure-of.ts';
import { bumpKey, readAfterRefusal } from '../../../components/live/use-live-orders.ts';
import { changeLimit } from '../../../live/change-limit.ts';
import { afterAnswer, type LiveOrders } from '../../../live/live-orders.ts';
import { serverNow } from '../../../live/server-time.ts';
import { queries } from '../../../api/queries.ts';

/** Bumps lines of an order, or calls them back. */
type ChangeLines = (order: Order, lines: readonly OrderLine[]) => void;

/**
 * The screen shows a bump at once (see `withBumps`) and takes it back by itself when the server refuses. What this device does with one
 * order goes to the server one after the other, whichever part of the screen it was done in.
 */
export function useBump(): { bump: ChangeLines; recall: ChangeLines } {
  const cache = useQueryClient();
  return {
    bump: (order, lines) => send(cache, order, lines, true),
    recall: (order, lines) => send(cache, order, lines, false),
  };
}

function send(
  cache: QueryClient,
  { _id: orderId, orderName: number }: Order,
  lines: readonly OrderLine[],
  isMade: boolean,
): void {
  const { queryKey } = queries.liveOrders();
  const bump: Bump = { orderId, lines: lines.map(({ lineNumber }) => lineNumber), isMade, at: serverNow() };
  const bumping = cache.getMutationCache().build<Order, Error, Bump, unknown>(cache, {
    mutationKey: bumpKey,
    scope: { id: `move ${orderId}` },
    mutationFn: () => callFor(bump),
    onSuccess: (order) => cache.setQueryData<LiveOrders>(queryKey, (list) => list && afterAnswer(list, order)),
    onError: (error) => {
      showToast({ place: 'toast', tone: 'error', text: failureOf(number, error) });
      readAfterRefusal(cache, error);
    },
  });
  bumping.execute(bump).catch(() => undefined);
}

async function callFor({ orderId, lines, isMade }: Bump): Promise<Order> {
  const route = isMade ? 'POST /order/bump-lines' : 'POST /order/recall-lines';
  return (await client.call(route, { body: { orderId, lines: [...lines] }, signal: changeLimit() })).order;
}
