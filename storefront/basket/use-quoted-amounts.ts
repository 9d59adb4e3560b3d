import { useState } from 'react';
import { useSite, useWholeBasket } from '../site.tsx';
import { mayHaveOffers } from './price.ts';
import { type BasketCheck, useBasketCheck } from './use-basket-check.ts';

/**
 * The amounts of the basket beside the menu, after offers. The server is asked where offers may apply, once the guest has
 * stopped tapping; until it answers, the amounts are those before the change, so that nothing jumps up and down again.
 * @returns null while no amounts are known.
 */
export function useQuotedAmounts(): { amounts: BasketCheck['amounts'] | null; isOpen: boolean } {
  const { menu } = useSite();
  const { basket } = useWholeBasket();
  const { amounts, isTotalOpen: isOpen } = useBasketCheck({ isAsking: mayHaveOffers(menu, basket) });
  const [settled, setSettled] = useState<BasketCheck['amounts'] | null>(isOpen ? null : amounts);
  if (!isOpen && JSON.stringify(settled) !== JSON.stringify(amounts)) setSettled(amounts);
  return { amounts: isOpen ? settled : amounts, isOpen };
}
