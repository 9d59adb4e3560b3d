import type { PaymentMethod } from '#contract/base/enumerations.ts';

/** Whether an order was paid with a gateway. */
export function isOnline(method: PaymentMethod): boolean {
  return method.startsWith('online ');
}
