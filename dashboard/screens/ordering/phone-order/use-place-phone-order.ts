import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isUnanswered } from '#contract/base/client.ts';
import type { Order } from '#contract/ordering/orders.ts';
import { client } from '../../../api/api.ts';
import { showToast } from '../../../components/feedback/toast-store.ts';
import { useIsShown } from '../../../components/form/use-is-shown.ts';
import { paths } from '../../../routing/paths.ts';
import { errorText } from '../../../words/error-text.ts';
import { words } from '../../../words/words.ts';
import { orderBody, type PhoneDraft } from './phone-draft.ts';
import { orderOfKey, refusalOf } from './phone-refusal.ts';
import { queries } from '../../../api/queries.ts';
import { afterAnswer, type LiveOrders } from '../../../live/live-orders.ts';

const text = words.ordering.phoneOrder;

export const quoteKey = 'phone order';

/** The key stays with the draft until an order came of it, so that a second press is the same order. */
export function usePlacePhoneOrder(draft: PhoneDraft) {
  const navigate = useNavigate();
  const isShown = useIsShown();
  const cache = useQueryClient();
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const [first, setFirst] = useState<Order | null>(null);
  const isPlaced = useRef(false);
  const draftText = JSON.stringify(draft);
  const placing = useMutation({
    mutationFn: async ({ total, key }: { total: number; key: string; draftText: string }) =>
      (await client.call('POST /order/place-phone-order', { body: orderBody(draft, total), idempotencyKey: key }))
        .order,
    onSuccess: (order) => {
      isPlaced.current = true;
      // Its page would not know of it yet.
      const { queryKey } = queries.liveOrders();
      cache.setQueryData<LiveOrders>(queryKey, (list) => list && afterAnswer(list, order));
      showToast({ place: 'toast', tone: 'ok', text: text.placed({ number: order.orderName }) });
      if (isShown()) void navigate(paths.liveOrders(order._id));
    },
    onError: (error) => {
      const placed = orderOfKey(error);
      if (placed !== undefined) return setFirst(placed);
      showToast({ place: 'toast', tone: 'error', text: errorText(error, 'operation') });
      // The total that was refused would be sent, and refused, again. An order that may have arrived has perhaps taken the last portion
      // or slot, which must not keep anybody from asking for it again.
      if (!isUnanswered(error)) void cache.invalidateQueries({ queryKey: [quoteKey] });
    },
  });
  return {
    placing,
    /** Why the order was not placed, until something in it is changed; the toast is gone before a slow reader looks up. */
    refusal: placing.variables?.draftText === draftText ? refusalOf(placing.error) : null,
    isPlaced: () => isPlaced.current,
    /** The order that an earlier press has placed, where the draft is another one by now. */
    first,
    place: (total: number) => placing.mutate({ total, key: idempotencyKey, draftText }),
    /** Another key makes another order, so it is made only when somebody asks for one. */
    placeAnother: (total: number) => {
      const key = crypto.randomUUID();
      setKey(key);
      setFirst(null);
      placing.mutate({ total, key, draftText });
    },
    forgetFirst: () => setFirst(null),
  };
}
