/** The order that a guest sent before signing in: it goes out by itself once the sign-in that it led to is done. */
import { type MinorUnits, minorUnits } from '#contract/base/money.ts';

interface Placement {
  /** The basket's, which every try to order it has. */
  idempotencyKey: string;
  /** The total that the guest tapped at. */
  total: MinorUnits;
  /** The dishes, and where and when they are wanted, as one text. */
  chosen: string;
}

interface PendingPlacement extends Placement {
  /** Milliseconds since the epoch. */
  tappedAt: number;
  isSignedIn: boolean;
}

const key = 'placement';
/** A tab that is restored hours later orders nothing by itself. */
const mostMilliseconds = 30 * 60_000;

/** Where storing is forbidden it lives as long as the page. Elsewhere it survives that the phone drops the tab. */
let pending: PendingPlacement | null = null;

/** The guest tapped 'Place order' at this total and is asked to sign in. */
export function rememberPlacement({ idempotencyKey, total, chosen }: Placement): void {
  keep({ idempotencyKey, total, chosen, tappedAt: Date.now(), isSignedIn: false });
}

/** The sign-in is done, and leads back to the checkout. */
export function confirmPlacement(): void {
  const wanted = pending ?? read();
  if (wanted !== null) keep({ ...wanted, isSignedIn: true });
}

/**
 * The order of this basket that was to follow the sign-in; null: none. It is asked for once: a guest who comes back without a sign-in
 * starts anew. `isStale`: too much time has passed since the tap, or something else is chosen by now.
 */
export function takePlacement({
  idempotencyKey,
  chosen,
}: Omit<Placement, 'total'>): { total: MinorUnits; isStale: boolean } | null {
  const wanted = pending ?? read();
  keep(null);
  if (wanted === null || !wanted.isSignedIn || wanted.idempotencyKey !== idempotencyKey) return null;
  const isStale = wanted.chosen !== chosen || Date.now() - wanted.tappedAt > mostMilliseconds;
  return { total: wanted.total, isStale };
}

function keep(next: PendingPlacement | null): void {
  pending = next;
  try {
    if (next === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(next));
  } catch {
    // Full or forbidden.
  }
}

function read(): PendingPlacement | null {
  try {
    const stored = Object(JSON.parse(sessionStorage.getItem(key) ?? 'null')) as Partial<PendingPlacement>;
    const { idempotencyKey, total, chosen = '', tappedAt, isSignedIn } = stored;
    if (typeof idempotencyKey !== 'string' || typeof total !== 'number' || typeof tappedAt !== 'number') return null;
    return { idempotencyKey, total: minorUnits(total), chosen, tappedAt, isSignedIn: isSignedIn === true };
  } catch {
    return null;
  }
}
