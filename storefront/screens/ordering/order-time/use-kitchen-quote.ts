import { useEffect, useState } from 'react';
import type { Quote } from '#contract/ordering/orders.ts';
import { quoteInput } from '../../../basket/order-input.ts';
import { placeOf } from '../../../state/place.ts';
import { useBasket, useSite } from '../../../site.tsx';

/**
 * The basket as the kitchen could make it for as soon as possible, with the times that are full for it; asked when the drawer opens,
 * because other guests order meanwhile. Null: not answered, or there is nothing to ask.
 */
export function useKitchenQuote(): Quote | null {
  const { menu, call } = useSite();
  const { basket } = useBasket();
  const [answer, setAnswer] = useState<{ asked: string; quote: Quote } | null>(null);
  const soonest = { ...basket, orderDate: null };
  const asked = JSON.stringify(quoteInput(menu, soonest, placeOf(menu, soonest)));
  useEffect(() => {
    if (asked === 'null') return;
    const leaving = new AbortController();
    call('POST /order/quote-order', { body: JSON.parse(asked) as never, signal: leaving.signal }).then(
      ({ quote }) => setAnswer({ asked, quote }),
      // Without an answer every time is offered; placing says which are full.
      () => undefined,
    );
    return () => leaving.abort();
  }, [asked, call]);
  return answer?.asked === asked ? answer.quote : null;
}
