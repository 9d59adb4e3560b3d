import { useEffect, useEffectEvent } from 'react';
import type { MinorUnits } from '#contract/base/money.ts';
import type { QuoteInput } from '#contract/ordering/orders.ts';
import { useToast } from '../../../../components/toast.tsx';
import { useSite } from '../../../../site.tsx';
import { rememberPlacement, takePlacement } from '../../../../state/pending-placement.ts';

/** The basket that the guest orders; null: it cannot be priced. */
type Input = QuoteInput | null;

interface OrderAfterSignIn {
  input: Input;
  isSettled: boolean;
  canOrder: boolean;
  orderAtMost: (tapped: MinorUnits) => void;
}

/** Remembers the order at the total that was tapped, before the guest is led to the sign-in. */
export function rememberOrder(basketStore: ReturnType<typeof useSite>['basketStore'], input: Input, total: MinorUnits) {
  rememberPlacement({ idempotencyKey: basketStore.get().idempotencyKey, total, chosen: chosenIn(input) });
}

function chosenIn(input: Input): string {
  return input === null ? '' : JSON.stringify([input.outletId, input.deliveryMode, input.orderDate, input.items]);
}

/** Goes on with the order that led to the sign-in, once the total is settled, or says that it has not been sent. */
export function useOrderAfterSignIn({ input, isSettled, canOrder, orderAtMost }: OrderAfterSignIn): void {
  const { words, basketStore } = useSite();
  const toast = useToast();
  const goOn = useEffectEvent(() => {
    const { idempotencyKey } = basketStore.get();
    const wanted = takePlacement({ idempotencyKey, chosen: chosenIn(input) });
    if (wanted === null) return;
    if (canOrder && !wanted.isStale) orderAtMost(wanted.total);
    else toast({ text: words.notSentYet, tone: 'error' });
  });
  useEffect(() => {
    if (isSettled) goOn();
  }, [isSettled]);
}
