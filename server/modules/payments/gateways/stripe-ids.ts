import type { Stripe } from 'stripe';
import { isId, type PaymentId } from '#contract/base/ids.ts';

/** Our id in the metadata of everything that belongs to a payment: sessions, payment intents (and their charges), refunds. */
export const paymentField = 'payment_id';

export function paymentOf(metadata: Stripe.Metadata | null | undefined): PaymentId | null {
  const paymentId = metadata?.[paymentField] ?? '';
  return isId(paymentId) ? (paymentId as PaymentId) : null;
}
