import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { CallError } from '#contract/base/client.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderLine } from '#contract/ordering/order-lines.ts';
import { client } from '../../../api/api.ts';
import type { Bump } from '../../../live/bumps.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { bumpKey } from '../../../components/live/use-live-orders.ts';
import { afterAnswer, type LiveOrders } from '../../../live/live-orders.ts';
import { serverNow } from '../../../live/server-time.ts';
import { queries } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';

/** A bump that was not answered by then failed: it is taken back on the screen, and the feed tells what became of it. */
const BUMP_TIMEOUT = 10_000;

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

function send(cache: QueryClient, { _id: orderId }: Order, lines: readonly OrderLine[], isMade: boolean): void {
  const { queryKey } = queries.liveOrders();
  const bump: Bump = { orderId, lines: lines.map(({ lineNumber }) => lineNumber), isMade, at: serverNow() };
  const bumping = cache.getMutationCache().build<Order, Error, Bump, unknown>(cache, {
    mutationKey: bumpKey,
    scope: { id: `move ${orderId}` },
    mutationFn: () => callFor(bump),
    onSuccess: (order) => cache.setQueryData<LiveOrders>(queryKey, (list) => list && afterAnswer(list, order)),
    onError: (error) => {
      showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') });
      const isConflict = error instanceof CallError && error.status === 409;
      // The error is shown already; a list that cannot be read now is the feed's to tell.
      if (isConflict) void cache.fetchQuery({ ...queries.liveOrders(), staleTime: 0 }).catch(() => undefined);
    },
  });
  bumping.execute(bump).catch(() => undefined);
}

async function callFor({ orderId, lines, isMade }: Bump): Promise<Order> {
  const route = isMade ? 'POST /order/bump-lines' : 'POST /order/recall-lines';
  const signal = AbortSignal.timeout(BUMP_TIMEOUT);
  return (await client.call(route, { body: { orderId, lines: [...lines] }, signal })).order;
}
