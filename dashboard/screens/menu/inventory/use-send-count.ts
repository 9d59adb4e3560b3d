import { useRef } from 'react';
import { isUnanswered } from '#contract/base/client.ts';
import type { ItemId, OutletId } from '#contract/base/ids.ts';
import { client } from '../../../api/api.ts';
import { type Count, seenAfterLost } from './count.ts';
import { countedAt } from './stock.ts';

/**
 * Sends counts of an item, at an outlet or in all. One whose answer was lost may have been stored, and its difference must not be added
 * twice: the next try asks for the stored quantity first.
 */
export function useSendCount(itemId: ItemId, outletId: OutletId | null) {
  const lost = useRef<Count | null>(null);
  return async <Answer>({ entered, seen }: Count, send: (quantitySeen: number | null) => Promise<Answer>) => {
    const before = lost.current;
    // A form with another quantity has read what is stored since.
    const isInDoubt = before !== null && before.seen === seen;
    const quantitySeen = isInDoubt ? seenAfterLost(before, await storedQuantity(itemId, outletId)) : seen;
    try {
      const answer = await send(quantitySeen);
      lost.current = null;
      return answer;
    } catch (error) {
      if (isUnanswered(error) && entered !== quantitySeen) lost.current = { entered, seen };
      throw error;
    }
  };
}

async function storedQuantity(itemId: ItemId, outletId: OutletId | null): Promise<number | null> {
  const { item } = await client.call('GET /menu/get-items-modifier/:id', { params: { id: itemId } });
  return countedAt(item, outletId).quantity ?? null;
}
