import { limits } from '#contract/base/limits.ts';

/**
 * The entered quantity, corrected by what was sold and given back since the person looked, so that no edit undoes a
 * sale (R40); never below 0. Applies only when all three are counted: 'not counted' has no difference to keep.
 */
export function correctedQuantity<Entered extends number | null | undefined>(
  quantity: Entered,
  quantitySeen: number | null | undefined,
  now: number | null,
): Entered | number {
  if (typeof quantity !== 'number' || typeof quantitySeen !== 'number' || now === null) return quantity;
  return Math.min(Math.max(quantity - (quantitySeen - now), 0), limits.stockMax);
}
