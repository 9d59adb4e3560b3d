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
  /** The total is settled, and the table knows of the sign-in or cannot be told. */
  isReady: boolean;
  canOrder: boolean;
  orderAtMost: (tapped: MinorUnits) => void;
}

/** Remembers the order at the total that was tapped, before the guest is led to the sign-in. */
export function rememberOrder(basketStore: ReturnType<typeof useSite>['basketStore'], input: Input, total: MinorUnits) {
  rememberPlacement({ idempotencyKey: basketStore.get().idempotencyKey, total, chosen: chosenIn(input) });
}

/** The dishes have no guest's name in it, which a sign-in at a table changes. */
function chosenIn(input: Input): string {
  if (input === null) return '';
  const dishes = input.items.map((item) => ({ ...item, guestName: undefined }));
  return JSON.stringify([input.outletId, input.deliveryMode, input.orderDate, dishes]);
}

/** Goes on with the order that led to the sign-in as soon as it can, or says that it has not been sent. */
export function useOrderAfterSignIn({ input, isReady, canOrder, orderAtMost }: OrderAfterSignIn): void {
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
    if (isReady) goOn();
  }, [isReady]);
}
