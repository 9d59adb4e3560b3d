import type { Quote } from '#contract/ordering/orders.ts';
import type { ModePath } from '../../../routing/paths.ts';
import type { Words } from '../../../words/words.ts';

/** The minutes until a guest has the basket of a quote for as soon as possible. */
export function quotedMinutes({ preparationTime, deliveryTime }: Quote, mode: ModePath): number {
  return mode === 'delivery' ? deliveryTime : preparationTime;
}

export function soonText(words: Words, mode: ModePath, minutes: number): string {
  return mode === 'delivery' ? words.arrivesIn(minutes) : words.readyIn(minutes);
}
