import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OrderId } from '#contract/base/ids.ts';
import type { Order } from '#contract/ordering/orders.ts';
import type { OrderStatus } from '#contract/ordering/order-status.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { failureOf } from '../../../components/live/failure-of.ts';
import { moveKey, readAfterRefusal } from '../../../components/live/use-live-orders.ts';
import { changeLimit } from '../../../live/change-limit.ts';
import { afterAnswer, type LiveOrders, type Move } from '../../../live/live-orders.ts';
import { serverNow } from '../../../live/server-time.ts';
import { words } from '../../../words/words.ts';
import { queries } from '../../../api/queries.ts';
import { errorText } from '../../../words/error-text.ts';

/**
 * Moves an order. The screen shows the move at once (see `withMoves`), offers to undo it, and takes it back by itself when
 * the server refuses (M05). Moves of one order go to the server one after the other.
 */
export function useMoveOrder(orderId: OrderId) {
  const cache = useQueryClient();
  const { queryKey } = queries.liveOrders();
  const cachedOrder = () => cache.getQueryData<LiveOrders>(queryKey)?.order.find((order) => order._id === orderId);

  const moving = useMutation({
    mutationKey: moveKey,
    scope: { id: `move ${orderId}` },
    mutationFn: async (move: Move): Promise<Order> => {
      const before = cachedOrder();
      // An undo that waited behind a move that failed has nothing to take back.
      if (before !== undefined && before.status === move.to) return before;
      const { to, from, reason, preparationTime } = move;
      const body = { orderId, status: to, expectedStatus: from, reason, preparationTime };
      // The screen shows the move already, so that whoever leaves the page now counts on it.
      return (await client.call('POST /order/update-order-status', { body, signal: changeLimit(), keepalive: true }))
        .order;
    },
    onSuccess: (order) => cache.setQueryData<LiveOrders>(queryKey, (list) => list && afterAnswer(list, order)),
    onError: (error) => {
      // On screen is the next order by now, with the same button in the same place.
      const number = cachedOrder()?.orderName;
      const text = number === undefined ? errorText(error, 'operation') : failureOf(number, error);
      showToast({ place: 'toast', tone: 'error', text });
      readAfterRefusal(cache, error);
    },
  });

  return (order: Order, to: OrderStatus, details: Pick<Move, 'reason' | 'preparationTime'> = {}) => {
    const from = order.status;
    moving.mutate({ orderId, from, to, at: serverNow(), ...details });
    showToast({
      place: 'toast',
      tone: 'ok',
      text: words.kitchen.liveOrders.moved({ number: order.orderName, status: words.ordering.status[to] }),
      undo: () => moving.mutate({ orderId, from: to, to: from, at: serverNow() }),
    });
  };
}
