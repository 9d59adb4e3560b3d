import { useEffect, useEffectEvent } from 'react';
import type { MinorUnits } from '#contract/base/money.ts';
import { useToast } from '../../../components/toast.tsx';
import { useSite } from '../../../site.tsx';
import { takePlacement } from '../../../state/pending-placement.ts';

/** Goes on with the order that led to the sign-in, once the total is settled, or says that it has not been sent. */
export function useOrderAfterSignIn(
  isSettled: boolean,
  canOrder: boolean,
  orderAtMost: (tapped: MinorUnits) => void,
): void {
  const { words, basketStore } = useSite();
  const toast = useToast();
  const goOn = useEffectEvent(() => {
    const wanted = takePlacement(basketStore.get().idempotencyKey);
    if (wanted === null) return;
    if (canOrder && !wanted.isLate) orderAtMost(wanted.total);
    else toast({ text: words.notSentYet, tone: 'error' });
  });
  useEffect(() => {
    if (isSettled) goOn();
  }, [isSettled]);
}
