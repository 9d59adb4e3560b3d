import { useEffect, useEffectEvent } from 'react';
import type { MinorUnits } from '#contract/base/money.ts';
import type { QuoteInput } from '#contract/ordering/orders.ts';
import { useToast } from '../../../components/toast.tsx';
import { useSite } from '../../../site.tsx';
import { rememberPlacement, takePlacement } from '../../../state/pending-placement.ts';

interface OrderAfterSignIn {
  /** Null where the basket cannot be priced. */
  input: QuoteInput | null;
  isSettled: boolean;
  canOrder: boolean;
  orderAtMost: (tapped: MinorUnits) => void;
}

/**
 * Goes on with the order that led to the sign-in, once the total is settled, or says that it has not been sent.
 * @returns what remembers the order, before the guest is led to the sign-in.
 */
export function useOrderAfterSignIn({ input, isSettled, canOrder, orderAtMost }: OrderAfterSignIn) {
  const { words, basketStore } = useSite();
  const toast = useToast();
  const chosen =
    input === null ? '' : JSON.stringify([input.outletId, input.deliveryMode, input.orderDate, input.items]);
  const goOn = useEffectEvent(() => {
    const { idempotencyKey } = basketStore.get();
    const wanted = takePlacement({ idempotencyKey, chosen });
    if (wanted === null) return;
    if (canOrder && !wanted.isStale) orderAtMost(wanted.total);
    else toast({ text: words.notSentYet, tone: 'error' });
  });
  useEffect(() => {
    if (isSettled) goOn();
  }, [isSettled]);
  return (total: MinorUnits) => rememberPlacement({ idempotencyKey: basketStore.get().idempotencyKey, total, chosen });
}
