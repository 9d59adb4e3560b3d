import type { CustomerId } from '#contract/base/ids.ts';
import { isSupportAccess } from '#server/http/requests/authenticating.ts';
import type { Caller, MerchantCaller } from '#server/http/requests/caller.ts';
import type { Answerer } from './changes/answer-change.ts';
import type { Audience } from './wire.ts';

/** Limits a guest to their own orders (R28); null means the orders of all. */
export function guestOf(caller: Caller): CustomerId | null {
  return caller.kind === 'customer' ? caller.customerId : null;
}

/** The reader of an order. */
export function audienceOf(caller: Caller): Audience {
  if (isSupportAccess(caller)) return 'support';
  return caller.kind === 'customer' ? 'customer' : 'merchant';
}

/** The person who answers for the order: its guest, or staff. */
export function answererOf(caller: Extract<Caller, { kind: 'customer' }> | MerchantCaller): Answerer {
  const name = caller.kind === 'customer' ? null : caller.name;
  return { restaurantId: caller.restaurantId, customerId: guestOf(caller), name, audience: audienceOf(caller) };
}
