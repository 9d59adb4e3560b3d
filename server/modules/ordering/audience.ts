import type { CustomerId } from '#contract/base/ids.ts';
import { isSupportAccess } from '#server/http/requests/authenticating.ts';
import type { Caller } from '#server/http/requests/caller.ts';
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
