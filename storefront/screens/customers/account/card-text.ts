import type { StampCard } from '#contract/ordering/offers/stamp-card.ts';
import type { Words } from '../../../words/words.ts';

/** '6 of 9 stamps', or that the card is full. */
export function cardText({ stamps, needed }: StampCard, words: Words): string {
  if (stamps < needed) return words.stampsOf(stamps, needed);
  return stamps === needed ? words.cardFull : words.cardFullMore(stamps - needed);
}
