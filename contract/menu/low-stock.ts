import { limits } from '#contract/base/limits.ts';

/** Whether there is little left of what is counted (features IN-09). What is sold out is not low, but gone. */
export function isLow({ quantity, lowStock }: { quantity?: number | null; lowStock?: number | null }): boolean {
  return typeof quantity === 'number' && quantity > 0 && quantity <= (lowStock ?? limits.lowStock);
}
