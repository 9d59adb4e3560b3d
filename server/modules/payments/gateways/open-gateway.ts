import type { GatewayKind } from '#contract/base/enumerations.ts';
import type { Config } from '#server/config.ts';
import type { Gateway, GatewayAccount, GatewayKeys } from '../gateway.ts';
import { connectStripe, stripeGateway } from './stripe.ts';
import { connectTap, tapGateway } from './tap.ts';

/** A gateway with the keys of one restaurant. Nothing is called yet. */
export function openGateway(kind: GatewayKind, keys: GatewayKeys, { payments }: Pick<Config, 'payments'>): Gateway {
  switch (kind) {
    case 'stripe':
      return stripeGateway(keys, { url: payments.stripeApiUrl ?? null });
    case 'tap':
      return tapGateway(keys, { url: null });
  }
}

/** Whether a notification carries a signature of the gateway's form, which nobody needs a key to see. */
export function isSigned(kind: GatewayKind, headers: Record<string, string | undefined>): boolean {
  switch (kind) {
    case 'stripe':
      return /^t=\d{1,12},(?:.*,)?v1=[0-9a-f]{64}(?:,|$)/.test(headers['stripe-signature'] ?? '');
    case 'tap':
      return /^[0-9a-f]{64}$/i.test(headers['hashstring'] ?? '');
  }
}

/**
 * Finds out whether the gateway accepts the key, and how its notifications are signed.
 * @param notifyUrl where the gateway is to post them.
 * @throws GatewayFailed
 */
export async function connectGatewayAccount(
  kind: GatewayKind,
  secretKey: string,
  { payments }: Pick<Config, 'payments'>,
  notifyUrl: string,
): Promise<GatewayAccount> {
  switch (kind) {
    case 'stripe':
      return connectStripe(secretKey, { url: payments.stripeApiUrl ?? null }, notifyUrl);
    case 'tap':
      return connectTap(secretKey, { url: null });
  }
}
