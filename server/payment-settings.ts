import type { z } from 'zod';
import { httpAddress } from './http-address.ts';
import { isLoopback } from './loopback.ts';

/** Online payments. */
export interface PaymentSettings {
  /** Where Stripe's API is spoken instead of at Stripe: a simulator, or a proxy. Undefined: at Stripe. */
  stripeApiUrl: string | undefined;
}

export const paymentVariables = {
  STRIPE_API_URL: httpAddress
    .refine((text) => !URL.canParse(text) || new URL(text).pathname === '/', 'must have no path')
    .optional(),
};

type Given = z.output<z.ZodObject<typeof paymentVariables>>;

export function readPayments(given: Given): PaymentSettings {
  return { stripeApiUrl: given.STRIPE_API_URL };
}

/** Secret keys of restaurants go there. */
export function unsafePayments({ STRIPE_API_URL: given }: Given): string[] {
  if (given === undefined) return [];
  const { protocol, hostname } = new URL(given);
  return protocol === 'https:' || isLoopback(hostname)
    ? []
    : ['STRIPE_API_URL must be https or this machine in production mode: it is told the keys of restaurants'];
}
