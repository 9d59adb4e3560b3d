import { useEffect, useState } from 'react';
import type { StampCard } from '#contract/ordering/offers/stamp-card.ts';
import { useSession, useSite } from '../../../site.tsx';

/** The guest's stamp card; null until it is known, where the restaurant has none, and for guests without a number. */
export function useCard(): StampCard | null {
  const { call } = useSite();
  const session = useSession();
  const [card, setCard] = useState<StampCard | null>(null);
  const isKnown = session !== null && session.isWithoutPhone !== true;

  useEffect(() => {
    if (!isKnown) return;
    const leaving = new AbortController();
    call('GET /order/stamp-card', { signal: leaving.signal }).then(
      (answer) => setCard(answer.card),
      // The card is an extra: without it the page is whole.
      () => undefined,
    );
    return () => leaving.abort();
  }, [call, isKnown]);

  return isKnown ? card : null;
}

export const isFull = ({ stamps, needed }: StampCard): boolean => stamps >= needed;
