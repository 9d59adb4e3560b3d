/** The order that a guest sent before signing in: it goes out by itself once the sign-in that it led to is done. */
import type { MinorUnits } from '#contract/base/money.ts';

interface Placement {
  /** The basket's, which every try to order it has. */
  idempotencyKey: string;
  total: MinorUnits;
}

let pending: (Placement & { isSignedIn: boolean }) | null = null;

/** The guest tapped 'Place order' at this total and is asked to sign in. */
export function rememberPlacement(placement: Placement): void {
  pending = { ...placement, isSignedIn: false };
}

/** The sign-in is done, and leads back to the checkout. */
export function confirmPlacement(): void {
  if (pending !== null) pending.isSignedIn = true;
}

/** Whether the basket is the one to be placed now. It is asked once: whoever comes back without a sign-in starts anew. */
export function takePlacement({ idempotencyKey, total }: Placement): boolean {
  const wanted = pending;
  pending = null;
  return wanted !== null && wanted.isSignedIn && wanted.idempotencyKey === idempotencyKey && wanted.total === total;
}
