import { limits } from '#contract/base/limits.ts';

/** Whether a counted item is low on stock. A sold-out item is not low. */
export function isLow({ quantity, lowStock }: { quantity?: number | null; lowStock?: number | null }): boolean {
  return typeof quantity === 'number' && quantity > 0 && quantity <= (lowStock ?? limits.lowStock);
}
